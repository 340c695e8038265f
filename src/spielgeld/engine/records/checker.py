"""Checks a record and replays it; a fault in a text is reported with its line."""

from collections.abc import Iterator

from spielgeld.engine.game import Step
from spielgeld.engine.records.format import Fault, Record
from spielgeld.engine.records.places import line_of
from spielgeld.engine.records.reader import decoded, read_record
from spielgeld.engine.records.replayer import replay_steps
from spielgeld.engine.records.splitter import RawRecord


def check_record(raw: RawRecord) -> tuple[Record, list[Step]]:
    """Return the record and every step of its match; its fault names the line in the file."""
    record, steps = open_record(raw)
    return record, list(steps)


def open_record(raw: RawRecord) -> tuple[Record, Iterator[Step]]:
    """Return the record, and its steps as they are replayed; a fault names the line in the file."""
    if isinstance(raw.data, Fault):
        raise _in_file(raw, raw.data)
    try:
        record = read_record(raw.data)
    except Fault as fault:
        raise _in_file(raw, fault) from None
    return record, _steps(raw, raw.data, record)


def _steps(raw: RawRecord, data: bytes, record: Record) -> Iterator[Step]:
    try:
        yield from replay_steps(record)
    except Fault as fault:
        raise _in_file(raw, fault.at(line_of(decoded(data), fault.path))) from None


def _in_file(raw: RawRecord, fault: Fault) -> Fault:
    return fault.at(raw.line + fault.line - 1)
