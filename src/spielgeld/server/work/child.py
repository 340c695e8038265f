"""Rules for every process that a server starts for long work."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

PATIENCE = 10
"""The niceness of such a process: people who play must not notice it."""


@contextlib.contextmanager
def working_for_a_server() -> Iterator[None]:
    """Give way to people who play, and end quietly when the server was killed."""
    # Ctrl-C in a terminal reaches this process too; the server it works for ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not every system knows it
        os.nice(PATIENCE)
    output = sys.stdout.fileno()
    try:
        yield
    except BrokenPipeError:  # nobody wants the outcome any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), output)
