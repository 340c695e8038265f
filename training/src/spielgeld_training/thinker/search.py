"""A search one round ahead in which the rivals bid and act as a model of them says.

The searching seat takes the bids its network values most, and plays each in many worlds. Deals are
played on fixed decks, so that ways of searching can be compared in pairs.
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from spielgeld.bots.champion.candidates import SIT_OUT
from spielgeld_training import history as counts
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.piles import SEATS, Array
from spielgeld_training.choices import ILLEGAL, League, all_bids, all_turns, seats_of
from spielgeld_training.measure import LONGEST
from spielgeld_training.rollout import reveal_bids
from spielgeld_training.search import SEARCHER, candidates, resampled, value_after
from spielgeld_training.tables import Group, Table, new_table
from spielgeld_training.thinker.beliefs import (
    Past,
    bid_likelihoods,
    no_past,
    remembered,
    suppositions,
    weighted_deal,
    with_hidden,
)
from spielgeld_training.thinker.model import (
    BID,
    TURN,
    WITH,
    WITHOUT,
    Models,
    bid_outlook,
    odds_of,
    turn_of_option,
    turn_outlook,
)

TRUE, SELF = "true", "self"
"""Rivals in imagined worlds are those that sit there, which nobody knows; or champions."""
OPEN = -1
"""Instead of a number of guesses: the hands are known, which no player's are."""


class Way(NamedTuple):
    """How a seat searches."""

    rivals: str
    """Whose policy the rivals have in the imagined worlds: `with`, `without`, `true`, `self`."""
    bids: int = 8
    worlds: int = 32
    guesses: int = 0
    """How many guesses at each hand are weighted; 0: all worlds count the same."""
    players: int = 5


class Knobs(NamedTuple):
    """Numbers that can change without compilation."""

    blend: Array
    """The weight of the network's own opinion of a bid."""
    belief: Array
    """The exponent of the weights of worlds."""


def _modelled_bids(
    league: League, models: Models, way: Way, tables: Table, key: Array
) -> tuple[Array, Array]:
    """Return by table and seat the bids that the model draws for the rivals."""
    seats = jnp.arange(1, way.players)
    games = tables.has_history.shape[0]

    def by_seat(table: Table) -> Any:
        return jax.vmap(bid_outlook, (None, None, 0))(league.potential, table, seats)

    outlook = jax.vmap(by_seat)(tables)
    outlook = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), outlook)
    odds = odds_of(league.params, models, way.rivals, outlook, BID)
    option = jax.random.categorical(key, odds)
    piles = jnp.take_along_axis(outlook.piles, option[:, None, None], 1)[:, 0]
    piles = piles.reshape(games, way.players - 1, -1)
    all_piles = jnp.zeros((games, SEATS, piles.shape[-1]), jnp.int32).at[:, seats].set(piles)
    outs = jnp.zeros((games, SEATS), bool)
    return all_piles, outs.at[:, seats].set(option.reshape(games, -1) == SIT_OUT)


def _modelled_turns(league: League, models: Models, way: Way, tables: Table, key: Array) -> Array:
    """Return the turn of the seat to act at every table, drawn by the model."""
    seats = jax.vmap(batch_deal.acting)(tables.deal)
    outlook = jax.vmap(turn_outlook)(tables, seats)
    odds = odds_of(league.params, models, way.rivals, outlook, TURN)
    return turn_of_option(jax.random.categorical(key, odds), seats)


def _finish(
    league: League, models: Models, way: Way, tables: Table, bids: tuple[Array, Array], key: Array
) -> Table:
    """Reveal these bids and play the round to its end in imagined worlds."""
    games = tables.has_history.shape[0]
    modelled = way.rivals in {WITH, WITHOUT}
    others = Group(games, 1, "same") if way.rivals == TRUE else Group(games, SEATS, "none")
    seats = seats_of((others,))
    tables = reveal_bids(tables, *bids)

    def one_turn(tables: Table, each: Array) -> tuple[Table, None]:
        turns, _ = all_turns(league, seats, tables, each)
        if modelled:
            mine = jax.vmap(batch_deal.acting)(tables.deal) == SEARCHER
            theirs = _modelled_turns(league, models, way, tables, jax.random.fold_in(each, 1))
            turns = jnp.where(mine, turns, theirs)
        history = jax.vmap(counts.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(batch_deal.take_turn)(tables.deal, turns)
        return tables._replace(deal=deal, history=history), None

    tables, _ = jax.lax.scan(one_turn, tables, jax.random.split(key, way.players))
    return tables._replace(deal=jax.vmap(batch_deal.end_round)(tables.deal))


def _worlds(
    league: League, models: Models, way: Way, knobs: Knobs, tables: Table, past: Past, key: Array
) -> Table:
    """Return every table in many worlds that agree with what the searcher has seen."""
    keys = jax.random.split(key, 2)
    games = tables.has_history.shape[0]
    many: Table = jax.tree.map(lambda each: jnp.repeat(each, way.worlds, 0), tables)
    each = jax.random.split(keys[0], games * way.worlds)
    if not way.guesses:
        return many._replace(deal=jax.vmap(resampled)(many.deal, each))
    if way.guesses == OPEN:
        return many._replace(deal=jax.vmap(with_hidden)(many.deal, many.deal.secret, each))
    supposed = jax.vmap(suppositions, (0, None, 0))(
        tables.deal, way.guesses, jax.random.split(keys[1], games)
    )
    which = WITHOUT if way.rivals == WITHOUT else WITH
    likely = bid_likelihoods(league, models, which, tables, past, supposed, way.players)
    drawn = jax.vmap(jax.vmap(weighted_deal, (None, None, None, None, 0)), (0, 0, 0, None, 0))(
        tables.deal, supposed, knobs.belief * likely, way.players, each.reshape(games, way.worlds)
    )
    return many._replace(deal=jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), drawn))


def _their_bids(
    league: League, models: Models, way: Way, tables: Table, key: Array
) -> tuple[Array, Array]:
    games = tables.has_history.shape[0]
    if way.rivals in {WITH, WITHOUT}:
        return _modelled_bids(league, models, way, tables, key)
    others = Group(games, 1, "same") if way.rivals == TRUE else Group(games, SEATS, "none")
    piles, outs, _ = all_bids(league, seats_of((others,)), tables, key)
    return piles, outs


def thought_bids(
    league: League, models: Models, way: Way, knobs: Knobs, tables: Table, past: Past, key: Array
) -> tuple[Array, Array]:
    """Return the searcher's bid at every table: the pile, and whether it sits out."""
    games = tables.has_history.shape[0]
    piles, values = candidates(league, tables)
    top, first = jax.lax.top_k(values, way.bids)
    keys = jax.random.split(key, 3)
    many = _worlds(league, models, way, knobs, tables, past, keys[0])
    theirs, outs = _their_bids(league, models, way, many, keys[1])

    def one(which: Array) -> Array:
        pile = jnp.take_along_axis(piles, which[:, None, None], 1)[:, 0]
        bids = theirs.at[:, SEARCHER].set(jnp.repeat(pile, way.worlds, 0))
        out = outs.at[:, SEARCHER].set(jnp.repeat(which == SIT_OUT, way.worlds, 0))
        ended = _finish(league, models, way, many, (bids, out), keys[2])
        return value_after(league, ended).reshape(games, way.worlds).mean(1)

    searched = jax.lax.map(one, first.T).T
    mixed = (1 - knobs.blend) * searched + knobs.blend * top
    chosen = jnp.argmax(jnp.where(top > ILLEGAL / 2, mixed, ILLEGAL), 1)
    option = jnp.take_along_axis(first, chosen[:, None], 1)[:, 0]
    pile = jnp.take_along_axis(piles, option[:, None, None], 1)[:, 0]
    return pile, option == SIT_OUT


class Deals(NamedTuple):
    """What came of many deals, by deck."""

    share: Array
    over: Array
    """Whether the deal ended in time."""
    temper: Array
    """The number of the players the searcher sat among, if they are heuristic ones."""


class _Table(NamedTuple):
    """A slot at which one deck after the other is played."""

    steps: Array
    tables: Table
    decks: Array
    past: Past
    deals: Deals


@partial(jax.jit, static_argnames=("company", "way", "games", "times"))
def play_decks(
    league: League,
    models: Models,
    knobs: Knobs,
    key: Array,
    *,
    company: str,
    way: Way | None,
    games: int,
    times: int,
) -> Deals:
    """Play so many decks at each of so many tables; without a way of searching, do not search.

    `company` is `same` (four heuristic players of one kind) or `none` (four champions).
    """
    group = Group(games, 1, company) if company == "same" else Group(games, SEATS, company)
    seats = seats_of((group,))
    number = games * times

    def dealt(decks: Array) -> Table:
        keys = jax.vmap(partial(jax.random.fold_in, key))(decks)
        same = jnp.full(decks.shape, company == "same")
        tables: Table = jax.vmap(new_table, (None, 0, 0))(league.menu, same, keys)
        return tables

    def one(now: _Table) -> _Table:
        keys = jax.random.split(jax.random.fold_in(key, number + now.steps), 3)
        tables, past = now.tables, now.past
        piles, outs, _ = all_bids(league, seats, tables, keys[0])
        if way:
            pile, out = thought_bids(league, models, way, knobs, tables, past, keys[1])
            piles, outs = piles.at[:, SEARCHER].set(pile), outs.at[:, SEARCHER].set(out)
            past = remembered(past, tables, piles)
        after = played(league, seats, tables, (piles, outs), keys[2])
        deal = after.deal
        ends = (deal.over > 0) | (deal.round > LONGEST)
        won = jax.vmap(batch_deal.win_shares)(deal)[:, SEARCHER]
        at = jnp.where(ends, now.decks, number)
        deals = Deals(
            now.deals.share.at[at].set(won, mode="drop"),
            now.deals.over.at[at].set(deal.over > 0, mode="drop"),
            now.deals.temper.at[at].set(after.tempers[:, SEATS - 1], mode="drop"),
        )
        decks = jnp.where(ends & (now.decks < number), now.decks + games, now.decks)
        fresh = dealt(decks)

        def renew(new: Array, old: Array) -> Array:
            return jnp.where(ends.reshape(-1, *(1,) * (old.ndim - 1)), new, old)

        return _Table(now.steps + 1, jax.tree.map(renew, fresh, after), decks, past, deals)

    def goes_on(now: _Table) -> Array:
        return (now.decks < number).any()

    decks = jnp.arange(games)
    tables = dealt(decks)
    deals = Deals(jnp.zeros(number), jnp.zeros(number, bool), jnp.zeros(number, jnp.int32))
    start = _Table(jnp.zeros((), jnp.int32), tables, decks, no_past(tables), deals)
    return jax.lax.while_loop(goes_on, one, start).deals


def played(
    league: League, seats: Any, tables: Table, bids: tuple[Array, Array], key: Array
) -> Table:
    """Play a round to its end, everybody as they are."""
    tables = reveal_bids(tables, *bids)

    def one_turn(tables: Table, each: Array) -> tuple[Table, None]:
        turns, _ = all_turns(league, seats, tables, each)
        history = jax.vmap(counts.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(batch_deal.take_turn)(tables.deal, turns)
        return tables._replace(deal=deal, history=history), None

    tables, _ = jax.lax.scan(one_turn, tables, jax.random.split(key, SEATS))
    return tables._replace(deal=jax.vmap(batch_deal.end_round)(tables.deal))
