"""Guards a promise: the table leads nobody to a pile because of its points now.

    pip install -e '.[test]'
    OPENBLAS_NUM_THREADS=1 python bench/prominence.py                # 1,000 turns
    OPENBLAS_NUM_THREADS=1 python bench/prominence.py --turns 100

Takes turns from deals against Merchant, Bluffer and Banker, and asks what is given up by always
choosing what the table shows most prominently: the choice with the most points now, which the
table once showed in green; and what is most prominent today, by the page's own function, without
a hint and with one. Ties are drawn with a seed. The champion forecasts the points of each choice;
given up is the difference from the best forecast. Intervals are 95 %, by bootstrap over deals.
It ends with code 1 if, without a hint, two piles of one kind are not equally prominent.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from spielgeld.advice.prospects import Prospect, prospects
from spielgeld.arena.intervals import as_numbers, estimate
from spielgeld.bots import make_bot
from spielgeld.bots.matches import play_match
from spielgeld.engine import (
    EDITIONS,
    Exchanged,
    View,
    draw_removed,
    preview_turns,
    set_up,
    shuffle,
    turn_code,
    view_of,
)
from support.page_prominence import Ask, Turn, page_prominence

RIVALS = ("level3", "bluffer", "banker")
"""Merchant, Bluffer and Banker."""
PERSON = "level2"
"""Plays the seat whose turns are looked at."""
ROOMS = {
    "phone": {"width": 390, "height": 800, "across": 3, "hasHand": True},
    "laptop": {"width": 1440, "height": 852, "across": 3, "hasHand": True},
}
"""The table's room at 390 × 844 and 1440 × 900."""
NOTHING: dict[str, Turn | None] = {"chosen": None, "hinted": None}


@dataclass(frozen=True)
class Moment:
    """A turn of the person: what each choice scores now, and what the champion expects of it."""

    now: dict[Turn, int]
    expected: dict[Turn, float]
    hinted: Turn

    def given_up(self, turn: Turn) -> float:
        return max(self.expected.values()) - self.expected[turn]


def moments_of(seed: int) -> Iterator[Moment]:
    """The turns of seat 0 in one deal; seats and cards follow from the seed."""
    rng = Random(seed)
    edition = EDITIONS["nl"]
    removed = draw_removed(edition, 4, rng.randrange)
    setup = set_up(edition.key, 4, removed=removed, house_rules={"deals": 1})
    order = shuffle(setup.cards, rng.randrange)
    bots = [make_bot(name) for name in (PERSON, *rng.sample(RIVALS, 3))]
    chances = [Random(rng.randrange(2**32)) for _ in bots]
    before = None
    for step in play_match(setup, bots, chances, lambda _: order):
        acted = [event for event in step.events if isinstance(event, Exchanged)]
        if before is not None and any(event.seat == 0 for event in acted):
            yield _moment(view_of(before, 0))
        before = step.match


def _moment(view: View) -> Moment:
    found: list[Prospect] = prospects(view)
    return Moment(
        now={turn_code(turn): after.score.total for turn, after in preview_turns(view)},
        expected={turn_code(each.choice): each.points for each in found},  # type: ignore[arg-type]
        hinted=turn_code(found[0].choice),  # type: ignore[arg-type]
    )


Rule = Callable[[Moment], Sequence[Turn]]
"""What is most prominent in a moment; one of several is drawn."""


def rules_with(ask: Ask) -> dict[str, Rule]:
    def greenest(moment: Moment) -> list[Turn]:
        most = max(moment.now.values())
        return [turn for turn, points in moment.now.items() if points == most]

    def prominent(room: dict[str, Any], hints: bool) -> Rule:
        def rule(moment: Moment) -> list[Turn]:
            hinted = moment.hinted if hints else None
            return ask(list(moment.now), {**NOTHING, "hinted": hinted}, room)[0]

        return rule

    rules: dict[str, Rule] = {
        "before: most points now, in green": greenest,
        "any choice": lambda moment: list(moment.now),
    }
    for name, room in ROOMS.items():
        rules[f"now, {name}, without a hint"] = prominent(room, hints=False)
        rules[f"now, {name}, with a hint"] = prominent(room, hints=True)
    return rules


def unequal(ask: Ask, moment: Moment) -> bool:
    """Whether, without a hint, the table shows one row, or one bid, before another."""
    for room in ROOMS.values():
        steps = ask(list(moment.now), NOTHING, room)
        kinds = [{_kind(turn) for turn in step} for step in steps]
        if any(len(kind) > 1 for kind in kinds) or len(kinds) != len({*map(_kind, moment.now)}):
            return True
    return False


def _kind(turn: Turn) -> str:
    return "bid" if isinstance(turn, int) else "keep" if turn == "keep" else "row"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with page_prominence() as ask:
        rules = rules_with(ask)
        rows: list[list[float]] = []
        counts: list[float] = []
        faults = 0
        rng = Random(asked.seed)
        seed = asked.seed
        while sum(counts) < asked.turns:
            moments = list(moments_of(seed))[: asked.turns - int(sum(counts))]
            seed += 1
            if not moments:
                continue
            drawn = [
                [each.given_up(rng.choice(rule(each))) for rule in rules.values()]
                for each in moments
            ]
            rows.append([sum(column) for column in zip(*drawn, strict=True)])
            counts.append(len(moments))
            faults += sum(unequal(ask, each) for each in moments)
    sums = as_numbers(rows)
    means = estimate(sums, as_numbers([[count] * len(rules) for count in counts]))
    print(f"{int(sum(counts))} turns from {len(counts)} deals\n")
    print("| always taken | points given up a turn (95 %) |\n|---|---|")
    for name, mean in zip(rules, means, strict=True):
        print(f"| {name} | {mean.as_text(1)} |")
    print(f"\n{faults} turns in which piles of one kind were not equally prominent without a hint")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
