"""PettingZoo: all seats as agents, one after the other (AEC) or all at once (Parallel).

Needs the extra `research`. In AEC the same agent chooses again until its bid is sealed. In
Parallel all agents bid at the same time; an agent that has nothing to choose does `WAIT`.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from spielgeld.research.actions import ACTIONS
from spielgeld.research.deal import agent_name
from spielgeld.research.episode import Dealer, Episode, Illegal, Reward, check_options
from spielgeld.research.observation import SHAPE, VERSION

WAIT = ACTIONS
"""Parallel only: the no-op of an agent that has nothing to choose."""
_METADATA = {"name": f"spielgeld_v{VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}


class _Table:
    """What both kinds have in common."""

    actions = ACTIONS

    def __init__(
        self,
        edition: str = "it",
        players: int = 4,
        *,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """The other options are those of `Dealer`."""
        check_options(reward, illegal)
        self._dealer = Dealer(edition, players, **options)
        self._reward, self._illegal = reward, illegal
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {name: self._seen_space() for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(self.actions) for name in self.possible_agents}

    def _seen_space(self) -> Any:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._dealer.reseed(seed)
        self.episode = Episode(self._dealer.deal(), self._reward, self._illegal)
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> Any:
        """Return the same object on every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the same object on every call."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the table in words, if `render_mode` is `ansi`."""
        if self.episode is None:
            EnvLogger.error_render_before_reset()
        return self.episode.deal.as_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    episode: Episode = None  # type: ignore[assignment]
    """The deal under way: `episode.deal` can be cloned, resampled and looked into."""


class SpielgeldAEC(_Table, AECEnv):
    """One agent after the other."""

    metadata: ClassVar[dict[str, Any]] = _METADATA

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new deal; without a seed the next of the same stream."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent knows; its mask is empty while it is another's choice."""
        if self.episode is None:
            EnvLogger.error_observe_before_reset()
        deal, seat = self.episode.deal, self._seat[agent]
        chooses = seat == deal.actor and not self.episode.is_over
        mask = deal.mask(seat) if chooses else np.zeros(ACTIONS, np.int8)
        return {"observation": deal.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent do this; `None` for one whose deal is over."""
        if self.episode is None:
            EnvLogger.error_step_before_reset()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.episode.step(-1 if action is None else int(action), self._seat[agent])
        actor = self.episode.deal.actor
        if self.episode.is_over or actor is None:
            self.rewards = dict(zip(self.agents, self.episode.rewards().tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[actor]


class SpielgeldParallel(_Table, ParallelEnv):
    """All agents at once: bids are laid at the same time, as at a table."""

    metadata: ClassVar[dict[str, Any]] = {**_METADATA, "is_parallelizable": True}
    actions = ACTIONS + 1

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new deal; without a seed the next of the same stream."""
        self._begin(seed)
        return self._observations(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Step all agents."""
        if self.episode is None:
            EnvLogger.error_step_before_reset()
        agents, deal = self.agents, self.episode.deal
        choosing = deal.choosing
        for name in agents:
            seat, action = self._seat[name], int(actions[name])
            if seat in choosing or action != WAIT:
                self.episode.step(action if seat in choosing else -1, seat)
            if self.episode.loser is not None:
                break
        over = self.episode.is_over
        rewards = dict(zip(agents, self.episode.rewards().tolist(), strict=True))
        self.agents = [] if over else agents
        ended = dict.fromkeys(agents, over)
        cut = dict.fromkeys(agents, False)
        return self._observations(), rewards, ended, cut, {name: {} for name in agents}

    def _observations(self) -> dict[str, Any]:
        deal, is_over = self.episode.deal, self.episode.is_over
        seen, masks = deal.look()
        if is_over:
            masks[:] = 0
        masks[:, WAIT] = ~masks.any(1)
        return {
            name: {"observation": seen[seat], "action_mask": masks[seat]}
            for name, seat in self._seat.items()
        }


def raw_env(**options: Any) -> SpielgeldAEC:
    """Return the game one agent after the other, without wrappers."""
    return SpielgeldAEC(**options)


def env(**options: Any) -> Any:
    """Return the game in the wrappers that PettingZoo puts around its own games.

    There is none for illegal actions, because the game has a rule of its own for them.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


def parallel_env(**options: Any) -> SpielgeldParallel:
    """Return the game with all agents at once."""
    return SpielgeldParallel(**options)
