"""Cuts a record off at an earlier moment, to play on from there."""

from random import Random

from spielgeld.engine.errors import Unreadable, plain, quoted
from spielgeld.engine.game import Step
from spielgeld.engine.records.format import Record, ShuffleRecord
from spielgeld.engine.records.replayer import replay
from spielgeld.engine.records.writer import make_record
from spielgeld.engine.view import view_of


def rewind(record: Record, steps: int) -> Record:
    """The record as it was after that many steps of its `replay`; with 0, before the first deal.

    What was not known then is left out, and so is what means nothing in a record.
    """
    played = replay(record)
    if type(steps) is not int or not 0 <= steps <= len(played):
        raise Unreadable(
            "step",
            f"the record has the steps 0 to {len(played)}, not {quoted(steps)}",
            found=plain(steps),
            last=len(played),
        )
    return _as_of(record, played[:steps])


def reshuffle(record: Record, seat: int | None, rng: Random) -> Record:
    """The match under way with all cards dealt anew that the seat has never seen in this deal.

    Every way is equally likely. The seat, or a spectator if it is None, notices no difference.
    """
    played = replay(record)
    anew = _as_of(record, played)
    if not played or played[-1].match.awaits not in {"bids", "turn"}:
        return anew
    deal = anew["deals"][-1]
    deal.pop("shuffle", None)  # it is not the one that led to these cards any more
    unseen = {card.code for card in view_of(played[-1].match, seat).unseen}
    drawn = [code for code in deal["cards"] if code in unseen]
    rng.shuffle(drawn)
    deal["cards"] = [drawn.pop() if code in unseen else code for code in deal["cards"]]
    return anew


def _as_of(record: Record, played: list[Step]) -> Record:
    """The record of these first steps."""
    if not played:
        return {
            "format": record["format"],
            "edition": record["edition"],
            "rules": dict(record["rules"]),
            "players": list(record["players"]),
            "deals": [],
        }
    events = [event for step in played for event in step.events]
    rewound = make_record(played[0].match.setup, record["players"], events)
    for deal, recorded in zip(rewound["deals"], record["deals"], strict=False):
        if "shuffle" in recorded:
            deal["shuffle"] = _known(recorded["shuffle"], seed_is_open="scores" in deal)
    return rewound


def _known(shuffle: ShuffleRecord, *, seed_is_open: bool) -> ShuffleRecord:
    """What everybody knew of the shuffle: its seed is published when the deal is over."""
    known: ShuffleRecord = {
        "commitment": shuffle["commitment"],
        "salts": list(shuffle["salts"]),
        "removed_drawn": shuffle["removed_drawn"],
    }
    if seed_is_open and "seed" in shuffle:
        known["seed"] = shuffle["seed"]
    return known
