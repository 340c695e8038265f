"""Many tables at once on the compiled engine: a step for all of them is one call."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.policy import bid_buffers
from spielgeld.engine import Unreadable, quoted
from spielgeld.fast.jit import IS_COMPILED
from spielgeld.fast.words import MOST_CARDS, Words
from spielgeld.research import observation as cells
from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.compiled_deal import MASK_WORDS, WIDTH, WORD
from spielgeld.research.compiled_game import game_of
from spielgeld.research.compiled_steps import begin_all, draw_actions, observe_all, step_all
from spielgeld.research.compiled_view import ROW_WORDS
from spielgeld.research.rewards import Reward, check_reward

_MOST_TABLES = 1 << 20


class Step(NamedTuple):
    """The result of a step, by table; the arrays are fresh copies."""

    observation: NDArray[np.uint8]
    mask: Mask
    seat: NDArray[np.int64]
    """The seat that has to choose now, whose observation it is."""
    rewards: NDArray[np.float32]
    """By seat: 0 but where a deal ended."""
    over: NDArray[np.bool_]
    """Where a deal ended; the observation is that of the next one."""
    illegal: NDArray[np.bool_]
    """Where it ended because the action was not legal."""


class CompiledTables:
    """Tables side by side, all of one edition and number of players."""

    def __init__(
        self,
        tables: int,
        edition: str = "it",
        players: int = 4,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        house_rules: Mapping[str, object] | None = None,
        removed: Sequence[str] | None = None,
        reward: Reward = "win_share",
        seed: int | None = None,
    ) -> None:
        """Without opponents the caller plays every seat; else `seat`, or one drawn each deal."""
        if not IS_COMPILED:
            raise Unreadable("fast", "this needs Numba: pip install 'spielgeld[research]'")
        check_reward(reward)
        if type(tables) is not int or not 1 <= tables <= _MOST_TABLES:
            raise Unreadable(
                "tables", f"there can be 1 to {_MOST_TABLES} tables, not {quoted(tables)}"
            )
        self.players = players
        self._game = game_of(edition, players, opponents, seat, house_rules or {}, removed, reward)
        self._rows = np.zeros((tables, WIDTH), np.int64)
        self._order, self._buffers = np.zeros(MOST_CARDS, np.int64), bid_buffers()
        self._kept, self._finals = self._room(tables), self._room(tables)
        self._chosen, self.last = np.zeros(1, np.int64), self._empty()
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Step:
        """New deals; without a seed the next of the same streams."""
        rows = self._rows
        if seed is not None or not rows[0, WORD]:
            chance = np.random.default_rng(seed)
            self._word, *words = chance.integers(1, np.iinfo(np.int64).max, len(rows) + 1).tolist()
            rows[:, WORD] = words
        begin_all(self._game, rows, self._order, self._buffers)
        return self.look()

    def look(self) -> Step:
        """What is to be chosen now."""
        new = self._empty()
        masks = self._masks = self._mask_room()
        observe_all(self._game, self._rows, self._kept, masks, new.seat)
        return new._replace(observation=_as_cells(self._kept.copy()), mask=_as_mask(masks))

    def step(self, actions: Any) -> Step:
        """Let every actor do its action."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self._rows),):
            raise Unreadable("actions", f"{len(self._rows)} actions are wanted, not {chosen.shape}")
        new = self._empty()
        seen, mask = self._step(chosen, new)
        return new._replace(observation=seen, mask=mask)

    def step_one(self, action: int) -> tuple[NDArray[np.uint8], Mask]:
        """Apply an action at the only table; returns the next actor's observation and mask.

        If that `ended` the deal, `last` has the result.
        """
        self._chosen[0] = action
        seen, mask = self._step(self._chosen, self.last)
        return seen[0], mask[0]

    def _step(self, chosen: NDArray[np.int64], new: Step) -> tuple[NDArray[np.uint8], Mask]:
        masks = self._masks = self._mask_room()
        self.ended = step_all(
            self._game,
            self._rows,
            chosen,
            self._order,
            self._buffers,
            self._kept,
            masks,
            new.seat,
            new.rewards,
            new.over,
            new.illegal,
            self._finals,
        )
        return _as_cells(self._kept.copy()), _as_mask(masks)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each table, all equally likely."""
        actions = np.empty(len(self._rows), np.int64)
        self._word = draw_actions(self._masks, self._word, actions)
        return actions

    ended = 0
    """How many deals the last step ended."""

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """Of the deals that the last step ended, in the order of their tables; a copy."""
        return _as_cells(self._finals[: self.ended].copy())

    @property
    def rows(self) -> Words:
        """The full state of all tables (`compiled_deal.py`), for oracles, copies and tests."""
        return self._rows

    def _room(self, tables: int) -> Words:
        return np.empty((tables, cells.ROWS, ROW_WORDS), np.int64)

    def _mask_room(self) -> Words:
        return np.empty((len(self._rows), MASK_WORDS), np.int64)

    def _empty(self) -> Step:
        tables = len(self._rows)
        return Step(
            np.empty(0, np.uint8),
            np.empty(0, np.int8),
            np.empty(tables, np.int64),
            np.zeros((tables, self.players), np.float32),
            np.zeros(tables, np.bool_),
            np.zeros(tables, np.bool_),
        )


def _as_cells(seen: Words) -> NDArray[np.uint8]:
    found: NDArray[np.uint8] = seen.view(np.uint8).reshape(len(seen), *cells.SHAPE)
    return found


def _as_mask(masks: Words) -> Mask:
    found: Mask = masks.view(np.int8)[:, :ACTIONS]
    return found
