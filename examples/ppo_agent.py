"""The agent that `train_ppo.py` trained, as a bot: `spielgeld serve --bot ppo_agent.py:PPOAgent`.

It needs NumPy alone and reads `agent.npz` beside this file, or the file that the environment
variable SPIELGELD_AGENT names.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np

from spielgeld.research.actions import Mask
from spielgeld.research.observation import MOMENT, POINTS, SIZE, Observation
from spielgeld.research.policy_bot import PolicyBot

CURRENCIES, NOTES = 7, 63


class Net:
    """The actor of `train_ppo.py`, without the library that trained it."""

    def __init__(self, weights: Path) -> None:
        try:
            with np.load(weights) as arrays:
                self._arrays = {name: arrays[name] for name in arrays.files}
        except (OSError, ValueError):
            raise SystemExit(f"no agent in {weights.name}") from None

    def layer(self, name: str, inputs: Any) -> Any:
        return inputs @ self._arrays[f"{name}.weight"].T + self._arrays[f"{name}.bias"]

    def __call__(self, cells: Observation, _: Mask) -> Any:
        seen = cells.astype(np.float32)
        seen[:, SIZE : POINTS + 1] /= 32
        notes = seen[:MOMENT, :NOTES].reshape(MOMENT, CURRENCIES, -1).transpose(1, 0, 2)
        each = np.maximum(0, self.layer("currency", notes.reshape(CURRENCIES, -1)))
        told = [each.sum(0), seen[:MOMENT, NOTES:].ravel(), seen[MOMENT]]
        table = np.maximum(0, self.layer("table", np.concatenate(told)))
        again = np.maximum(0, self.layer("again", each) + self.layer("told", table))
        return np.concatenate([self.layer("notes", again).ravel(), self.layer("rest", table)])


class PPOAgent(PolicyBot):
    def __init__(self) -> None:
        beside = Path(__file__).with_name("agent.npz")
        super().__init__(Net(Path(os.environ.get("SPIELGELD_AGENT", beside))))
