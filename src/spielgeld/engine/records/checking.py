"""Reading and replaying a record in one go, with the line of what is wrong."""

from spielgeld.engine.game import Step
from spielgeld.engine.records.format import Fault, Record
from spielgeld.engine.records.places import line_of
from spielgeld.engine.records.reading import decoded, read_record
from spielgeld.engine.records.replaying import replay
from spielgeld.engine.records.splitting import Entry


def check_record(entry: Entry) -> tuple[Record, list[Step]]:
    """The record and every step of its match; its fault tells the line in the file."""
    try:
        return _checked(entry.data)
    except Fault as fault:
        raise fault.at(entry.line + fault.line - 1) from None


def _checked(data: bytes | Fault) -> tuple[Record, list[Step]]:
    if isinstance(data, Fault):
        raise data
    record = read_record(data)
    try:
        return record, replay(record)
    except Fault as fault:
        raise fault.at(line_of(decoded(data), fault.path)) from None
