"""New tables for the league: rules, cards and opponents, drawn when a deal is over."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.engine import EDITIONS, find_edition
from spielgeld_training.batch.deal import Deal, Rules, deal_out, draw_removed, shuffled
from spielgeld_training.batch.numbers import rules_as_numbers
from spielgeld_training.batch.piles import SEATS, Array
from spielgeld_training.history import no_history


class Group(NamedTuple):
    """Tables of one kind: the first seats learn, the others are opponents of one kind."""

    games: int
    learners: int
    others: str
    """`none`; `snapshot`: earlier networks; `same`, `each`: heuristic players, all alike or any."""


class Table(NamedTuple):
    """A deal, and everything else that is drawn together with it."""

    deal: Deal
    history: Array
    has_history: Array
    tempers: Array
    """By seat: the number of the heuristic player, if one sits there."""


class Menu(NamedTuple):
    """The distributions from which new tables are drawn."""

    rules: Rules
    """A list of rules, without the number of players."""
    rule_odds: Array
    seat_odds: Array
    """For 3, 4, 5, 6 players."""
    temper_odds: Array
    forget: Array
    """The fraction of deals played without history."""


_EDITION_ODDS = {"it": 0.4, "fr": 0.0}
"""Editions not drawn as often as the others: strength is measured in `it`; within a deal, `fr` is
the same game."""


def wide_menu(tempers: int) -> Menu:
    """Return a menu of all editions and house rules, mostly `it` with five players."""
    rules = [rules_as_numbers(edition.rules, 0) for edition in EDITIONS.values()]
    names = list(EDITIONS)
    odds = [_EDITION_ODDS.get(name, 0.15) for name in names]
    mixed = [Rules(0, *(int(number) >> bit & 1 for bit in range(6))) for number in range(64)]
    odds += [0.15 / len(mixed)] * len(mixed)
    return _menu(rules + mixed, odds, (0.12, 0.15, 0.61, 0.12), tempers, 0.05)


def plain_menu(edition: str, players: int, tempers: int) -> Menu:
    """Return a menu of one edition and one number of players."""
    rules = [rules_as_numbers(find_edition(edition).rules, 0)]
    seats = tuple(float(each == players) for each in range(3, 7))
    return _menu(rules, [1.0], seats, tempers, 0.0)


def _menu(
    rules: list[Rules], odds: list[float], seats: tuple[float, ...], tempers: int, forget: float
) -> Menu:
    columns = [np.array(each, np.int32) for each in zip(*rules, strict=True)]
    menu = Menu(
        Rules(*columns),
        np.array(odds, np.float32),
        np.array(seats, np.float32),
        np.full(tempers, 1 / tempers, np.float32),
        np.float32(forget),
    )
    made: Menu = jax.tree.map(jnp.asarray, menu)
    return made


def new_table(menu: Menu, all_same: Array, key: Array) -> Table:
    """Deal a table, before its first bid."""
    keys = jax.random.split(key, 6)
    seats = 3 + jax.random.categorical(keys[0], jnp.log(menu.seat_odds))
    which = jax.random.categorical(keys[1], jnp.log(menu.rule_odds))
    rules = jax.tree.map(lambda each: each[which], menu.rules)._replace(players=seats)
    in_game = draw_removed(rules, keys[2])
    deal = deal_out(rules, in_game, shuffled(rules, in_game, keys[3]))
    tempers = jax.random.categorical(keys[4], jnp.log(menu.temper_odds), shape=(SEATS,))
    return Table(
        deal=deal,
        history=no_history(),
        has_history=(jax.random.uniform(keys[5]) >= menu.forget).astype(jnp.int32),
        tempers=jnp.where(all_same, tempers[SEATS - 1], tempers),
    )


def new_tables(menu: Menu, groups: tuple[Group, ...], key: Array) -> Table:
    """Deal the tables of all groups."""
    same = np.concatenate([np.full(group.games, group.others == "same") for group in groups])
    keys = jax.random.split(key, len(same))
    tables: Table = jax.vmap(new_table, (None, 0, 0))(menu, same, keys)
    return tables
