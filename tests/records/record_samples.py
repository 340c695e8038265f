"""Records to spoil, and what is then found wrong with them."""

import json
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from spielgeld.engine import (
    EDITIONS,
    FairStream,
    Step,
    deal_cards,
    draw_removed,
    set_up,
    shuffle,
    start_match,
)
from spielgeld.engine.records import (
    Fault,
    RawRecord,
    check_record,
    make_record,
    record_line,
    split_records,
    write_shuffle,
)
from support.play import random_setup, random_step, random_steps

Document = dict[str, Any]
SEEDS = [bytes(range(32)), bytes(range(32, 64))]
SALTS = [b"", b"\x00\xff", b""]
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


def fair_match() -> Document:
    """Two deals, the first with the test vector of the docs, played at random."""
    streams = [FairStream(seed, SALTS) for seed in SEEDS]
    removed = draw_removed(EDITIONS["it"], 3, streams[0].below)
    setup = set_up("it", 3, removed=removed, house_rules={"deals": 2})
    rng = Random(5)
    steps = [Step(start_match(setup), ())]
    while (match := steps[-1].match).awaits != "nothing":
        if match.awaits == "cards":
            below = streams[len(match.scores)].below
            steps.append(deal_cards(match, shuffle(setup.cards, below)))
        else:
            steps.append(random_step(match, rng))
    shuffles = [
        write_shuffle(seed, SALTS, removed_drawn=number == 0) for number, seed in enumerate(SEEDS)
    ]
    events = [event for step in steps for event in step.events]
    return dict(make_record(setup, NAMES[:3], events, shuffles))


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
    check_record(RawRecord(1, data))


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
