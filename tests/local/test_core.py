"""What the build leaves of Pyodide (`web/python/exports.mjs`)."""

from itertools import count

from spielgeld.server.http.pages import STATIC
from support.offline_part import needs_offline_part

EXPORTS = 7
"""The kind of a section, in a file of WebAssembly."""


@needs_offline_part
def test_only_the_exports_that_are_used_are_left() -> None:
    """Pyodide has 8,560, and a browser makes objects for each of them."""
    core = next(STATIC.glob("python/pyodide-*/pyodide.asm.wasm")).read_bytes()
    assert 100 < _number_of_exports(core) < 1000


def _number_of_exports(code: bytes) -> int:
    at = 8
    while code[at] != EXPORTS:
        length, at = _number(code, at + 1)
        at += length
    _, at = _number(code, at + 1)
    return _number(code, at)[0]


def _number(code: bytes, at: int) -> tuple[int, int]:
    """Seven bits in each byte, the lowest first: the number, and where it ends."""
    value = 0
    for shift in count(0, 7):
        value |= (code[at] & 127) << shift
        at += 1
        if code[at - 1] < 128:
            break
    return value, at
