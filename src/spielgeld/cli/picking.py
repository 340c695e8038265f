"""Picking a match out of a file, and a seat out of a match."""

from spielgeld.cli.files import read_chunks
from spielgeld.cli.narration import plain_names
from spielgeld.engine import Unreadable, quoted
from spielgeld.engine.records import Entry, Record, split_records


def find_entry(name: str, position: int) -> Entry:
    """The record at that position of the file, the first being 1."""
    count = 0
    for count, entry in enumerate(split_records(read_chunks(name)), start=1):
        if count == position:
            return entry
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
