"""Parses a record strictly; a fault has a code and one sentence."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, cast

from spielgeld.engine.errors import quoted
from spielgeld.engine.records.format import FORMAT, MAX_BYTES, Fault, Path, Record
from spielgeld.engine.records.places import line_of, line_of_no_number
from spielgeld.engine.records.shape import check_shape

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MAX_DIGITS = 4000
"""Python reads no longer number without being asked to; see `_whole_number`."""


def read_record(data: bytes) -> Record:
    """One record from its bytes. Whether it is a possible match, `replay` finds out."""
    text = decoded(data)
    document = _parsed(text)
    try:
        check_shape(_of_our_format(document))
    except Fault as fault:
        raise fault.at(line_of(text, fault.path)) from None
    return cast(Record, document)


def decoded(data: bytes) -> str:
    """The text of a record."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = data[error.start : error.start + 1].hex()
        raise Fault(
            "encoding",
            f"byte {error.start} (hex {wrong}) is not UTF-8",
            line=line,
            why="encoding_byte",
            at=error.start,
            byte=wrong,
        ) from None
    if len(data.rstrip(b"\r\n")) > MAX_BYTES:
        raise too_long()
    return text


def too_long() -> Fault:
    """Return the fault of a record that is larger than any record may be."""
    return Fault(
        "too_long",
        f"a record has at most {MAX_BYTES:,} bytes, this one has more",
        most=MAX_BYTES,
    )


class _Doubled(dict[str, Any]):
    """An object of which a key stood twice."""

    key = ""


class _NoNumberError(Exception):
    """`NaN` or `Infinity` was met."""


def _parsed(text: str) -> object:
    doubled: list[_Doubled] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) == len(pairs):
            return members
        doubled.append(_Doubled(members))
        doubled[-1].key = _first_repeated(key for key, _ in pairs)
        return doubled[-1]

    try:
        document = json.loads(
            text, object_pairs_hook=unique, parse_constant=_no_number, parse_int=_whole_number
        )
    except json.JSONDecodeError as error:
        problem = error.msg.removesuffix(" at")
        raise Fault(
            "json",
            f"this is not JSON: {problem} at column {error.colno}",
            line=error.lineno,
            why="json_syntax",
            problem=problem,
            column=error.colno,
        ) from None
    except _NoNumberError as error:
        line = line_of_no_number(text)
        raise Fault(
            "json",
            f"{error} is not a JSON number",
            line=line,
            why="json_number",
            found=str(error),
        ) from None
    except RecursionError:
        raise Fault("json", "this is nested too deeply for a record", why="json_deep") from None
    if doubled:
        path = next(_doubled_keys(document))
        line = line_of(text, path, occurrence=2)
        key = quoted(path[-1])
        raise Fault("duplicate_key", f"the key {key} stands twice", path, line, key=key)
    return document


def _first_repeated(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    return ""


def _no_number(name: str) -> NoReturn:
    raise _NoNumberError(name)


def _whole_number(digits: str) -> int:
    # So long a number is out of every range here: cut short it is just as wrong, and readable.
    return int(digits[:_MAX_DIGITS])


def _doubled_keys(document: object) -> Iterator[Path]:
    """The way to every key that stands twice, from the outside in."""
    path: list[str | int] = []
    members = [_members(document)]
    if isinstance(document, _Doubled):
        yield (document.key,)
    while members:
        step = next(members[-1], None)
        if step is None:
            members.pop()
            del path[-1:]
            continue
        path.append(step[0])
        members.append(_members(step[1]))
        if isinstance(step[1], _Doubled):
            yield (*path, step[1].key)


def _members(value: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _of_our_format(document: object) -> dict[str, object]:
    if not isinstance(document, dict):
        found = quoted(document)
        raise Fault(
            "format", f"a record is an object, not {found}", why="format_no_object", found=found
        )
    if "format" not in document:
        raise Fault(
            "format",
            f'this is not a record: it does not say "format": "{FORMAT}"',
            why="format_missing",
            wanted=FORMAT,
        )
    if document["format"] != FORMAT:
        found = quoted(document["format"])
        raise Fault(
            "format",
            f'the format is {found}, not "{FORMAT}"',
            ("format",),
            why="format_other",
            found=found,
            wanted=FORMAT,
        )
    return document
