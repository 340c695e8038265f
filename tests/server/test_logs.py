"""Logs: one line per event, and nothing in it that somebody could play or log in with."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from spielgeld.server.http.access_log import AccessLog
from spielgeld.server.operations.logs import log, log_failure, set_up_logs
from spielgeld.server.settings.reading import read_settings
from support.asgi_call import call_app

SECRET = "k9Jw2mQx7Zr4Tn8Vb3Ls6Y"  # noqa: S105 - made up, to look for it where it must not be
NAMES = (
    "",
    "spielgeld",
    "uvicorn",
    "uvicorn.error",
    "uvicorn.asgi",
    "uvicorn.access",
    "websockets",
)


@pytest.fixture(autouse=True)
def _loggers_as_they_were() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(each.handlers, each.level, each.propagate, each.disabled) for each in loggers]
    yield
    for each, (handlers, level, propagate, disabled) in zip(loggers, before, strict=True):
        each.handlers, each.propagate, each.disabled = handlers, propagate, disabled
        each.setLevel(level)


def logs_to(**flags: str) -> io.StringIO:
    stream = io.StringIO()
    set_up_logs(read_settings(flags, {}), stream)
    return stream


def events(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_line_of_json() -> None:
    stream = logs_to()
    log("table_opened", seats=4, listed=True, edition="nl\n", host=None)
    (event,) = events(stream)
    assert event.pop("time").endswith("Z")
    arguments = {"seats": 4, "listed": True, "edition": "nl\n", "host": None}
    assert event == {"level": "info", "code": "table_opened", "arguments": arguments}


def test_people_get_text() -> None:
    stream = logs_to(log_format="text", log_level="info")
    log("table_opened", "warning", edition="nl\x1b[31m\n")
    line = stream.getvalue()
    assert line.endswith(' warning table_opened edition="nl\\u001b[31m\\n"\n')
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("flags", "written"),
    [
        ({}, ["info", "warning"]),
        ({"log_format": "text"}, ["warning"]),
        ({"log_level": "debug"}, ["debug", "info", "warning"]),
        ({"log_level": "error"}, []),
    ],
)
def test_the_level_is_chosen(flags: dict[str, str], written: list[str]) -> None:
    stream = logs_to(**flags)
    log("debug", "debug")
    log("info")
    log("warning", "warning")
    assert [word for word in ("debug", "info", "warning") if word in stream.getvalue()] == written


@pytest.mark.parametrize(
    "name", ["token", "seat_token", "seed", "authorization", "password", "bids", "salt", "Upper"]
)
def test_names_of_secrets_are_refused(name: str) -> None:
    stream = logs_to()
    with pytest.raises(ValueError, match=name):
        log("seated", **{name: SECRET})
    assert SECRET not in stream.getvalue()


@pytest.mark.parametrize("value", [b"bytes", {"a": 1}, ["a"], object(), ValueError(SECRET)])
def test_values_that_are_not_plain_are_refused(value: Any) -> None:
    stream = logs_to()
    with pytest.raises(TypeError):
        log("seated", place=value)
    assert not stream.getvalue()


def test_long_values_are_cut() -> None:
    stream = logs_to()
    log("seated", place="x" * 10_000)
    assert len(stream.getvalue()) < 400


def test_a_failure_tells_its_kind_and_place_but_not_its_words() -> None:
    stream = logs_to()
    try:
        raise KeyError(SECRET)
    except KeyError as failure:
        log_failure("request_failed", failure, status=500)
    (event,) = events(stream)
    assert event["arguments"]["failure"] == "KeyError"
    assert "test_logs.py:" in event["arguments"]["place"]
    assert SECRET not in stream.getvalue()


def test_other_libraries_write_in_the_same_form_without_their_values() -> None:
    stream = logs_to(log_level="debug")
    logging.getLogger("uvicorn.error").error("Cancel %s running task(s) of %r", 3, SECRET)
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: {SECRET}")
    logging.getLogger("some.library").warning("odd %d %(name)s", SECRET)
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    assert SECRET not in stream.getvalue()
    told = events(stream)
    assert [event["code"] for event in told] == [
        "uvicorn.error",
        "asyncio",
        "some.library",
        "uvicorn.error",
    ]
    assert told[0]["arguments"]["message"] == "Cancel 3 running task(s) of …"
    assert told[1]["arguments"]["message"] == "Task exception was never retrieved"
    assert told[3]["arguments"]["failure"] == "ValueError"


def test_what_sockets_carry_is_not_logged_at_any_level() -> None:
    stream = logs_to(log_level="debug")
    for name in (
        "uvicorn.error",
        "uvicorn.asgi",
        "uvicorn.access",
        "websockets",
        "websockets.server",
    ):
        logging.getLogger(name).debug("< TEXT '%s'", SECRET)
        logging.getLogger(name).info("WebSocket /t/%s", SECRET)
    assert not stream.getvalue()


async def table(_: Request) -> PlainTextResponse:
    await asyncio.sleep(0)
    return PlainTextResponse("table")


async def broken(_: Request) -> PlainTextResponse:
    raise ValueError(SECRET)


def test_a_request_is_logged_by_its_route_alone() -> None:
    routes = [Route("/t/{code}", table), Route("/healthz", table), Route("/broken", broken)]
    app = AccessLog(Starlette(routes=routes))
    stream = logs_to()
    call_app(app, f"/t/{SECRET}?token={SECRET}", {"Authorization": SECRET})
    call_app(app, f"/{SECRET}")
    call_app(app, "/healthz")
    call_app(app, "/broken")
    assert SECRET not in stream.getvalue()
    told = [event["arguments"] for event in events(stream) if event["code"] == "request"]
    assert [(each["route"], each["status"]) for each in told] == [
        ("/t/{code}", 200),
        ("unknown", 404),
        ("/broken", 500),
    ]
    assert told[0]["method"] == "GET"
