"""Reviews, and the chances through a deal, over HTTP: asked for, waited for, read."""

from collections import deque
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from spielgeld.advice.types import DealCurve
from spielgeld.engine import NotAllowed
from spielgeld.engine.records import Fault, RawRecord, count_steps, open_record
from spielgeld.engine.records.format import CODES
from spielgeld.server.api.decoding import decode_body
from spielgeld.server.api.endpoint import Asked, Call, NoQuery, endpoint
from spielgeld.server.api.record_reading import read_and_replay, refusal_of
from spielgeld.server.api.tables import finished_deals, own_record
from spielgeld.server.reviews.queue import ReviewState, work_of
from spielgeld.table.commands import SeatNumber

CURVES = 64
"""Curves kept: at the end of a deal everybody at the table asks for the same."""


_REVIEW = {409: ("not_finished",), 503: ("store_down",)}


class ReviewRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of a finished match, and the seat whose play is to be looked at."""

    record: dict[str, Any]
    seat: SeatNumber


@endpoint(
    "POST",
    "/api/tables/{code}/review",
    needs_token=True,
    refusals={
        400: ("record_too_long",),
        403: ("wrong_token",),
        404: ("no_such_table",),
        500: ("table_unreadable",),
        **_REVIEW,
    },
)
async def review_table(call: Call) -> ReviewState:
    """Review how you played a finished match."""
    line, seat = await own_record(call)
    wish = await call.work_out("review", checked_work, line, seat)
    return call.services.reviews.ask(*wish, call.client)


@endpoint(
    "POST",
    "/api/review",
    body=ReviewRequest,
    refusals={400: (*CODES, "record_too_long", "seat"), **_REVIEW},
)
async def review_record(call: Asked[bytes, NoQuery]) -> ReviewState:
    """Review how a seat of a record played."""
    wish = await call.work_out("review", wished_review, call.body)
    return call.services.reviews.ask(*wish, call.client)


@endpoint("GET", "/api/review/{id}", refusals={404: ("no_such_review",)})
async def look_at_review(call: Call) -> ReviewState:
    """Return how far a review is; when it is done, what it says."""
    return call.services.reviews.look(call.path["id"])


@endpoint(
    "GET",
    "/api/tables/{code}/curve",
    refusals={
        404: ("no_such_table",),
        409: ("no_record",),
        500: ("table_unreadable",),
        503: ("store_down",),
    },
)
async def deal_curve(call: Call) -> DealCurve:
    """Return everybody's chance through the last deal that is over."""
    line = await finished_deals(call)
    return await call.work_out("curve", last_curve, line)


@lru_cache(maxsize=CURVES)
def last_curve(line: bytes) -> DealCurve:
    """Work out the curve of the last deal of a record."""
    from spielgeld.advice.curves import deal_curve  # noqa: PLC0415 - a server starts without it

    return deal_curve(open_record(RawRecord(1, line))[1])


def wished_review(body: bytes) -> tuple[bytes, int]:
    """Return the work of a `ReviewRequest`, and the steps of its record."""
    asked = decode_body(ReviewRequest, body)
    return checked_work(msgspec.json.encode(asked.record), asked.seat)


def checked_work(line: bytes, seat: int) -> tuple[bytes, int]:
    """Return the work of reviewing a seat of a finished match, and the steps of its record."""
    try:
        record, steps = read_and_replay(RawRecord(1, line))
        last = deque(steps, maxlen=1)
    except Fault as fault:
        raise refusal_of(fault) from None
    if "winners" not in record:
        raise NotAllowed("not_finished", "the match is not over")
    last[0].match.setup.check_seat(seat)
    return work_of(record, seat), count_steps(record)
