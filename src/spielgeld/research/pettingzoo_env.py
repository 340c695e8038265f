"""PettingZoo: all seats as agents, one after the other (AEC) or all at once (Parallel).

Needs the extra `research`. In AEC the same agent chooses again until its bid is sealed. In
Parallel all agents bid at the same time; an agent that has nothing to choose does `WAIT`.
"""

from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from spielgeld.research.actions import ACTIONS
from spielgeld.research.compiled_episode import one_after_the_other
from spielgeld.research.deal import CardByCard
from spielgeld.research.episode import (
    Episode,
    Illegal,
    agent_name,
    check_options,
    conditions_of,
)
from spielgeld.research.observation import SHAPE, VERSION
from spielgeld.research.rewards import Reward

WAIT = ACTIONS
"""Parallel only: the no-op of an agent that has nothing to choose."""
_METADATA = {"name": f"spielgeld_v{VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}


def _spaces(agents: list[str], actions: int) -> tuple[dict[str, Any], dict[str, Any]]:
    seen = {
        name: spaces.Dict(
            {
                "observation": spaces.Box(0, 255, SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        for name in agents
    }
    return seen, {name: spaces.Discrete(actions) for name in agents}


class _Table:
    """What both kinds have in common."""

    def __init__(
        self,
        edition: str = "it",
        players: int = 4,
        *,
        house_rules: dict[str, object] | None = None,
        removed: list[str] | None = None,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_options(reward, illegal)
        self._conditions = conditions_of(edition, players, house_rules, removed)
        self._reward, self._illegal = reward, illegal
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._rng: Random | None = None
        self.agents: list[str] = []

    def _new_deal(self, seed: int | None) -> CardByCard:
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        return self._conditions.draw_deal(self._rng)

    def observation_space(self, agent: str) -> Any:
        """The same object on every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object on every call."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table in words, where `render_mode` is `ansi`."""
        return self.episode.as_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    episode: Episode
    """The deal under way: `episode.deal` can be cloned, resampled and looked into."""
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]


class SpielgeldAEC(_Table, AECEnv):
    """One agent after the other."""

    metadata: ClassVar[dict[str, Any]] = _METADATA

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.observation_spaces, self.action_spaces = _spaces(self.possible_agents, ACTIONS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new deal; without a seed the next of the same stream."""
        self.episode = one_after_the_other(self._new_deal(seed), self._reward, self._illegal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        actor = self.episode.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows; its mask is empty while it is another's choice."""
        episode, seat = self.episode, self._seat[agent]
        return {"observation": episode.observe(seat), "action_mask": episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """Let the selected agent do this; `None` for one whose deal is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.episode.step(-1 if action is None else int(action), self._seat[agent])
        if self.episode.is_over:
            self.rewards = dict(zip(self.agents, self.episode.rewards().tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self._select()


class SpielgeldParallel(_Table, ParallelEnv):
    """All agents at once: bids are laid at the same time, as at a table."""

    metadata: ClassVar[dict[str, Any]] = {**_METADATA, "is_parallelizable": True}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.observation_spaces, self.action_spaces = _spaces(self.possible_agents, ACTIONS + 1)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new deal; without a seed the next of the same stream."""
        self.episode = Episode(self._new_deal(seed), self._reward, self._illegal)
        self.agents = self.possible_agents[:]
        return self._observations(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Step all agents."""
        agents, deal = self.agents, self.episode.deal
        choosing = deal.choosing
        for name in agents:
            seat, action = self._seat[name], int(actions[name])
            if seat in choosing:
                self.episode.step(action, seat)
            elif action != WAIT:
                self.episode.step(-1, seat)
            if self.episode.loser is not None:
                break
        over = self.episode.is_over
        rewards = dict(zip(agents, self.episode.rewards().tolist(), strict=True))
        observations = self._observations()
        self.agents = [] if over else agents
        ended = dict.fromkeys(agents, over)
        return observations, rewards, ended, dict.fromkeys(agents, False), {n: {} for n in agents}

    def _observations(self) -> dict[str, Any]:
        deal = self.episode.deal
        choosing = [] if self.episode.is_over else deal.choosing
        return {
            name: {"observation": deal.observe(seat), "action_mask": _parallel_mask(deal, seat)}
            if seat in choosing
            else {"observation": deal.observe(seat), "action_mask": _ONLY_WAIT.copy()}
            for name, seat in self._seat.items()
        }


_ONLY_WAIT = np.zeros(ACTIONS + 1, np.int8)
_ONLY_WAIT[WAIT] = 1


def _parallel_mask(deal: Any, seat: int) -> Any:
    return np.append(deal.mask(seat), np.int8(0))


def env(**options: Any) -> SpielgeldAEC:
    """The game one agent after the other, as PettingZoo's own games are made."""
    return SpielgeldAEC(**options)


def parallel_env(**options: Any) -> SpielgeldParallel:
    """The game with all agents at once."""
    return SpielgeldParallel(**options)
