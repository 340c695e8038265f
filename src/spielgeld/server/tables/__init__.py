"""The tables in memory: found, decided at, written and delivered. Needs no web framework."""
