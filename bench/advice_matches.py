"""Matches among mixed players, with what the champion thought at every decision of every seat.

    python bench/advice_matches.py --matches 400 --seed 1 --out build/advice-1.npz

Each table has any edition, number of seats and deals, and at each seat any player: the levels, the
characters, the champion. `bench/advice_calibration.py` reads what is written.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from spielgeld.bots import make_bot
from spielgeld.bots.champion.valuation import Valued, value_many
from spielgeld.bots.matches import play_match
from spielgeld.engine import (
    EDITIONS,
    Match,
    Setup,
    Step,
    draw_removed,
    match_result,
    set_up,
    shuffle,
    view_of,
)

PLAYERS = (
    "level1", "level2", "level3", "level4", "level5", "champion", "champion", "best",
    "best-2026-11", "bluffer", "pincher", "hoarder", "trios", "spoiler", "banker", "greedy",
)  # fmt: skip
"""Who may sit at a table; the champion twice as often as others."""
SEATS, MOST_DEALS = 6, 5
LOOKED_AT = 0.2
"""Of all moments: those of one deal are much alike, so more deals say more than more moments."""


class Thought(NamedTuple):
    """What the champion thought at a decision of a seat, and what became of it."""

    match: int
    seat: int
    players: int
    player: int
    """Number in `PLAYERS`."""
    deals: int
    by_total: int
    deal: int
    round: int
    deck: int
    is_turn: int
    chance: float
    points: float
    lead: float
    scores: list[list[int]]
    """By deal that was over: the seat's points, then those of its rivals."""
    deal_points: int
    deal_share: float
    match_share: float


def any_setup(rng: Random) -> Setup:
    """A table of any kind; a match of three deals more often than others."""
    edition = rng.choice([*EDITIONS.values()])
    players = rng.choice(edition.players)
    return set_up(
        edition.key,
        players,
        removed=draw_removed(edition, players, rng.randrange),
        house_rules={
            "deals": rng.choice([1, 2, 3, 3, 3, 5]),
            "match_winner": rng.choice(["total", "most_deals"]),
        },
    )


def thoughts_of(number: int, seed: int) -> Iterator[Thought]:
    """Play a match, and tell what the champion thought of it."""
    rng = Random(f"{seed} {number}")
    setup = any_setup(rng)
    names = [rng.randrange(len(PLAYERS)) for _ in range(setup.players)]
    bots = [make_bot(PLAYERS[name]) for name in names]
    chances = [Random(rng.getrandbits(64)) for _ in bots]
    steps = [*play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))]
    scores = steps[-1].match.scores
    winners = match_result(setup.rules, scores).winners
    for before, seat, best in _valued([step for step in steps if rng.random() < LOOKED_AT]):
        view = view_of(before, seat)
        points = scores[view.deal - 1]
        first = [each == max(points) for each in points]
        yield Thought(
            match=number,
            seat=seat,
            players=setup.players,
            player=names[seat],
            deals=setup.rules.deals,
            by_total=int(setup.rules.match_winner == "total"),
            deal=view.deal,
            round=view.round,
            deck=view.deck_size,
            is_turn=int(view.awaits == "turn"),
            chance=best.chance,
            points=best.points,
            lead=best.lead,
            scores=[_rotated([*each], seat) for each in (*view.scores, *[()] * MOST_DEALS)][
                :MOST_DEALS
            ],
            deal_points=points[seat],
            deal_share=first[seat] / sum(first),
            match_share=(seat in winners) / len(winners),
        )


def _rotated(numbers: list[int], seat: int) -> list[int]:
    return (numbers[seat:] + numbers[:seat] + [0] * SEATS)[:SEATS]


def _valued(steps: list[Step]) -> Iterator[tuple[Match, int, Valued]]:
    """Every decision with the choice the champion likes best."""
    moments: dict[str, list[tuple[Match, int]]] = {"bids": [], "turn": []}
    for step in steps:
        match = step.match
        if match.awaits == "bids":
            moments["bids"] += [(match, seat) for seat in range(match.setup.players)]
        elif match.awaits == "turn" and match.deal:
            moments["turn"].append((match, match.deal.waiting[0]))
    for found in moments.values():
        valued = value_many([view_of(match, seat) for match, seat in found], [()] * len(found))
        for (match, seat), choices in zip(found, valued, strict=True):
            yield match, seat, max(choices, key=lambda each: each.liking)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    began = time.monotonic()
    thoughts: list[Thought] = []
    for number in range(arguments.matches):
        thoughts += thoughts_of(number, arguments.seed)
        if number % 20 == 19 or number + 1 == arguments.matches:
            _write(arguments.out, thoughts)
            took = time.monotonic() - began
            print(f"{number + 1} matches, {len(thoughts)} decisions, {took:.0f} s", file=sys.stderr)


def _write(file: Path, thoughts: list[Thought]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    columns: dict[str, Any] = {
        name: np.array(column)
        for name, column in zip(Thought._fields, zip(*thoughts, strict=True), strict=True)
    }
    np.savez_compressed(file, **columns)


if __name__ == "__main__":
    main()
