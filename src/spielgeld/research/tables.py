"""Many tables at once: a step of all of them, the bots' choices included, is one compiled call."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.characters import TEMPERS
from spielgeld.bots.heuristic.outlook import Outlook, outlook
from spielgeld.bots.heuristic.policy import BidBuffers, bid_buffers, choose_bid, choose_turn
from spielgeld.engine import NotAllowed, Setup, Unreadable, find_edition, quoted
from spielgeld.fast import steps
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import compiled
from spielgeld.fast.steps import AWAITS, FIRST_WAITING, OVER, PLAYERS, TURN, WAITING
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import MOST_SEATS, Words
from spielgeld.research import core
from spielgeld.research import observation as cells
from spielgeld.research.actions import ACTIONS, SEAL, Mask
from spielgeld.research.core import ACTOR, LOSER, PLAYED_BY, SEALED, WORD, Kit
from spielgeld.research.deal import Deal
from spielgeld.research.episode import Dealer, Seed, random_seeds, seeds_of
from spielgeld.research.observation import Observation

RANDOM = "random"
OPPONENTS = (RANDOM, *TEMPERS)
"""The bots that are compiled."""
CALLER, AT_RANDOM = -2, -1
"""Players of a seat beside the numbers of compiled bots."""
EVERY_SEAT, DRAWN_SEAT = -1, -2
"""The caller's seat, if it is not one for all deals."""
_MOST_TABLES = 1 << 20


class Outlooks(NamedTuple):
    """Heuristic players; each is a row of every array."""

    hand: Any
    coins: Any
    first: Any
    second: Any
    numbers: Any
    """The other fields of `Outlook`, in their order."""


class Game(NamedTuple):
    """What all tables have in common."""

    kit: Kit
    outlooks: Outlooks
    numbers: Words
    """What `core.begin` needs (four); the caller's seat; whether points are the reward."""
    opponents: Words
    """The players of whom every other seat draws one."""


@compiled
def _outlook_of(outlooks: Outlooks, at: int) -> Outlook:
    n = outlooks.numbers[at]
    piles = outlooks.hand[at], outlooks.coins[at], outlooks.first[at], outlooks.second[at]
    return Outlook(*piles, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8])


@compiled
def _go_on(tables: Tables, outlooks: Outlooks, row: Words, buffers: BidBuffers) -> None:
    """Play the bots' choices and reveals until the caller has to choose or the deal is over."""
    while row[AWAITS] != OVER:
        if row[AWAITS] == TURN:
            seat = row[FIRST_WAITING]
            if row[PLAYED_BY + seat] == CALLER:
                row[ACTOR] = seat
                return
            _bot_turn(tables, outlooks, row, seat, buffers)
            continue
        for seat in range(row[PLAYERS]):
            if not row[SEALED + seat]:
                if row[PLAYED_BY + seat] == CALLER:
                    row[ACTOR] = seat
                    return
                _bot_bid(tables, outlooks, row, seat, buffers)
        core.turn_up(tables, row)


@compiled
def _bot_bid(
    tables: Tables, outlooks: Outlooks, row: Words, seat: int, buffers: BidBuffers
) -> None:
    word = row[WORD] = next_word(row[WORD])
    player = row[PLAYED_BY + seat]
    if player == AT_RANDOM:
        core.random_bid(tables, row, seat)
        return
    chance = (word >> 20) & 0x7FFFFFFF
    at = choose_bid(tables, _outlook_of(outlooks, player), row, seat, buffers, chance)
    row[core.BID_NOTES + seat], row[core.BID_COINS + seat] = buffers.notes[at], buffers.coins[at]
    row[core.BID_BLUFF + seat], row[SEALED + seat] = tables.breaks_ties, 1


@compiled
def _bot_turn(
    tables: Tables, outlooks: Outlooks, row: Words, seat: int, buffers: BidBuffers
) -> None:
    word = row[WORD] = next_word(row[WORD])
    player = row[PLAYED_BY + seat]
    if player == AT_RANDOM:
        at = below(word, row[WAITING] + 2)
        turn = at if at < steps.TAKE_BID else steps.TAKE_BID + row[FIRST_WAITING + at - 2]
    else:
        chance = (word >> 20) & 0x7FFFFFFF
        turn = choose_turn(tables, _outlook_of(outlooks, player), row, seat, buffers, chance)
    steps.take_turn(tables, row, turn)


@compiled
def draw_players(row: Words, caller: int, opponents: Words) -> None:
    """Draw who plays which seat of a deal that has just begun."""
    players = row[PLAYERS]
    word = next_word(row[WORD])
    own = below(word, players) if caller == DRAWN_SEAT else caller
    for seat in range(MOST_SEATS):
        word = next_word(word)
        player = opponents[below(word, len(opponents))]
        row[PLAYED_BY + seat] = CALLER if caller == EVERY_SEAT or seat == own else player
    row[WORD] = word


@compiled
def _new_deal(game: Game, row: Words, buffers: BidBuffers) -> None:
    numbers = game.numbers
    core.begin(row, numbers[0], numbers[1], numbers[2], numbers[3])
    draw_players(row, numbers[4], game.opponents)
    _go_on(game.kit.tables, game.outlooks, row, buffers)


@compiled
def _begin_all(game: Game, rows: Words, buffers: BidBuffers) -> None:
    for at in range(len(rows)):
        _new_deal(game, rows[at], buffers)


@compiled
def _observe_all(kit: Kit, rows: Words, kept: Any, masks: Any, seats: Any) -> None:
    """Write what every actor sees and may do."""
    tables, constant, spread, seals = kit
    for at in range(len(rows)):
        row = rows[at]
        seats[at] = row[ACTOR]
        core.write_observation(tables, constant, spread, row, row[ACTOR], kept[at])
        core.write_mask(seals, spread, row, row[ACTOR], masks, at)


class Step(NamedTuple):
    """The result of a step, by table; the arrays are fresh copies."""

    observation: NDArray[np.uint8]
    mask: Mask
    seat: NDArray[np.int64]
    """The seat that has to choose now, whose observation it is."""
    rewards: NDArray[np.float32]
    """By seat: 0 but where a deal ended."""
    points: NDArray[np.int64]
    """By seat: the points of the deal that ended; 0 elsewhere."""
    over: NDArray[np.bool_]
    """Where a deal ended; the observation is that of the next one."""
    illegal: NDArray[np.bool_]
    """Where it ended because the action was not legal."""


@compiled
def _step_all(
    game: Game,
    rows: Words,
    actions: Words,
    buffers: BidBuffers,
    kept: Any,
    masks: Any,
    new: Any,
    finals: Any,
    anew: int,
) -> Any:
    """Apply an action at every table; returns how many deals ended.

    With `anew`, a new deal begins where one has ended; without, there is one table only. `kept`
    holds the observations before; `finals` gets the last observation of each deal that ended, of
    the seat that acted. `new` is a `Step` but for its first two fields.
    """
    # Read from the tuple once, not for every table: Numba counts a reference at each access.
    outlooks, (tables, constant, spread, seals) = game.outlooks, game.kit
    seats, rewards, points, over, illegal = new
    ended = 0
    for at in range(len(rows)):
        row, actor, action = rows[at], rows[at, ACTOR], actions[at]
        seats[at] = actor
        if not core.is_legal(seals, row, actor, action):
            row[LOSER] = actor
            core.count_now(tables, row)
        else:
            core.act(tables, row, actor, action)
            if action < SEAL:
                core.write_own(tables, spread, row, actor, kept[at])
                core.write_mask(seals, spread, row, actor, masks, at)
                continue
            _go_on(tables, outlooks, row, buffers)
        if row[AWAITS] == OVER or row[LOSER] >= 0:
            over[at], illegal[at] = True, row[LOSER] >= 0
            for seat in range(row[PLAYERS]):
                points[at, seat] = row[steps.SCORES + seat]
            core.write_rewards(game.numbers[5], points[at], row[LOSER], rewards[at])
            core.write_observation(tables, constant, spread, row, actor, finals[ended])
            ended += 1
            if not anew:
                kept[at], masks[at] = finals[0], 0
                continue
            _new_deal(game, row, buffers)
        seats[at] = row[ACTOR]
        core.write_observation(tables, constant, spread, row, row[ACTOR], kept[at])
        core.write_mask(seals, spread, row, row[ACTOR], masks, at)
    return ended


@compiled
def _draw_actions(masks: Words, word: int, actions: Words) -> int:
    """Draw a legal action for each table, all equally likely; returns the next random state."""
    for at in range(len(masks)):
        legal = 0
        for place in range(core.MASK_WORDS):
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


class AnyTables:
    """Tables side by side, of one number of players: what is common to all kinds of bots."""

    ended = 0
    """How many deals the last step ended."""
    _masks: Mask

    def __init__(
        self,
        tables: int,
        edition: str = "it",
        players: int = 4,
        *,
        seat: int | None = None,
        anew: bool = True,
        **options: Any,
    ) -> None:
        """Let the caller play `seat`, or one drawn for each deal.

        With `anew` a new deal begins in the same step in which one ends; without, `reset` begins
        it. The other options are those of `Dealer`.
        """
        if type(tables) is not int or not 1 <= tables <= _MOST_TABLES:
            raise Unreadable(
                "tables", f"there can be 1 to {_MOST_TABLES} tables, not {quoted(tables)}"
            )
        self._dealer = Dealer(edition, players, **options)
        self._caller = DRAWN_SEAT
        if seat is not None:
            self._dealer.setup.check_seat(seat)
            self._caller = seat
        self._count, self.players, self._anew = tables, players, anew
        self.last = self._empty()

    def step(self, actions: Any) -> Step:
        """Let every actor do its action."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self._count,):
            raise Unreadable("actions", f"{self._count} actions are wanted, not {chosen.shape}")
        self.last = self._empty()
        seen, mask = self._play(chosen)
        return self.last._replace(observation=seen, mask=mask)

    def step_one(self, action: int) -> tuple[Observation, Mask]:
        """Apply an action at the only table; returns the next actor's observation and mask.

        If that `ended` the deal, `last` has the result.
        """
        seen, mask = self._play(np.array([action], np.int64))
        return seen[0], mask[0]

    def _play(self, actions: NDArray[np.int64]) -> tuple[Observation, Mask]:
        """Apply the actions, write `last`, and return the next observations and masks."""
        if self._dealer.illegal == "raise":
            check_legal(self._masks, actions)
        seen, self._masks = self._play_all(actions)
        return seen, self._masks

    def _play_all(self, actions: NDArray[np.int64]) -> tuple[Observation, Mask]:
        raise NotImplementedError

    def _empty(self) -> Step:
        """Return a step in which nothing has happened, without observations and masks."""
        return Step(
            np.empty(0, np.uint8),
            np.empty(0, np.int8),
            np.empty(self._count, np.int64),
            np.zeros((self._count, self.players), np.float32),
            np.zeros((self._count, self.players), np.int64),
            np.zeros(self._count, np.bool_),
            np.zeros(self._count, np.bool_),
        )


class CompiledTables(AnyTables):
    """Tables in machine code, all of one edition."""

    def __init__(
        self,
        tables: int,
        edition: str = "it",
        players: int = 4,
        *,
        opponents: str | Sequence[str] | None = None,
        seed: Seed = None,
        **options: Any,
    ) -> None:
        """Without opponents the caller plays every seat. Table *i* has the seed `seed` + *i*."""
        find_edition(edition)
        super().__init__(tables, edition, players, **options)
        self._edition, self._anew = edition, self._anew or tables > 1
        self._game = self._game_with(opponents)
        self._rows = np.zeros((tables, core.WIDTH), np.int64)
        self._buffers = bid_buffers()
        self._kept, self._finals = self._room(), self._room()
        self._rows[:, core.SEED] = random_seeds(tables)
        self.reset(seed)

    def reset(self, seed: Seed = None) -> Step:
        """Begin new deals; without a seed the next of the same streams."""
        self._rows[:, core.SEED] = seeds_of(seed, self._rows[:, core.SEED])
        self._word = int(core.mix(~self._rows[0, core.SEED]))
        _begin_all(self._game, self._rows, self._buffers)
        return self.look()

    def look(self) -> Step:
        """Return what is to be chosen now."""
        new, words = self._empty(), self._new_masks()
        _observe_all(self._game.kit, self._rows, self._kept, words, new.seat)
        self._masks = _as_mask(words)
        return new._replace(observation=_as_cells(self._kept.copy()), mask=self._masks)

    def _play_all(self, actions: NDArray[np.int64]) -> tuple[Observation, Mask]:
        words = self._new_masks()
        self.ended = _step_all(
            self._game,
            self._rows,
            actions,
            self._buffers,
            self._kept,
            words,
            self.last[2:],
            self._finals,
            self._anew,
        )
        return _as_cells(self._kept.copy()), _as_mask(words)

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each table, all equally likely."""
        actions = np.empty(self._count, np.int64)
        self._word = _draw_actions(self._words, self._word, actions)
        return actions

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """Of the deals that the last step ended, in the order of their tables; a copy."""
        return _as_cells(self._finals[: self.ended].copy())

    def deal(self, at: int = 0) -> Deal:
        """Return a copy of the deal at a table: it can be looked into, cloned and resampled."""
        row = self._rows[at].copy()
        return Deal(self._dealer.setup_of(self._edition, int(row[core.IN_GAME])), row, None)

    @property
    def rows(self) -> Words:
        """The full state of all tables (`core.py`), for oracles, copies and tests."""
        return self._rows

    def _room(self) -> Words:
        return np.empty((self._count, cells.ROWS, core.ROW_WORDS), np.int64)

    def _new_masks(self) -> Words:
        self._words = np.empty((self._count, core.MASK_WORDS), np.int64)
        return self._words

    def _game_with(self, opponents: str | Sequence[str] | None) -> Game:
        names = [opponents] if isinstance(opponents, str) else [*(opponents or ())]
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
        dealer, tempers = self._dealer, sorted({*names} - {RANDOM})
        caller = EVERY_SEAT if opponents is None else self._caller
        numbers = [*dealer.editions[self._edition], caller, int(dealer.reward == "points")]
        chosen = [AT_RANDOM if name == RANDOM else tempers.index(name) for name in names]
        return Game(
            kit=core.kit_of(dealer.setup.rules, self.players),
            outlooks=_outlooks(tempers, dealer.setup),
            numbers=np.array(numbers, np.int64),
            opponents=np.array(chosen or [AT_RANDOM], np.int64),
        )


def check_legal(masks: Mask, actions: NDArray[np.int64]) -> None:
    """Refuse, with code `action`, actions that are not all legal."""
    known = np.clip(actions, 0, ACTIONS - 1)
    legal = (known == actions) & (masks[np.arange(len(actions)), known] == 1)
    if not legal.all():
        action = quoted(int(actions[~legal][0]))
        raise NotAllowed("action", f"{action} is no legal action", found=action)


def compile_all() -> None:
    """Compile all that environments call: by playing deals at a table of each kind."""
    dealer = Dealer()
    tables = CompiledTables(1, opponents=["best", RANDOM])
    for _ in range(2):
        tables.step(tables.random_actions())
    deal = dealer.deal()
    draw_players(deal.row, DRAWN_SEAT, np.zeros(1, np.int64))
    deal.observe(0)
    deal.step(deal.legal()[0])
    deal.look()
    deal.points  # noqa: B018 - compiles what it calls
    deal.resample(0, Random(0)).observe(1)


def _outlooks(tempers: Sequence[str], setup: Setup) -> Outlooks:
    """Return the outlooks as arrays; of one bot at least, so that the arrays have a shape."""
    outlooks = [outlook(TEMPERS[name], setup.players, setup.rules) for name in tempers or ("best",)]
    arrays = [np.array(column, np.float64) for column in zip(*outlooks, strict=True)]
    hand, coins, first, second, *numbers = arrays
    return Outlooks(hand, coins, first, second, np.ascontiguousarray(np.array(numbers).T))


def _as_cells(seen: Words) -> NDArray[np.uint8]:
    found: NDArray[np.uint8] = seen.view(np.uint8).reshape(len(seen), *cells.SHAPE)
    return found


def _as_mask(masks: Words) -> Mask:
    found: Mask = masks.view(np.int8)[:, :ACTIONS]
    return found
