"""Gymnasium in machine code: one agent against compiled bots, ten times as fast as `gym_env.py`.

`gymnasium.make("spielgeld.research.compiled_env:SpielgeldCompiled-v1", opponents="best")`. Needs
the extra `research`. Not supported: bots that are not compiled, the edition `any`, access to the
deal, and `illegal="raise"`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.compiled_tables import CompiledTables
from spielgeld.research.observation import SHAPE, VERSION, Observation

ID = f"SpielgeldCompiled-v{VERSION}"


class SpielgeldCompiledEnv(gymnasium.Env[Observation, int]):
    """A seat of its own, with bots at all others. The mask is in `info` and `action_masks()`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        opponents: str | Sequence[str] = "best",
        edition: str = "it",
        players: int = 4,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """The options are those of `CompiledTables`."""
        self.tables = CompiledTables(1, edition, players, opponents=opponents, **options)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, SHAPE, np.uint8)
        self.action_space = spaces.Discrete(ACTIONS)
        self._is_fresh = False
        self._mask: Mask = np.zeros(ACTIONS, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal; without a seed the next of the same stream."""
        super().reset(seed=seed, options=options)
        has_begun = (
            seed is None and self._is_fresh
        )  # the next deal begins in the step in which one ends
        step = self.tables.look() if has_begun else self.tables.reset(seed)
        self._is_fresh = False
        self._mask, self.seat = step.mask[0], int(step.seat[0])
        return step.observation[0], {"action_mask": self._mask}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do this, then let the others play until it is the own choice again."""
        seen, self._mask = self.tables.step_one(action)
        if not self.tables.ended:
            return seen, 0.0, False, False, {"action_mask": self._mask}
        self._is_fresh = True
        self._mask = np.zeros(ACTIONS, np.int8)
        last = self.tables.last
        info = {"action_mask": self._mask, "illegal": bool(last.illegal[0]), "seat": self.seat}
        reward = float(last.rewards[0, self.seat])
        return self.tables.final_observations[0], reward, True, False, info

    def action_masks(self) -> Mask:
        """What is legal now, where MaskablePPO looks for it."""
        return self._mask


gymnasium.register(ID, entry_point=f"{__name__}:SpielgeldCompiledEnv")
