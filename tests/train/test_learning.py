"""What is learnt from a deal, from whom, and that it is learnt."""

from dataclasses import asdict
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.features import RIVAL_SCALES, RIVALS, TABLE_SCALES, Seen
from spielgeld.bots.champion.network import POINT, Network
from spielgeld.bots.champion.options import (
    BID_SCALES,
    ROUNDS_AHEAD,
    TURN_OPTIONS,
    TURN_SCALES,
    Options,
)
from spielgeld.bots.champion.weights import unpack
from spielgeld.train.choosing import Choice
from spielgeld.train.export import packed
from spielgeld.train.learning import Pace, _step, new_learner, targets
from spielgeld.train.network import new_params, weigh_turns
from spielgeld.train.rollout import Round, empty_tally
from spielgeld.train.run import Config, opponent_odds, read_config

MANY = 64


def _choices(value: list[float], *, tried: list[bool], counts: list[bool]) -> Choice:
    """Of one learner, round by round; only what `targets` looks at."""
    values = jnp.array(value)[:, None, None] * jnp.ones(3)
    nothing = jnp.zeros((len(value), 1))
    flags = jnp.array(tried)[:, None], jnp.array(counts)[:, None]
    return Choice(nothing, nothing, nothing, nothing, values, *flags)


def test_targets_mix_what_came_out_with_what_was_thought() -> None:
    rounds = Round(
        bid=_choices([0.3, 0.4], tried=[False, False], counts=[True, True]),
        turn=_choices([0.5, 0.6], tried=[False, False], counts=[True, False]),
        over=jnp.array([[False], [True]]),
        outcome=jnp.ones((2, 1, 3)),
    )
    bids, turns = targets(rounds, jnp.zeros((1, 3)), jnp.float32(0.5))
    # The last round ended with a win; no turn was taken in it.
    np.testing.assert_allclose(bids[1, 0], 1.0)
    # Half of what the next bid was thought to be worth (.4), half of what came of it (1).
    np.testing.assert_allclose(turns[0, 0], 0.7)
    np.testing.assert_allclose(bids[0, 0], 0.5 * 0.5 + 0.5 * 0.7)


def test_what_came_after_a_choice_tried_for_its_own_sake_is_not_held_against_the_one_before() -> (
    None
):
    rounds = Round(
        bid=_choices([0.3, 0.4], tried=[False, True], counts=[True, True]),
        turn=_choices([0.5, 0.6], tried=[False, False], counts=[True, True]),
        over=jnp.array([[False], [True]]),
        outcome=jnp.zeros((2, 1, 3)),
    )
    _, turns = targets(rounds, jnp.zeros((1, 3)), jnp.float32(0.5))
    np.testing.assert_allclose(turns[0, 0], 0.4)


def _samples(key: jax.Array) -> tuple[tuple[Choice, jax.Array], tuple[Choice, jax.Array]]:
    """Made-up choices whose worth hangs on the first number of the option."""
    made = []
    for at, width in enumerate((len(BID_SCALES), len(TURN_SCALES))):
        keys = jax.random.split(jax.random.fold_in(key, at), 3)
        table = jax.random.randint(keys[0], (MANY, len(TABLE_SCALES)), 0, 3).astype(jnp.int8)
        rivals = jax.random.randint(keys[1], (MANY, RIVALS, len(RIVAL_SCALES)), 0, 3)
        acts = jax.random.randint(keys[2], (MANY, width), 0, 4).astype(jnp.int8)
        good = (acts[:, :1] > 1).astype(jnp.float32) * jnp.ones(3)
        flags = jnp.zeros(MANY, bool), jnp.ones(MANY, bool)
        option = jnp.arange(MANY) % TURN_OPTIONS
        made.append((Choice(table, rivals.astype(jnp.int8), acts, option, good, *flags), good))
    return made[0], made[1]


def test_the_networks_learn_what_options_are_worth() -> None:
    bids, turns = _samples(jax.random.key(3))
    pace = Pace(jnp.float32(1e-3), jnp.float32(0.9), jnp.float32(0.9))
    step = jax.jit(_step)
    learner, first = step(new_learner(jax.random.key(1)), pace, bids, turns)
    for _ in range(40):
        learner, loss = step(learner, pace, bids, turns)
    assert float(loss) < 0.3 * float(first)


def test_whole_numbers_say_nearly_what_the_network_says() -> None:
    params = new_params(jax.random.key(7))
    weights = unpack(packed(params, np.zeros((ROUNDS_AHEAD, 512))))
    (choice, _), (turn, _) = _samples(jax.random.key(5))
    options = np.asarray(turn.act[:TURN_OPTIONS])
    seen = Seen(np.asarray(choice.table[0]), np.asarray(choice.rivals[0]), None)
    whole = Network(weights, "turn").weigh(seen, Options(options, None, None)) / (1 << 16)
    exact = weigh_turns(
        params["turn"], choice.table[:1], choice.rivals[:1], options[None], jnp.float32
    )
    assert POINT == 10
    np.testing.assert_allclose(whole, np.asarray(exact[0, :, :2]), atol=0.02)


def test_no_opponent_has_more_than_a_twentieth_of_the_tables() -> None:
    known = empty_tally(100)
    hard = known._replace(alone_deals=known.alone_deals + 1000, alone=known.alone + 990)
    hard = hard._replace(alone=hard.alone.at[3].set(10.0))
    odds = np.asarray(opponent_odds(hard))
    assert odds[3] == odds.max() == np.float32(0.05)
    assert odds.min() > 0.004


def test_a_configuration_is_read(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text("seed = 7\nrate = [1e-3, 1e-5]\n[games]\nself = 8\n", encoding="utf-8")
    assert asdict(read_config(file)) == asdict(Config()) | {
        "seed": 7,
        "rate": [1e-3, 1e-5],
        "games": {"self": 8},
    }
