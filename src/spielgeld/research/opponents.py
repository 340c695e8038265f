"""Opponents of a single agent: named bots, or a mixture from which every seat draws one."""

from collections.abc import Sequence
from random import Random

from spielgeld.bots import Bot, make_bot
from spielgeld.engine import Unreadable
from spielgeld.research.deal import CardByCard

Opponents = str | Bot | Sequence[str | Bot]


def bots_of(opponents: Opponents) -> list[Bot]:
    """The bots that are named; a bot itself may stand for its name."""
    several = opponents if isinstance(opponents, Sequence) else [opponents]
    names = [several] if isinstance(several, str) else several
    found = [make_bot(each) if isinstance(each, str) else each for each in names]
    if not found:
        raise Unreadable("bots", "a table needs opponents")
    return found


def draw_bots(bots: Sequence[Bot], players: int, rng: Random) -> list[Bot]:
    """A bot for every seat, each drawn from these."""
    return [rng.choice(bots) for _ in range(players)]


class Others:
    """The bots at the other seats of one deal; `bots` has one for every seat, the learner's too."""

    def __init__(self, bots: Sequence[Bot], learner: int, rng: Random) -> None:
        self._bots, self._learner, self._rng = bots, learner, rng

    def play_on(self, deal: CardByCard) -> None:
        """Let them choose until it is the learner's choice, or the deal is over."""
        while not deal.is_over:
            choosing = deal.choosing
            for seat in choosing:
                if seat != self._learner:
                    deal.play_bot(self._bots[seat], seat, self._rng)
            if self._learner in choosing:
                return
