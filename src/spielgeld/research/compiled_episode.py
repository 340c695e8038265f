"""One deal in machine code, every seat played by the caller, one after the other.

It is `Episode` on the compiled engine. The deal on the readable engine is brought up to date only
when it is accessed, by replaying the actions. A test holds the two equal, for every seat.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from spielgeld.engine import Setup
from spielgeld.fast.jit import IS_COMPILED, compiled
from spielgeld.fast.steps import AWAITS, BIDS, FIRST_WAITING, OVER, PLAYERS, SCORES
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import Words, layout_of
from spielgeld.research.actions import ACTIONS, SEAL, Mask
from spielgeld.research.compiled_deal import (
    ACTOR,
    MASK_WORDS,
    SEALED,
    WIDTH,
    act,
    begin_with,
    is_legal,
    turn_up,
    write_mask,
)
from spielgeld.research.compiled_steps import count_now
from spielgeld.research.compiled_view import (
    ROW_WORDS,
    constant_words,
    spread_bits,
    write_card_laid,
    write_observation,
)
from spielgeld.research.deal import CardByCard
from spielgeld.research.episode import Episode, Illegal
from spielgeld.research.observation import ROWS, SHAPE, Observation
from spielgeld.research.rewards import Reward

_OVER, _ILLEGAL = -1, -2
_SPREAD = spread_bits()
_tables = lru_cache(maxsize=64)(tables_of)


def one_after_the_other(deal: CardByCard, reward: Reward, illegal: Illegal) -> Episode:
    """An episode for a deal that has just begun: compiled where Numba is available."""
    return (CompiledEpisode if IS_COMPILED else Episode)(deal, reward, illegal)


class CompiledEpisode(Episode):
    """One seat chooses after the other: only the actor may step."""

    def __init__(self, deal: CardByCard, reward: Reward, illegal: Illegal) -> None:
        super().__init__(deal, reward, illegal)
        setup = deal.match.setup
        self._tables, self._constant = _tables(setup.rules), constant_words(setup)
        self._row = np.zeros(WIDTH, np.int64)
        self._seen = np.empty((ROWS, ROW_WORDS), np.int64)
        self._mask = np.empty(MASK_WORDS, np.int64)
        self._ahead: list[int] = []
        """The actions since the readable deal was last brought up to date."""
        begin_with(self._row, setup.players, _in_game(setup), _order(deal))
        _look(self._tables, self._constant, _SPREAD, self._row, self._seen, self._mask)
        self._actor = 0

    @property
    def deal(self) -> CardByCard:
        """A copy: changing it does not change the episode."""
        for action in self._ahead:
            self._deal.step(action)
        self._ahead = []
        return self._deal.clone()

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self._actor < 0

    @property
    def actor(self) -> int | None:
        """Whose choice it is."""
        return None if self._actor < 0 else self._actor

    @property
    def points(self) -> list[int]:
        """What each seat scores, or would score now."""
        if not self.is_over:
            count_now(self._tables, self._row)
        scores: list[int] = self._row[SCORES : SCORES + self._row[PLAYERS]].tolist()
        return scores

    def step(self, action: int, seat: int) -> None:
        """Let the actor do this. By default what is not legal ends the deal, and the seat loses."""
        after = _ILLEGAL
        if 0 <= action < ACTIONS and seat == self._actor:
            after = _step(
                self._tables, self._constant, _SPREAD, self._row, action, self._seen, self._mask
            )
        if after != _ILLEGAL:
            self._ahead.append(action)
            self._actor = after
        elif self._illegal == "raise":
            self.deal.step(action, seat)
        else:
            count_now(self._tables, self._row)
            self.loser, self._actor = seat, _OVER

    def observe(self, seat: int) -> Observation:
        """The observation of the seat."""
        if seat == self._actor:
            words = self._seen.copy()
        else:
            words = np.empty_like(self._seen)
            write_observation(self._tables, self._constant, _SPREAD, self._row, seat, words)
        return words.view(np.uint8).reshape(SHAPE)

    def mask(self, seat: int) -> Mask:
        """What the seat may do: nothing while another chooses."""
        if seat != self._actor:
            return np.zeros(ACTIONS, np.int8)
        return self._mask.copy().view(np.int8)[:ACTIONS]


def _in_game(setup: Setup) -> int:
    codes = enumerate(each.code for each in setup.edition.currencies)
    return sum(1 << at for at, code in codes if code not in setup.removed)


def _order(deal: CardByCard) -> Words:
    """The cards by number, as they leave the deck."""
    dealt = deal.match.deal
    piles = (*dealt.hands, dealt.right, dealt.left, dealt.deck) if dealt else ()
    number = layout_of(deal.match.setup).number
    return np.array([number[card] for each in piles for card in each], np.int64)


@compiled
def _look(tables: Tables, constant: Words, spread: Words, row: Words, seen: Any, mask: Any) -> None:
    """What the actor sees and may do."""
    write_observation(tables, constant, spread, row, row[ACTOR], seen)
    write_mask(tables, spread, row, mask)


@compiled
def _step(
    tables: Tables, constant: Words, spread: Words, row: Words, action: int, seen: Any, mask: Any
) -> Any:
    """Apply the action; returns who chooses next, or that the deal is over or it was illegal.

    `seen` and `mask` hold the actor's observation before, and the next actor's after the call.
    """
    if not is_legal(tables, row, action):
        return _ILLEGAL
    act(tables, row, action)
    if action < SEAL:
        write_card_laid(tables, row, row[ACTOR], action, seen)
        write_mask(tables, spread, row, mask)
        return row[ACTOR]
    if not _ask_next(tables, row):
        return _OVER
    _look(tables, constant, spread, row, seen, mask)
    return row[ACTOR]


@compiled
def _ask_next(tables: Tables, row: Words) -> Any:
    """Reveal the bids if all are sealed, and find the next actor; whether there is one."""
    while row[AWAITS] == BIDS:
        for seat in range(row[PLAYERS]):
            if not row[SEALED + seat]:
                row[ACTOR] = seat
                return True
        turn_up(tables, row)
    if row[AWAITS] == OVER:
        return False
    row[ACTOR] = row[FIRST_WAITING]
    return True
