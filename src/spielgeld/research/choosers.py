"""A multi-agent environment that observes only the agents that have to act now.

That is RLlib's convention (`rllib_env.py` makes it an RLlib environment), written without RLlib.
"""

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces

from spielgeld.research.actions import ACTIONS, mask_of
from spielgeld.research.episode import Episode, Illegal, agent_name, check_options, conditions_of
from spielgeld.research.observation import SHAPE
from spielgeld.research.rewards import Reward

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
        house_rules: dict[str, object] | None = None,
        removed: list[str] | None = None,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
    ) -> None:
        check_options(reward, illegal)
        self._conditions = conditions_of(edition, players, house_rules, removed)
        self._reward, self._illegal = reward, illegal
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self.agents = self.possible_agents[:]
        cells = {
            "observations": spaces.Box(0, 255, (SHAPE[0] * SHAPE[1],), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.float32),
        }
        self.observation_spaces = {name: spaces.Dict(cells) for name in self.agents}
        self.action_spaces = {name: spaces.Discrete(ACTIONS) for name in self.agents}
        self._rng: Random | None = None

    episode: Episode
    """The deal under way."""

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Answers, Answers]:
        """A new deal; without a seed the next of the same stream."""
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        deal = self._conditions.draw_deal(self._rng)
        self.episode = Episode(deal, self._reward, self._illegal)
        return self._observations(deal.choosing), {}

    def step(self, actions: Answers) -> tuple[Answers, Answers, Answers, Answers, Answers]:
        """Step the agents that had an observation; actions of others are ignored."""
        deal = self.episode.deal
        asked = deal.choosing
        for seat in asked:
            self.episode.step(int(actions.get(agent_name(seat), -1)), seat)
            if self.episode.loser is not None:
                break
        if not self.episode.is_over:
            rewards = {agent_name(seat): 0.0 for seat in asked}
            return self._observations(deal.choosing), rewards, {ALL: False}, {ALL: False}, {}
        seats = range(deal.players)
        scored = zip(self.possible_agents, self.episode.rewards().tolist(), strict=True)
        # They stay in `agents`: RLlib checks that the agents of the last observations are there.
        ended = dict.fromkeys([*self.agents, ALL], True)
        return self._observations(seats), dict(scored), ended, {ALL: False}, {}

    def _observations(self, seats: Any) -> Answers:
        deal, over = self.episode.deal, self.episode.is_over
        return {
            agent_name(seat): {
                "observations": deal.observe(seat).reshape(-1).astype(np.float32),
                "action_mask": mask_of([] if over else deal.legal(seat)).astype(np.float32),
            }
            for seat in seats
        }
