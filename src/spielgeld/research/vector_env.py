"""Gymnasium's vector environment: many tables at once on the compiled engine.

Needs the extra `research`. Opponents are compiled too: `OPPONENTS` of `compiled_game.py`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.compiled_tables import CompiledTables, Step
from spielgeld.research.observation import SHAPE


class SpielgeldVectorEnv(VectorEnv):
    """One agent at every table. A table that ends begins anew in the same step."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 256,
        opponents: str | Sequence[str] = "best",
        edition: str = "it",
        players: int = 4,
        **options: Any,
    ) -> None:
        """The options are those of `CompiledTables`."""
        options.pop("render_mode", None)
        self.tables = CompiledTables(num_envs, edition, players, opponents=opponents, **options)
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, SHAPE, np.uint8)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._last = self.tables.look()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """New deals at all tables; of a list of seeds only the first is used."""
        first = seed if seed is None or isinstance(seed, int) else seed[0]
        self._last = self.tables.reset(first)
        return self._last.observation, {"action_mask": self._last.mask, "seat": self._last.seat}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Let every agent do its action, and everybody else play on."""
        seats, step = self._last.seat, self.tables.step(actions)
        self._last = step
        rewards = step.rewards[np.arange(self.num_envs), seats].astype(np.float64)
        info = {"action_mask": step.mask, "seat": step.seat}
        if self.tables.ended:
            info |= self._final(step)
        return step.observation, rewards, step.over, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> Mask:
        """What is legal at each table now."""
        return self._last.mask

    def _final(self, step: Step) -> dict[str, Any]:
        """The final observations and infos of deals that ended, as Gymnasium has them."""
        last = np.empty(self.num_envs, object)
        for at, seen in zip(np.flatnonzero(step.over), self.tables.final_observations, strict=True):
            last[at] = seen
        ended = {"illegal": step.illegal, "_illegal": step.over}
        return {
            "final_obs": last,
            "_final_obs": step.over,
            "final_info": ended,
            "_final_info": step.over,
        }
