"""Files of records: read in chunks, a match and a seat picked out, faults put into words."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext

from spielgeld.cli.narration import plain_names
from spielgeld.cli.output import harmless
from spielgeld.cli.system_errors import CLOSED_INPUT, tell_system_error
from spielgeld.engine import Refusal, Unreadable, quoted
from spielgeld.engine.records import Fault, RawRecord, Record, split_records
from spielgeld.engine.records.format import place_name
from spielgeld.texts import tell_refusal

STANDARD_STREAM = "-"
_CHUNK = 1 << 16


def file_size(name: str) -> int:
    """The size of the file in bytes; 0 where it is not known beforehand, as of a pipe."""
    return 0 if name == STANDARD_STREAM else os.stat(name).st_size


def read_chunks(name: str, on_read: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """The bytes of a file, or of standard input; `on_read` gets the number read so far."""
    done = 0
    if name == STANDARD_STREAM and sys.stdin is None:
        raise OSError(errno.EBADF, CLOSED_INPUT, name)
    with nullcontext(sys.stdin.buffer) if name == STANDARD_STREAM else open(name, "rb") as stream:
        while chunk := stream.read(_CHUNK):
            done += len(chunk)
            on_read(done)
            yield chunk


def find_record(name: str, position: int) -> RawRecord:
    """The record at that position of the file, the first being 1."""
    count = 0
    for count, raw in enumerate(split_records(read_chunks(name)), start=1):
        if count == position:
            return raw
    records = "1 record" if count == 1 else f"{count} records"
    raise Unreadable(
        "match",
        f"{quoted(name)} holds {records}, there is no {position}",
        found=position,
        count=count,
    )


def find_seat(record: Record, text: str) -> int:
    """The seat of that number, or of the only player of that name."""
    names = record["players"]
    if text in [str(seat) for seat in range(len(names))]:
        return int(text)
    if names.count(text) != 1:
        listed = [f"{seat} ({name})" for seat, name in enumerate(plain_names(names))]
        raise Unreadable(
            "seat",
            f"there is no seat {quoted(text)}; there are {', '.join(listed)}",
            why="seat_named",
            found=quoted(text),
            names=listed,
        )
    return names.index(text)


def fault_line(name: str, fault: Fault, language: str | None = None) -> str:
    """What is wrong with a record, for people: `file:line: code: place: sentence`."""
    return f"{harmless(name)}:{fault.line}: {refusal_line(fault, language)}"


def refusal_line(refusal: Refusal, language: str | None) -> str:
    """Why something was refused: its code, and a sentence; without a language the engine's own."""
    if language is None:
        return f"{refusal.code}: {refusal}"
    sentence = harmless(tell_refusal(language, refusal.code, refusal.arguments))
    place = f"{place_name(refusal.path)}: " if isinstance(refusal, Fault) and refusal.path else ""
    cause = refusal.__cause__
    if isinstance(cause, OSError) and cause.filename is not None:
        sentence = f"{sentence} ({tell_system_error(language, cause)})"
    return f"{refusal.code}: {place}{sentence}"
