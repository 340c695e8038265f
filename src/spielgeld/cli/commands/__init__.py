"""A module for each command: `run(arguments)` does it and returns the exit code."""
