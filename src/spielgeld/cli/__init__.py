"""The command `spielgeld`.

Exit codes: 0 fine, 1 found something wrong, 2 could not do it or refused the input.
"""

import os
import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from importlib import import_module

from spielgeld.cli.arguments import build_parser
from spielgeld.cli.output import REFUSED, complain, harmless

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; the exit code."""
    _never_fail_to_print()
    parser = build_parser()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.usage = SUPPRESS  # a greeting begins with a word, not with brackets
        parser.print_help()
        return 0
    try:
        code = _run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the results has enough; there is nothing left to flush them into.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _run(chosen: Namespace) -> int:
    from spielgeld.engine import Refusal  # noqa: PLC0415 - `--help` need not wait for the rules

    # Each command is a module of its name, loaded only when it is wanted.
    command = import_module(f"spielgeld.cli.{chosen.command}")
    try:
        code: int = command.run(chosen)
    except Refusal as refusal:
        complain(f"{refusal.code}: {refusal}")
        return REFUSED
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{harmless(str(error.filename or 'a file'))}: {error.strerror or error}")
        return REFUSED
    return code


def _never_fail_to_print() -> None:
    """What a terminal cannot show it gets as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
