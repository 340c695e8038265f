"""Records that come from strangers: read, and replayed up to a number of steps."""

from collections.abc import Iterator

from spielgeld.engine import NotAllowed, Step
from spielgeld.engine.records import Fault, RawRecord, Record, count_steps, open_record
from spielgeld.engine.records.format import place_name
from spielgeld.server.access.costs import MOST_DEAL_STEPS, MOST_STEPS
from spielgeld.server.api.refusals import HttpRefusal, unreadable

Replay = tuple[Record, Iterator[Step]]
"""A record, and its steps to be replayed one by one."""


def read_and_replay(raw: RawRecord) -> Replay:
    """Read a record and begin its replay; a `Fault` says what is wrong, or that it is too long."""
    record, steps = open_record(raw)
    check_length(record, raw.line)
    return record, steps


def check_length(record: Record, line: int = 1) -> None:
    """Refuse a record, which begins in that line, if its replay takes too many steps."""
    count = count_steps(record)
    if count > MOST_STEPS:
        sentence = f"the server replays at most {MOST_STEPS:,} steps, this record has {count:,}"
        raise Fault("record_too_long", sentence, ("deals",), line, steps=count, most=MOST_STEPS)


def check_deal_length(record: Record) -> None:
    """Refuse to practise from a deal in which more was played than a table replays at once."""
    count = count_steps(record)
    if count > MOST_DEAL_STEPS:
        sentence = f"practice goes on from at most {MOST_DEAL_STEPS} steps of a deal, not {count}"
        raise NotAllowed("deal_too_long", sentence, steps=count, most=MOST_DEAL_STEPS)


def refusal_of(fault: Fault) -> HttpRefusal:
    """Return the answer to a request whose record is faulty."""
    details = {**fault.arguments, "line": fault.line, "place": place_name(fault.path)}
    return unreadable(fault.code, **details)
