"""Many tables at once on the compiled engine: a step for all of them is one call."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.characters import TEMPERS
from spielgeld.bots.heuristic.outlook import outlook
from spielgeld.bots.heuristic.policy import Weighed, room
from spielgeld.engine import Setup, Unreadable, find_edition, quoted, removed_count, set_up
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import IS_COMPILED, compiled
from spielgeld.fast.steps import (
    AWAITS,
    HAND_COINS,
    HAND_NOTES,
    LYING_COINS,
    LYING_NOTES,
    OVER,
    PLAYERS,
    SCORES,
    points,
)
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import COIN_BITS, MOST_CARDS, MOST_SEATS, Words
from spielgeld.research import observation as cells
from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.compiled_deal import (
    ACTOR,
    AT_RANDOM,
    CALLER,
    LOSER,
    MASK_WORDS,
    MIND,
    WIDTH,
    WORD,
    Minds,
    act,
    begin,
    go_on,
    is_legal,
    write_mask,
)
from spielgeld.research.compiled_view import (
    ROW_WORDS,
    constant_words,
    spread_bits,
    write_observation,
)
from spielgeld.research.rewards import Reward, check_reward

RANDOM = "random"
OPPONENTS = (RANDOM, *TEMPERS)
"""The bots that are compiled."""
_MOST_TABLES = 1 << 20


class Game(NamedTuple):
    """What all tables have in common."""

    tables: Tables
    minds: Minds
    constant: Words
    """The first three words of the last row; all coins there are, as bits."""
    spread: Words
    numbers: Words
    """Players; currencies that leave, or which, as bits; whether these are fixed; coins; the
    caller's seat (-1: all, -2: drawn); whether points are the reward."""
    opponents: Words
    """The minds of which every other seat draws one."""


class Step(NamedTuple):
    """What comes of a step, by table; the arrays are new ones."""

    observation: NDArray[np.uint8]
    mask: Mask
    seat: NDArray[np.int64]
    """Whose observation it is: the seat that has to choose now."""
    rewards: NDArray[np.float32]
    """By seat: 0 but where a deal ended."""
    over: NDArray[np.bool_]
    """Where a deal ended; the observation is that of the next one."""
    illegal: NDArray[np.bool_]
    """Where it ended because the action was not legal."""


@compiled
def _new_deal(game: Game, row: Words, order: Words, weighed: Weighed) -> None:
    players, caller = game.numbers[0], game.numbers[4]
    begin(row, players, game.numbers[1], game.numbers[2], game.numbers[3], order)
    word = next_word(row[WORD])
    own = below(word, players) if caller == -2 else caller
    for seat in range(MOST_SEATS):
        word = next_word(word)
        mind = game.opponents[below(word, len(game.opponents))]
        row[MIND + seat] = CALLER if caller == -1 or seat == own else mind
    row[WORD] = word
    go_on(game.tables, game.minds, row, weighed)


@compiled
def _end(are_points: int, row: Words, rewards: Any) -> None:
    """What the deal was worth to each seat."""
    players, loser = row[PLAYERS], row[LOSER]
    if are_points:
        for seat in range(players):
            rewards[seat] = 0.0 if seat == loser else row[SCORES + seat] / 100
        return
    most, winners = -1, 0
    for seat in range(players):
        score = row[SCORES + seat]
        if loser >= 0:
            score = 0 if seat == loser else 1
        if score > most:
            most, winners = score, 0
        winners += score == most
    for seat in range(players):
        score = row[SCORES + seat]
        if loser >= 0:
            score = 0 if seat == loser else 1
        rewards[seat] = (1.0 / winners if score == most else 0.0) - 1.0 / players


@compiled
def begin_all(game: Game, rows: Words, order: Words, weighed: Weighed) -> None:
    """A new deal at every table."""
    for at in range(len(rows)):
        _new_deal(game, rows[at], order, weighed)


@compiled
def observe_all(game: Game, rows: Words, seen: Any, masks: Any, seats: Any) -> None:
    """What every actor sees and may do."""
    tables, constant, spread = game.tables, game.constant, game.spread
    for at in range(len(rows)):
        row = rows[at]
        seats[at] = row[ACTOR]
        write_observation(tables, constant, spread, row, row[ACTOR], seen[at])
        write_mask(tables, spread, row, masks[at])


@compiled
def step_all(
    game: Game,
    rows: Words,
    actions: Words,
    order: Words,
    weighed: Weighed,
    seen: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    over: Any,
    illegal: Any,
    finals: Any,
) -> Any:
    """Let every actor do its action, end what is over and begin anew; how many ended.

    `finals` gets the last observation of what ended, of the seat that acted.
    """
    # What is looked up in a tuple is counted as held: once here, not once for every table.
    tables, minds, constant, spread = game.tables, game.minds, game.constant, game.spread
    ended = 0
    for at in range(len(rows)):
        row, actor = rows[at], rows[at, ACTOR]
        if is_legal(tables, row, actions[at]):
            act(tables, row, actions[at])
            go_on(tables, minds, row, weighed)
        else:
            row[LOSER] = actor
            _count_now(tables, row)
        if row[AWAITS] == OVER or row[LOSER] >= 0:
            over[at], illegal[at] = True, row[LOSER] >= 0
            _end(game.numbers[5], row, rewards[at])
            write_observation(tables, constant, spread, row, actor, finals[ended])
            ended += 1
            _new_deal(game, row, order, weighed)
        seats[at] = row[ACTOR]
        write_observation(tables, constant, spread, row, row[ACTOR], seen[at])
        write_mask(tables, spread, row, masks[at])
    return ended


@compiled
def _count_now(tables: Tables, row: Words) -> None:
    """What all cards of each seat would score now."""
    for seat in range(row[PLAYERS]):
        notes = row[HAND_NOTES + seat] | row[LYING_NOTES + seat]
        coins = row[HAND_COINS + seat] | row[LYING_COINS + seat]
        row[SCORES + seat] = points(tables, notes, coins)


@compiled
def _draw_actions(masks: Words, word: int, actions: Words) -> int:
    """A legal action for each table, all equally likely; the next chance."""
    for at in range(len(masks)):
        legal = 0
        for place in range(MASK_WORDS):
            legal += count(masks[at, place])
        word = next_word(word)
        left, place = below(word, legal), 0
        while left >= count(masks[at, place]):
            left -= count(masks[at, place])
            place += 1
        cells_left = masks[at, place]
        for _ in range(left):
            cells_left &= cells_left - 1
        actions[at] = 8 * place + (count((cells_left & -cells_left) - 1) >> 3)
    return word


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
        setup = _setup(edition, players, removed, house_rules or {})
        names = _names(opponents)
        caller = -1 if opponents is None else _caller(setup, seat)
        self._game = _game(setup, names, caller, reward, removed is not None)
        self._rows = np.zeros((tables, WIDTH), np.int64)
        self._order, self._weighed = np.zeros(MOST_CARDS, np.int64), room()
        self._finals = self._room(tables)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Step:
        """New deals; without a seed the next of the same streams."""
        rows = self._rows
        if seed is not None or not rows[0, WORD]:
            chance = np.random.default_rng(seed)
            self._word, *words = chance.integers(1, np.iinfo(np.int64).max, len(rows) + 1).tolist()
            rows[:, WORD] = words
        begin_all(self._game, rows, self._order, self._weighed)
        return self.look()

    def look(self) -> Step:
        """What is to be chosen now."""
        seen, new = self._room(len(self._rows)), self._empty()
        masks = self._masks = self._mask_room()
        observe_all(self._game, self._rows, seen, masks, new.seat)
        return new._replace(observation=_as_cells(seen), mask=_as_mask(masks))

    def step(self, actions: Any) -> Step:
        """Let every actor do its action."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self._rows),):
            raise Unreadable("actions", f"{len(self._rows)} actions are wanted, not {chosen.shape}")
        seen, masks, new = self._room(len(self._rows)), self._mask_room(), self._empty()
        self._masks = masks
        self.ended = step_all(
            self._game,
            self._rows,
            chosen,
            self._order,
            self._weighed,
            seen,
            masks,
            new.seat,
            new.rewards,
            new.over,
            new.illegal,
            self._finals,
        )
        return new._replace(observation=_as_cells(seen), mask=_as_mask(masks))

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each table, all equally likely."""
        actions = np.empty(len(self._rows), np.int64)
        self._word = _draw_actions(self._masks, self._word, actions)
        return actions

    ended = 0
    """How many deals the last step ended."""

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """Of the deals that the last step ended, in the order of their tables; a copy."""
        return _as_cells(self._finals[: self.ended].copy())

    @property
    def rows(self) -> Words:
        """The truth of all tables (`compiled_deal.py`), for oracles, copies and tests."""
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


def _setup(
    edition: str, players: int, removed: Sequence[str] | None, house_rules: Mapping[str, object]
) -> Setup:
    leaving = removed
    if leaving is None:
        count = removed_count(players) if type(players) is int else 0
        leaving = [each.code for each in find_edition(edition).currencies[:count]]
    return set_up(edition, players, removed=leaving, house_rules={**house_rules, "deals": 1})


def _names(opponents: str | Sequence[str] | None) -> list[str]:
    names = [opponents] if isinstance(opponents, str) else list(opponents or ())
    for name in names:
        if name not in OPPONENTS:
            raise Unreadable(
                "bot",
                f"{quoted(name)} is not compiled; there are {', '.join(OPPONENTS)}",
                found=quoted(name),
                names=list(OPPONENTS),
            )
    if opponents is not None and not names:
        raise Unreadable("bots", "a table needs opponents")
    return names


def _caller(setup: Setup, seat: int | None) -> int:
    if seat is None:
        return -2
    setup.check_seat(seat)
    return seat


def _game(setup: Setup, names: Sequence[str], caller: int, reward: Reward, fixed: bool) -> Game:
    rules, players = setup.rules, setup.players
    tempers = sorted({*names} - {RANDOM})
    coins = COIN_BITS if rules.coins == "silver_gold" else COIN_BITS // 2
    codes = [each.code for each in setup.edition.currencies]
    which = sum(1 << codes.index(code) for code in setup.removed)
    leaving = which if fixed else len(setup.removed)
    numbers = [players, leaving, int(fixed), coins, caller, int(reward == "points")]
    chosen = [AT_RANDOM if name == RANDOM else tempers.index(name) for name in names]
    return Game(
        tables=tables_of(rules),
        minds=_minds(tempers, setup),
        constant=np.append(constant_words(setup)[:3], (1 << coins) - 1),
        spread=spread_bits(),
        numbers=np.array(numbers, np.int64),
        opponents=np.array(chosen or [AT_RANDOM], np.int64),
    )


def _minds(tempers: Sequence[str], setup: Setup) -> Minds:
    """One mind at least, so that the arrays have a shape."""
    outlooks = [outlook(TEMPERS[name], setup.players, setup.rules) for name in tempers or ("best",)]
    arrays = [np.array(column, np.float64) for column in zip(*outlooks, strict=True)]
    hand, coins, first, second, *numbers = arrays
    return Minds(hand, coins, first, second, np.ascontiguousarray(np.array(numbers).T))
