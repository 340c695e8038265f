"""The decisions of one seat in a recorded match, with what it could know at each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from spielgeld.bots.champion.valuation import Choice
from spielgeld.engine import Bid, Exchanged, Match, Revealed, Step, View, view_of


@dataclass(frozen=True, slots=True)
class Decision:
    """A bid or a turn that somebody chose."""

    match: Match
    """The full state before the decision, hidden cards included; only for hindsight."""
    seat: int
    chosen: Choice
    bids: tuple[Bid, ...] | None
    """Everybody's bids of the round, where this is one of them."""

    @property
    def view(self) -> View:
        """What the seat could know."""
        return view_of(self.match, self.seat)

    @property
    def what(self) -> Literal["bid", "turn"]:
        return "bid" if isinstance(self.chosen, Bid) else "turn"


def decisions_of(steps: Iterable[Step], seat: int) -> Iterator[Decision]:
    """Everything the seat decided, in order."""
    for before, step in pairwise(steps):
        event = step.events[0]
        if isinstance(event, Revealed):
            yield Decision(before.match, seat, event.bids[seat], event.bids)
        elif isinstance(event, Exchanged) and event.seat == seat:
            yield Decision(before.match, seat, event.turn, None)
