"""Tables over HTTP: open, find, join, leave, start, play again, fetch the record."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from spielgeld.engine import NotAllowed, Unreadable
from spielgeld.engine.records import Record, read_record
from spielgeld.engine.records.format import CODES
from spielgeld.server.api.decoding import decode_body
from spielgeld.server.api.endpoint import SVG, Asked, Call, NoQuery, endpoint
from spielgeld.server.api.qr_code import qr_code_svg
from spielgeld.server.api.record_reading import check_deal_length, check_length
from spielgeld.server.api.table_types import (
    DeviceLink,
    Join,
    Keyed,
    Lobby,
    OpenTable,
    Positions,
    Practise,
    Rematch,
    Seated,
    StartRequest,
)
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store import Append
from spielgeld.server.tables.jobs import Decide, ignore
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import new_table
from spielgeld.server.tables.summary import Summary
from spielgeld.server.tables.table_codes import check_code, no_such_table
from spielgeld.server.tables.tokens import seat_with, token_hash
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import check_agreement, check_seed
from spielgeld.table.practice import deal_again, find_position, practice_agreement, practice_from
from spielgeld.table.practice import positions as named_positions
from spielgeld.table.public_record import public_record_line
from spielgeld.table.state import TableState

T = TypeVar("T")

MOST_LISTED = 200
TOKEN_BYTES = 24

_TABLE = {404: ("no_such_table",), 500: ("table_unreadable",), 503: ("store_down",)}
_OWN = {403: ("wrong_token",), **_TABLE}
_NAMES = ("name_character", "name_empty", "name_long", "name_marks")
_AGREED = ("bot", "edition", "no_open_seat", "players", "rule")


@endpoint(
    "POST",
    "/api/tables",
    refusals={400: (*_NAMES, *_AGREED, "seed_shared"), 409: ("name_taken",), 503: ("store_down",)},
    status=201,
)
async def open_table(call: Asked[OpenTable, NoQuery]) -> Seated:
    """Open a table and take its first seat."""
    asked = call.body
    check_agreement(asked.agreement)
    check_seed(asked.agreement, asked.seed)
    opened = entries.Opened(at=_now(call), agreement=asked.agreement, seed=asked.seed)
    token = _new_token()
    join = joining(asked.name, token_hash(token), None)
    table = await call.services.registry.open(opened, [join])
    seat = await call.services.worker.ask(table, lambda state: seat_with(state, token))
    return _seated(call, table.code, seat, token)


@endpoint(
    "POST",
    "/api/practice",
    body=Practise,
    refusals={
        400: (
            *_NAMES,
            *_AGREED,
            *CODES,
            "position",
            "practice_source",
            "record_too_long",
            "seat",
            "step",
        ),
        409: ("deal_not_over", "deal_too_long", "name_taken", "nothing_to_play"),
        503: ("store_down",),
    },
    status=201,
)
async def practise(call: Asked[bytes, NoQuery]) -> Seated:
    """Play on from a record or from a named position, against bots."""
    registry, token = call.services.registry, _new_token()
    code, now = registry.draw_code(), _now(call)
    given = (call.body, code, token_hash(token), now)
    created, seat = await call.work_out("practice", practice_table, *given)
    await registry.create(created)
    return _seated(call, code, seat, token)


def practice_table(body: bytes, code: str, hashed: str, now: float) -> tuple[Append, int]:
    """Return the table that a `Practise` asks for, as the store keeps it, and the person's seat."""
    asked = decode_body(Practise, body)
    record, seat = _source(asked)
    if asked.deal is not None:
        start = deal_again(record, asked.deal, seat)
    else:
        start = practice_from(record, asked.step, seat, SystemRandom())
    check_deal_length(start.record)
    agreement = practice_agreement(start.record, seat, asked.bot, asked.bot_pace)
    check_agreement(agreement)
    opened = entries.Opened(
        at=now,
        agreement=agreement,
        practice=dict(start.record),
        earlier=start.earlier,
        seed=asked.seed,
    )
    first = [joining(asked.name, hashed, seat), _start_at_once]
    return new_table(code, opened, first)[1], seat


def _source(asked: Practise) -> tuple[Record, int]:
    if (asked.position is None) == (asked.record is None):
        raise Unreadable("practice_source", "either a record or a position is wanted")
    if asked.position is not None:
        position = find_position(asked.position)
        return position["record"], position["seat"]
    record = read_record(msgspec.json.encode(asked.record))
    check_length(record)
    return record, asked.seat


def _start_at_once(_: TableState, now: float) -> list[entries.AnyEntry]:
    return [entries.Started(at=now)]


def joining(name: str, hashed: str, seat: int | None) -> Decide:
    """Return the decision that somebody sits down."""
    return lambda state, now: decisions.join(state, name, hashed, seat, now)


@endpoint("GET", "/api/tables", refusals={503: ("store_down",)})
async def lobby(call: Call) -> Lobby:
    """Return the listed tables."""
    rows = await call.services.store.listed(MOST_LISTED)
    found = [_summary(data) for _, data in rows]
    return Lobby(tables=[summary for summary in found if summary is not None])


def _summary(data: bytes) -> Summary | None:
    try:
        return msgspec.json.decode(data, type=Summary)
    except (msgspec.DecodeError, UnicodeDecodeError) as failure:  # one damaged row hides no other
        log_failure("summary_unreadable", failure)
        return None


@endpoint("GET", "/api/tables/{code}", refusals=_TABLE)
async def look_at(call: Call) -> Summary:
    """Return who sits at a table, and what it agreed on."""
    return await _summary_of(call)


async def _summary_of(call: Call) -> Summary:
    check_code(call.path["code"])
    summary = await call.services.store.summary(call.path["code"])
    if summary is None:
        raise no_such_table()
    return msgspec.json.decode(summary, type=Summary)


@endpoint(
    "POST",
    "/api/tables/{code}/join",
    refusals={400: _NAMES, 409: ("already_started", "name_taken", "seat_taken"), **_TABLE},
    status=201,
)
async def join(call: Asked[Join, NoQuery]) -> Seated:
    """Sit down."""
    asked = call.body
    table = await _table(call)
    token = _token_from(table.code, asked.key) if asked.key else _new_token()
    hashed = token_hash(token)
    seat = -1

    def decide(state: TableState, now: float) -> list[entries.AnyEntry]:
        return decisions.join(state, asked.name, hashed, asked.seat, now)

    def look() -> None:
        nonlocal seat
        seat = seat_with(table.state, token)

    await _do(call, table, decide, key=hashed if asked.key else None, then=look)
    return _seated(call, table.code, seat, token)


def _new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def _token_from(code: str, key: str) -> str:
    """Always the same for a key, so that who asks twice is not seated twice."""
    digest = hashlib.sha256(f"seat {code} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


@endpoint("POST", "/api/tables/{code}/leave", needs_token=True, refusals=_OWN)
async def leave(call: Asked[None, Keyed]) -> None:
    """Get up; during a match a bot plays on until you return."""
    await _command(call, commands.Leave(id=call.query.key or _own_id()))


@endpoint(
    "POST",
    "/api/tables/{code}/start",
    needs_token=True,
    refusals={
        400: ("bot",),
        409: ("already_started", "seats_open"),
        **_OWN,
        403: ("not_host", "wrong_token"),
    },
)
async def start(call: Asked[StartRequest, Keyed]) -> None:
    """Start the match (host)."""
    start = commands.Start(id=call.query.key or _own_id(), fill_with=call.body.fill_with)
    await _command(call, start)


@endpoint(
    "POST",
    "/api/tables/{code}/rematch",
    needs_token=True,
    refusals={409: ("not_finished",), **_OWN},
)
async def rematch(call: Call) -> Rematch:
    """Play again with the same people, seats moved on by one."""
    table = await _table(call)
    now = _now(call)
    found = await _read(
        call, lambda state: state.rematch or _again(state, _own_seat(state, call), now)
    )
    if not isinstance(found, str):
        fresh = await call.services.registry.open(*found)
        await call.services.worker.do(
            table, lambda state, now: decisions.rematch(state, fresh.code, now)
        )
        found = await _read(call, lambda state: state.rematch or fresh.code)
    next_table = await call.services.registry.find(found)
    seat = await _seat(next_table, call)
    return Rematch(code=found, seat=seat, link=_link(call, found))


def _again(state: TableState, host: int, at: float) -> tuple[entries.Opened, list[Decide]]:
    """The same agreement and people, everybody one seat further; who asked is the host."""
    if state.status != "finished":
        raise NotAllowed("not_finished", "the match is not over")
    count = len(state.seats)
    wishes = [
        msgspec.structs.replace(wish, bot=seat.bot)
        for wish, seat in zip(state.agreement.seats, state.seats, strict=True)
    ]
    rotated = [wishes[(number - 1) % count] for number in range(count)]
    agreement = msgspec.structs.replace(state.agreement, seats=rotated, start="host")
    people = [number for number, seat in enumerate(state.seats) if seat.is_person]
    people.sort(key=lambda number: (number != host, state.seats[number].joined))

    def sitting(number: int) -> Decide:
        seat = state.seats[number]
        return lambda _, now: [
            entries.Joined(
                at=now,
                seat=(number + 1) % count,
                name=seat.name or "",
                token=seat.token or "",
                reserved=True,
            )
        ]

    opened = entries.Opened(at=at, agreement=agreement)
    return opened, [sitting(number) for number in people]


@endpoint("GET", "/api/tables/{code}/device-link", needs_token=True, refusals=_OWN)
async def device_link(call: Call) -> DeviceLink:
    """Move to another device: return a private link to your seat."""
    table = await _table(call)
    await _seat(table, call)
    return DeviceLink(private_link=_private_link(call, table.code, call.authorization or ""))


@endpoint("GET", "/api/tables/{code}/qr", answer_type=SVG, refusals={400: ("too_large",), **_TABLE})
async def qr_code(call: Call) -> bytes:
    """Return the table's public link as a QR code."""
    await _summary_of(call)  # refused if there is no such table
    return qr_code_svg(_link(call, call.path["code"]))


@endpoint("GET", "/api/tables/{code}/record", refusals={409: ("no_record",), **_TABLE})
async def record(call: Call) -> bytes:
    """Return the record of the finished deals."""
    return await finished_deals(call)


async def finished_deals(call: Call) -> bytes:
    """Return the record of the finished deals, for anybody who has the table's code."""
    check_code(call.path["code"])
    kept = await call.services.store.record(call.path["code"])
    if kept is not None:
        return kept
    found = await _read(call, public_record_line)
    if found is None:
        raise NotAllowed("no_record", "nothing has been played here yet")
    return found


async def own_record(call: Call) -> tuple[bytes, int]:
    """The record of the caller's own finished match, and the caller's seat."""

    def look(state: TableState) -> tuple[bytes | None, int]:
        seat = _own_seat(state, call)
        if state.status != "finished":
            raise NotAllowed("not_finished", "the match is not over")
        return public_record_line(state), seat

    line, seat = await _read(call, look)
    if line is None:
        raise NotAllowed("not_finished", "the match is not over")
    return line, seat


@endpoint("GET", "/api/practice")
async def positions(_: Call) -> Positions:
    """Return the positions to practise."""
    return Positions(positions=list(named_positions()))


# ---------------------------------------------------------------- what they share


def _now(call: Call) -> float:
    return call.services.worker.clock.now()


async def _table(call: Call) -> LiveTable:
    return await call.services.registry.find(call.path["code"])


async def _read(call: Call, look: Callable[[TableState], T]) -> T:
    """Return what is seen of the table with all that is durable, whichever process wrote it."""
    return await call.services.worker.ask_newest(await _table(call), look)


async def _command(call: Asked[Any, Keyed], command: commands.TableCommand) -> None:
    table = await _table(call)
    await _seat(table, call)  # only those who sit here are worth an entry
    key = token_hash(f"{call.authorization} {call.query.key}") if call.query.key else None

    def decide(state: TableState, now: float) -> list[entries.AnyEntry]:
        return decisions.decide(state, _own_seat(state, call), command, now)

    await _do(call, table, decide, key)


async def _do(
    call: Call,
    table: LiveTable,
    decide: Decide,
    key: str | None,
    then: Callable[[], None] = ignore,
) -> None:
    """Have it decided; with a key it is decided once, at whichever process it comes again."""

    def decide_once(state: TableState, now: float) -> list[entries.AnyEntry]:
        if key is None:
            return decide(state, now)
        return decisions.once(state, key, lambda: decide(state, now), now)

    def look() -> None:
        if key is not None:
            decisions.check_refused(table.state, key)
        then()

    await call.services.worker.do(table, decide_once, look)


async def _seat(table: LiveTable, call: Call) -> int:
    """Whose token came with the request."""
    return await call.services.worker.ask_newest(table, lambda state: _own_seat(state, call))


def _own_seat(state: TableState, call: Call) -> int:
    return seat_with(state, call.authorization or "")


def _seated(call: Call, code: str, seat: int, token: str) -> Seated:
    return Seated(
        code=code,
        seat=seat,
        token=token,
        link=_link(call, code),
        private_link=_private_link(call, code, token),
    )


def _link(call: Call, code: str) -> str:
    base = call.services.settings.public_url or call.base_url
    return f"{base.rstrip('/')}/t/{code}"


def _private_link(call: Call, code: str, token: str) -> str:
    """The token goes behind the #, which browsers never send anywhere."""
    return f"{_link(call, code)}#token={token}"


def _own_id() -> str:
    return secrets.token_hex(8)
