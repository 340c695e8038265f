"""Guards a promise: a hint takes 0.2 s of one core, and the review of a match 5 s.

    pip install . && python bench/bench_advice.py [--quick]

Hints are asked for at positions of matches among our bots, bids and turns alike, after a first one
that is not counted, because it loads the network. The review is of a match of three deals of five
players.
"""

import argparse
import time
from random import Random

from spielgeld.advice.hint import hint
from spielgeld.advice.review import review
from spielgeld.bots import make_bot
from spielgeld.bots.matches import play_match
from spielgeld.engine import Step, View, set_up, shuffle, view_of
from spielgeld.engine.records import Record, make_record
from spielgeld.fast.jit import IS_COMPILED
from spielgeld.workers import core_count

PLAYERS, DEALS = 5, 3
HINTS, QUICK_HINTS = 200, 10
HINT_GOAL, REVIEW_GOAL = 0.2, 5.0
"""Goals in seconds: the 95th percentile of hints, and a review."""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a few hints, a match of one deal")
    quick = parser.parse_args().quick
    code = "compiled" if IS_COMPILED else "plain"
    print(f"{code} code, {core_count()} cores")
    waits = sorted(hint_seconds(QUICK_HINTS if quick else HINTS))
    print(f"{'hint, half of them within':<40}{waits[len(waits) // 2]:8.3f} s")
    print(
        f"{'hint, 95 of 100 within':<40}{waits[95 * len(waits) // 100]:8.3f} s (goal {HINT_GOAL})"
    )
    deals = 1 if quick else DEALS
    seconds, decisions = review_seconds(deals)
    told = f"review of {deals} deals, {decisions} decisions"
    print(f"{told:<40}{seconds:8.1f} s (goal {REVIEW_GOAL:.0f})")


def hint_seconds(count: int) -> list[float]:
    """The wait for each of so many hints, spread over several matches."""
    views = moments(count + 1)
    waits = []
    for view in views:
        begun = time.perf_counter()
        hint(view)
        waits.append(time.perf_counter() - begun)
    return waits[1:]


def moments(count: int) -> list[View]:
    """Moments at which somebody decides, as that seat sees them."""
    found: list[View] = []
    rng = Random("moments")
    for number in range(1 + count // 30):
        steps = [step for step in match_steps(1, number) if step.match.awaits in {"bids", "turn"}]
        for step in rng.sample(steps, 30):
            waiting = step.match.deal.waiting if step.match.deal else ()
            found.append(view_of(step.match, waiting[0] if waiting else rng.randrange(PLAYERS)))
    return found[:count]


def match_steps(deals: int, number: int) -> list[Step]:
    """A match among bots of different strength."""
    rng = Random(f"match {number}")
    setup = set_up("it", PLAYERS, house_rules={"deals": deals})
    bots = [make_bot(name) for name in ("level3", "best", "penny", "greedy", "level5")]
    chances = [Random(f"{number} {seat}") for seat in range(PLAYERS)]
    return [*play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))]


def review_seconds(deals: int) -> tuple[float, int]:
    """The wait for a review, and how many decisions it judged."""
    record = as_record(match_steps(deals, 0))
    begun = time.perf_counter()
    judged = review(record, 0)
    return time.perf_counter() - begun, len(judged.decisions)


def as_record(steps: list[Step]) -> Record:
    """The record of these steps."""
    events = [event for step in steps for event in step.events]
    return make_record(steps[0].match.setup, [f"seat {seat}" for seat in range(PLAYERS)], events)


if __name__ == "__main__":
    main()
