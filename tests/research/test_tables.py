"""Compiled tables: every observation, mask and reward is that of the engine, in every edition."""

from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

from spielgeld.bots import Bot, make_bot
from spielgeld.engine import EDITIONS, RULE_VALUES, Refusal, Setup, set_up
from spielgeld.fast.steps import CARDS, ORDER
from spielgeld.fast.words import layout_of
from spielgeld.research.core import IN_GAME, PLAYED_BY
from spielgeld.research.episode import Reward, rewards_of
from spielgeld.research.tables import CompiledTables, Step
from support.readable_deal import CardByCard
from support.research import some_action

TABLES = [(key, players) for key, each in EDITIONS.items() for players in each.players]


def engine_deal(
    tables: CompiledTables, edition: str, rules: Mapping[str, object], at: int
) -> CardByCard:
    """The deal of a compiled table that nobody has begun, on the engine."""
    row = tables.rows[at]
    currencies = EDITIONS[edition].currencies
    removed = [each.code for n, each in enumerate(currencies) if not row[IN_GAME] >> n & 1]
    house_rules = {**rules, "deals": 1}
    setup: Setup = set_up(edition, tables.players, removed=removed, house_rules=house_rules)
    order = [layout_of(setup).card[int(n)] for n in row[ORDER : ORDER + row[CARDS]]]
    return CardByCard.deal(setup, order)


def compare(step: Step, at: int, deal: CardByCard, seat: int) -> None:
    assert step.seat[at] == seat
    assert (step.mask[at] == deal.mask(seat)).all()
    different = np.argwhere(step.observation[at] != deal.observe(seat))
    assert not len(different), different[:5]


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("house", [False, True])
def test_every_step_is_that_of_the_engine(edition: str, players: int, house: bool) -> None:
    rng = Random(f"{edition} {players}")
    rules = {name: rng.choice(values) for name, values in RULE_VALUES.items()} if house else {}
    reward: Reward = "points" if house else "win_share"
    tables = CompiledTables(
        2, edition, players, house_rules=rules, reward=reward, seed=rng.randrange(99)
    )
    deals = [engine_deal(tables, edition, rules, at) for at in range(2)]
    step, ended = tables.look(), 0
    while ended < 3:
        for at, deal in enumerate(deals):
            assert deal.actor is not None
            compare(step, at, deal, deal.actor)
        actors = [deal.actor or 0 for deal in deals]
        actions = [some_action(deal.legal(), rng) for deal in deals]
        for deal, action in zip(deals, actions, strict=True):
            deal.step(action)
        step = tables.step(actions)
        finals = iter(tables.final_observations)
        for at, deal in enumerate(deals):
            assert step.over[at] == deal.is_over
            if deal.is_over:
                wanted = rewards_of(reward, deal.points)
                assert step.points[at].tolist() == list(deal.points)
                assert step.rewards[at] == pytest.approx(wanted)
                assert (next(finals) == deal.observe(actors[at])).all()
                ended += 1
                deals[at] = engine_deal(tables, edition, rules, at)


def play_on(deal: CardByCard, bots: list[Bot], own: int) -> None:
    """Let the bots choose until it is the own choice, or the deal is over."""
    while choosing := deal.choosing:
        for seat in choosing:
            if seat != own:
                deal.play_bot(bots[seat], seat, Random())
        if own in choosing:
            return


@pytest.mark.parametrize(("edition", "players"), [("it-full", 5), ("it", 4), ("pl", 6)])
@pytest.mark.parametrize("names", [["best"], ["hoarder", "best"]])
def test_compiled_opponents_choose_as_the_bots_do(
    edition: str, players: int, names: list[str]
) -> None:
    """Bots without haste leave nothing to chance, so every step must be the same."""
    tables = CompiledTables(1, edition, players, opponents=names, seed=5)
    rng, step, ended = Random(1), tables.look(), 0
    fresh = True
    while ended < 3:
        if fresh:
            deal, seat = engine_deal(tables, edition, {}, 0), int(step.seat[0])
            drawn = tables.rows[0, PLAYED_BY : PLAYED_BY + players]
            bots = [make_bot(sorted(names)[max(0, int(player))]) for player in drawn]
            play_on(deal, bots, seat)
        compare(step, 0, deal, seat)
        action = some_action(deal.legal(seat), rng)
        deal.step(action, seat)
        play_on(deal, bots, seat)
        step = tables.step([action])
        fresh = bool(step.over[0])
        assert fresh == deal.is_over
        if fresh:
            assert step.rewards[0] == pytest.approx(rewards_of("win_share", deal.points))
            ended += 1


def test_what_is_illegal_loses_the_deal() -> None:
    tables = CompiledTables(2, seed=1)
    step = tables.step([84, int(tables.look().mask[1].argmax())])
    assert step.over.tolist() == step.illegal.tolist() == [True, False]
    assert step.rewards[0] == pytest.approx(rewards_of("win_share", (0, 0, 0, 0), loser=0))
    for action in (-1, 85, 10**12):
        assert tables.step([action, action]).illegal.all()


def test_random_actions_are_legal_and_any_of_them() -> None:
    tables, drawn = CompiledTables(64, "it-full", seed=1), set()
    step = tables.look()
    for _ in range(200):
        actions = tables.random_actions()
        assert step.mask[np.arange(64), actions].all()
        drawn |= {*actions.tolist()}
        step = tables.step(actions)
    assert drawn == {*range(83)} - {*range(69, 75)}


def test_the_same_seed_gives_the_same_deals() -> None:
    one, other, third = (CompiledTables(4, seed=seed) for seed in (1, 1, 2))
    assert (one.rows == other.rows).all()
    assert (one.rows != third.rows).any()


def test_named_currencies_leave() -> None:
    tables = CompiledTables(3, "it", 3, removed=["R", "SF"], seed=1)
    assert {int(row[IN_GAME]) for row in tables.rows} == {0b1010111}


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "champion"},
        {"opponents": []},
        {"tables": 0},
        {"players": 7},
        {"edition": "any"},
        {"reward": "fame"},
        {"opponents": "best", "seat": 4},
        {"removed": ["XX"]},
    ],
)
def test_what_there_is_not_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        CompiledTables(**{"tables": 2, **options})  # type: ignore[arg-type]
