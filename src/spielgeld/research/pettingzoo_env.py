"""PettingZoo: all seats as agents, one after the other (AEC) or all at once (Parallel).

Needs the extra `research`. In AEC the same agent chooses again until its bid is sealed. In
Parallel all agents bid at the same time; an agent that has nothing to choose does `WAIT`.
"""

from typing import Any, ClassVar

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from spielgeld.research.actions import ACTIONS
from spielgeld.research.choosers import Seats
from spielgeld.research.observation import VERSION

WAIT = ACTIONS
"""Parallel only: the no-op of an agent that has nothing to choose."""
_METADATA = {"name": f"spielgeld_v{VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}


class _Table(Seats):
    """What both kinds have in common."""

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """The options are those of `Seats`."""
        super().__init__(**options)
        self.render_mode, self.agents = render_mode, []

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
        mask = self.episode.mask(seat) if seat == deal.actor else np.zeros(ACTIONS, np.int8)
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
            self.rewards = self._rewards()
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
        agents, choosing = self.agents, self.episode.deal.choosing
        # An agent that has nothing to choose may only wait: all else is illegal.
        self._step_all(
            {
                name: actions[name] if self._seat[name] in choosing else -1
                for name in agents
                if self._seat[name] in choosing or actions[name] != WAIT
            }
        )
        over = self.episode.is_over
        self.agents = [] if over else agents
        ended = dict.fromkeys(agents, over)
        cut = dict.fromkeys(agents, False)
        return self._observations(), self._rewards(), ended, cut, {name: {} for name in agents}

    def _observations(self) -> dict[str, Any]:
        seen, masks = self.episode.deal.look()
        if self.episode.is_over:
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
