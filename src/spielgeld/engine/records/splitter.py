"""Finds the records in a file as a stream, in memory bounded by the size of one record.

A file that parses as one JSON document is one record; otherwise each line is one.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spielgeld.engine.records.format import MAX_BYTES, Fault
from spielgeld.engine.records.reader import BYTE_ORDER_MARK, too_long

_WINDOW = len(BYTE_ORDER_MARK) + MAX_BYTES + len(b"\r\n")
"""No record with all that may go with it is longer."""

_RECORD_LINE = re.compile(rb'\n\{[ \t]*"')
"""How a further line begins that is a record of its own."""
_BLANK_LINES = re.compile(rb"\s*\n")


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One record as it stands in a file."""

    line: int
    """Where it begins, the first line being 1."""
    data: bytes | Fault
    """Its bytes; or why it cannot be had."""


def split_records(chunks: Iterable[bytes]) -> Iterator[RawRecord]:
    """Yield the records of a file that arrives in chunks."""
    source = _Source(chunks)
    window = source.window()
    if _is_wide(window):
        yield RawRecord(1, _wide_fault(window))
    elif _is_document(window, whole=source.ended):
        yield RawRecord(1, source.take_all())
    else:
        yield from _lines(source)


def _lines(source: "_Source") -> Iterator[RawRecord]:
    number = source.skip_blank_lines()
    while (data := source.take_line()) is not None:
        number += 1
        if isinstance(data, Fault) or data.strip():
            yield RawRecord(number, data)
        number += source.skip_blank_lines()


def _is_wide(window: bytes) -> bool:
    """Whether the text has two or four bytes a character; that of a record is mostly ASCII."""
    if window[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        return True
    start = window[:64]
    return b"\0" in start[:2] and 1 / 3 < start.count(0) / len(start) < 0.8


def _wide_fault(window: bytes) -> Fault:
    """Without a byte-order mark such a text may decode as UTF-8: then it is a fault of JSON."""
    sentence = "this looks like UTF-16 or UTF-32, but a record is in UTF-8"
    try:
        window.decode("utf-8")
    except UnicodeDecodeError:
        return Fault("encoding", sentence, why="encoding_wide")
    return Fault("json", sentence, why="encoding_wide")


def _is_document(window: bytes, *, whole: bool) -> bool:
    """Whether the file is one document; also one that is broken or longer than the window.

    Such a one is told by its first line, which ends in the middle of things, and by having no
    further line that looks like a record of its own.
    """
    text = window.removeprefix(BYTE_ORDER_MARK).lstrip()
    if whole and _parses(text):
        return True
    first, newline, _ = text.partition(b"\n")
    return bool(newline) and _ends_in_the_middle(first) and not _RECORD_LINE.search(text)


def _parses(data: bytes) -> bool:
    try:
        json.loads(data.decode("utf-8"), parse_int=len)  # a number may be too long to be read
    except (ValueError, RecursionError):
        return False
    return True


def _ends_in_the_middle(line: bytes) -> bool:
    """Whether the line is the beginning of something, and right so far."""
    text = line.decode("utf-8", "replace").rstrip()
    try:
        json.loads(text, parse_int=len)
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except RecursionError:
        return False
    return False


class _Source:
    """Bytes that come in pieces, held back only as far as one record needs them."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._held = bytearray()
        self.ended = False
        while len(self._held) <= _WINDOW and self._read():
            pass

    def window(self) -> bytes:
        """The beginning of the file, as far as it is held."""
        return bytes(self._held)

    def take_all(self) -> bytes | Fault:
        """The whole file, if it is not too long."""
        return self._take(len(self._held)) if self.ended else self._skip(to=b"")

    def take_line(self) -> bytes | Fault | None:
        """The next line, if it is not too long; None after the last."""
        searched = 0
        while (end := self._held.find(b"\n", searched)) < 0:
            searched = len(self._held)
            if searched > _WINDOW:
                return self._skip(to=b"\n")
            if not self._read():
                return self._take(searched) if searched else None
        return self._take(end + 1)

    def skip_blank_lines(self) -> int:
        """Pass over the blank lines that come next and are held; return their number."""
        found = _BLANK_LINES.match(self._held)
        end = found.end() if found else 0
        del found  # while it is there, nothing can be deleted from what is held
        count = self._held.count(b"\n", 0, end)
        del self._held[:end]
        return count

    def _take(self, count: int) -> bytes:
        """So much of what is held, without the line end."""
        taken = bytes(self._held[:count])
        del self._held[:count]
        return taken.rstrip(b"\r\n")

    def _read(self) -> bool:
        """Hold one more piece; False if there is none."""
        for chunk in self._chunks:
            if chunk:
                self._held += chunk
                return True
        self.ended = True
        return False

    def _skip(self, to: bytes) -> Fault:
        """Pass over a record that is too long, noticing whether it is UTF-8 at all."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        fault = too_long()
        end = -1
        while end < 0 and (self._held or self._read()):
            end = self._held.find(to) if to else -1
            piece = self._take(end + 1 if end >= 0 else len(self._held))
            try:
                decoder.decode(piece)
            except UnicodeDecodeError:
                fault = Fault("encoding", "this is not UTF-8")
        return fault
