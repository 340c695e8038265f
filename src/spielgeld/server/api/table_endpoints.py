"""What can be asked about tables; `tables.py` answers."""

from spielgeld.engine.records.format import CODES
from spielgeld.server.api import tables
from spielgeld.server.api.endpoint import SVG, Endpoint
from spielgeld.server.api.table_types import (
    DeviceLink,
    Join,
    Lobby,
    OpenTable,
    Positions,
    Practise,
    Rematch,
    Seated,
    StartRequest,
)
from spielgeld.server.tables.summary import Summary

PRACTICE_LIMIT = 512 * 1024
"""Bytes of a request to practise: ten times what a long match takes, and quick to replay."""

_TABLE = {404: ("no_such_table",), 500: ("table_unreadable",), 503: ("store_down",)}
_OWN = {403: ("wrong_token",), **_TABLE}
_NAMES = ("name_character", "name_empty", "name_long", "name_marks")
_AGREED = ("bot", "edition", "no_open_seat", "players", "rule")

TABLE_ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/tables",
        name="open_table",
        summary="Open a table and take its first seat",
        handler=tables.open_table,
        body=OpenTable,
        answer=Seated,
        status=201,
        refusals={
            400: (*_NAMES, *_AGREED, "seed_shared"),
            409: ("name_taken",),
            429: ("too_many_tables",),
            503: ("store_down",),
        },
    ),
    Endpoint(
        method="GET",
        path="/api/tables",
        name="lobby",
        summary="The listed tables",
        handler=tables.lobby,
        answer=Lobby,
        refusals={503: ("store_down",)},
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{code}",
        name="look_at",
        summary="Who sits at a table, and what it agreed on",
        handler=tables.look_at,
        answer=Summary,
        refusals=_TABLE,
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{code}/join",
        name="join",
        summary="Sit down",
        handler=tables.join,
        body=Join,
        answer=Seated,
        status=201,
        refusals={
            400: _NAMES,
            409: ("already_started", "name_taken", "seat_taken"),
            429: ("too_many_joins",),
            **_TABLE,
        },
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{code}/leave",
        name="leave",
        summary="Get up; during a match a bot plays on until you return",
        handler=tables.leave,
        answer=None,
        needs_token=True,
        refusals=_OWN,
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{code}/start",
        name="start",
        summary="Start the match (host)",
        handler=tables.start,
        body=StartRequest,
        answer=None,
        needs_token=True,
        refusals={
            400: ("bot",),
            409: ("already_started", "seats_open"),
            **_OWN,
            403: ("not_host", "wrong_token"),
        },
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{code}/rematch",
        name="rematch",
        summary="Play again with the same people, seats moved on by one",
        handler=tables.rematch,
        answer=Rematch,
        needs_token=True,
        refusals={409: ("not_finished",), 429: ("too_many_tables",), **_OWN},
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{code}/device-link",
        name="device_link",
        summary="Move to another device: a private link to your seat",
        handler=tables.device_link,
        answer=DeviceLink,
        needs_token=True,
        refusals=_OWN,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{code}/qr",
        name="qr_code",
        summary="The table's public link as a QR code",
        handler=tables.qr_code,
        answer=bytes,
        answer_type=SVG,
        refusals={400: ("too_large",), **_TABLE},
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{code}/record",
        name="record",
        summary="The record of the finished deals",
        handler=tables.record,
        answer=bytes,
        refusals={409: ("no_record",), **_TABLE},
    ),
    Endpoint(
        method="POST",
        path="/api/practice",
        name="practise",
        summary="Play on from a record or from a named position, against bots",
        handler=tables.practise,
        body=Practise,
        body_limit=PRACTICE_LIMIT,
        long_work="practice",
        answer=Seated,
        status=201,
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
            409: ("deal_not_over", "name_taken", "nothing_to_play"),
            429: ("too_many_tables",),
            503: ("store_down",),
        },
    ),
    Endpoint(
        method="GET",
        path="/api/practice",
        name="positions",
        summary="The positions to practise",
        handler=tables.list_positions,
        answer=Positions,
    ),
)
"""All endpoints about tables."""
