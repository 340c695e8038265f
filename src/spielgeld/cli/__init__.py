"""The command `spielgeld`: `program` runs it, `commands/` has a module for each command."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; the exit code.

    Until the program is loaded, Ctrl-C ends the process as the system does it: without a traceback.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _at_interrupt(signal.SIG_DFL)
    # The champion's matrices are small: NumPy's threads would wait for each other longer than they
    # compute, ten times as long on a busy machine. NumPy reads this when it is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from spielgeld.cli.program import run  # noqa: PLC0415 - what takes time to load

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        _at_interrupt(signal.default_int_handler)
    return run(arguments)


def _at_interrupt(handler: Any) -> None:
    with suppress(
        ValueError
    ):  # only the main thread may set a signal handler, and only it is interrupted
        signal.signal(signal.SIGINT, handler)
