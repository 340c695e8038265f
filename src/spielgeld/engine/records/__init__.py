"""Game records: one JSON document a match, to be kept, shared, replayed and checked by anybody.

`docs/record.md` describes the format.
"""

from spielgeld.engine.records.checker import check_record, open_record
from spielgeld.engine.records.format import FORMAT, Fault, Record
from spielgeld.engine.records.reader import read_record
from spielgeld.engine.records.replayer import count_steps, replay, replay_steps
from spielgeld.engine.records.rewinder import reshuffle, rewind
from spielgeld.engine.records.splitter import RawRecord, split_records
from spielgeld.engine.records.writer import make_record, record_line, write_shuffle

__all__ = [
    "FORMAT",
    "Fault",
    "RawRecord",
    "Record",
    "check_record",
    "count_steps",
    "make_record",
    "open_record",
    "read_record",
    "record_line",
    "replay",
    "replay_steps",
    "reshuffle",
    "rewind",
    "split_records",
    "write_shuffle",
]
