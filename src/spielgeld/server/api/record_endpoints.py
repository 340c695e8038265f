"""Checking records, and walking through one: the page needs no rules for either."""

from collections.abc import Iterator
from itertools import islice

from spielgeld.engine import Step, event_for, view_of
from spielgeld.engine.records import Fault, RawRecord, check_record, split_records
from spielgeld.engine.records.format import CODES, MAX_BYTES, place_name
from spielgeld.server.api.endpoint import JSON, JSON_LINES, Call, Endpoint
from spielgeld.server.api.long_work import IsAbandoned
from spielgeld.server.api.refusals import plain_arguments, readable, unreadable
from spielgeld.server.api.types import (
    CheckedRecord,
    CheckedRecords,
    RecordStep,
    RecordViews,
    ViewsQuery,
)
from spielgeld.table.outgoing.encoding import agreed_json, event_json, open_json, view_json

MOST_RECORDS = 1000
RECORD_LIMIT = 512 * 1024
"""Bytes of a record: ten times what a long match takes. Parsing more stops all other threads."""
PIECE = 64 * 1024
"""Bytes of a file that are split before we ask whether anybody still waits."""


async def check_records(call: Call) -> CheckedRecords:
    """Replay and verify every record of a file."""
    data: bytes = call.body
    checked = await call.work_out("check", lambda is_abandoned: check_all(data, is_abandoned))
    return CheckedRecords(records=checked)


def check_all(data: bytes, is_abandoned: IsAbandoned) -> list[CheckedRecord]:
    """Check every record of a file, as long as anybody waits for the answer."""
    pieces = _pieces(data, is_abandoned)
    entries = list(islice(split_records(pieces, RECORD_LIMIT), MOST_RECORDS + 1))
    if len(entries) > MOST_RECORDS:
        raise unreadable("too_many_records", limit=MOST_RECORDS)
    return [_check_one(entry) for entry in entries if not is_abandoned()]


def _pieces(data: bytes, is_abandoned: IsAbandoned) -> Iterator[bytes]:
    """The data, for as long as anybody waits for what is in it."""
    for start in range(0, len(data), PIECE):
        if is_abandoned():
            return
        yield data[start : start + PIECE]


def _check_one(entry: RawRecord) -> CheckedRecord:
    try:
        check_record(entry)
    except Fault as fault:
        return CheckedRecord(
            line=fault.line,
            ok=False,
            code=fault.code,
            place=readable(place_name(fault.path)),
            arguments=plain_arguments(fault.arguments),
        )
    return CheckedRecord(line=entry.line, ok=True, code=None, place=None, arguments={})


async def show_views(call: Call) -> RecordViews:
    """Some steps of a record with what a seat, a spectator or an open table knew."""
    return await call.work_out("views", lambda _: _views(call.body, call.query))


def _views(data: bytes, query: ViewsQuery) -> RecordViews:
    entries = list(islice(split_records([data], RECORD_LIMIT), 2))
    if len(entries) != 1:
        raise unreadable("one_record")
    try:
        record, steps = check_record(entries[0])
    except Fault as fault:
        place = place_name(fault.path)
        details = {**fault.arguments, "line": fault.line, "place": place}
        raise unreadable(fault.code, **details) from None
    seat = int(query.seat) if query.seat.isdigit() else None
    if seat is not None and steps:
        steps[0].match.setup.check_seat(seat)
    shown = range(len(steps))[query.first : query.first + query.count]
    return RecordViews(
        players=[readable(name) for name in record["players"]],
        agreed=agreed_json(steps[0].match.setup) if steps else None,
        finished="winners" in record,
        total=len(steps),
        steps=[_step(number, steps[number], seat, query.seat == "all") for number in shown],
    )


def _step(number: int, step: Step, seat: int | None, sees_all: bool) -> RecordStep:
    events = step.events if sees_all else [event_for(event, seat) for event in step.events]
    return RecordStep(
        number=number,
        events=[event_json(event) for event in events],
        view=view_json(view_of(step.match, seat)),
        open=open_json(step.match.deal) if sees_all else None,
    )


RECORD_ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/records/check",
        name="check_records",
        summary="Check the records of a file: JSON, or JSON lines",
        handler=check_records,
        body=bytes,
        body_types=(JSON, JSON_LINES),
        body_limit=MAX_BYTES,
        long_work="check",
        answer=CheckedRecords,
        refusals={400: ("too_many_records",)},
    ),
    Endpoint(
        method="POST",
        path="/api/records/views",
        name="record_views",
        summary="Walk through a record as one seat, a spectator or everybody",
        handler=show_views,
        body=bytes,
        body_types=(JSON, JSON_LINES),
        body_limit=RECORD_LIMIT,
        long_work="views",
        query=ViewsQuery,
        answer=RecordViews,
        refusals={400: (*CODES, "one_record", "seat")},
    ),
)
