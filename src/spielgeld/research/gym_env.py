"""Gymnasium: one agent against named bots or a mixture of them. Needs the extra `research`.

`gymnasium.make("spielgeld.research.gym_env:Spielgeld-v1", opponents="best")`.
"""

from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.episode import Episode, Illegal, check_options, conditions_of
from spielgeld.research.observation import SHAPE, VERSION, Observation
from spielgeld.research.opponents import Opponents, Others, bots_of, draw_bots
from spielgeld.research.rewards import Reward

ID = f"Spielgeld-v{VERSION}"


class SpielgeldEnv(gymnasium.Env[Observation, int]):
    """A seat of its own, with bots at all others. The mask is in `info` and `action_masks()`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        opponents: Opponents = "best",
        edition: str = "it",
        players: int = 4,
        *,
        seat: int | None = None,
        house_rules: dict[str, object] | None = None,
        removed: list[str] | None = None,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        """Opponents are drawn for every other seat and deal; so is the own seat, if it is None."""
        check_options(reward, illegal)
        self._conditions = conditions_of(edition, players, house_rules, removed)
        self._bots = bots_of(opponents)
        if seat is not None:
            self._conditions.draw_setup(Random(0)).check_seat(seat)
        self._own_seat, self._reward, self._illegal = seat, reward, illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, SHAPE, np.uint8)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal; without a seed the next of the same stream."""
        super().reset(seed=seed, options=options)
        rng = Random(int(self.np_random.integers(1 << 62)))
        deal = self._conditions.draw_deal(rng)
        drawn = rng.randrange(deal.players)
        self.seat = drawn if self._own_seat is None else self._own_seat
        self.episode = Episode(deal, self._reward, self._illegal)
        self.others = Others(draw_bots(self._bots, deal.players, rng), self.seat, rng)
        self.others.play_on(deal)
        return deal.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do this, then let the others play until it is the own choice again."""
        episode = self.episode
        episode.step(int(action), self.seat)
        if episode.loser is None:
            self.others.play_on(episode.deal)
        reward = float(episode.rewards()[self.seat])
        return episode.deal.observe(self.seat), reward, episode.is_over, False, self._info()

    def action_masks(self) -> Mask:
        """What is legal now, where MaskablePPO looks for it."""
        if self.episode.is_over:
            return np.zeros(ACTIONS, np.int8)
        return self.episode.deal.mask(self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self.episode.is_over:
            info["points"] = self.episode.deal.points
            info["seat"] = self.seat
            info["illegal"] = self.episode.loser is not None
        return info

    def render(self) -> str | None:
        """The table in words, where `render_mode` is `ansi`."""
        return self.episode.as_text() if self.render_mode == "ansi" else None


gymnasium.register(
    ID,
    entry_point=f"{__name__}:SpielgeldEnv",
    vector_entry_point="spielgeld.research.vector_env:SpielgeldVectorEnv",
)
