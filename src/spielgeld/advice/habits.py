"""How each seat played a match: what it bid, what it took, what it came to."""

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from spielgeld.advice.types import Habits
from spielgeld.engine import (
    Bid,
    Exchanged,
    HandScore,
    Keep,
    Match,
    Revealed,
    Scored,
    Step,
    TakeBid,
    TakeRow,
)
from spielgeld.engine.rules.scoring import FULL_FROM


def habits_of(steps: Iterable[Step]) -> list[Habits]:
    """The habits of every seat, by seat."""
    remaining = iter(steps)
    first = next(remaining)
    tallies = [_Tally() for _ in range(first.match.setup.players)]
    for before, step in pairwise(chain([first], remaining)):
        for event in step.events:
            match event:
                case Revealed():
                    _tally_bids(tallies, before.match, event)
                case Exchanged():
                    tallies[event.seat].turns.append(event.turn)
                case Scored():
                    for tally, counted in zip(tallies, event.breakdown, strict=True):
                        tally.hands.append(counted)
    return [tally.habits(seat) for seat, tally in enumerate(tallies)]


class _Tally:
    """What one seat did so far."""

    def __init__(self) -> None:
        self.bids: list[Bid] = []
        """Those that held money."""
        self.overpaid: list[int] = []
        self.sat_out = 0
        self.turns: list[TakeRow | TakeBid | Keep] = []
        self.hands: list[HandScore] = []
        """As they were counted at the end of the deals."""

    def habits(self, seat: int) -> Habits:
        kinds = [type(turn) for turn in self.turns]
        currencies = [line for hand in self.hands for line in hand.currencies]
        coins = [line for hand in self.hands for line in hand.coins]
        return Habits(
            seat=seat,
            bid_cards=_mean([len(bid.cards) for bid in self.bids]),
            bid_worth=_mean([bid.worth for bid in self.bids]),
            overpaid=_mean(self.overpaid),
            rows=kinds.count(TakeRow),
            bids_taken=kinds.count(TakeBid),
            kept=kinds.count(Keep),
            sat_out=self.sat_out,
            trios=sum([len(line.trios) for line in currencies]) + sum([c.trios for c in coins]),
            full_currencies=len([line for line in currencies if line.total >= FULL_FROM]),
        )


def _tally_bids(tallies: Sequence[_Tally], before: Match, event: Revealed) -> None:
    for tally, bid in zip(tallies, event.bids, strict=True):
        if bid.cards:
            tally.bids.append(bid)
        else:
            tally.sat_out += 1
    for place, behind in zip(event.order, [*event.order[1:], None], strict=True):
        needed = behind.worth if behind else _least(before, place.seat)
        tallies[place.seat].overpaid.append(place.worth - needed)


def _least(before: Match, seat: int) -> int:
    """The cheapest bid: the smallest card of the hand is enough for the last place."""
    hand = before.deal.hands[seat] if before.deal else ()
    return min([card.value for card in hand], default=0)


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
