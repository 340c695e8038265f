"""Game records: one JSON document a match, to be kept, shared, replayed and checked by anybody.

`docs/record.md` describes the format.
"""

from spielgeld.engine.records.checking import check_record
from spielgeld.engine.records.format import FORMAT, Fault, Record
from spielgeld.engine.records.reading import read_record
from spielgeld.engine.records.replaying import replay
from spielgeld.engine.records.rewinding import reshuffle, rewind
from spielgeld.engine.records.splitting import Entry, split_records
from spielgeld.engine.records.writing import make_record, record_line, write_shuffle

__all__ = [
    "FORMAT",
    "Entry",
    "Fault",
    "Record",
    "check_record",
    "make_record",
    "read_record",
    "record_line",
    "replay",
    "reshuffle",
    "rewind",
    "split_records",
    "write_shuffle",
]
