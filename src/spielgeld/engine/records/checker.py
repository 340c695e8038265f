"""Parses and replays a record; a fault is reported with its line."""

from spielgeld.engine.game import Step
from spielgeld.engine.records.format import Fault, Record
from spielgeld.engine.records.places import line_of
from spielgeld.engine.records.reader import decoded, read_record
from spielgeld.engine.records.replayer import replay
from spielgeld.engine.records.splitter import RawRecord


def check_record(raw: RawRecord) -> tuple[Record, list[Step]]:
    """The record and every step of its match; its fault tells the line in the file."""
    try:
        return _checked(raw.data)
    except Fault as fault:
        raise fault.at(raw.line + fault.line - 1) from None


def _checked(data: bytes | Fault) -> tuple[Record, list[Step]]:
    if isinstance(data, Fault):
        raise data
    record = read_record(data)
    try:
        return record, replay(record)
    except Fault as fault:
        raise fault.at(line_of(decoded(data), fault.path)) from None
