"""Guards a promise with `advice_calibration.py`: plays the matches that it compares.

    OPENBLAS_NUM_THREADS=1 python bench/advice_matches.py --tables 400 --seed 1 --out build/1.npz

Each table has any edition, number of seats and players: the levels, the characters, the champion.
They play five deals. No bot looks at the standing of a match, so any selection of these deals in
any order is a valid match: a decision is used in several, of two to five deals and with either rule
for the winner. `bench/advice_calibration.py` reads what is written.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from advice_tables import PLAYERS, any_table, in_parts, new_table, play_all, some_names
from spielgeld.bots.champion.valuation import Valued, value_many
from spielgeld.engine import Match, Rules, View, match_result, view_of, with_house_rules

SEATS, DEALS = 6, 5
LOOKED_AT = 0.12
"""The share of positions used: those of one deal are correlated, so more deals are better."""
CONTEXTS = 3
"""Matches in which a position is used."""
TOGETHER = 16
"""Tables played side by side."""


class Context(NamedTuple):
    """A match of some of the deals of a table, the deal of a moment among them."""

    rules: Rules
    deals: Sequence[int]
    """Numbers of deals from 0, in their order."""
    at: int
    """Which of them it is."""


class Thought(NamedTuple):
    """The champion's forecast at a decision of a seat, and the outcome."""

    match: int
    """The number of the table."""
    moment: int
    context: int
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


def any_context(rules: Rules, deal: int, rng: Random) -> Context:
    """A match with that deal; one of three deals more often than others."""
    count = rng.choice([2, 3, 3, 3, 5])
    others = rng.sample([each for each in range(DEALS) if each != deal], count - 1)
    at = rng.randrange(count)
    winner = rng.choice(["total", "most_deals"])
    chosen = with_house_rules(rules, {"deals": count, "match_winner": winner})
    return Context(chosen, [*others[:at], deal, *others[at:]], at)


def thoughts_of(numbers: Sequence[int], seed: int) -> Iterator[Thought]:
    """Play at some tables and yield the champion's forecasts."""
    rngs = [Random(f"{seed} {number}") for number in numbers]
    setups = [any_table(rng, DEALS) for rng in rngs]
    tables = [
        new_table(setup, some_names(setup.players, rng), rng)
        for setup, rng in zip(setups, rngs, strict=True)
    ]
    play_all(tables)
    for number, table, rng in zip(numbers, tables, rngs, strict=True):
        moments = [step.match for step in table.steps if rng.random() < LOOKED_AT]
        scores = table.match.scores
        names = [PLAYERS.index(name) for name in table.names]
        for at, (match, valued) in enumerate(_valued(moments)):
            for context in range(CONTEXTS):
                told = any_context(match.setup.rules, len(match.scores), rng)
                for seat, best in valued:
                    view = view_of(match, seat)
                    yield _thought(view, best, told, scores)._replace(
                        match=number,
                        moment=(number * 1000 + at) * CONTEXTS + context,
                        context=context,
                        player=names[seat],
                    )


def _thought(view: View, best: Valued, told: Context, scores: Sequence[Sequence[int]]) -> Thought:
    seat = view.seat or 0
    points, played = scores[told.deals[told.at]], [scores[each] for each in told.deals]
    first = [each == max(points) for each in points]
    winners = match_result(told.rules, tuple(tuple(each) for each in played)).winners
    before = [_rotated([*each], seat) for each in played[: told.at]]
    return Thought(
        match=0,
        moment=0,
        context=0,
        seat=seat,
        players=view.setup.players,
        player=0,
        deals=told.rules.deals,
        by_total=int(told.rules.match_winner == "total"),
        deal=told.at + 1,
        round=view.round,
        deck=view.deck_size,
        is_turn=int(view.awaits == "turn"),
        chance=best.chance,
        points=best.points,
        lead=best.lead,
        scores=(before + [[0] * SEATS] * DEALS)[:DEALS],
        deal_points=points[seat],
        deal_share=first[seat] / sum(first),
        match_share=(seat in winners) / len(winners),
    )


def _rotated(numbers: list[int], seat: int) -> list[int]:
    return (numbers[seat:] + numbers[:seat] + [0] * SEATS)[:SEATS]


def _valued(moments: Sequence[Match]) -> Iterator[tuple[Match, list[tuple[int, Valued]]]]:
    """Every position with the champion's best choice, for each seat that decides."""
    for awaits in ("bids", "turn"):
        found = [match for match in moments if match.awaits == awaits]
        seats = [_deciding(match) for match in found]
        views = [
            view_of(match, seat) for match, some in zip(found, seats, strict=True) for seat in some
        ]
        valued = iter(value_many(views, [()] * len(views)))
        for match, some in zip(found, seats, strict=True):
            yield match, [(seat, _liked_best(next(valued))) for seat in some]


def _deciding(match: Match) -> Sequence[int]:
    if match.awaits == "turn" and match.deal:
        return match.deal.waiting[:1]
    return range(match.setup.players)


def _liked_best(choices: Sequence[Valued]) -> Valued:
    return max(choices, key=lambda each: each.liking)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    began = time.monotonic()
    thoughts: list[Thought] = []
    for part, numbers in enumerate(in_parts(range(arguments.tables), TOGETHER)):
        thoughts += thoughts_of(numbers, arguments.seed)
        if part % 10 == 9 or numbers[-1] + 1 == arguments.tables:
            _write(arguments.out, thoughts)
            took = time.monotonic() - began
            done = f"{numbers[-1] + 1} tables, {len(thoughts)} rows, {took:.0f} s"
            print(done, file=sys.stderr, flush=True)


def _write(file: Path, thoughts: list[Thought]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    columns: dict[str, Any] = {
        name: np.array(column)
        for name, column in zip(Thought._fields, zip(*thoughts, strict=True), strict=True)
    }
    np.savez_compressed(file, **columns)


if __name__ == "__main__":
    main()
