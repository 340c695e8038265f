"""The heuristic opponents of a training run: which are drawn, and how often each plays.

They are drawn again from time to time. Most come from a wide range of parameters. A third are
mutations of the opponents that won most among four learners before: the league breeds the opponents
against which the learner does worst.
"""

from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np

from spielgeld.bots.heuristic.temper import Temper
from spielgeld_training.rollout import Tally
from spielgeld_training.tempers import draw_wide

PARENTS = 24
CHILDREN = 1 / 3
"""The fraction of the opponents that are bred from parents, if there are parents."""
_MUTATION = 0.2
"""The largest relative difference between a parameter of a child and its parent's."""
_LEAST_DEALS = 50
_MOST = 0.05
"""The largest share of the tables that one opponent gets."""


def draw_league(size: int, parents: list[Temper], rng: Random) -> list[Temper]:
    """Draw that many opponents."""
    children = round(size * CHILDREN) if parents else 0
    bred = [_child(rng.choice(parents), rng) for _ in range(children)]
    return bred + [draw_wide(rng) for _ in range(size - children)]


def _child(parent: Temper, rng: Random) -> Temper:
    factors = {each.name: 1 + rng.uniform(-_MUTATION, _MUTATION) for each in fields(parent)}
    return replace(parent, **{name: getattr(parent, name) * by for name, by in factors.items()})


def strongest(opponents: list[Temper], tally: Tally) -> list[dict[str, float]]:
    """Return the opponents that won most among four learners, if they played enough deals."""
    some = slice(0, len(opponents))
    deals = np.asarray(tally.among_deals)[some]
    shares = np.where(deals < _LEAST_DEALS, -1, np.asarray(tally.among)[some] / (deals + 1e-9))
    order = [at for at in np.argsort(-shares).tolist() if shares[at] >= 0]
    return [asdict(opponents[at]) for at in order[:PARENTS]]


def opponent_odds(tally: Tally) -> Any:
    """Return, by opponent, how often it is drawn.

    A third of the tables is shared evenly, a third goes to the opponents among which the learner
    does worst, and a third to those that win most among learners.
    """
    share = (tally.alone + 2.0) / (tally.alone_deals + 5.0)
    hard = jnp.maximum(1.0 - share, 0.05) ** 2
    strong = ((tally.among + 0.5) / (tally.among_deals + 5.0)) ** 2
    odds = (1 / len(share) + hard / hard.sum() + strong / strong.sum()) / 3
    return jnp.minimum(odds, _MOST)
