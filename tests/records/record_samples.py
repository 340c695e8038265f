"""Records to spoil, and what is then found wrong with them."""

import json
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from play import random_setup, random_steps
from spielgeld.engine.records import (
    Entry,
    Fault,
    check_record,
    make_record,
    record_line,
    split_records,
)

Document = dict[str, Any]
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


@cache
def sample_line(
    edition: str, players: int, seed: int, rules: tuple[tuple[str, object], ...]
) -> bytes:
    rng = Random(seed)
    setup = random_setup(edition, players, rng, dict(rules))
    events = [event for step in random_steps(setup, rng) for event in step.events]
    return record_line(make_record(setup, NAMES[:players], events))


def sample(edition: str = "nl", players: int = 3, seed: int = 1, **rules: object) -> Document:
    """A whole match played at random, as plain JSON that a test may change."""
    document: Document = json.loads(sample_line(edition, players, seed, tuple(rules.items())))
    return document


def encoded(document: Document) -> bytes:
    return json.dumps(document).encode()


def with_members(document: Document, members: bytes) -> bytes:
    """The record with these members, already written, before its own."""
    return b"{" + members + b"," + encoded(document)[1:]


def padded(document: Document, size: int) -> bytes:
    """The record with an unknown key that makes it so many bytes long."""
    short = encoded({**document, "pad": ""})
    return encoded({**document, "pad": "x" * (size - len(short))})


def check_bytes(data: bytes) -> None:
    """Read and replay the only record there is; its `Fault` comes through."""
    check_record(Entry(1, data))


def fault_of(data: bytes) -> Fault:
    """What is wrong with the only record there is."""
    try:
        check_bytes(data)
    except Fault as fault:
        return fault
    raise AssertionError(f"nothing was found wrong with {data[:200]!r}")


def findings(chunks: Iterable[bytes]) -> list[tuple[int, str]]:
    """Line and code for every record of a file; `fine` where nothing is wrong."""
    found = []
    for entry in split_records(chunks):
        try:
            check_record(entry)
        except Fault as fault:
            found.append((fault.line or 0, fault.code))
        else:
            found.append((entry.line, "fine"))
    return found
