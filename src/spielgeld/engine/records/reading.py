"""From bytes to a record: strict, and with one clear sentence about what is wrong."""

import json
from typing import Any, NoReturn, cast

from spielgeld.engine.errors import quoted
from spielgeld.engine.records.format import FORMAT, MAX_BYTES, Fault, Record
from spielgeld.engine.records.places import first_duplicate, line_of
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
        fault.line = line_of(text, fault.path)
        raise
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
            "encoding", f"byte {error.start} (hex {wrong}) is not UTF-8", line=line
        ) from None
    if len(data.rstrip(b"\r\n")) > MAX_BYTES:
        raise too_long()
    return text


def too_long() -> Fault:
    """The record is larger than any record may be."""
    return Fault("too_long", f"a record has at most {MAX_BYTES:,} bytes, this one has more", line=1)


def _parsed(text: str) -> object:
    doubled: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            doubled.append(pairs[0][0])
        return members

    try:
        document = json.loads(
            text, object_pairs_hook=unique, parse_constant=_no_number, parse_int=_whole_number
        )
    except json.JSONDecodeError as error:
        sentence = f"this is no JSON: {error.msg} at column {error.colno}"
        raise Fault("json", sentence, line=error.lineno) from None
    except RecursionError:
        raise Fault("json", "this is nested too deeply for a record", line=1) from None
    if doubled:
        path = first_duplicate(text)
        key = quoted(path[-1])
        raise Fault("duplicate_key", f"the key {key} stands twice", path, line_of(text, path))
    return document


def _no_number(name: str) -> NoReturn:
    raise Fault("json", f"{name} is no JSON number", line=1)


def _whole_number(digits: str) -> int:
    # So long a number is out of every range here: cut short it is just as wrong, and readable.
    return int(digits[:_MAX_DIGITS])


def _of_our_format(document: object) -> dict[str, object]:
    if not isinstance(document, dict):
        raise Fault("format", f"a record is an object, not {quoted(document)}")
    if "format" not in document:
        raise Fault("format", f'this is no record: it does not say "format": "{FORMAT}"')
    if document["format"] != FORMAT:
        found = quoted(document["format"])
        raise Fault("format", f'the format is {found}, readable here is "{FORMAT}"', ("format",))
    return document
