"""How the commands print: results on standard output, progress and refusals on standard error."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TextIO

FINE, FOUND_SOMETHING, REFUSED = 0, 1, 2
"""The exit codes."""

NO_BREAK = "\xa0\u202f"
"""No-break spaces, which French uses before some punctuation; they are safe to print."""

_REDRAW_SECONDS = 0.1
_BAR_WIDTH = 30


def say(text: str = "") -> None:
    """A line of the result."""
    Progress.wipe()
    sys.stdout.write(text + "\n")


def say_json(value: object) -> None:
    """The result, or a line of it, for programs: JSON in any encoding of the output."""
    say(json.dumps(value))


def answer(arguments: Namespace, for_programs: object, lines: Iterable[str]) -> None:
    """Print the result as JSON if `--json` asks for that, otherwise line by line."""
    if arguments.json:
        say_json(for_programs)
        return
    for line in lines:
        say(line)


def complain(sentence: str) -> None:
    """Why something was not done."""
    with suppress(OSError):  # if even this cannot be written, the exit code remains
        Progress.wipe()
        sys.stderr.write(f"{coloured('spielgeld', '31', sys.stderr)}: {sentence}\n")
        sys.stderr.flush()


def heading(text: str) -> str:
    """Text in a bold style."""
    return coloured(text, "1", sys.stdout)


def faint(text: str) -> str:
    """Text in a faint style."""
    return coloured(text, "2", sys.stdout)


def coloured(text: str, style: str, stream: TextIO) -> str:
    """The text with a terminal style; unchanged if the stream is no terminal or NO_COLOR is set."""
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{style}m{text}\x1b[0m"


def harmless(text: str) -> str:
    """Untrusted text, made safe to print: without control characters and line breaks."""
    return "".join([each if each.isprintable() or each in NO_BREAK else "�" for each in text])


def table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """The rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def duration(seconds: float) -> str:
    """How long something takes, as precise as anybody wants to know."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


class Progress:
    """A bar on standard error during long work; none without a terminal or a known end.

    By hand: `tqdm` (4.70) would save twenty lines, but takes 38 ms of CPU to import, as long as a
    whole command here (`bench/bench_commands.py`), and `rich` is four times its size.
    """

    _visible = False
    """Whether a bar stands on the terminal now."""

    def __init__(self, what: str, total: int, left: str = "{time} left") -> None:
        self._what = what
        self._total = total
        self._left = left
        self._before = 0
        self._shown = sys.stderr.isatty() and total > 0
        self._begun = self._drawn = time.monotonic()

    def go_on_from(self, done: int) -> None:
        """Set what an earlier run had done; the estimate of the time left ignores it."""
        self._before = done
        self._begun = time.monotonic()

    def update(self, done: int) -> None:
        """Set how much of the total is done."""
        now = time.monotonic()
        if not self._shown or now - self._drawn < _REDRAW_SECONDS:
            return
        self._drawn = now
        share = min(1.0, done / self._total)
        fresh = done - self._before
        remaining = ""
        if fresh > 0:
            left = (now - self._begun) * (self._total - done) / fresh
            remaining = f", {self._left.replace('{time}', duration(left))}"
        bar = ("#" * round(share * _BAR_WIDTH)).ljust(_BAR_WIDTH, ".")
        sys.stderr.write(f"\r{self._what} {bar} {share:4.0%}{remaining} \x1b[K")
        sys.stderr.flush()
        Progress._visible = True

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    @classmethod
    def wipe(cls) -> None:
        """Erase the bar, so that something else can be printed."""
        if cls._visible:
            cls._visible = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
