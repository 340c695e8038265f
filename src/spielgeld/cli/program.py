"""Runs a command line and returns its exit code.

Exit codes: 0 fine, 1 found something wrong, 2 could not do it or refused the input.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from spielgeld.cli.arguments import build_parser
from spielgeld.cli.output import FINE, REFUSED, complain
from spielgeld.cli.reader_language import language_of_line
from spielgeld.cli.system_errors import system_error_line, tell_system_error
from spielgeld.texts import tell

_INTERRUPTED = 130
_WITHOUT_A_COMMAND = "serve"
_ABOUT_ITSELF = {"-h", "--help", "--version"}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in _ABOUT_ITSELF):
        words.insert(0, _WITHOUT_A_COMMAND)
    language = language_of_line(words, os.environ)
    if not _can_print(language):
        return REFUSED
    try:
        return _run(_parse(words, language))
    except BrokenPipeError:
        # The reader closed the pipe: there is nowhere to flush to.
        _forget_output()
        return FINE
    except KeyboardInterrupt:
        return _INTERRUPTED


def _parse(words: Sequence[str], language: str) -> Namespace:
    try:
        return build_parser(language).parse_args(words)
    except SystemExit as stop:  # after help or an error, which may still have to be flushed
        raise SystemExit(_flushed(stop.code, language)) from None
    except OSError as error:  # an unbuffered output fails while the command runs
        raise SystemExit(_unwritten(error, language)) from None


def _flushed(code: int | str | None, language: str) -> int | str | None:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _unwritten(error, language)
    return code


def _unwritten(error: OSError, language: str) -> int:
    if isinstance(error, BrokenPipeError):
        raise error
    complain(tell_system_error(language, error))
    _forget_output()
    return REFUSED


def _run(chosen: Namespace) -> int:
    # Imported late: `--help` need not wait for the rules.
    from spielgeld.cli.language import language_of_refusals  # noqa: PLC0415
    from spielgeld.cli.record_files import fault_line, refusal_line  # noqa: PLC0415
    from spielgeld.engine import Refusal  # noqa: PLC0415
    from spielgeld.engine.records import Fault  # noqa: PLC0415

    # Each command is a module of its name, loaded only when it is wanted.
    command = import_module(f"spielgeld.cli.commands.{chosen.command.replace('-', '_')}")
    try:
        code: int = command.run(chosen) or FINE
        sys.stdout.flush()
    except Fault as fault:
        complain(fault_line(chosen.file, fault, language_of_refusals(chosen)))
        return REFUSED
    except Refusal as refusal:
        complain(refusal_line(refusal, language_of_refusals(chosen)))
        return REFUSED
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(system_error_line(language_of_refusals(chosen), error))
        _forget_output()
        return REFUSED
    return code


def _can_print(language: str) -> bool:
    """Whether there is an output; characters it cannot encode are escaped."""
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        complain(tell(language, "system.closed_output"))
        return False
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    return True


def _forget_output() -> None:
    """Discard what could not be written, so that the interpreter does not fail when it flushes."""
    with suppress(OSError):  # an output without a file descriptor has nothing to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
