"""Reviews of finished matches: a queue, the process that works one out, and a cache of results."""
