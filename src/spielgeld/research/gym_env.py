"""Gymnasium: one agent, bots at the other seats; one table or many. Needs the extra `research`.

`gymnasium.make("spielgeld.research.gym_env:Spielgeld-v1", opponents="best")`, and `make_vec` with
the same options. Tables whose bots are all compiled are much faster than tables with other bots.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.bot_tables import Opponents, tables_with
from spielgeld.research.episode import Seed
from spielgeld.research.observation import SHAPE, VERSION, Observation
from spielgeld.research.tables import Step

ID = f"Spielgeld-v{VERSION}"


class SpielgeldEnv(gymnasium.Env[Observation, int]):
    """A seat of its own, with bots at all others. The mask is in `info` and `action_masks()`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponents: Opponents = "best",
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Opponents are drawn for every other seat and deal; so is the own seat, if it is None.

        The options are `edition`, `players`, `seat`, `reward`, `illegal`, `house_rules`, `removed`.
        """
        self.tables = tables_with(1, opponents, anew=False, **options)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, SHAPE, np.uint8)
        self.action_space = spaces.Discrete(ACTIONS)
        self._mask: Mask | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new deal; without a seed the next of the same stream."""
        super().reset(seed=seed, options=options)
        step = self.tables.reset(seed)
        self._mask, self.seat = step.mask[0], int(step.seat[0])
        return step.observation[0], {"action_mask": self._mask, "seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do this, then let the others play until it is the own choice again."""
        if self._mask is None:
            raise ResetNeeded("call reset before step")
        seen, self._mask = self.tables.step_one(int(action))
        info: dict[str, Any] = {"action_mask": self._mask, "seat": self.seat}
        if not self.tables.ended:
            return seen, 0.0, False, False, info
        last = self.tables.last
        info |= {"points": last.points[0].copy(), "illegal": bool(last.illegal[0])}
        return seen, float(last.rewards[0, self.seat]), True, False, info

    def action_masks(self) -> Mask:
        """Return what is legal now, where MaskablePPO looks for it."""
        if self._mask is None:
            raise ResetNeeded("call reset before action_masks")
        return self._mask

    def render(self) -> str | None:
        """Return the table in words, if `render_mode` is `ansi`."""
        return self.tables.deal().as_text() if self.render_mode == "ansi" else None


class SpielgeldVectorEnv(VectorEnv):
    """One agent at every table. A table that ends begins anew in the same step."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 256,
        opponents: Opponents = "best",
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """The options are those of `SpielgeldEnv`."""
        self.tables = tables_with(num_envs, opponents, **options)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = spaces.Box(0, 255, SHAPE, np.uint8)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._last: Step | None = None

    def reset(
        self,
        *,
        seed: Seed = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new deals at all tables; table *i* has the seed *i* of a list, or `seed` + *i*."""
        self._last = step = self.tables.reset(seed)
        return step.observation, {"action_mask": step.mask, "seat": step.seat}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Let every agent do its action, and everybody else play on."""
        if self._last is None:
            raise ResetNeeded("call reset before step")
        seats, step = self._last.seat, self.tables.step(actions)
        self._last = step
        rewards = step.rewards[np.arange(self.num_envs), seats].astype(np.float64)
        info = {"action_mask": step.mask, "seat": step.seat}
        if self.tables.ended:
            info |= self._final(step, seats)
        return step.observation, rewards, step.over, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> Mask:
        """Return what is legal at each table now."""
        if self._last is None:
            raise ResetNeeded("call reset before action_masks")
        return self._last.mask

    def _final(self, step: Step, seats: Any) -> dict[str, Any]:
        """Return the final observations and infos of deals that ended, as Gymnasium has them."""
        last = np.empty(self.num_envs, object)
        for at, seen in zip(np.flatnonzero(step.over), self.tables.final_observations, strict=True):
            last[at] = seen
        masks = np.zeros((self.num_envs, ACTIONS), np.int8)
        ended = {
            "action_mask": masks,
            "seat": seats,
            "points": step.points,
            "illegal": step.illegal,
        }
        told = ended | {f"_{name}": step.over for name in ended}
        return {
            "final_obs": last,
            "_final_obs": step.over,
            "final_info": told,
            "_final_info": step.over,
        }


gymnasium.register(
    ID, entry_point=f"{__name__}:SpielgeldEnv", vector_entry_point=f"{__name__}:SpielgeldVectorEnv"
)
