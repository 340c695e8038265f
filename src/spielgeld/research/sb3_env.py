"""Stable-Baselines3: many compiled tables as its vector environment. Needs the extra `sb3`.

Its own environments (`DummyVecEnv` around `gym_env.py`) work too, at a hundredth of the speed.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from spielgeld.research.gym_env import SpielgeldVectorEnv


class SpielgeldVecEnv(VecEnv):
    """One agent at every table; MaskablePPO finds the masks by itself."""

    def __init__(self, num_envs: int = 128, *, seed: int | None = None, **options: Any) -> None:
        """The options are those of `SpielgeldVectorEnv`."""
        self._inner = SpielgeldVectorEnv(num_envs, **options)
        self._lengths = np.zeros(num_envs, np.int64)
        super().__init__(
            num_envs, self._inner.single_observation_space, self._inner.single_action_space
        )
        self.seed(seed)

    def reset(self) -> Any:
        """Begin new deals at all tables, with the seeds of `seed()` if it was called."""
        observation, _ = self._inner.reset(seed=self._seeds)
        self._reset_seeds()
        self._lengths[:] = 0
        return observation

    def step_async(self, actions: Any) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Let every agent do its action."""
        seen, rewards, over, _, info = self._inner.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in np.flatnonzero(over).tolist():
            episode = {"r": float(rewards[at]), "l": int(self._lengths[at]), "t": 0.0}
            infos[at] = {"terminal_observation": info["final_obs"][at], "episode": episode}
        self._lengths[over] = 0
        return seen, rewards.astype(np.float32), over, infos

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """Only `action_masks` is supported."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return [self._inner.action_masks()[at] for at in self._places(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same attribute for every table."""
        return [getattr(self._inner, attr_name) for _ in self._places(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        """Refused: there are no attributes to set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """No table is wrapped."""
        return [False for _ in self._places(indices)]

    def close(self) -> None:
        """Nothing is held open."""

    def _places(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        return [*self._get_indices(indices)]
