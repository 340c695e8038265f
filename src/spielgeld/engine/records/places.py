"""Where in a text something stands that was found wrong after parsing."""

import json
import re
from collections.abc import Generator

from spielgeld.engine.records.format import Path

_decoder = json.JSONDecoder()
_space = re.compile(r"[ \t\n\r]*")


def line_of(text: str, path: Path) -> int:
    """The line, counted from 1, where the value at the path begins; or the nearest around it."""
    found = 0
    depth = -1
    for place, offset in _values(text, _after_space(text, 0), ()):
        if len(place) > depth and path[: len(place)] == place:
            found, depth = offset, len(place)
        if place == path:
            break
    return text.count("\n", 0, found) + 1


def first_duplicate(text: str) -> Path:
    """The way to the first key that stands twice in one object."""
    seen = set()
    for place, _ in _values(text, _after_space(text, 0), ()):
        if place in seen:
            return place
        seen.add(place)
    return ()


def _values(text: str, at: int, path: Path) -> Generator[tuple[Path, int], None, int]:
    """Every value of a well-formed JSON text with its path and offset; returns where it ends."""
    yield path, at
    if text[at] not in "[{":
        return _decoder.raw_decode(text, at)[1]
    is_object = text[at] == "{"
    index = 0
    at = _after_space(text, at + 1)
    while text[at] not in "]}":
        key: str | int = index
        if is_object:
            key, at = _decoder.raw_decode(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        at = yield from _values(text, at, (*path, key))
        at = _after_space(text, at)
        at = _after_space(text, at + 1) if text[at] == "," else at
        index += 1
    return at + 1


def _after_space(text: str, at: int) -> int:
    match = _space.match(text, at)
    return match.end() if match else at
