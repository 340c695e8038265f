"""Structured logs: one line per event, of a code and a few plain arguments.

Nothing gets in but what `log` was given by name, and no name of a secret is taken. Lines that come
through Python's `logging`, from libraries or from us, lose every value that is not a number, and
exceptions their words: both may quote what players sent.
"""

import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Literal, TextIO

from spielgeld.server.settings.reading import Settings

Level = Literal["debug", "info", "warning", "error"]
Plain = str | int | float | bool | None

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_LONGEST = 200
_NAME = re.compile(r"[a-z][a-z_]{0,39}")
_SECRET = re.compile(r"token|seed|salt|secret|authori[sz]ation|password|bid|hand|card|cookie")

_logger = logging.getLogger("spielgeld")


def log(code: str, level: Level = "info", /, **arguments: Plain) -> None:
    """Write an event. Argument names that suggest a secret, and complex values, are refused."""
    number = _LEVELS[level]
    if not _logger.isEnabledFor(number):
        return
    for name, value in arguments.items():
        if _SECRET.search(name) or not _NAME.fullmatch(name):
            raise ValueError(f"{name} is no name for something in a log")
        if value is not None and type(value) not in (str, int, float, bool):
            raise TypeError(f"{name} is no plain value")
    _logger.log(number, code, extra={"event": arguments})


def log_failure(code: str, failure: BaseException, /, **arguments: Plain) -> None:
    """Write an error that nobody expected: its kind and where it came from, not its words."""
    log(code, "error", **arguments, **_failure_fields(failure))


def set_up_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Send our lines and those of the libraries to the stream, standard error by default."""
    stream = stream or sys.stderr
    as_text = settings.log_format == "text"
    if settings.log_format == "auto":
        as_text = stream.isatty()
    level: str = settings.log_level
    if level == "auto":
        level = "warning" if as_text else "info"
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines(_as_text if as_text else _as_json))
    for logger in (logging.getLogger(), _logger, logging.getLogger("uvicorn")):
        logger.handlers = [handler]
        logger.propagate = False
    _logger.setLevel(_LEVELS[level])
    # Below a warning uvicorn and websockets write queries, headers and whole messages.
    for name in ("", "uvicorn", "uvicorn.error", "uvicorn.asgi", "websockets"):
        logging.getLogger(name).setLevel(max(_LEVELS["warning"], _LEVELS[level]))
    logging.getLogger("uvicorn.access").disabled = True
    # What clients do wrong is nothing for our log.
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(_LEVELS["error"])
    uvicorn.addFilter(_is_not_from_a_client)


def _is_not_from_a_client(record: logging.LogRecord) -> bool:
    """Return False for the one error that uvicorn logs about a message: it is not UTF-8."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


class _Lines(logging.Formatter):
    """Takes a record of any library apart, and has it written as text or as JSON."""

    def __init__(self, write: Callable[[str, str, str, Mapping[str, Plain]], str]) -> None:
        super().__init__()
        self._write = write

    def format(self, record: logging.LogRecord) -> str:
        event: Mapping[str, Plain] | None = getattr(record, "event", None)
        if event is None:
            event = {"message": _harmless(record)}
            if record.exc_info and record.exc_info[1]:
                event = {**event, **_failure_fields(record.exc_info[1])}
            code = record.name
        else:
            code = str(record.msg)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        moment += f".{int(record.msecs):03}Z"
        arguments = {name: _cut(value) for name, value in event.items()}
        return self._write(moment, record.levelname.lower(), code, arguments)


def _as_json(moment: str, level: str, code: str, arguments: Mapping[str, Plain]) -> str:
    event = {"time": moment, "level": level, "code": code, "arguments": arguments}
    return json.dumps(event, separators=(",", ":"))


def _as_text(moment: str, level: str, code: str, arguments: Mapping[str, Plain]) -> str:
    fields = [f" {name}={json.dumps(value)}" for name, value in arguments.items()]
    return f"{moment[11:19]} {level:7} {code}{''.join(fields)}"


def _harmless(record: logging.LogRecord) -> str:
    """The first line of a library's message, with its numbers but no other values."""
    values = record.args if isinstance(record.args, tuple) else ()
    template = re.sub(r"%[-#0 +.\d]*[a-zA-Z]", "%s", str(record.msg).partition("\n")[0])
    numbers = [each if type(each) in (int, float) else "…" for each in values]
    try:
        return template % tuple(numbers)
    except (TypeError, ValueError):
        return template


def _failure_fields(failure: BaseException) -> dict[str, Plain]:
    frames = traceback.extract_tb(failure.__traceback__)[-5:]
    places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames]
    return {"failure": type(failure).__name__, "place": " > ".join(places)}


def _cut(value: Plain) -> Plain:
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[:_LONGEST] + "…"
    return value
