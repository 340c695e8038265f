"""A step of many tables in one compiled call: act, end, begin anew, observe."""

from typing import Any

from spielgeld.bots.heuristic.policy import BidBuffers
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import compiled
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
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import MOST_SEATS, Words
from spielgeld.research.actions import SEAL
from spielgeld.research.compiled_deal import (
    ACTOR,
    CALLER,
    LOSER,
    MASK_WORDS,
    PLAYED_BY,
    WORD,
    act,
    begin,
    go_on,
    is_legal,
    write_mask,
)
from spielgeld.research.compiled_game import Game
from spielgeld.research.compiled_view import write_card_laid, write_observation


@compiled
def _new_deal(game: Game, row: Words, order: Words, buffers: BidBuffers) -> None:
    players, caller = game.numbers[0], game.numbers[4]
    begin(row, players, game.numbers[1], game.numbers[2], game.numbers[3], order)
    word = next_word(row[WORD])
    own = below(word, players) if caller == -2 else caller
    for seat in range(MOST_SEATS):
        word = next_word(word)
        player = game.opponents[below(word, len(game.opponents))]
        row[PLAYED_BY + seat] = CALLER if caller == -1 or seat == own else player
    row[WORD] = word
    go_on(game.tables, game.outlooks, row, buffers)


@compiled
def _end(are_points: int, row: Words, rewards: Any) -> None:
    """Fill in the reward of each seat."""
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
def begin_all(game: Game, rows: Words, order: Words, buffers: BidBuffers) -> None:
    """A new deal at every table."""
    for at in range(len(rows)):
        _new_deal(game, rows[at], order, buffers)


@compiled
def observe_all(game: Game, rows: Words, kept: Any, masks: Any, seats: Any) -> None:
    """What every actor sees and may do."""
    tables, constant, spread = game.tables, game.constant, game.spread
    for at in range(len(rows)):
        row = rows[at]
        seats[at] = row[ACTOR]
        write_observation(tables, constant, spread, row, row[ACTOR], kept[at])
        write_mask(tables, spread, row, masks[at])


@compiled
def step_all(
    game: Game,
    rows: Words,
    actions: Words,
    order: Words,
    buffers: BidBuffers,
    kept: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    over: Any,
    illegal: Any,
    finals: Any,
) -> Any:
    """Apply an action at every table and restart deals that ended; returns how many ended.

    `kept` holds the observations before; `finals` gets the last observation of each deal that
    ended, of the seat that acted.
    """
    # Read from the tuple once, not for every table: Numba counts a reference at each access.
    tables, outlooks, constant, spread = game.tables, game.outlooks, game.constant, game.spread
    ended = 0
    for at in range(len(rows)):
        row, actor, action = rows[at], rows[at, ACTOR], actions[at]
        seats[at] = actor
        if not is_legal(tables, row, action):
            row[LOSER] = actor
            count_now(tables, row)
        elif action < SEAL:
            act(tables, row, action)
            write_card_laid(tables, row, actor, action, kept[at])
            write_mask(tables, spread, row, masks[at])
            continue
        else:
            act(tables, row, action)
            go_on(tables, outlooks, row, buffers)
        if row[AWAITS] == OVER or row[LOSER] >= 0:
            over[at], illegal[at] = True, row[LOSER] >= 0
            _end(game.numbers[5], row, rewards[at])
            write_observation(tables, constant, spread, row, actor, finals[ended])
            ended += 1
            _new_deal(game, row, order, buffers)
        seats[at] = row[ACTOR]
        write_observation(tables, constant, spread, row, row[ACTOR], kept[at])
        write_mask(tables, spread, row, masks[at])
    return ended


@compiled
def count_now(tables: Tables, row: Words) -> None:
    """What all cards of each seat would score now."""
    for seat in range(row[PLAYERS]):
        notes = row[HAND_NOTES + seat] | row[LYING_NOTES + seat]
        coins = row[HAND_COINS + seat] | row[LYING_COINS + seat]
        row[SCORES + seat] = points(tables, notes, coins)


@compiled
def draw_actions(masks: Words, word: int, actions: Words) -> int:
    """A legal action for each table, all equally likely; returns the next random state."""
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
