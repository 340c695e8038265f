"""What a choice loses against the best one, in rollouts: champions play the deal to its end.

A rollout shuffles the deck anew, makes the choice, and lets champions play all seats from there;
both choices are tried with the same deck. Hands are the real ones: random hands would be worse than
collected ones, and every seat would seem too likely to win. Every position is a line of JSON in a
file and is determined by its number, so that an interrupted run can be resumed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from advice_tables import Table, any_table, kept, new_table, play_all, some_names
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.prospects import Prospect, prospects
from spielgeld.advice.reasons import count
from spielgeld.bots.champion.valuation import Choice, value_these
from spielgeld.bots.piles import taken
from spielgeld.engine import Bid, View, shuffle

TOGETHER = 8
"""Positions whose trials are played side by side."""
MOST_CARDS = 4
"""In a planted bid."""

Pick = Callable[[View, list[Prospect], Random], Choice]
"""The choice that is compared with the best."""
Trials = list[list[Table]]


def decision_of(number: int, what: str) -> Decision:
    """Any decision of any player in a deal at any table."""
    rng = Random(f"{what} {number}")
    setup = any_table(rng)
    table = new_table(setup, some_names(setup.players, rng), rng)
    play_all([table])
    return rng.choice([*decisions_of(table.steps, rng.randrange(setup.players))])


def told_to_lose(_: View, found: list[Prospect], rng: Random) -> Choice:
    """A choice with a randomly drawn estimated loss: large ones are as frequent as small ones."""
    wanted = rng.uniform(0, 0.4)
    return min(
        found[1:] or found, key=lambda each: abs(found[0].match - each.match - wanted)
    ).choice


def planted(view: View, _: list[Prospect], __: Random) -> Choice:
    """A typical blunder, chosen without the champion.

    A bid of the best currency in the hand, or the turn that brings the fewest points.
    """
    rules = view.setup.rules
    if view.awaits == "turn":
        hand = view.hand
        return min(view.legal_turns, key=lambda turn: count(rules, hand + taken(view, turn)).points)
    brings = count(rules, view.hand).brings
    best = max(sorted({card.kind for card in view.hand}), key=lambda kind: brings.get(kind, 0))
    return Bid(tuple([card for card in view.hand if card.kind == best][:MOST_CARDS]))


def trials(decision: Decision, pair: Sequence[Choice], worlds: int, rng: Random) -> Trials:
    """By world: a table for each choice, with the same deck and chance."""
    match, found = decision.match, []
    names = ["champion"] * match.setup.players
    for _ in range(worlds):
        seed, deal = rng.getrandbits(64), match.deal
        if deal:
            shuffled = shuffle(deal.deck, rng.randrange)
            match = match._replace(deal=deal._replace(deck=shuffled))
        found.append([Table(match, names, Random(seed), {decision.seat: each}) for each in pair])
    return found


def share(table: Table, seat: int) -> float:
    """The seat's share of winning the deal."""
    points = table.match.scores[-1]
    return (points[seat] == max(points)) / points.count(max(points))


@dataclass(frozen=True)
class Plan:
    """What to measure."""

    what: str
    """By this and their numbers positions are found."""
    pick: Pick
    worlds: int
    """Trials of each of two choices at one position."""
    again: str = ""
    """A name for an independent set of rollouts at the same positions."""


def compared(plan: Plan, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The best choice and another at some positions: their estimates, and all rollouts."""
    rows: list[dict[str, Any]] = []
    tables = []
    for number in numbers:
        rng, decision = Random(f"{plan.what} trials {number}"), decision_of(number, plan.what)
        view = decision.view
        found = prospects(view)
        pair = [found[0].choice, plan.pick(view, found, rng)]
        valued = value_these([view], pair)[0]
        rows.append(
            {
                "number": number,
                "edition": view.setup.edition.key,
                "players": view.setup.players,
                "seat": view.seat or 0,
                "deck": view.deck_size,
                "round": view.round,
                "is_turn": int(view.awaits == "turn"),
                "chances": [each.chance for each in valued],
                "leads": [each.lead for each in valued],
            }
        )
        chance = Random(f"{plan.what} {plan.again} {number}") if plan.again else rng
        tables.append(trials(decision, pair, plan.worlds, chance))
    play_all([table for worlds_of in tables for both in worlds_of for table in both])
    for row, worlds_of in zip(rows, tables, strict=True):
        shares = [[share(table, row["seat"]) for table in both] for both in worlds_of]
        won = [best for best, _ in shares]
        yield row | {"won": won, "lost": [best - other for best, other in shares]}


def rolled_out(file: Path, plan: Plan, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """These positions, from the file or computed now."""
    return kept(file, numbers, TOGETHER, lambda some: compared(plan, some))
