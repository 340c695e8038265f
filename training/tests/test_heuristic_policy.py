"""Heuristic players on arrays choose as the compiled ones do."""

from functools import partial
from random import Random
from typing import Any

import jax
import numpy as np

from spielgeld.bots.heuristic.bot import player_tables
from spielgeld.bots.heuristic.policy import bid_buffers, choose_bid, choose_turn
from spielgeld.bots.heuristic.temper import BEST, Temper
from spielgeld.engine import find_edition
from spielgeld.fast import steps
from spielgeld_training import heuristic_policy
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.piles import CURRENCIES, KINDS, SEATS
from spielgeld_training.tables import new_table, plain_menu
from spielgeld_training.tempers import draw_wide, tables_for

DEALS = 24
ROUNDS = 6
ENOUGH = 0.99
"""Single and double precision part ways where two choices are worth the same."""


def _tempers() -> list[Temper]:
    rng = Random(4)
    return [BEST, *(Temper(**_without_haste(draw_wide(rng))) for _ in range(5))]


def _without_haste(temper: Temper) -> dict[str, float]:
    return {name: getattr(temper, name) for name in temper.__slots__} | {"haste": 0.0}


def _word(pile: Any) -> int:
    return sum(int(pile[kind]) << 9 * kind for kind in range(CURRENCIES))


def _fast_state(deal: Any) -> Any:
    """The same deal on machine words."""
    state = steps.new_state()
    state[steps.PLAYERS], state[steps.ROUND] = deal.rules.players, deal.round
    state[steps.CARDS], state[steps.DRAWN] = deal.cards, deal.drawn
    state[steps.LAST_ROUND] = deal.last_round
    for name, notes, coins in (("right", 3, 4), ("left", 5, 6)):
        pile = getattr(deal, name)
        state[notes], state[coins] = _word(pile), pile[CURRENCIES]
    waiting = [seat for seat in np.argsort(deal.place, kind="stable") if deal.place[seat] < SEATS]
    state[steps.WAITING] = len(waiting)
    state[steps.FIRST_WAITING : steps.FIRST_WAITING + len(waiting)] = waiting
    for name, place in (
        ("hands", steps.HAND_NOTES),
        ("secret", steps.SECRET_NOTES),
        ("lying", steps.LYING_NOTES),
    ):
        for seat, pile in enumerate(getattr(deal, name)):
            state[place + seat], state[place + SEATS + seat] = _word(pile), pile[CURRENCIES]
    return state


def test_the_same_bids_and_turns_as_the_compiled_players() -> None:
    tempers, players = _tempers(), 5
    tables = tables_for(tempers, odd=False)
    menu = plain_menu("it", players, len(tempers))
    keys = jax.random.split(jax.random.key(2), DEALS)
    dealt = jax.vmap(partial(new_table, menu, False))(keys)
    deal, who = dealt.deal, dealt.tempers
    by_seat = jax.vmap(heuristic_policy.choose_bid, (None, None, 0, 0, None))
    bid = jax.jit(jax.vmap(by_seat, (None, 0, None, 0, None)))
    turn = jax.jit(jax.vmap(heuristic_policy.choose_turn, (None, 0, 0, 0, None)))
    reveal, take, end = (
        jax.jit(jax.vmap(each))
        for each in (batch_deal.reveal, batch_deal.take_turn, batch_deal.end_round)
    )
    rules = find_edition("it").rules
    alike = []
    for _ in range(ROUNDS):
        piles = bid(tables, deal, np.arange(SEATS), who, keys[0])
        piles = np.where((np.arange(SEATS) < players)[:, None], piles, 0)
        for game in range(DEALS):
            one = jax.tree.map(lambda each: np.asarray(each[game]), deal)  # noqa: B023
            state = _fast_state(one)
            for seat in range(players):
                player = player_tables(tempers[int(who[game, seat])], rules, players)
                buffers = bid_buffers()
                chosen = choose_bid(player.tables, player.outlook, state, seat, buffers, 0)
                pile = piles[game, seat]
                same = (buffers.notes[chosen], buffers.coins[chosen]) == (_word(pile), pile[7])
                alike.append(bool(one.over) or same)
        deal = reveal(deal, piles, np.zeros((DEALS, SEATS), int))
        for _ in range(players):
            seats = np.argmin(deal.place, 1)
            acting = np.take_along_axis(np.asarray(who), seats[:, None], 1)[:, 0]
            turns = np.asarray(turn(tables, deal, seats, acting, keys[0]))
            for game in range(DEALS):
                one = jax.tree.map(lambda each: np.asarray(each[game]), deal)  # noqa: B023
                player = player_tables(tempers[int(acting[game])], rules, players)
                state, seat = _fast_state(one), int(seats[game])
                theirs = choose_turn(player.tables, player.outlook, state, seat, bid_buffers(), 0)
                alike.append(bool(one.over) or theirs == turns[game])
            deal = take(deal, turns)
        deal = end(deal)
    assert np.mean(alike) > ENOUGH
    assert piles.shape == (DEALS, SEATS, KINDS)
