"""A multi-agent environment that observes only the agents that have to choose now.

That is RLlib's convention (`rllib_env.py` makes it an RLlib environment), written without RLlib.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from spielgeld.research.actions import ACTIONS
from spielgeld.research.deal import agent_name
from spielgeld.research.episode import Dealer, Episode, Illegal, Reward, check_options
from spielgeld.research.observation import SHAPE

ALL = "__all__"
Answers = dict[str, Any]
"""By agent."""


class Choosers:
    """Agents with an observation act next: all that still bid, or the one whose turn it is.

    An observation has `observations`, the cells in a row, and `action_mask`, both as RLlib's own
    networks take them.
    """

    def __init__(
        self,
        edition: str = "it",
        players: int = 4,
        *,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
        **options: Any,
    ) -> None:
        """The other options are those of `Dealer`."""
        check_options(reward, illegal)
        self._dealer = Dealer(edition, players, **options)
        self._reward, self._illegal = reward, illegal
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self.agents = self.possible_agents[:]
        cells = {
            "observations": spaces.Box(0, 255, (SHAPE[0] * SHAPE[1],), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.float32),
        }
        self.observation_spaces = {name: spaces.Dict(cells) for name in self.agents}
        self.action_spaces = {name: spaces.Discrete(ACTIONS) for name in self.agents}

    episode: Episode = None  # type: ignore[assignment]
    """The deal under way: `episode.deal` can be cloned, resampled and looked into."""

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Answers, Answers]:
        """Begin a new deal; without a seed the next of the same stream."""
        if seed is not None:
            self._dealer.reseed(seed)
        self.episode = Episode(self._dealer.deal(), self._reward, self._illegal)
        return self._observations(self.episode.deal.choosing), {}

    def step(self, actions: Answers) -> tuple[Answers, Answers, Answers, Answers, Answers]:
        """Step the agents that had an observation; actions of others are ignored."""
        if self.episode is None:
            raise ResetNeeded("call reset before step")
        deal = self.episode.deal
        asked = deal.choosing
        for seat in asked:
            self.episode.step(int(actions.get(agent_name(seat), -1)), seat)
            if self.episode.loser is not None:
                break
        if not self.episode.is_over:
            rewards = {agent_name(seat): 0.0 for seat in asked}
            return self._observations(deal.choosing), rewards, {ALL: False}, {ALL: False}, {}
        scored = zip(self.possible_agents, self.episode.rewards().tolist(), strict=True)
        # They stay in `agents`: RLlib checks that the agents of the last observations are there.
        ended = dict.fromkeys([*self.agents, ALL], True)
        return self._observations(range(deal.players)), dict(scored), ended, {ALL: False}, {}

    def _observations(self, seats: Iterable[int]) -> Answers:
        deal, over = self.episode.deal, self.episode.is_over
        return {
            agent_name(seat): {
                "observations": deal.observe(seat).reshape(-1).astype(np.float32),
                "action_mask": deal.mask(seat).astype(np.float32) * (not over),
            }
            for seat in seats
        }
