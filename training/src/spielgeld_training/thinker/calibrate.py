"""Whether weighted worlds are better than unweighted ones: hidden cards, guessed and true.

From the first seat's view, at every round after the first: for each rival, how much more likely its
true hidden cards are under the weights than without them (in nats), and for each card that seat has
never seen, how often a rival holds it that was said to hold it with this probability.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training.batch.piles import BIT_OF, KIND_OF, Array, size
from spielgeld_training.choices import League, all_bids, seats_of
from spielgeld_training.search import SEARCHER
from spielgeld_training.tables import Group, Table, new_tables
from spielgeld_training.thinker.beliefs import (
    Past,
    bid_likelihoods,
    no_past,
    remembered,
    suppositions,
)
from spielgeld_training.thinker.model import WITH, Models
from spielgeld_training.thinker.search import played

EXPONENTS = (0.0, 0.5, 0.75, 1.0)
"""Weights are likelihoods to this power; 0 is no weights."""
BINS = 20
ROUNDS = 9
_TRUST = 0.98
"""The rest of the probability is that of the unweighted worlds: no guess is certain."""


class Found(NamedTuple):
    """Sums by exponent (first dimension) for one round."""

    gain: Array
    """Of the logarithm of the weight of the true hidden cards, beside the mean weight."""
    rivals: Array
    log_loss: Array
    """Of the probability of every unseen card to be in a rival's hand."""
    cards: Array
    said: Array
    """By bin: the sum of those probabilities."""
    held: Array
    """By bin: how many of these cards the rival held."""
    number: Array


@partial(jax.jit, static_argnames=("groups", "guesses", "players"))
def calibrated(
    league: League,
    models: Models,
    key: Array,
    *,
    groups: tuple[Group, ...],
    guesses: int,
    players: int = 5,
) -> Found:
    """Play a deal at every table; return what was found, by round from the second on."""
    seats = seats_of(groups)
    tables = new_tables(league.menu, groups, jax.random.fold_in(key, 0))

    def one(carry: tuple[Table, Past], number: Array) -> tuple[tuple[Table, Past], Found]:
        tables, past = carry
        keys = jax.random.split(jax.random.fold_in(key, 1 + number), 3)
        found = _found(league, models, tables, past, guesses, players, keys[0])
        piles, outs, _ = all_bids(league, seats, tables, keys[1])
        past = remembered(past, tables, piles)
        return (played(league, seats, tables, (piles, outs), keys[2]), past), found

    start = tables, no_past(tables)
    found: Found = jax.lax.scan(one, start, jnp.arange(ROUNDS))[1]
    return found


def _found(
    league: League,
    models: Models,
    tables: Table,
    past: Past,
    guesses: int,
    players: int,
    key: Array,
) -> Found:
    games = tables.has_history.shape[0]
    guessed = jax.vmap(suppositions, (0, None, 0))(
        tables.deal, guesses, jax.random.split(key, games)
    )
    true = tables.deal.secret[:, None]
    supposed = jnp.concatenate([true, guessed], 1)
    likely = bid_likelihoods(league, models, WITH, tables, past, supposed, players)
    cards = (supposed[..., jnp.asarray(KIND_OF)] & jnp.asarray(BIT_OF)) > 0
    cards = cards[:, :, 1:players]
    hidden = size(tables.deal.secret)[:, 1:players]
    unseen = _unseen(tables)
    base = hidden / jnp.maximum(unseen.sum(-1, keepdims=True), 1)
    on = (tables.deal.over == 0)[:, None] & (hidden > 0)
    each = unseen[:, None] & on[..., None]
    return Found(*_by_exponent(likely, cards, base[..., None], on, each))


def _by_exponent(
    likely: Array, cards: Array, base: Array, on: Array, each: Array
) -> tuple[Array, ...]:
    truth = cards[:, 0]
    parts = []
    for exponent in EXPONENTS:
        logs = exponent * likely
        mean = jax.nn.logsumexp(logs[:, 1:], 1) - jnp.log(logs.shape[1] - 1)
        weights = jax.nn.softmax(logs[:, 1:], 1)
        said = jnp.einsum("gks,gksc->gsc", weights, cards[:, 1:].astype(jnp.float32))
        said = _TRUST * said + (1 - _TRUST) * base if exponent else base + 0 * said
        loss = -jnp.log(jnp.where(truth, said, 1 - said))
        at = jnp.where(each, jnp.floor(said * BINS).astype(jnp.int32), BINS)
        at = jnp.minimum(at, jnp.where(each, BINS - 1, BINS)).ravel()
        empty = jnp.zeros(BINS)
        parts.append(
            (
                jnp.where(on, logs[:, 0] - mean, 0).sum(),
                on.sum(),
                jnp.where(each, loss, 0).sum(),
                each.sum(),
                empty.at[at].add(said.ravel(), mode="drop"),
                empty.at[at].add(truth.ravel(), mode="drop"),
                empty.at[at].add(1.0, mode="drop"),
            )
        )
    return tuple(jnp.stack(each) for each in zip(*parts, strict=True))


def _unseen(tables: Table) -> Array:
    """Return by table and card whether the searcher has never seen it."""
    deal = tables.deal
    others = jnp.arange(deal.secret.shape[1]) != SEARCHER
    hidden = (deal.secret * others[:, None]).sum(1)
    in_hand = (hidden[:, jnp.asarray(KIND_OF)] & jnp.asarray(BIT_OF)) > 0
    place = jnp.argsort(deal.order, axis=-1)
    in_deck = (place >= deal.drawn[:, None]) & (place < deal.cards[:, None])
    return in_hand | in_deck


def lines(found: Found) -> Iterator[dict[str, Any]]:
    """Yield lines by exponent and rounds seen, and the calibration of all rounds together."""
    arrays = Found(*(np.asarray(each) for each in found))
    for at, exponent in enumerate(EXPONENTS):
        for seen in (*range(1, ROUNDS), None):
            rows = slice(1, None) if seen is None else slice(seen, seen + 1)
            some = Found(*(each[rows, at].sum(0) for each in arrays))
            yield {
                "exponent": exponent,
                "rounds seen": seen or "any",
                "gain in nats a rival": round(float(some.gain / max(some.rivals, 1)), 4),
                "rivals": int(some.rivals),
                "log loss of a card": round(float(some.log_loss / max(some.cards, 1)), 5),
            }
        total = Found(*(each[1:, at].sum(0) for each in arrays))
        yield {
            "exponent": exponent,
            "calibration": [
                [round(float(said / n), 3), round(float(held / n), 3), int(n)]
                for said, held, n in zip(total.said, total.held, total.number, strict=True)
                if n
            ],
        }
