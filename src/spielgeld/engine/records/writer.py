"""Builds a record from events, and writes it as a line of JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence

from spielgeld.engine.events import Dealt, Event, Exchanged, MatchWon, Revealed, Scored
from spielgeld.engine.fairness import commitment
from spielgeld.engine.moves import turn_code
from spielgeld.engine.records.format import FORMAT, DealRecord, Record, ShuffleRecord
from spielgeld.engine.setup import Setup


def make_record(
    setup: Setup,
    players: Sequence[str],
    events: Iterable[Event],
    shuffles: Sequence[ShuffleRecord] = (),
) -> Record:
    """The record of everything that has happened in a match so far, unfiltered.

    `players` are their names. `shuffles`, where there are any, belong to the deals in order.
    """
    record: Record = {
        "format": FORMAT,
        "edition": setup.edition.key,
        "rules": dict(setup.house_rules),
        "players": list(players),
        "deals": [],
    }
    for event in events:
        _note(record, setup, event, shuffles)
    return record


def _note(record: Record, setup: Setup, event: Event, shuffles: Sequence[ShuffleRecord]) -> None:
    deals = record["deals"]
    match event:
        case Dealt():
            deals.append(_new_deal(setup, event, shuffles))
        case Revealed():
            bids = [bid.codes for bid in event.bids]
            deals[-1]["rounds"].append({"bids": bids, "turns": []})
        case Exchanged():
            turns = deals[-1]["rounds"][-1]["turns"]
            turns.append((event.seat, turn_code(event.turn)))
        case Scored():
            deals[-1]["scores"] = list(event.scores)
        case MatchWon():
            record["winners"] = list(event.result.winners)


def _new_deal(setup: Setup, dealt: Dealt, shuffles: Sequence[ShuffleRecord]) -> DealRecord:
    if dealt.cards is None:
        raise ValueError("a record needs the event with all its secrets")
    deal: DealRecord = {
        "removed": list(setup.removed),
        "cards": [card.code for card in dealt.cards],
        "rounds": [],
    }
    if len(shuffles) >= dealt.deal:
        deal["shuffle"] = shuffles[dealt.deal - 1]
    return deal


def write_shuffle(seed: bytes, salts: Sequence[bytes], *, removed_drawn: bool) -> ShuffleRecord:
    """How a deal whose seed is open tells of its shuffle."""
    return {
        "commitment": commitment(seed).hex(),
        "seed": seed.hex(),
        "salts": [salt.hex() for salt in salts],
        "removed_drawn": removed_drawn,
    }


def record_line(record: Record, notes: Mapping[str, object] | None = None) -> bytes:
    """The record as one line of JSON, its line end included, with notes that mean nothing here."""
    text = json.dumps({**record, **(notes or {})}, ensure_ascii=False, separators=(",", ":"))
    # A name may hold half a character pair; as an escape it stays readable JSON.
    return text.encode("utf-8", "backslashreplace") + b"\n"
