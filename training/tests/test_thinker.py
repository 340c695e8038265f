"""The model of other players, beliefs about hidden cards, and the search that uses both."""

from functools import partial
from inspect import unwrap
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld_training.batch.piles import BIT_OF, KIND_OF, SEATS, size
from spielgeld_training.choices import League, all_bids, seats_of
from spielgeld_training.search import SEARCHER
from spielgeld_training.tables import Group, Table, new_table, new_tables
from spielgeld_training.thinker import calibrate, search
from spielgeld_training.thinker import fit as fit_module
from spielgeld_training.thinker.beliefs import (
    Past,
    bid_likelihoods,
    no_past,
    remembered,
    suppositions,
    weighted_deal,
    with_hidden,
)
from spielgeld_training.thinker.fit import (
    Learner,
    Options,
    by_row,
    fit,
    init_learner,
    load_average,
    update,
)
from spielgeld_training.thinker.judge import TEMPERATURES, score
from spielgeld_training.thinker.model import (
    BID,
    BID_WORTH,
    TURN,
    WITH,
    WITHOUT,
    Models,
    bid_outlook,
    nearest,
    odds_of,
    option_of_turn,
    turn_of_option,
    turn_outlook,
)
from spielgeld_training.thinker.players import SEATED, drawn, league_of
from spielgeld_training.thinker.samples import Sample, recorded_round
from spielgeld_training.thinker.search import Knobs, Way

GAMES = 4
GROUP = Group(GAMES, 1, "same")

# JAX compiles each of these once. Without `jit` it would compile all their operations one by one.
_bid_outlook = jax.jit(bid_outlook)
_turn_outlook = jax.jit(turn_outlook)
_init_learner = jax.jit(init_learner)
_odds_of = jax.jit(odds_of, static_argnames=("which", "name"))


@pytest.fixture(scope="module")
def league() -> League:
    """A league of two heuristic players, beside the champion."""
    return league_of(drawn("test", 2), odd=False, distortion=None)


@pytest.fixture(scope="module")
def models() -> Models:
    """Models before any fit."""
    learner: Learner = _init_learner(jax.random.key(0))
    return learner.models


class Rounds(NamedTuple):
    """Three rounds: what is kept of the first two, and the samples of the third."""

    tables: Table
    """Before the third round."""
    past: Past
    bids: Sample
    turns: Sample


@pytest.fixture(scope="module")
def rounds(league: League) -> Rounds:
    """Three rounds of some deals; one function is compiled for all that the tests need of them."""

    @jax.jit
    def one(league: League, tables: Table, past: Past, key: Any) -> tuple[Table, Past, Any]:
        after, *samples = recorded_round(league, (GROUP,), tables, key)
        bids_key = jax.random.split(key, 5)[0]  # the same bids as in the recorded round
        piles, *_ = all_bids(league, seats_of((GROUP,)), tables, bids_key)
        return after, remembered(past, tables, piles), samples

    after = jax.jit(new_tables, static_argnums=1)(league.menu, (GROUP,), jax.random.key(3))
    past = jax.jit(no_past)(after)
    for at in range(3):
        tables, seen = after, past
        after, past, samples = one(league, tables, seen, jax.random.key(at))
    return Rounds(tables, seen, by_row(samples[0]), samples[1])


@pytest.fixture(scope="module")
def played_on(rounds: Rounds) -> tuple[Table, Past]:
    """Tables after two rounds, and their past."""
    return rounds.tables, rounds.past


@pytest.fixture(scope="module")
def recorded(rounds: Rounds) -> tuple[Sample, Sample]:
    """Bids and turns of the third round."""
    return rounds.bids, rounds.turns


def _noise(league: League, models: Models, which_model: str, *seen: Any) -> Any:
    """Return random numbers instead of likelihoods, which take long to compile.

    The true function is traced, so the arguments and the shape of the result are checked.
    """
    *arrays, players = seen
    likely = partial(bid_likelihoods, league, models, which_model, players=players)
    return jax.random.normal(jax.random.key(10), jax.eval_shape(likely, *arrays).shape)


def _first(tree: Any) -> Any:
    return jax.tree.map(lambda each: each[0], tree)


def test_a_turn_and_its_option_are_each_others_reverse() -> None:
    for seat in range(SEATS):
        for turn in range(3 + SEATS):
            if turn != 3 + seat:
                option = option_of_turn(jnp.int32(turn), jnp.int32(seat))
                assert int(turn_of_option(option, jnp.int32(seat))) == turn


def test_a_bid_is_the_candidate_with_the_same_cards_or_the_same_worth(
    league: League, played_on: tuple[Table, Past]
) -> None:
    outlook = _bid_outlook(league.potential, _first(played_on[0]), jnp.int32(1))
    legal = np.flatnonzero(np.asarray(outlook.legal))
    for option in legal[[0, 5, len(legal) // 2]]:
        found = int(nearest(outlook, outlook.piles[option]))
        np.testing.assert_array_equal(outlook.piles[found], outlook.piles[option])


def test_without_counts_the_model_does_not_see_how_anybody_has_played(
    league: League, models: Models, played_on: tuple[Table, Past]
) -> None:
    table = _first(played_on[0])
    other = table._replace(history=table.history[::-1] + 1)
    for name, outlook_of in ((BID, partial(_bid_outlook, league.potential)), (TURN, _turn_outlook)):
        outlooks = [
            jax.tree.map(lambda each: each[None], outlook_of(each, jnp.int32(1)))
            for each in (table, other)
        ]
        one, two = (_odds_of(league.params, models, WITH, each, name) for each in outlooks)
        assert not np.allclose(one, two)
        one, two = (_odds_of(league.params, models, WITHOUT, each, name) for each in outlooks)
        np.testing.assert_array_equal(one, two)


def test_samples_are_legal_choices_of_different_seats(recorded: tuple[Sample, Sample]) -> None:
    for sample in recorded:
        legal = jnp.take_along_axis(sample.outlook.legal, sample.option[..., None], -1)
        assert bool(legal.all())
        assert bool(sample.valid.all())
        assert set(np.asarray(sample.round)) == {3}
    seats = np.asarray(recorded[0].seat).reshape(GAMES, -1)
    assert all(len({*each}) == len(each) for each in seats)


def test_the_models_learn_what_was_chosen(league: League, recorded: tuple[Sample, Sample]) -> None:
    learner, step = _init_learner(jax.random.key(1)), jax.jit(update)
    learner, first = step(learner, league.params, jnp.float32(0.05), *recorded)
    for _ in range(20):
        learner, losses = step(learner, league.params, jnp.float32(0.05), *recorded)
    assert {*losses} == {"with bid", "with turn", "without bid", "without turn"}
    for name, loss in losses.items():
        assert float(loss) < 0.8 * float(first[name])


def test_a_fit_goes_on_where_it_ended(
    league: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fake_step(learner: Learner, *_: Any, **__: Any) -> tuple[Learner, Any, dict[str, float]]:
        adam = learner.adam._replace(count=learner.adam.count + 1)
        return learner._replace(adam=adam), None, {"with bid": 1.0}

    monkeypatch.setattr(fit_module, "fit_step", fake_step)
    monkeypatch.setattr(fit_module, "to_learn_from", lambda *_: league)
    monkeypatch.setattr(fit_module, "new_tables", lambda *_: None)
    monkeypatch.setattr(fit_module, "init_learner", _init_learner)
    lines: list[dict[str, Any]] = []
    options = Options(tmp_path, 0.01, games=40)
    fit(options, lines.append)
    steps = lines[-1]["steps"]
    with np.load(tmp_path / "count.npz") as stored:
        assert int(stored["['count']"]) == steps
    fit(options, lines.append)  # it is over
    assert len(lines) == 1
    fit(options._replace(seconds=lines[-1]["seconds"] + 0.2), lines.append)
    assert lines[-1]["steps"] > steps
    with np.load(tmp_path / "count.npz") as stored:
        assert int(stored["['count']"]) == lines[-1]["steps"]
    before, after = _init_learner(jax.random.key(1)).average, load_average(tmp_path)
    jax.tree.map(np.testing.assert_array_equal, before, after)


def test_true_hidden_cards_leave_the_past_as_it_was(
    league: League, models: Models, played_on: tuple[Table, Past]
) -> None:
    tables, past = played_on
    other = jax.jit(suppositions, static_argnums=1)(_first(tables.deal), 1, jax.random.key(2))
    supposed = jnp.stack([tables.deal.secret, jnp.repeat(other, GAMES, 0)], 1)
    likely = jax.jit(bid_likelihoods, static_argnames=("which_model", "players"))
    found = likely(league, models, WITH, tables, past, supposed, players=SEATED)
    assert not np.allclose(found[0, 0], found[0, 1])
    by_hand = np.zeros((GAMES, SEATED - 1))
    for at in range(2):
        for game in range(GAMES):
            for seat in range(1, SEATED):
                then = jax.tree.map(lambda each, at=at, game=game: each[at, game], past.tables)
                outlook = _bid_outlook(league.potential, then, jnp.int32(seat))
                option = nearest(outlook, past.piles[at, game, seat])
                row = jax.tree.map(lambda each: each[None], outlook)
                odds = _odds_of(league.params, models, WITH, row, BID)
                chance = 0.98 * np.exp(odds[0, option]) + 0.02 / int(outlook.legal.sum())
                by_hand[game, seat - 1] += np.log(chance)
    np.testing.assert_allclose(found[:, 0], by_hand, rtol=0.01)


def test_worlds_agree_with_what_was_seen_and_follow_the_weights(
    played_on: tuple[Table, Past],
) -> None:
    deal = _first(played_on[0].deal)
    supposed = jax.jit(suppositions, static_argnums=1)(deal, 8, jax.random.key(5))
    weights = jnp.zeros((8, SEATED - 1)).at[3].set(100.0)
    draw = jax.jit(weighted_deal, static_argnames="players")
    world = draw(deal, supposed, weights, players=SEATED, key=jax.random.key(6))
    np.testing.assert_array_equal(world.secret, supposed[3].at[SEARCHER].set(deal.secret[SEARCHER]))
    np.testing.assert_array_equal(world.hands & ~world.secret, deal.hands & ~deal.secret)
    np.testing.assert_array_equal(size(world.hands), size(deal.hands))
    deck = np.asarray(world.order[deal.drawn : deal.cards])
    assert len({*deck}) == int(deal.cards - deal.drawn)
    assert not (np.asarray(world.hands)[:, KIND_OF[deck]] & BIT_OF[deck]).any()
    same = jax.jit(with_hidden)(deal, deal.secret, jax.random.key(7))
    np.testing.assert_array_equal(same.hands, deal.hands)
    assert {*np.asarray(same.order[deal.drawn : deal.cards])} == {
        *np.asarray(deal.order[deal.drawn : deal.cards])
    }


def test_ways_of_searching_play_the_same_decks(
    league: League, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "bid_likelihoods", _noise)
    play = partial(
        jax.jit(unwrap(search.play_decks), static_argnames=("company", "way", "games", "times")),
        league,
        models,
        Knobs(jnp.float32(0), jnp.float32(1)),
        company="none",
        games=2,
        times=2,
    )
    key = jax.random.key(8)
    searched, plain = (
        play(key, way=Way("with", 2, 2, 2)),
        jax.eval_shape(partial(play, way=None), key),
    )
    assert jax.tree.map(jnp.shape, searched) == jax.tree.map(jnp.shape, plain)
    assert bool(searched.over.all())
    assert bool(((searched.share >= 0) & (searched.share <= 1)).all())
    keys = jax.vmap(partial(jax.random.fold_in, key))(jnp.arange(len(searched.temper)))
    decks = jax.jit(jax.vmap(new_table, (None, None, 0)))(league.menu, False, keys)
    np.testing.assert_array_equal(searched.temper, decks.tempers[:, -1])


def test_calibration_without_weights_gains_nothing_and_says_the_base_rate(
    league: League, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate, "bid_likelihoods", _noise)
    calibrated = jax.jit(
        unwrap(calibrate.calibrated), static_argnames=("groups", "guesses", "players")
    )
    champions = (Group(GAMES, SEATS, "none"),)
    found = calibrated(
        league, models, jax.random.key(9), groups=champions, guesses=3, players=SEATED
    )
    unweighted, *_, whole = calibrate.lines(found)
    assert unweighted["gain in nats a rival"] == 0
    assert unweighted["rivals"] > 0
    assert sum(number for *_, number in whole["calibration"]) == int(found.cards[1:, -1].sum())


def test_scores_are_logarithms_of_probabilities(
    league: League, models: Models, recorded: tuple[Sample, Sample]
) -> None:
    bids, turns = recorded
    found = jax.jit(score)(models, league, bids, turns)
    legal = np.asarray(bids.outlook.legal.sum(-1))
    np.testing.assert_allclose(found.bid["anything"], -np.log(legal), rtol=1e-5)
    np.testing.assert_allclose(
        found.turn["anything"], -np.log(np.asarray(turns.outlook.legal.sum(-1))), rtol=1e-5
    )
    for which, each in found.bid.items():
        assert bool((each <= found.worth[which] + 1e-6).all())
        assert bool((found.worth[which] <= 1e-6).all())
    money = np.asarray(bids.outlook.acts[..., BID_WORTH])
    alike = money == np.take_along_axis(money, np.asarray(bids.option)[:, None], 1)
    alike &= np.asarray(bids.outlook.legal)
    np.testing.assert_allclose(found.worth["anything"], np.log(alike.sum(-1) / legal), rtol=1e-4)
    champions = np.asarray(bids.seat) == 0
    own, other = found.bid[f"champion {TEMPERATURES[0]:.4f}"], found.bid["anything"]
    assert np.asarray(own)[champions].mean() > np.asarray(other)[champions].mean()
