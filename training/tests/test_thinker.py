"""The model of other players, beliefs about hidden cards, and the search that uses both."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld_training.batch.piles import CARDS, SEATS, size
from spielgeld_training.choices import League, all_bids, seats_of
from spielgeld_training.search import SEARCHER
from spielgeld_training.tables import Group, Table, new_tables
from spielgeld_training.thinker import calibrate
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
    WITH,
    WITHOUT,
    Options,
    fit,
    init_learner,
    load_average,
)
from spielgeld_training.thinker.judge import judged
from spielgeld_training.thinker.model import (
    BID,
    TURN,
    bid_outlook,
    log_odds,
    nearest,
    option_of_turn,
    turn_of_option,
    turn_outlook,
    without_counts,
)
from spielgeld_training.thinker.players import SEATED, drawn, groups_of, league_of
from spielgeld_training.thinker.samples import recorded_round
from spielgeld_training.thinker.search import Knobs, Way, play_decks, played

GAMES = 4
GROUP = Group(GAMES, 1, "same")


@pytest.fixture(scope="module")
def league() -> League:
    """A league of two heuristic players, beside the champion."""
    return league_of(drawn("test", 2), odd=False, distortion=None)


@pytest.fixture(scope="module")
def played_on(league: League) -> tuple[Table, Past]:
    """Tables after two rounds, and their past."""
    seats = seats_of((GROUP,))

    @jax.jit
    def two_rounds(key: Any) -> tuple[Table, Past]:
        tables = new_tables(league.menu, (GROUP,), key)

        def one(carry: tuple[Table, Past], key: Any) -> tuple[tuple[Table, Past], None]:
            tables, past = carry
            keys = jax.random.split(key)
            piles, outs, _ = all_bids(league, seats, tables, keys[0])
            past = remembered(past, tables, piles)
            return (played(league, seats, tables, (piles, outs), keys[1]), past), None

        start = tables, no_past(tables)
        return jax.lax.scan(one, start, jax.random.split(key))[0]

    return two_rounds(jax.random.key(1))


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
    outlook = bid_outlook(league.potential, _first(played_on[0]), jnp.int32(1))
    legal = np.flatnonzero(np.asarray(outlook.legal))
    for option in legal[[0, 5, len(legal) // 2]]:
        found = int(nearest(outlook, outlook.piles[option]))
        np.testing.assert_array_equal(outlook.piles[found], outlook.piles[option])


def test_without_counts_the_model_does_not_see_how_anybody_has_played(
    league: League, played_on: tuple[Table, Past]
) -> None:
    model = init_learner(jax.random.key(0)).models[WITH]
    table = _first(played_on[0])
    other = table._replace(history=table.history[::-1] + 1)
    for name, outlook_of in ((BID, partial(bid_outlook, league.potential)), (TURN, turn_outlook)):
        outlooks = [
            jax.tree.map(lambda each: each[None], outlook_of(each, jnp.int32(1)))
            for each in (table, other)
        ]
        one, two = (log_odds(model[name], each, name) for each in outlooks)
        assert not np.allclose(one, two)
        one, two = (log_odds(model[name], without_counts(each, name), name) for each in outlooks)
        np.testing.assert_array_equal(one, two)


def test_samples_are_legal_choices_of_everybody(league: League) -> None:
    groups = groups_of(40)
    tables = new_tables(league.menu, groups, jax.random.key(3))
    step = jax.jit(recorded_round, static_argnames="groups")
    _, bids, turns = step(league, groups, tables, jax.random.key(4))
    for sample in (bids, turns):
        legal = jnp.take_along_axis(sample.outlook.legal, sample.option[..., None], -1)
        assert bool(legal.all())
        assert bool(sample.valid.all())
    assert set(np.asarray(bids.seat).ravel()) == set(range(SEATED))


def test_fitting_lowers_the_loss_and_can_be_resumed(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    options = Options(tmp_path, 1.0, players=2, games=40, rounds=1, batch=16)
    fit(options, lines.append)
    first = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    fit(options._replace(seconds=first["seconds"] + 1), lines.append)
    state = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert state["steps"] > first["steps"]
    assert lines[-1]["steps"] == state["steps"]
    assert lines[-1]["with bid"] < 4.8 - 0.2  # 128 options: log 128 is 4.85
    assert {*load_average(tmp_path)} == {WITH, WITHOUT}


def test_true_hidden_cards_leave_the_past_as_it_was(
    league: League, played_on: tuple[Table, Past]
) -> None:
    tables, past = played_on
    model = init_learner(jax.random.key(0)).models[WITH]
    likely = partial(bid_likelihoods, model, league.potential)
    true = tables.deal.secret[:, None]
    found = jax.jit(likely, static_argnums=3)(tables, past, true, SEATED)
    by_hand = np.zeros(found.shape)
    for at in range(2):
        for game in range(GAMES):
            for seat in range(1, SEATED):
                then = jax.tree.map(lambda each, at=at, game=game: each[at, game], past.tables)
                outlook = bid_outlook(league.potential, then, jnp.int32(seat))
                option = nearest(outlook, past.piles[at, game, seat])
                odds = log_odds(model[BID], jax.tree.map(lambda each: each[None], outlook), BID)
                chance = 0.98 * np.exp(odds[0, option]) + 0.02 / int(outlook.legal.sum())
                by_hand[game, 0, seat - 1] += np.log(chance)
    np.testing.assert_allclose(found, by_hand, rtol=0.01)


def test_worlds_agree_with_what_was_seen_and_follow_the_weights(
    played_on: tuple[Table, Past],
) -> None:
    deal = _first(played_on[0].deal)
    supposed = suppositions(deal, 8, jax.random.key(5))
    weights = jnp.zeros((8, SEATED - 1)).at[3].set(100.0)
    world = weighted_deal(deal, supposed, weights, SEATED, jax.random.key(6))
    np.testing.assert_array_equal(world.secret, supposed[3].at[SEARCHER].set(deal.secret[SEARCHER]))
    np.testing.assert_array_equal(world.hands & ~world.secret, deal.hands & ~deal.secret)
    np.testing.assert_array_equal(size(world.hands), size(deal.hands))
    np.testing.assert_array_equal(np.sort(world.order), np.arange(CARDS))
    same = with_hidden(deal, deal.secret, jax.random.key(7))
    np.testing.assert_array_equal(same.hands, deal.hands)
    assert {*np.asarray(same.order[deal.drawn : deal.cards])} == {
        *np.asarray(deal.order[deal.drawn : deal.cards])
    }


def test_ways_of_searching_play_the_same_decks(league: League) -> None:
    models = init_learner(jax.random.key(0)).models
    play = partial(
        play_decks, league, models, key=jax.random.key(8), company="same", games=2, times=2
    )
    knobs = Knobs(jnp.float32(0), jnp.float32(1))
    ways = [None, Way("with", 2, 2, 2)]
    plain, searched = (play(knobs=knobs, way=way) for way in ways)
    for found in (plain, searched):
        assert bool(found.over.all())
        assert bool(((found.share >= 0) & (found.share <= 1)).all())
    np.testing.assert_array_equal(plain.temper, searched.temper)


def test_calibration_without_weights_gains_nothing_and_says_the_base_rate(league: League) -> None:
    models = init_learner(jax.random.key(0)).models
    found = calibrate.calibrated(
        league, models, jax.random.key(9), groups=(GROUP,), guesses=3, players=SEATED
    )
    unweighted, *_, whole = calibrate.lines(found)
    assert unweighted["gain in nats a rival"] == 0
    assert unweighted["rivals"] > 0
    assert sum(number for *_, number in whole["calibration"]) == int(found.cards[1:, -1].sum())


def test_judging_gives_every_model_a_score_and_the_uniform_one_the_right_one(
    league: League,
) -> None:
    models = init_learner(jax.random.key(0)).models
    lines = list(judged(models, league, ["a", "b"], games=8, rounds=1, times=1, seed=1))
    turns = {line["of"]: line for line in lines[1:] if line["what"] == "turn"}
    assert {"champion", "all strangers", "a", "b"} < {*turns}
    assert -np.log(8) <= turns["all strangers"]["anything"] < 0
    for line in lines[1:]:
        if line["choices"] and line["what"] == "bid":
            assert line["with counts"] < 0
