"""Tables whose bots need a view: played one after the other, with the interface of `tables.py`."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots import Bot, make_bot
from spielgeld.engine import Unreadable
from spielgeld.research import core
from spielgeld.research.actions import Mask
from spielgeld.research.deal import Deal
from spielgeld.research.episode import ANY, Episode, Seed, random_seeds, seeds_of
from spielgeld.research.observation import Observation
from spielgeld.research.tables import (
    CALLER,
    OPPONENTS,
    AnyTables,
    CompiledTables,
    Step,
    draw_players,
)

Opponents = str | Bot | Sequence[str | Bot]


class BotTables(AnyTables):
    """The same as `CompiledTables`, for any bots and editions."""

    def __init__(
        self,
        tables: int,
        edition: str = "it",
        *,
        opponents: Sequence[str | Bot],
        **options: Any,
    ) -> None:
        super().__init__(tables, edition, **options)
        self._bots = [make_bot(each) if isinstance(each, str) else each for each in opponents]
        if not self._bots:
            raise Unreadable("bots", "a table needs opponents")
        self._seeds = random_seeds(tables)
        self._seats = np.zeros(tables, np.int64)
        self._episodes: list[Episode] = [None] * tables  # type: ignore[list-item]
        self._rngs = [Random()] * tables
        self.reset()

    def reset(self, seed: Seed = None) -> Step:
        """Begin new deals; without a seed the next of the same streams."""
        self._seeds = seeds_of(seed, self._seeds)
        for at in range(self._count):
            self._begin(at)
        return self.look()

    def _begin(self, at: int) -> None:
        deal = self._dealer.deal_of(int(self._seeds[at]))
        self._seeds[at] = deal.row[core.SEED]
        draw_players(deal.row, self._caller, np.arange(len(self._bots)))
        players = deal.row[core.PLAYED_BY : core.PLAYED_BY + deal.players].tolist()
        self._seats[at] = players.index(CALLER)
        self._episodes[at] = Episode(deal, self._dealer.reward, "lose")
        self._rngs[at] = Random(int(deal.row[core.WORD]))
        self._play_on(at)

    def _play_on(self, at: int) -> None:
        """Let the bots choose until it is the caller's choice, or the deal is over."""
        deal, own = self._episodes[at].deal, self._seats[at]
        while choosing := deal.choosing:
            for seat in choosing:
                if seat != own:
                    bot = self._bots[int(deal.row[core.PLAYED_BY + seat])]
                    deal.play_bot(bot, seat, self._rngs[at])
            if own in choosing:
                return

    def look(self) -> Step:
        """Return what is to be chosen now."""
        seen, self._masks = self._observe()
        return self._empty()._replace(observation=seen, mask=self._masks, seat=self._seats.copy())

    def _observe(self) -> tuple[Observation, Mask]:
        pairs = [*zip(self._episodes, self._seats.tolist(), strict=True)]
        seen = np.stack([each.deal.observe(seat) for each, seat in pairs])
        masks = np.stack([each.mask(seat) for each, seat in pairs])
        return seen, masks

    def _play_all(self, actions: NDArray[np.int64]) -> tuple[Observation, Mask]:
        new, finals = self.last, list[Observation]()
        for at, action in enumerate(actions.tolist()):
            episode, seat = self._episodes[at], int(self._seats[at])
            episode.step(action, seat)
            if episode.loser is None:
                self._play_on(at)
            if episode.is_over:
                new.over[at], new.illegal[at] = True, episode.loser is not None
                new.rewards[at], new.points[at] = episode.rewards(), episode.deal.points
                finals.append(episode.deal.observe(seat))
                if self._anew:
                    self._begin(at)
        self.ended, self._finals = len(finals), finals
        new.seat[:] = self._seats
        return self._observe()

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """Of the deals that the last step ended, in the order of their tables."""
        return np.array(self._finals)

    def deal(self, at: int = 0) -> Deal:
        """Return a copy of the deal at a table: it can be looked into, cloned and resampled."""
        return self._episodes[at].deal.clone()


def tables_with(
    tables: int, opponents: Opponents, *, edition: str = "it", **options: Any
) -> CompiledTables | BotTables:
    """Return tables in machine code if all bots are compiled, else tables with bots beside them."""
    listed = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: list[Any] = [*opponents] if listed else [opponents]  # type: ignore[misc]
    if edition != ANY and all(isinstance(each, str) and each in OPPONENTS for each in named):
        return CompiledTables(tables, edition, opponents=named, **options)
    return BotTables(tables, edition, opponents=named, **options)
