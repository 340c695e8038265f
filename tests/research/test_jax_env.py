"""The environment in JAX: every observation and mask is that of the engine, in every edition."""

from functools import partial
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld.batch import deal as batch_deal
from spielgeld.batch.deal import Rules
from spielgeld.batch.numbers import rules_as_numbers
from spielgeld.engine import Refusal
from spielgeld.fast.words import layout_of
from spielgeld.research import jax_env
from spielgeld.research.actions import ACTIONS, SEAL
from spielgeld.research.deal import CardByCard
from spielgeld.research.jax_env import ALL, WAIT, SpielgeldJax, State
from spielgeld.research.jax_view import observe
from support.research import deal_of, every_setup

SEATS = np.arange(6)


def state_of(deal: CardByCard) -> State:
    """A deal that nobody has begun, in JAX."""
    setup = deal.match.setup
    assert deal.match.deal
    dealt = deal.match.deal
    rules = Rules(*rules_as_numbers(setup.rules, setup.players))
    codes = [each.code for each in setup.edition.currencies]
    in_game = np.array([int(code not in setup.removed) for code in codes])
    cards = [*dealt.hands, dealt.turned_up, dealt.deck]
    order = [layout_of(setup).number[card] for group in cards for card in group]
    begun: State = begin(rules, in_game, np.array(order + [0] * (75 - len(order))))
    return begun


@jax.jit
def begin(rules: Rules, in_game: Any, order: Any) -> Any:
    return jax_env.begin(batch_deal.deal_out(rules, in_game, order))


@jax.jit
def look(state: State) -> Any:
    shown = (state.shown, state.shown_place, state.shown_bluff)
    seen = jax.vmap(observe, (None, 0, 0, None))(state.deal, SEATS, state.laid, shown)
    return seen, jax_env.masks(state), jax_env.is_over(state)


act = jax.jit(jax_env.act)


def compare(state: State, deal: CardByCard) -> None:
    seen, masks, over = (np.asarray(each) for each in look(state))
    assert over == deal.is_over
    for seat in range(deal.players):
        different = np.argwhere(seen[seat] != deal.observe(seat))
        assert not len(different), (seat, different[:5])
        legal = deal.legal(seat) or [WAIT]
        assert np.flatnonzero(masks[seat]).tolist() == legal


def test_every_step_is_that_of_the_engine() -> None:
    for number, setup in enumerate(every_setup(Random(11))):
        rng = Random(number)
        deal = deal_of(setup, rng)
        state = state_of(deal)
        while not deal.is_over:
            compare(state, deal)
            chosen = [WAIT] * 6
            for seat in deal.choosing:
                legal = deal.legal(seat)
                seals = [action for action in legal if action >= SEAL]
                chosen[seat] = rng.choice(seals if seals and rng.random() < 0.7 else legal)
            for seat in deal.choosing:
                deal.step(chosen[seat], seat)
            state = act(state, np.array(chosen))
        compare(state, deal)
        assert np.asarray(state.deal.scores)[: deal.players].tolist() == [*deal.points]


@pytest.fixture(scope="module")
def env() -> SpielgeldJax:
    return SpielgeldJax("nl", 3, removed=["R", "SF"])


def test_many_tables_play_on_by_themselves(env: SpielgeldJax) -> None:
    """Masked random play of a few deals: rewards come at the end, and a new deal in that step."""

    def play(carry: Any, key: Any) -> Any:
        state = carry
        keys = jax.random.split(key, 4)
        allowed = env.get_avail_actions(state)
        actions = {
            name: jax.random.categorical(keys[at], jnp.log(allowed[name] + 1e-9))
            for at, name in enumerate(env.agents)
        }
        seen, after, rewards, dones, infos = env.step(keys[3], state, actions)
        told = (dones[ALL], jnp.stack([*rewards.values()]), infos["illegal"], after.deal.round)
        return after, (*told, seen["player_0"].shape == (24, 80))

    @partial(jax.jit)
    @partial(jax.vmap)
    def run(key: Any) -> Any:
        first, keys = jax.random.split(key)
        return jax.lax.scan(play, env.reset(first)[1], jax.random.split(keys, 300))[1]

    over, rewards, illegal, round_, _ = map(np.asarray, run(jax.random.split(jax.random.key(1), 3)))
    assert over.any(1).all()
    assert not illegal.any()
    assert (round_[over] == 1).all()
    assert not rewards[~over].any()
    assert rewards[over].sum(1) == pytest.approx(0, abs=1e-6)
    assert (rewards[over].max(1) > 0).all()


def test_what_is_illegal_loses_the_deal(env: SpielgeldJax) -> None:
    deal = deal_of(next(every_setup(Random(1))), Random(1))
    state, rewards = state_of(deal), jax.jit(env.rewards)
    legal = [deal.legal(seat)[0] for seat in range(3)] + [WAIT] * 3
    for action in (ACTIONS - 1, -1, WAIT + 5, WAIT):
        after = act(state, np.array([legal[0], action, *legal[2:]]))
        assert int(after.loser) == 1
        assert look(after)[2]
        assert rewards(after)[:3].tolist() == pytest.approx([1 / 6, -1 / 3, 1 / 6])
    assert int(act(state, np.array(legal)).loser) == -1


def test_what_there_is_not_is_refused() -> None:
    for options in ({"players": 7}, {"edition": "xx"}, {"reward": "fame"}, {"removed": ["R", "E"]}):
        with pytest.raises(Refusal):
            SpielgeldJax(**options)
