"""Whether the review can be trusted: whose decisions it calls mistakes, and what they truly cost.

    python bench/advice_honesty.py                    # mistakes by player
    python bench/advice_honesty.py --rollouts 1000    # told losses against trials among champions

For the second, positions come from deals of players of every level. Beside the best choice another
is taken whose told loss is nearest to a number drawn up to 40 %, so that large losses are as
frequent as small ones. A trial deals the hidden cards anew, makes the choice, and lets champions
play all seats to the end of the deal; both choices are tried with the same cards.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random

import numpy as np

from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.judgement import judge
from spielgeld.advice.prospects import Prospect, prospects
from spielgeld.bots import make_bot
from spielgeld.bots.champion.bot import ChampionBot
from spielgeld.bots.champion.valuation import Choice
from spielgeld.bots.matches import play_match
from spielgeld.engine import (
    Bid,
    Match,
    Step,
    View,
    draw_removed,
    find_edition,
    resample,
    reveal,
    set_up,
    shuffle,
    take_turn,
    view_of,
)

JUDGED = ("champion", "level5", "level4", "level3", "level2", "level1")
RIVALS = ("champion", "level4", "best", "level3", "bluffer")
WORLDS = 12
"""Trials of each of two choices at one position."""


def played(first: str, rng: Random, deals: int = 1) -> list[Step]:
    """A match of five with that player in seat 0, among others of any level."""
    edition = find_edition("it")
    removed = draw_removed(edition, 5, rng.randrange)
    setup = set_up("it", 5, removed=removed, house_rules={"deals": deals})
    bots = [make_bot(first), *[make_bot(rng.choice(RIVALS)) for _ in range(4)]]
    chances = [Random(rng.getrandbits(64)) for _ in bots]
    return [*play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))]


def mistakes(matches: int) -> None:
    """Print how many of each player's decisions are called mistakes."""
    print(
        "| player | decisions | called mistakes | lost in a deal, on average |\n|---|---|---|---|"
    )
    for name in JUDGED:
        found = []
        for number in range(matches):
            found += judge([*decisions_of(played(name, Random(f"{name} {number}")), 0)])
        called = [each for each in found if each.is_mistake]
        lost = sum(each.lost for each in called) / matches
        print(f"| `{name}` | {len(found)} | {len(called) / len(found):.3f} | {lost:.3f} |")


def positions(count: int, rng: Random) -> Iterator[Decision]:
    """Decisions of players of every level, one or two of each deal."""
    done = 0
    while done < count:
        decisions = [*decisions_of(played(rng.choice(JUDGED), rng), 0)]
        for decision in rng.sample(decisions, min(2, len(decisions), count - done)):
            done += 1
            yield decision


def rollouts(count: int) -> None:
    """Print what choices were told to lose, and what they lost in trials among champions."""
    rng = Random("rollouts")
    told, true, errors = [], [], []
    began = time.monotonic()
    for number, decision in enumerate(positions(count, rng), start=1):
        found = prospects(decision.view, [decision.chosen])
        best, other = found[0], _blunder(found, rng)
        differences = [_difference(decision.view, best, other, rng) for _ in range(WORLDS)]
        told.append(best.match - other.match)
        true.append(float(np.mean(differences)))
        errors.append(float(np.std(differences, ddof=1)) / WORLDS**0.5)
        if number % 50 == 0:
            print(f"{number} of {count}, {time.monotonic() - began:.0f} s", flush=True)
    _compare(np.array(told), np.array(true), np.array(errors))


def _blunder(found: list[Prospect], rng: Random) -> Prospect:
    """A choice that is told to lose about as much as was drawn."""
    wanted = rng.uniform(0, 0.4)
    return min(found[1:] or found, key=lambda each: abs(found[0].match - each.match - wanted))


def _difference(view: View, best: Prospect, other: Prospect, rng: Random) -> float:
    """What the best choice won more than the other, with the same hidden cards and chance."""
    world, seed = resample(view, rng), rng.getrandbits(64)
    shares = [_share(world, view.seat or 0, each.choice, Random(seed)) for each in (best, other)]
    return shares[0] - shares[1]


def _share(match: Match, seat: int, choice: Choice, rng: Random) -> float:
    """The seat's share of winning the deal, after that choice and with champions everywhere."""
    champion = ChampionBot()
    match = _step(match, champion, rng, seat, choice)
    while match.awaits in {"bids", "turn"}:
        match = _step(match, champion, rng, seat, None)
    points = match.scores[-1]
    return (points[seat] == max(points)) / points.count(max(points))


def _step(
    match: Match, champion: ChampionBot, rng: Random, seat: int, choice: Choice | None
) -> Match:
    if match.awaits == "turn":
        acting = view_of(match, seat).waiting[0]
        turn = champion.choose_turn(view_of(match, acting), rng)
        given = turn if choice is None or isinstance(choice, Bid) else choice
        return take_turn(match, acting, given).match
    seats = range(match.setup.players)
    bids = champion.choose_bids([view_of(match, each) for each in seats], [rng] * len(seats))
    if isinstance(choice, Bid):
        bids[seat] = choice
    return reveal(match, bids).match


def _compare(told: np.ndarray, true: np.ndarray, errors: np.ndarray) -> None:
    slope = float((told * true).sum() / (told * told).sum())
    print(f"a told loss of 1 is {slope:.2f} in trials")
    print("| told | positions | told, mean | in trials | standard error |\n|---|---|---|---|---|")
    for low, high in ((0, 0.02), (0.02, 0.05), (0.05, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 1)):
        which = (told >= low) & (told < high)
        if which.sum() > 1:
            error = true[which].std(ddof=1) / which.sum() ** 0.5
            means = f"{told[which].mean():.3f} | {true[which].mean():.3f} | {error:.3f}"
            print(f"| {low:.2f}–{high:.2f} | {which.sum()} | {means} |")
    noise = float((errors**2).mean())
    for low, high in ((0, 0.05), (0.05, 0.15), (0.15, 1)):
        which = (told >= low) & (told < high)
        if which.sum() > 2:
            spread = max(
                0.0, float(((true - told)[which] ** 2).mean() - (errors[which] ** 2).mean())
            )
            print(f"told {low:.2f}–{high:.2f}: standard error of a told loss {spread**0.5:.3f}")
    print(f"(noise of the trials themselves {noise**0.5:.3f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40, help="for each player")
    parser.add_argument("--rollouts", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.rollouts:
        rollouts(arguments.rollouts)
    else:
        mistakes(arguments.matches)


if __name__ == "__main__":
    main()
