"""Checking records, and walking through one: the page needs no rules for either."""

from collections.abc import Iterator
from itertools import islice

import msgspec

from spielgeld.engine import Step, event_for, view_of
from spielgeld.engine.records import Fault, RawRecord, split_records
from spielgeld.engine.records.format import CODES, place_name
from spielgeld.server.access.costs import MOST_RECORDS
from spielgeld.server.api.endpoint import JSON, JSON_LINES, Asked, NoQuery, endpoint
from spielgeld.server.api.record_reading import read_and_replay, refusal_of
from spielgeld.server.api.refusals import plain_arguments, readable, unreadable
from spielgeld.server.api.types import (
    CheckedRecord,
    CheckedRecords,
    RecordStep,
    RecordViews,
    ViewsQuery,
)
from spielgeld.table.outgoing.encoding import agreed_json, event_json, open_json, view_json

BATCH = 64 * 1024
"""Bytes of records that are checked in one go: then it is another address's turn."""


@endpoint(
    "POST",
    "/api/records/check",
    body_types=(JSON, JSON_LINES),
    refusals={400: ("too_many_records",)},
)
async def check_records(call: Asked[bytes, NoQuery]) -> CheckedRecords:
    """Check the records of a file: JSON, or JSON lines."""
    records = await call.work_out("check", split_file, call.body)
    checked: list[CheckedRecord] = []
    for batch in _batches(records):
        checked += await call.work_out("check", check_batch, batch)
    return CheckedRecords(records=checked)


def split_file(data: bytes) -> list[RawRecord]:
    """Return the records of a file, unread."""
    records = list(islice(split_records([data]), MOST_RECORDS + 1))
    if len(records) > MOST_RECORDS:
        raise unreadable("too_many_records", limit=MOST_RECORDS)
    return records


def _batches(records: list[RawRecord]) -> Iterator[list[RawRecord]]:
    batch: list[RawRecord] = []
    size = 0
    for record in records:
        batch.append(record)
        size += 0 if isinstance(record.data, Fault) else len(record.data)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def check_batch(batch: list[RawRecord]) -> list[CheckedRecord]:
    """Replay and verify some records."""
    return [_check_one(record) for record in batch]


def _check_one(raw: RawRecord) -> CheckedRecord:
    try:
        _, steps = read_and_replay(raw)
        for _ in steps:
            pass
    except Fault as fault:
        return CheckedRecord(
            line=fault.line,
            ok=False,
            code=fault.code,
            place=readable(place_name(fault.path)),
            arguments=plain_arguments(fault.arguments),
        )
    return CheckedRecord(line=raw.line, ok=True, code=None, place=None, arguments={})


@endpoint(
    "POST",
    "/api/records/views",
    answer=RecordViews,
    body_types=(JSON, JSON_LINES),
    refusals={400: (*CODES, "one_record", "record_too_long", "seat")},
)
async def record_views(call: Asked[bytes, ViewsQuery]) -> bytes:
    """Walk through a record as one seat, a spectator or everybody."""
    return await call.work_out("views", views_of, call.body, call.query)


def views_of(data: bytes, query: ViewsQuery) -> bytes:
    """Return the JSON of `RecordViews` for those steps of the one record in the data."""
    records = list(islice(split_records([data]), 2))
    if len(records) != 1:
        raise unreadable("one_record")
    try:
        return msgspec.json.encode(_views(records[0], query))
    except Fault as fault:
        raise refusal_of(fault) from None


def _views(raw: RawRecord, query: ViewsQuery) -> RecordViews:
    record, steps = read_and_replay(raw)
    seat = int(query.seat) if query.seat.isdigit() else None
    shown: list[RecordStep] = []
    setup, total = None, 0
    for number, step in enumerate(steps):
        setup, total = step.match.setup, number + 1
        if seat is not None:
            setup.check_seat(seat)
        if query.first <= number < query.first + query.count:
            shown.append(_step(number, step, seat, query.seat == "all"))
    return RecordViews(
        players=[readable(name) for name in record["players"]],
        agreed=agreed_json(setup) if setup else None,
        finished="winners" in record,
        total=total,
        steps=shown,
    )


def _step(number: int, step: Step, seat: int | None, sees_all: bool) -> RecordStep:
    events = step.events if sees_all else [event_for(event, seat) for event in step.events]
    return RecordStep(
        number=number,
        events=[event_json(event) for event in events],
        view=view_json(view_of(step.match, seat)),
        open=open_json(step.match.deal) if sees_all else None,
    )
