"""Matches among bots, many in parallel: a network is called once for all tables that wait for it.

Used by the measurements of advice. Set OPENBLAS_NUM_THREADS=1: with more threads the
champion takes several times the processor time.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

from spielgeld.arena.questions import Choice, Question, ask_all
from spielgeld.bots import Bot, make_bot
from spielgeld.engine import (
    EDITIONS,
    Bid,
    Match,
    Setup,
    Step,
    Turn,
    deal_cards,
    draw_removed,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
    view_of,
)

PLAYERS = (
    "level1", "level2", "level3", "level4", "level5", "champion", "champion", "best",
    "best-2026-11", "bluffer", "pincher", "hoarder", "trios", "spoiler", "banker", "greedy",
)  # fmt: skip
"""Who may sit at a table; the champion twice as often as others."""


@cache
def bot_named(name: str) -> Bot:
    """The bot of that name, one instance for all seats: bots are stateless."""
    return make_bot(name)


def any_table(rng: Random, deals: int = 1) -> Setup:
    """Any edition and number of players."""
    edition = rng.choice([*EDITIONS.values()])
    players = rng.choice(edition.players)
    removed = draw_removed(edition, players, rng.randrange)
    return set_up(edition.key, players, removed=removed, house_rules={"deals": deals})


class Table:
    """A match being played."""

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        rng: Random,
        first: Mapping[int, Choice] | None = None,
    ) -> None:
        self.match = match
        self.names = names
        self.steps: list[Step] = []
        self._cards = Random(rng.getrandbits(64))
        self._chances = [Random(rng.getrandbits(64)) for _ in names]
        self._first = dict(first or {})
        """By seat: a fixed choice for its first decision, instead of its bot's."""

    @property
    def is_over(self) -> bool:
        return self.match.awaits == "nothing"

    def questions(self) -> list[Question]:
        """What has to be chosen now; where cards are awaited they are dealt first."""
        if self.match.awaits == "cards":
            cards = self.match.setup.cards
            self._go_on(deal_cards(self.match, shuffle(cards, self._cards.randrange)))
        if self.match.awaits == "turn":
            return [self._question("turn", self._acting)]
        return [self._question("bid", seat) for seat in range(len(self.names))]

    def play_on(self, choices: Sequence[Choice]) -> None:
        """Apply these choices."""
        if self.match.awaits == "turn":
            seat = self._acting
            turn = cast(Turn, self._first.pop(seat, choices[0]))
            self._go_on(take_turn(self.match, seat, turn))
        else:
            bids = [self._first.pop(seat, choice) for seat, choice in enumerate(choices)]
            self._go_on(reveal(self.match, cast(list[Bid], bids)))

    @property
    def _acting(self) -> int:
        return self.match.deal.waiting[0] if self.match.deal else 0

    def _question(self, what: str, seat: int) -> Question:
        view, bot = view_of(self.match, seat), bot_named(self.names[seat])
        return Question("bid" if what == "bid" else "turn", bot, view, self._chances[seat])

    def _go_on(self, step: Step) -> None:
        self.steps.append(step)
        self.match = step.match


def new_table(setup: Setup, names: Sequence[str], rng: Random) -> Table:
    """A match of these players from its beginning."""
    return Table(start_match(setup), names, rng)


def play_all(tables: Sequence[Table]) -> None:
    """Play all matches to their end."""
    while running := [table for table in tables if not table.is_over]:
        asked = [table.questions() for table in running]
        answers = iter(ask_all([question for questions in asked for question in questions]))
        for table, questions in zip(running, asked, strict=True):
            table.play_on([*islice(answers, len(questions))])


def some_names(players: int, rng: Random) -> list[str]:
    """Any players, one for each seat."""
    return [rng.choice(PLAYERS) for _ in range(players)]


def in_parts(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """The numbers in chunks of that size."""
    for first in range(0, len(numbers), size):
        yield numbers[first : first + size]


def kept(
    file: Path,
    numbers: Sequence[int],
    size: int,
    make: Callable[[Sequence[int]], Iterable[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """The rows of these numbers, from the file or computed now and appended to it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    done = {row["number"] for row in rows}
    began = time.monotonic()
    for some in in_parts([number for number in numbers if number not in done], size):
        with file.open("a") as out:
            for row in make(some):
                rows.append(row)
                out.write(json.dumps(row) + "\n")
        took = time.monotonic() - began
        print(f"{len(rows)} of {len(numbers)}, {took:.0f} s", file=sys.stderr, flush=True)
    return [row for row in rows if row["number"] in {*numbers}]
