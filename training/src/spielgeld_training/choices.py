"""How all tables of a league choose at once: networks, earlier snapshots, heuristic players."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.candidates import SIT_OUT
from spielgeld.bots.champion.features import Seen, see
from spielgeld.bots.champion.options import bid_options, turn_options
from spielgeld_training import heuristic_policy
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.piles import KINDS, SEATS, Array
from spielgeld_training.network import (
    CRITIC,
    Params,
    judged,
    weigh_bids,
    weigh_turns,
)
from spielgeld_training.positions import open_position_of, position_of
from spielgeld_training.tables import Group, Menu, Table
from spielgeld_training.tempers import Tempers

KIND = jnp.bfloat16
NEVER = -1e9
_TINY = 1e-12


class Habit(NamedTuple):
    """How the values of a network become a choice."""

    lead: Array
    """The weight of the lead, where a win has weight 1."""
    mixing: Array
    """Bids whose worth is this close to the best take turns with it (`bots/champion/bot.py`)."""
    exploring: Array
    """The probability of a random choice, to explore (ε-greedy)."""


class Choice(NamedTuple):
    """What a learner chose, and what its network estimated."""

    table: Array
    rivals: Array
    act: Array
    option: Array
    value: Array
    """The three estimates for the best choice, also where a random one was made: the network's own,
    or those of a critic."""
    tried: Array
    """Whether the choice was random, to explore."""
    counts: Array
    """Whether the seat had to choose; if not, the row is padding."""
    open: Seen | None = None
    """Where there is a critic: the same position with all hands seen."""


class League(NamedTuple):
    """What stays constant between two updates of the networks."""

    params: Params
    snapshots: Params
    """Earlier snapshots of the networks, stacked."""
    tempers: Tempers
    potential: Array
    menu: Menu
    habit: Habit
    steady: Habit
    """The habit of earlier snapshots, which do not explore."""


def objective(values: Array, habit: Habit) -> Array:
    """What learners and searches maximise: the win share, plus a little of the lead."""
    return values[..., 0] + habit.lead * values[..., 1]


class _Picked(NamedTuple):
    """An option that was picked, and what the network would have picked without exploring."""

    option: Array
    best: Array
    value: Array
    """The network's outputs for the best one."""
    tried: Array
    """Whether the choice is random."""


def _pick(numbers: Array, legal: Array, habit: Habit, key: Array) -> _Picked:
    keys = jax.random.split(key, 3)
    values = judged(numbers)
    liked = jnp.where(legal, objective(values, habit), NEVER)
    near = 1 - (liked.max(-1, keepdims=True) - liked) / jnp.maximum(habit.mixing, _TINY)
    odds = 2 * jnp.log(jnp.maximum(near, _TINY))
    best = jnp.argmax(odds + jax.random.gumbel(keys[0], liked.shape), -1)
    any_one = jnp.argmax(jnp.where(legal, jax.random.uniform(keys[1], liked.shape), -1.0), -1)
    tried = jax.random.uniform(keys[2], best.shape) < habit.exploring
    value = jnp.take_along_axis(values, best[:, None, None], 1)[:, 0]
    return _Picked(jnp.where(tried, any_one, best), best, value, tried)


def _row(options: Array, chosen: Array) -> Array:
    shape = (-1,) + (1,) * (options.ndim - 1)
    return jnp.take_along_axis(options, chosen.reshape(shape), 1)[:, 0]


class Seats(NamedTuple):
    """Who sits where, for all tables of some groups: tables and seats, as fixed lists."""

    learner_game: Any
    learner_seat: Any
    snapshot_game: Any
    snapshot_seat: Any
    thumb_game: Any
    thumb_seat: Any
    learners: Any
    """By table: how many seats learn."""
    snapshot_tables: Any
    thumb_tables: Any


def seats_of(groups: tuple[Group, ...]) -> Seats:
    """The seats of the groups, one group after the other."""
    kinds = np.concatenate([np.full(group.games, group.others) for group in groups])
    learners = np.concatenate([np.full(group.games, group.learners) for group in groups])
    games, seats = (each.ravel() for each in np.indices((len(kinds), SEATS)))
    learns = seats < learners[games]
    snapshot = ~learns & (kinds[games] == "snapshot")
    thumbs = ~learns & ~snapshot & (kinds[games] != "none")
    lists = [each[which] for which in (learns, snapshot, thumbs) for each in (games, seats)]
    by_thumb = np.flatnonzero((kinds == "same") | (kinds == "each"))
    more = learners, np.flatnonzero(kinds == "snapshot"), by_thumb
    return Seats._make((*lists, *more))


def _at(tables: Table, games: Any) -> Table:
    some: Table = jax.tree.map(lambda each: each[games], tables)
    return some


def _net_bids(
    net: Any, league: League, habit: Habit, tables: Table, seats: Array, key: Array
) -> tuple[Array, Array, Choice, Array]:
    """The bid of one seat of every table: the pile, whether it sits out, the choice, the best."""

    def one(table: Table, seat: Array) -> Any:
        position = position_of(table.deal, table.history, table.has_history, seat)
        found = see(jnp, position)
        return found, bid_options(jnp, position, found.order, league.potential)

    found, options = jax.vmap(one)(tables, seats)
    numbers = weigh_bids(net, found.table, found.rivals, options.acts, KIND)
    chosen, best, value, tried = _pick(numbers, options.legal, habit, key)
    sits = seats < tables.deal.rules.players
    acts = _row(options.acts, chosen)
    choice = Choice(found.table, found.rivals, acts, chosen, value, tried, sits)
    return _row(options.piles, chosen), chosen == SIT_OUT, choice, _row(options.acts, best)


def learner_bids(
    league: League, tables: Table, seats: Array, key: Array
) -> tuple[Array, Array, Choice]:
    """The bid of one learner of every table; where there is a critic, it says what it is worth."""
    net = league.params["bid"]
    pile, out, choice, best = _net_bids(net, league, league.habit, tables, seats, key)
    if CRITIC not in league.params:
        return pile, out, choice

    def one(table: Table, seat: Array) -> Seen:
        return see(jnp, open_position_of(table.deal, table.history, table.has_history, seat))

    seen = jax.vmap(one)(tables, seats)._replace(order=None)
    numbers = weigh_bids(league.params[CRITIC], seen.table, seen.rivals, best[:, None], KIND)
    return pile, out, choice._replace(value=judged(numbers)[:, 0], open=seen)


def _selves(league: League) -> int:
    selves: int = jax.tree.leaves(league.snapshots)[0].shape[0]
    return selves


def _split(tree: Any, parts: int) -> Any:
    return jax.tree.map(lambda each: each.reshape(parts, -1, *each.shape[1:]), tree)


def all_bids(
    league: League, seats: Seats, tables: Table, key: Array
) -> tuple[Array, Array, Choice]:
    """By table and seat: the pile bid, whether the bluff card lies alone; and learners' choices."""
    keys = jax.random.split(key, 3)
    learning = _at(tables, seats.learner_game)
    pile, out, choice = learner_bids(league, learning, seats.learner_seat, keys[0])
    piles = jnp.zeros((len(seats.learners), SEATS, KINDS), jnp.int32)
    piles = piles.at[seats.learner_game, seats.learner_seat].set(pile)
    outs = jnp.zeros(piles.shape[:2], bool).at[seats.learner_game, seats.learner_seat].set(out)
    if len(seats.snapshot_game):
        selves = _selves(league)
        some = _split((_at(tables, seats.snapshot_game), seats.snapshot_seat), selves)
        pile, out, *_ = jax.vmap(
            lambda net, part, one: _net_bids(net, league, league.steady, part[0], part[1], one)
        )(league.snapshots["bid"], some, jax.random.split(keys[1], selves))
        where = seats.snapshot_game, seats.snapshot_seat
        piles = piles.at[where].set(pile.reshape(-1, KINDS))
        outs = outs.at[where].set(out.reshape(-1))
    if len(seats.thumb_game):
        where = seats.thumb_game, seats.thumb_seat
        pile = jax.vmap(heuristic_policy.choose_bid, (None, 0, 0, 0, 0))(
            league.tempers,
            _at(tables, seats.thumb_game).deal,
            seats.thumb_seat,
            tables.tempers[where],
            jax.random.split(keys[2], len(seats.thumb_game)),
        )
        piles = piles.at[where].set(pile)
    return piles, outs, choice


def _net_turns(net: Any, habit: Habit, tables: Table, key: Array) -> tuple[Array, Choice]:
    """The turn of the seat to act at every table, as a number; and the choice. Turns do not mix."""

    def one(table: Table) -> Any:
        seat = batch_deal.acting(table.deal)
        position = position_of(table.deal, table.history, table.has_history, seat)
        found = see(jnp, position)
        return found, turn_options(jnp, position, found.order), seat

    found, options, seats = jax.vmap(one)(tables)
    numbers = weigh_turns(net, found.table, found.rivals, options.acts, KIND)
    steady = habit._replace(mixing=jnp.float32(0))
    chosen, _, value, tried = _pick(numbers, options.legal, steady, key)
    victim = (seats + 1 + chosen - batch_deal.TAKE_BID) % SEATS
    turn = jnp.where(chosen < batch_deal.TAKE_BID, chosen, batch_deal.TAKE_BID + victim)
    waits = (tables.deal.place == 0).any(-1)
    acts = _row(options.acts, chosen)
    return turn, Choice(found.table, found.rivals, acts, chosen, value, tried, waits)


def all_turns(league: League, seats: Seats, tables: Table, key: Array) -> tuple[Array, Choice]:
    """By table: the turn of the seat to act; and what the network thought of it."""
    keys = jax.random.split(key, 3)
    turns, choice = _net_turns(league.params["turn"], league.habit, tables, keys[0])
    acting = jax.vmap(batch_deal.acting)(tables.deal)
    learns = acting < seats.learners
    if len(where := seats.snapshot_tables):
        selves = _selves(league)
        theirs = jax.vmap(lambda net, part, one: _net_turns(net, league.steady, part, one)[0])(
            league.snapshots["turn"],
            _split(_at(tables, where), selves),
            jax.random.split(keys[1], selves),
        )
        turns = turns.at[where].set(jnp.where(learns[where], turns[where], theirs.reshape(-1)))
    if len(where := seats.thumb_tables):
        some, actors = _at(tables, where), acting[where]
        who = jnp.take_along_axis(some.tempers, actors[:, None], 1)[:, 0]
        theirs = jax.vmap(heuristic_policy.choose_turn, (None, 0, 0, 0, 0))(
            league.tempers, some.deal, actors, who, jax.random.split(keys[2], len(where))
        )
        turns = turns.at[where].set(jnp.where(learns[where], turns[where], theirs))
    return turns, choice
