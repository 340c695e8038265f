"""What is learnt from a deal, from whom, and that it is learnt."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld.bots.champion.bot import mixed
from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.features import RIVAL_SCALES, TABLE_SCALES, Seen
from spielgeld.bots.champion.network import POINT, Network
from spielgeld.bots.champion.options import (
    BID_SCALES,
    ROUNDS_AHEAD,
    TURN_OPTIONS,
    TURN_SCALES,
    Options,
)
from spielgeld.bots.champion.position import RIVALS
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.champion.weights import champion_weights, unpack
from spielgeld.bots.heuristic.temper import Temper
from spielgeld_training import choices
from spielgeld_training.batch.piles import BIT_OF, KIND_OF, KINDS, size
from spielgeld_training.checkpoints import load_average, save_tree
from spielgeld_training.choices import Choice, Selection, select
from spielgeld_training.export import packed
from spielgeld_training.history import no_history
from spielgeld_training.learner import (
    Samples,
    Schedule,
    init_learner,
    loss_of,
    output_loss,
    td_targets,
    update,
)
from spielgeld_training.network import (
    Params,
    encode,
    enlarge,
    evaluate,
    evaluate_bids,
    evaluate_turns,
    init_params,
    predictions,
    with_critic,
)
from spielgeld_training.opponents import draw_league, opponent_odds, strongest
from spielgeld_training.positions import open_position_of, position_of
from spielgeld_training.rollout import Round, empty_tally
from spielgeld_training.run import GAMES, Config, Run, potential_table
from spielgeld_training.search import SEARCHER, resampled
from spielgeld_training.tables import new_table, plain_menu

MANY = 64
AVERAGE_DECAY = 0.7
DRAWS = 4000
STEP = jax.jit(update)
"""Compiled once for all tests of networks of one shape."""


def _choices(value: list[float], *, explored: list[bool], valid: list[bool]) -> Choice:
    """Of one learner, round by round; only what `td_targets` looks at."""
    values = jnp.array(value)[:, None, None] * jnp.ones(3)
    nothing = jnp.zeros((len(value), 1))
    flags = jnp.array(explored)[:, None], jnp.array(valid)[:, None]
    return Choice(nothing, nothing, nothing, nothing, values, *flags)


def _won_rounds() -> Round:
    """Two rounds of one learner, who wins; in the second it takes no turn."""
    return Round(
        bid=_choices([0.3, 0.4], explored=[False, False], valid=[True, True]),
        turn=_choices([0.5, 0.6], explored=[False, False], valid=[True, False]),
        over=jnp.array([[False], [True]]),
        outcome=jnp.ones((2, 1, 3)),
    )


def test_targets_mix_what_came_out_with_what_was_thought() -> None:
    bids, turns = td_targets(_won_rounds(), jnp.zeros((1, 3)), jnp.float32(0.5))
    # The last round ended with a win; no turn was taken in it.
    np.testing.assert_allclose(bids[1, 0], 1.0)
    # Half of what the next bid was thought to be worth (.4), half of what came of it (1).
    np.testing.assert_allclose(turns[0, 0], 0.7)
    np.testing.assert_allclose(bids[0, 0], 0.5 * 0.5 + 0.5 * 0.7)


def test_what_came_after_a_choice_tried_for_its_own_sake_is_not_held_against_the_one_before() -> (
    None
):
    rounds = Round(
        bid=_choices([0.3, 0.4], explored=[False, True], valid=[True, True]),
        turn=_choices([0.5, 0.6], explored=[False, False], valid=[True, True]),
        over=jnp.array([[False], [True]]),
        outcome=jnp.zeros((2, 1, 3)),
    )
    _, turns = td_targets(rounds, jnp.zeros((1, 3)), jnp.float32(0.5))
    np.testing.assert_allclose(turns[0, 0], 0.4)


def test_with_a_critic_what_a_turn_was_thought_to_be_worth_does_not_count() -> None:
    rounds, nothing = _won_rounds(), jnp.zeros((2, 1))
    rounds = rounds._replace(bid=rounds.bid._replace(open=Seen(nothing, nothing, None)))
    bids, turns = td_targets(rounds, jnp.zeros((1, 3)), jnp.float32(0.5))
    np.testing.assert_allclose(turns[0, 0], 0.7)
    np.testing.assert_allclose(bids[0, 0], 0.7)


def _samples(key: jax.Array) -> Samples:
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
    return Samples(made[0], made[1])


def test_the_networks_learn_what_options_are_worth() -> None:
    samples = _samples(jax.random.key(3))
    pace = Schedule(jnp.float32(1e-3), jnp.float32(0.9), jnp.float32(0.9))
    learner, first = STEP(init_learner(init_params(jax.random.key(1))), pace, samples)
    for _ in range(40):
        learner, loss = STEP(learner, pace, samples)
    assert float(loss) < 0.3 * float(first)


def _adam(params: Params, samples: Samples, updates: int, rate: float) -> tuple[Params, Params]:
    """The networks and their moving average after some updates, written out by hand."""
    zeros = jax.tree.map(jnp.zeros_like, params)
    average, first, second = params, zeros, zeros
    gradient_of = jax.jit(jax.grad(loss_of))
    for number in range(1, updates + 1):
        gradient = gradient_of(params, samples)
        norm = jnp.sqrt(sum((each**2).sum() for each in jax.tree.leaves(gradient)))
        clip = jnp.minimum(1, 1 / norm)
        first = jax.tree.map(lambda m, g, c=clip: 0.9 * m + 0.1 * c * g, first, gradient)
        second = jax.tree.map(
            lambda v, g, c=clip: 0.999 * v + 0.001 * (c * g) ** 2, second, gradient
        )
        corrections = 1 - 0.9**number, 1 - 0.999**number
        params = jax.tree.map(
            lambda w, m, v, c=corrections: w - rate * m / c[0] / (jnp.sqrt(v / c[1]) + 1e-8),
            *(params, first, second),
        )
        decay = min(AVERAGE_DECAY, 1 - 1 / (1 + number))
        average = jax.tree.map(lambda a, w, d=decay: d * a + (1 - d) * w, average, params)
    return params, average


def test_an_update_is_adam_with_clipped_gradients_bias_correction_and_a_moving_average() -> None:
    samples, updates, rate = _samples(jax.random.key(3)), 3, 1e-3
    params = init_params(jax.random.key(1))
    schedule = Schedule(jnp.float32(rate), jnp.float32(0.9), jnp.float32(AVERAGE_DECAY))
    learner = init_learner(params)
    for _ in range(updates):
        learner, loss = STEP(learner, schedule, samples)
        assert loss > 0
    wanted, average = _adam(params, samples, updates, rate)
    for found, by_hand in ((learner.params, wanted), (learner.average, average)):
        close = partial(np.testing.assert_allclose, rtol=0, atol=2e-5)
        jax.tree.map(close, found, by_hand)


def test_the_loss_is_cross_entropy_for_the_win_and_huber_for_lead_and_score() -> None:
    logit, share, errors = 0.7, 0.25, (0.5, -3.0)
    chance = 1 / (1 + np.exp(-logit))
    cross_entropy = -share * np.log(chance) - (1 - share) * np.log(1 - chance)
    wanted = cross_entropy + 0.5 * (0.5 * errors[0] ** 2) + 0.25 * (abs(errors[1]) - 0.5)
    outputs = jnp.array([[logit, *errors], [9.0, 9.0, 9.0]])
    targets = jnp.array([[share, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert output_loss(outputs, targets, jnp.array([True, False])) == pytest.approx(wanted)


def test_a_critic_learns_what_only_open_hands_show() -> None:
    samples = _samples(jax.random.key(3))
    bid, _ = samples.bids
    luck = jnp.arange(MANY) % 2  # nothing that the seat sees tells
    seen = Seen(bid.table.at[:, 0].set(40 * luck.astype(jnp.int8)), bid.rivals, None)
    wanted = luck[:, None] * jnp.ones(3)
    act = bid.act.at[:].set(1)
    bid = bid._replace(table=bid.table.at[:].set(1), rivals=bid.rivals.at[:].set(1), act=act)
    samples = samples._replace(bids=(bid._replace(open=seen), wanted))
    pace = Schedule(jnp.float32(2e-3), jnp.float32(0.9), jnp.float32(0.9))
    learner = init_learner(with_critic(init_params(jax.random.key(1))))
    for _ in range(20):
        learner, _ = STEP(learner, pace, samples)
    own = evaluate_bids(learner.params["bid"], bid.table, bid.rivals, act[:, None], jnp.float32)
    critic = evaluate_bids(
        learner.params["critic"], seen.table, seen.rivals, act[:, None], jnp.float32
    )
    chances = [np.asarray(predictions(numbers)[:, 0, 0]) for numbers in (own, critic)]
    assert np.abs(chances[0] - 0.5).max() < 0.1
    assert np.abs(chances[1] - np.asarray(luck)).mean() < 0.1


def test_a_critic_sees_all_hands_and_only_the_deck_is_unseen() -> None:
    deal = new_table(plain_menu("it", 5, 1), jnp.bool_(False), jax.random.key(4)).deal
    seat, history = jnp.int32(0), no_history()
    hidden = position_of(deal, history, jnp.int32(1), seat)
    shown = open_position_of(deal, history, jnp.int32(1), seat)
    np.testing.assert_array_equal(shown.known[:4], deal.hands[1:5])
    assert not np.asarray(hidden.known).any()
    assert not np.asarray(shown.unknown).any()
    assert size(shown.unseen) == shown.deck
    assert size(hidden.unseen) == shown.deck + size(deal.hands[1:5]).sum()


def test_a_critic_is_kept_with_a_run_and_does_not_play(tmp_path: Path) -> None:
    games = dict.fromkeys(GAMES, 0) | {"self": 1}
    run = Run(Config(critic=True, games=games, tempers=1), tmp_path)
    run.learner.average["critic"]["deep"] += 1
    run.save()
    assert set(load_average(tmp_path)) == {"bid", "turn"} == set(run.snapshots)
    again = Run(Config(critic=True, games=games, tempers=1), tmp_path)
    later = Run(Config(critic=True, start=str(tmp_path), games=games, tempers=1), tmp_path / "new")
    for learner in (again.learner.average, later.learner.params):
        np.testing.assert_array_equal(
            learner["critic"]["deep"], run.learner.average["critic"]["deep"]
        )
    plain = Run(Config(start=str(tmp_path), games=games, tempers=1), tmp_path / "plain")
    assert set(plain.learner.params) == {"bid", "turn"}


def test_whole_numbers_say_nearly_what_the_network_says() -> None:
    params = init_params(jax.random.key(7))
    weights = unpack(packed(params, np.zeros((ROUNDS_AHEAD, 512))))
    (choice, _), (turn, _) = _samples(jax.random.key(5))
    options = np.asarray(turn.act[:TURN_OPTIONS])
    legal = np.ones(TURN_OPTIONS, bool)
    seen = Seen(np.asarray(choice.table[0]), np.asarray(choice.rivals[0]), None)
    whole = Network(weights, "turn").weigh(seen, Options(options, legal, None)) / (1 << 16)
    exact = evaluate_turns(
        params["turn"], choice.table[:1], choice.rivals[:1], options[None], jnp.float32
    )
    assert POINT == 10
    np.testing.assert_allclose(whole, np.asarray(exact[0]), atol=0.02)


def test_the_published_networks_are_those_of_the_file() -> None:
    arrays, shifts = unpack(packed(load_average(Path("published")), potential_table()))
    wanted = champion_weights()
    assert shifts == wanted.shifts
    assert all((arrays[name] == each).all() for name, each in wanted.arrays.items())


def test_a_grown_network_says_what_the_smaller_one_said() -> None:
    whole = init_params(jax.random.key(7))
    small = {name: _smaller(net) for name, net in whole.items()}
    bigger, other = (enlarge(small, jax.random.key(seed)) for seed in (1, 2))
    (bid, _), (turn, _) = _samples(jax.random.key(5))
    for name, choice, scales in (("bid", bid, BID_SCALES), ("turn", turn, TURN_SCALES)):
        said = [
            evaluate(
                params[name],
                encode(params[name], choice.table, choice.rivals, jnp.float32)[0],
                choice.act[:, None],
                scales,
                None,
                jnp.float32,
            )
            for params in (bigger, other)
        ]
        # What is new was drawn differently, and counts nothing yet.
        assert (bigger[name]["table1"] != other[name]["table1"]).any()
        np.testing.assert_allclose(said[0], said[1], atol=1e-4)
        assert np.ptp(said[0]) > 0.01
    assert (bigger["bid"]["table1"][:, :10] == small["bid"]["table1"][:, :10]).all()


def _smaller(net: dict[str, jax.Array]) -> dict[str, jax.Array]:
    """The network as it was before it grew: narrower, without the layers that came later."""
    less = {
        "table1": net["table1"][:, :640],
        "table1_bias": net["table1_bias"][:640],
        "table2": net["table2"][:640],
        "out": net["out"][:256],
    }
    later = {"context", "deeper", "deeper_bias"}
    return {name: each for name, each in (net | less).items() if name not in later}


def test_the_league_breeds_those_who_take_most_among_learners() -> None:
    rng = Random(1)
    league = draw_league(30, [], rng)
    known = empty_tally(34)
    known = known._replace(
        among_deals=known.among_deals.at[:8].set(1000).at[20].set(10),
        among=known.among.at[:8].set(jnp.arange(8) * 10.0).at[20].set(9.0),
    )
    best = strongest(league, known)
    assert best[0] == asdict(league[7])
    assert len(best) == 8, "ten deals say nothing"
    children = draw_league(30, [Temper(**best[0])], rng)[:10]
    for child in children:
        assert 0.8 <= child.growth / league[7].growth <= 1.2
    assert len(set(children)) == 10
    assert abs(draw_league(30, [league[7]], rng)[10].growth / league[7].growth - 1) > 1e-9


def test_networks_in_training_mix_bids_as_the_champion_at_the_table_does() -> None:
    below = np.array([0.0, 0.003, 0.006, 0.05])
    logits = np.log((0.5 - below) / (0.5 + below))
    numbers = np.zeros((DRAWS, len(below), 3), np.float32)
    numbers[..., 0] = logits
    legal = jnp.ones((DRAWS, len(below)), bool).at[:, 1].set(False)
    selection = Selection(jnp.float32(0), jnp.float32(MIXING / UNIT), jnp.float32(0))
    chosen, *_ = select(jnp.asarray(numbers), legal, selection, jax.random.key(2))
    values = [round(UNIT * (0.5 - each)) for each in below]
    rng, may = Random(1), [True, False, True, True]
    table = [mixed(values, may, rng) for _ in range(DRAWS)]
    trained, played = (np.bincount(each, minlength=4) / DRAWS for each in (chosen, table))
    assert trained[1] == trained[3] == 0
    np.testing.assert_allclose(trained, played, atol=0.02)
    assert 0.02 < trained[2] < 0.1


def test_what_a_searcher_has_not_seen_is_dealt_anew_and_nothing_else() -> None:
    key = jax.random.key(4)
    deal = new_table(plain_menu("it", 5, 1), jnp.bool_(False), key).deal
    seen = deal.hands[1] & 7  # somebody has shown some cards
    deal = deal._replace(secret=deal.secret.at[1].set(deal.secret[1] & ~seen))
    world = jax.jit(resampled)(deal, key)
    np.testing.assert_array_equal(world.hands[SEARCHER], deal.hands[SEARCHER])
    np.testing.assert_array_equal(world.hands[1] & seen, seen)
    np.testing.assert_array_equal(size(world.hands), size(deal.hands))
    assert (np.asarray(world.hands[2]) != np.asarray(deal.hands[2])).any()
    rest = [int(each) for each in world.order[int(deal.drawn) : int(deal.cards)]]
    assert sorted(rest) != sorted(int(each) for each in deal.order[int(deal.drawn) :])
    cards = np.zeros(KINDS, int)
    for pile in (*world.hands, deal.right, deal.left):
        assert not (cards & np.asarray(pile)).any(), "no card is twice there"
        cards |= np.asarray(pile)
    for card in rest:
        assert not cards[KIND_OF[card]] & BIT_OF[card]
        cards[KIND_OF[card]] |= BIT_OF[card]
    assert np.bitwise_count(cards).sum() == deal.cards


def test_a_run_may_begin_as_the_end_of_another_and_learn_to_beat_it(tmp_path: Path) -> None:
    params = init_params(jax.random.key(9))
    save_tree(tmp_path, "average", params)
    games = dict.fromkeys(GAMES, 0) | {"snapshots": 3}
    config = Config(start=str(tmp_path), respond=True, games=games, tempers=1)
    run = Run(config, tmp_path / "new")
    layer = params["bid"]["deep"]
    np.testing.assert_array_equal(run.learner.params["bid"]["deep"], layer)
    np.testing.assert_array_equal(run.snapshots["bid"]["deep"][2], layer)
    assert run.tables.has_history.shape == (3,)


def test_a_short_run_learns_from_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some play against a few: it takes more from them at its end than at its beginning."""
    monkeypatch.setattr(choices, "DTYPE", jnp.float32)  # which a processor multiplies faster
    games = dict.fromkeys(GAMES, 0) | {"field": 32}
    run = Run(Config(games=games, tempers=3, batch_size=512, learning_rate=(2e-3, 2e-3)), tmp_path)
    shares = []
    for _ in range(3):
        run.tally = empty_tally(len(run.tally.alone))
        for _ in range(5):
            run.step()
        shares.append(np.mean(run.tally.alone / np.maximum(run.tally.alone_deals, 1)))
    assert shares[2] > shares[0] + 0.04


def test_no_opponent_has_more_than_a_twentieth_of_the_tables() -> None:
    known = empty_tally(100)
    hard = known._replace(alone_deals=known.alone_deals + 1000, alone=known.alone + 990)
    hard = hard._replace(alone=hard.alone.at[3].set(10.0))
    odds = np.asarray(opponent_odds(hard))
    assert odds[3] == odds.max() == np.float32(0.05)
    assert odds.min() > 0.004
