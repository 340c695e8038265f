"""Checks a record and replays it; a fault in a text is reported with its line."""

from spielgeld.engine.game import Step
from spielgeld.engine.records.format import Fault, Record
from spielgeld.engine.records.places import line_of
from spielgeld.engine.records.reader import as_record, decoded, read_record
from spielgeld.engine.records.replayer import replay
from spielgeld.engine.records.splitter import RawRecord


def check_record(raw: RawRecord) -> tuple[Record, list[Step]]:
    """The record and every step of its match; its fault tells the line in the file."""
    try:
        return _checked(raw.data)
    except Fault as fault:
        raise fault.at(raw.line + fault.line - 1) from None


def check_parsed(document: object) -> tuple[Record, list[Step]]:
    """The same for JSON that has been parsed already; its faults have no line."""
    record = as_record(document)
    return record, replay(record)


def _checked(data: bytes | Fault) -> tuple[Record, list[Step]]:
    if isinstance(data, Fault):
        raise data
    record = read_record(data)
    try:
        return record, replay(record)
    except Fault as fault:
        raise fault.at(line_of(decoded(data), fault.path)) from None
