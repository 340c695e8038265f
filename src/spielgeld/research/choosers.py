"""Multi-agent environments without the libraries that use them: an agent at every seat.

`Choosers` observes only the agents that have to choose now. That is RLlib's convention
(`rllib_env.py` makes it an RLlib environment).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from spielgeld.research.actions import ACTIONS
from spielgeld.research.deal import agent_name
from spielgeld.research.episode import Dealer, Episode
from spielgeld.research.observation import SHAPE

ALL = "__all__"
Answers = dict[str, Any]
"""By agent."""


class Seats:
    """What all environments with an agent at every seat share."""

    actions = ACTIONS
    episode: Episode = None  # type: ignore[assignment]
    """The deal under way: `episode.deal` can be cloned, resampled and looked into."""

    def __init__(self, edition: str = "it", players: int = 4, **options: Any) -> None:
        """The other options are those of `Dealer`."""
        self._dealer = Dealer(edition, players, **options)
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        self.observation_spaces = {
            name: spaces.Dict(self._cells()) for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(self.actions) for name in self.possible_agents}

    def _cells(self) -> dict[str, spaces.Space[Any]]:
        return {
            "observation": spaces.Box(0, 255, SHAPE, np.uint8),
            "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
        }

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._dealer.reseed(seed)
        self.episode = self._dealer.episode()
        self.agents = self.possible_agents[:]

    def _step_all(self, actions: Mapping[str, int]) -> None:
        """Step these agents, until one has lost."""
        for name, action in actions.items():
            self.episode.step(int(action), self._seat[name])
            if self.episode.loser is not None:
                break

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.episode.rewards().tolist(), strict=True))


class Choosers(Seats):
    """Agents with an observation act next: all that still bid, or the one whose turn it is.

    An observation has `observations`, the cells in a row, and `action_mask`, both as RLlib's own
    networks take them.
    """

    def _cells(self) -> dict[str, spaces.Space[Any]]:
        return {
            "observations": spaces.Box(0, 255, (SHAPE[0] * SHAPE[1],), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.float32),
        }

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Answers, Answers]:
        """Begin a new deal; without a seed the next of the same stream."""
        self._begin(seed)
        return self._observations(self.episode.deal.choosing), {}

    def step(self, actions: Answers) -> tuple[Answers, Answers, Answers, Answers, Answers]:
        """Step the agents that had an observation; actions of others are ignored."""
        if self.episode is None:
            raise ResetNeeded("call reset before step")
        deal = self.episode.deal
        asked = [agent_name(seat) for seat in deal.choosing]
        self._step_all({name: actions.get(name, -1) for name in asked})
        if not self.episode.is_over:
            rewards = dict.fromkeys(asked, 0.0)
            return self._observations(deal.choosing), rewards, {ALL: False}, {ALL: False}, {}
        # They stay in `agents`: RLlib checks that the agents of the last observations are there.
        ended = dict.fromkeys([*self.agents, ALL], True)
        return self._observations(range(deal.players)), self._rewards(), ended, {ALL: False}, {}

    def _observations(self, seats: Iterable[int]) -> Answers:
        return {
            agent_name(seat): {
                "observations": self.episode.deal.observe(seat).reshape(-1).astype(np.float32),
                "action_mask": self.episode.mask(seat).astype(np.float32),
            }
            for seat in seats
        }
