"""Cuts a record off at an earlier moment, to play on from there."""

from random import Random

from spielgeld.engine.errors import Unreadable, plain, quoted
from spielgeld.engine.events import Event
from spielgeld.engine.records.format import Record, ShuffleRecord
from spielgeld.engine.records.replayer import replay_steps
from spielgeld.engine.records.writer import make_record
from spielgeld.engine.setup import Setup
from spielgeld.engine.state import Match
from spielgeld.engine.view import view_of


def rewind(record: Record, steps: int) -> Record:
    """Return the record as it was after that many steps of its replay; 0: before the first deal.

    What was not known then is left out, and so is what means nothing in a record.
    """
    wanted = steps if type(steps) is int else -1
    events: list[Event] = []
    setup, total = None, 0
    for step in replay_steps(record):
        if total < wanted:
            events += step.events
            setup = step.match.setup
        total += 1
    if not 0 <= wanted <= total:
        raise Unreadable(
            "step",
            f"the record has the steps 0 to {total}, not {quoted(steps)}",
            found=plain(steps),
            last=total,
        )
    return _as_of(record, setup, events)


def reshuffle(record: Record, seat: int | None, rng: Random) -> Record:
    """Return the match under way with all cards dealt again that the seat has never seen.

    Every way is equally likely. The seat, or a spectator if it is None, notices no difference.
    """
    events: list[Event] = []
    match: Match | None = None
    for step in replay_steps(record):
        events += step.events
        match = step.match
    again = _as_of(record, match.setup if match else None, events)
    if match is None or match.awaits not in {"bids", "turn"}:
        return again
    deal = again["deals"][-1]
    deal.pop("shuffle", None)  # it is not the one that led to these cards any more
    unseen = {card.code for card in view_of(match, seat).unseen}
    drawn = [code for code in deal["cards"] if code in unseen]
    rng.shuffle(drawn)
    deal["cards"] = [drawn.pop() if code in unseen else code for code in deal["cards"]]
    return again


def _as_of(record: Record, setup: Setup | None, events: list[Event]) -> Record:
    """Return the record of these first events; without a set-up there are none."""
    if setup is None:
        return {
            "format": record["format"],
            "edition": record["edition"],
            "rules": dict(record["rules"]),
            "players": list(record["players"]),
            "deals": [],
        }
    rewound = make_record(setup, record["players"], events)
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
