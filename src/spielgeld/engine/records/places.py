"""The line in a JSON text of a value that was found wrong after parsing."""

import json
import re
from collections.abc import Iterator
from itertools import islice

from spielgeld.engine.records.format import Path

# Values are only passed over here, and a number may be too long to be read as one.
_decoder = json.JSONDecoder(parse_int=len)
_space = re.compile(r"[ \t\n\r]*")
_string_or_no_number = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|NaN|-?Infinity')


def line_of(text: str, path: Path, occurrence: int = 1) -> int:
    """The line, counted from 1, where the value at the path begins; or the nearest around it.

    Where the last key of the path stands several times, the occurrence says which is meant.
    """
    at = _after_space(text, 0)
    for depth, part in enumerate(path, start=1):
        wanted = occurrence if depth == len(path) else 1
        offsets = (offset for key, offset in _members(text, at) if key == part)
        found = next(islice(offsets, wanted - 1, None), None)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def line_of_no_number(text: str) -> int:
    """The line of the first `NaN` or `Infinity` that is not within a string."""
    for match in _string_or_no_number.finditer(text):
        if match[0][0] != '"':
            return text.count("\n", 0, match.start()) + 1
    return 1


def _members(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """The keys, or numbers, of what is in an object or list, with the offsets of the values."""
    if text[at] not in "[{":
        return
    is_object = text[at] == "{"
    index = 0
    at = _after_space(text, at + 1)
    while text[at] not in "]}":
        key: str | int = index
        if is_object:
            key, at = _decoder.raw_decode(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        yield key, at
        try:
            at = _decoder.raw_decode(text, at)[1]
        except RecursionError:
            # It was just deep enough to be parsed; what comes behind it stays unplaced.
            return
        at = _after_space(text, at)
        at = _after_space(text, at + 1) if text[at] == "," else at
        index += 1


def _after_space(text: str, at: int) -> int:
    match = _space.match(text, at)
    return match.end() if match else at
