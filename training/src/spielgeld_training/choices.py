"""How all tables of a league choose at once: networks, their snapshots, heuristic players."""

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
    evaluate_bids,
    evaluate_turns,
    predictions,
)
from spielgeld_training.positions import open_position_of, position_of
from spielgeld_training.tables import Group, Menu, Table
from spielgeld_training.tempers import Tempers

DTYPE = jnp.bfloat16
ILLEGAL = -1e9
_TINY = 1e-12


class Selection(NamedTuple):
    """The parameters by which the outputs of a network become a choice."""

    lead_weight: Array
    """The weight of the lead in the objective; the win share has weight 1."""
    mixing: Array
    """Bids this close to the best one are randomised with it (`bots/champion/bot.py`)."""
    epsilon: Array
    """The probability of exploring, that is, of a uniformly random choice (ε-greedy)."""


class Choice(NamedTuple):
    """What a learner chose, and what its network predicted."""

    table: Array
    rivals: Array
    act: Array
    option: Array
    value: Array
    """The predictions for the best choice, even if another one was explored. They are those of the
    critic if there is one, else the network's own."""
    explored: Array
    """Whether the choice was made to explore."""
    valid: Array
    """Whether the seat had to choose; if not, the row is padding."""
    open: Seen | None = None
    """The same position with all hands open, for the critic."""


class League(NamedTuple):
    """What stays constant between two updates of the networks."""

    params: Params
    snapshots: Params
    """Earlier versions of the networks, stacked."""
    tempers: Tempers
    potential: Array
    menu: Menu
    selection: Selection
    snapshot_selection: Selection
    """The selection of snapshots, which do not explore."""


def objective(values: Array, selection: Selection) -> Array:
    """Return what learners and searches maximise: the win share, plus a little of the lead."""
    return values[..., 0] + selection.lead_weight * values[..., 1]


class _Selected(NamedTuple):
    """The selected option, and the option that is best by the network."""

    option: Array
    best: Array
    value: Array
    """The network's predictions for the best one."""
    explored: Array


def select(outputs: Array, legal: Array, selection: Selection, key: Array) -> _Selected:
    """Select a legal option from the outputs of a network, for every row."""
    keys = jax.random.split(key, 3)
    values = predictions(outputs)
    objectives = jnp.where(legal, objective(values, selection), ILLEGAL)
    regret = objectives.max(-1, keepdims=True) - objectives
    closeness = 1 - regret / jnp.maximum(selection.mixing, _TINY)
    log_odds = 2 * jnp.log(jnp.maximum(closeness, _TINY))
    best = jnp.argmax(log_odds + jax.random.gumbel(keys[0], objectives.shape), -1)
    uniform = jnp.where(legal, jax.random.uniform(keys[1], objectives.shape), -1.0)
    explored = jax.random.uniform(keys[2], best.shape) < selection.epsilon
    value = jnp.take_along_axis(values, best[:, None, None], 1)[:, 0]
    return _Selected(jnp.where(explored, jnp.argmax(uniform, -1), best), best, value, explored)


def _row(options: Array, chosen: Array) -> Array:
    shape = (-1,) + (1,) * (options.ndim - 1)
    return jnp.take_along_axis(options, chosen.reshape(shape), 1)[:, 0]


class Seats(NamedTuple):
    """The seats of all tables by the kind of player, as fixed lists of tables and of seats."""

    learner_game: Any
    learner_seat: Any
    snapshot_game: Any
    snapshot_seat: Any
    heuristic_game: Any
    heuristic_seat: Any
    learners: Any
    """By table: how many seats learn."""
    snapshot_tables: Any
    heuristic_tables: Any


def seats_of(groups: tuple[Group, ...]) -> Seats:
    """Return the seats of the groups, one group after the other."""
    kinds = np.concatenate([np.full(group.games, group.others) for group in groups])
    learners = np.concatenate([np.full(group.games, group.learners) for group in groups])
    games, seats = (each.ravel() for each in np.indices((len(kinds), SEATS)))
    learns = seats < learners[games]
    snapshot = ~learns & (kinds[games] == "snapshot")
    heuristic = ~learns & ~snapshot & (kinds[games] != "none")
    lists = [each[which] for which in (learns, snapshot, heuristic) for each in (games, seats)]
    heuristic_tables = np.flatnonzero((kinds == "same") | (kinds == "each"))
    more = learners, np.flatnonzero(kinds == "snapshot"), heuristic_tables
    return Seats._make((*lists, *more))


def _at(tables: Table, games: Any) -> Table:
    some: Table = jax.tree.map(lambda each: each[games], tables)
    return some


def _net_bids(
    net: Any, league: League, selection: Selection, tables: Table, seats: Array, key: Array
) -> tuple[Array, Array, Choice, Array]:
    """Return the bid of one seat of every table: pile, whether it sits out, choice, best bid."""

    def one(table: Table, seat: Array) -> Any:
        position = position_of(table.deal, table.history, table.has_history, seat)
        seen = see(jnp, position)
        return seen, bid_options(jnp, position, seen.order, league.potential)

    seen, options = jax.vmap(one)(tables, seats)
    outputs = evaluate_bids(net, seen.table, seen.rivals, options.acts, DTYPE)
    chosen, best, value, explored = select(outputs, options.legal, selection, key)
    valid = seats < tables.deal.rules.players
    acts = _row(options.acts, chosen)
    choice = Choice(seen.table, seen.rivals, acts, chosen, value, explored, valid)
    return _row(options.piles, chosen), chosen == SIT_OUT, choice, _row(options.acts, best)


def learner_bids(
    league: League, tables: Table, seats: Array, key: Array
) -> tuple[Array, Array, Choice]:
    """Return the bid of one learner of every table; the critic predicts its value, if any."""
    net = league.params["bid"]
    pile, out, choice, best = _net_bids(net, league, league.selection, tables, seats, key)
    if CRITIC not in league.params:
        return pile, out, choice

    def one(table: Table, seat: Array) -> Seen:
        return see(jnp, open_position_of(table.deal, table.history, table.has_history, seat))

    seen = jax.vmap(one)(tables, seats)._replace(order=None)
    outputs = evaluate_bids(league.params[CRITIC], seen.table, seen.rivals, best[:, None], DTYPE)
    return pile, out, choice._replace(value=predictions(outputs)[:, 0], open=seen)


def _snapshot_count(league: League) -> int:
    count: int = jax.tree.leaves(league.snapshots)[0].shape[0]
    return count


def _split(tree: Any, parts: int) -> Any:
    return jax.tree.map(lambda each: each.reshape(parts, -1, *each.shape[1:]), tree)


def all_bids(
    league: League, seats: Seats, tables: Table, key: Array
) -> tuple[Array, Array, Choice]:
    """Return, by table and seat, the pile bid and whether it sits out; and learners' choices."""
    keys = jax.random.split(key, 3)
    learning = _at(tables, seats.learner_game)
    pile, out, choice = learner_bids(league, learning, seats.learner_seat, keys[0])
    piles = jnp.zeros((len(seats.learners), SEATS, KINDS), jnp.int32)
    piles = piles.at[seats.learner_game, seats.learner_seat].set(pile)
    outs = jnp.zeros(piles.shape[:2], bool).at[seats.learner_game, seats.learner_seat].set(out)
    if len(seats.snapshot_game):
        count, selection = _snapshot_count(league), league.snapshot_selection
        some = _split((_at(tables, seats.snapshot_game), seats.snapshot_seat), count)
        pile, out, *_ = jax.vmap(
            lambda net, part, one: _net_bids(net, league, selection, part[0], part[1], one)
        )(league.snapshots["bid"], some, jax.random.split(keys[1], count))
        where = seats.snapshot_game, seats.snapshot_seat
        piles = piles.at[where].set(pile.reshape(-1, KINDS))
        outs = outs.at[where].set(out.reshape(-1))
    if len(seats.heuristic_game):
        where = seats.heuristic_game, seats.heuristic_seat
        pile = jax.vmap(heuristic_policy.choose_bid, (None, 0, 0, 0, 0))(
            league.tempers,
            _at(tables, seats.heuristic_game).deal,
            seats.heuristic_seat,
            tables.tempers[where],
            jax.random.split(keys[2], len(seats.heuristic_game)),
        )
        piles = piles.at[where].set(pile)
    return piles, outs, choice


def _net_turns(net: Any, selection: Selection, tables: Table, key: Array) -> tuple[Array, Choice]:
    """Return the turn of the seat to act at every table, as a number; turns are not mixed."""

    def one(table: Table) -> Any:
        seat = batch_deal.acting(table.deal)
        position = position_of(table.deal, table.history, table.has_history, seat)
        seen = see(jnp, position)
        return seen, turn_options(jnp, position, seen.order), seat

    seen, options, seats = jax.vmap(one)(tables)
    outputs = evaluate_turns(net, seen.table, seen.rivals, options.acts, DTYPE)
    unmixed = selection._replace(mixing=jnp.float32(0))
    chosen, _, value, explored = select(outputs, options.legal, unmixed, key)
    victim = (seats + 1 + chosen - batch_deal.TAKE_BID) % SEATS
    turn = jnp.where(chosen < batch_deal.TAKE_BID, chosen, batch_deal.TAKE_BID + victim)
    valid = (tables.deal.place == 0).any(-1)
    acts = _row(options.acts, chosen)
    return turn, Choice(seen.table, seen.rivals, acts, chosen, value, explored, valid)


def all_turns(league: League, seats: Seats, tables: Table, key: Array) -> tuple[Array, Choice]:
    """Return, by table, the turn of the seat to act, and the network's choice there."""
    keys = jax.random.split(key, 3)
    turns, choice = _net_turns(league.params["turn"], league.selection, tables, keys[0])
    acting = jax.vmap(batch_deal.acting)(tables.deal)
    learns = acting < seats.learners
    if len(where := seats.snapshot_tables):
        count, selection = _snapshot_count(league), league.snapshot_selection
        theirs = jax.vmap(lambda net, part, one: _net_turns(net, selection, part, one)[0])(
            league.snapshots["turn"],
            _split(_at(tables, where), count),
            jax.random.split(keys[1], count),
        )
        turns = turns.at[where].set(jnp.where(learns[where], turns[where], theirs.reshape(-1)))
    if len(where := seats.heuristic_tables):
        some, actors = _at(tables, where), acting[where]
        tempers = jnp.take_along_axis(some.tempers, actors[:, None], 1)[:, 0]
        theirs = jax.vmap(heuristic_policy.choose_turn, (None, 0, 0, 0, 0))(
            league.tempers, some.deal, actors, tempers, jax.random.split(keys[2], len(where))
        )
        turns = turns.at[where].set(jnp.where(learns[where], turns[where], theirs))
    return turns, choice
