"""One seed, one deal: every form deals the same cards and says the same about them."""

from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from spielgeld.engine import EDITIONS
from spielgeld.fast.steps import CARDS, ORDER
from spielgeld.research.choosers import Choosers
from spielgeld.research.deal import Deal
from spielgeld.research.episode import Dealer
from spielgeld.research.openspiel_game import NAME
from spielgeld.research.pettingzoo_env import WAIT, parallel_env, raw_env
from spielgeld.research.tables import CompiledTables

ID = "spielgeld.research.gym_env:Spielgeld-v1"
SEED = 2**40 + 17


def cards_of(row: Any) -> list[int]:
    cards: list[int] = row[ORDER : ORDER + row[CARDS]].tolist()
    return cards


def lowest(mask: Any) -> int:
    return int(np.argmax(mask))


def aec(_deal: Deal) -> Iterator[Any]:
    table = raw_env()
    table.reset(seed=SEED)
    yield cards_of(table.episode.deal.row)
    for _agent in table.agent_iter():
        seen, _, over, *_ = table.last()
        table.step(None if over else lowest(seen["action_mask"]))
    yield table.episode.deal.points


def parallel(_deal: Deal) -> Iterator[Any]:
    table = parallel_env()
    seen, _ = table.reset(seed=SEED)
    yield cards_of(table.episode.deal.row)
    while table.agents:
        masks = {name: seen[name]["action_mask"] for name in table.agents}
        seen, *_ = table.step({name: lowest(mask) for name, mask in masks.items()})
    assert not masks["player_0"][WAIT] or masks["player_0"].sum() == 1
    yield table.episode.deal.points


def rllib_without_ray(_deal: Deal) -> Iterator[Any]:
    table = Choosers()
    seen, _ = table.reset(seed=SEED)
    yield cards_of(table.episode.deal.row)
    over = False
    while not over:
        actions = {name: lowest(each["action_mask"]) for name, each in seen.items()}
        seen, _, ended, _, _ = table.step(actions)
        over = ended["__all__"]
    yield table.episode.deal.points


def tables(_deal: Deal) -> Iterator[Any]:
    many = CompiledTables(2, seed=SEED)
    yield cards_of(many.rows[0])
    step = many.look()
    while not step.over[0]:
        step = many.step(step.mask.argmax(1))
    yield step.points[0].tolist()


def openspiel(deal: Deal) -> Iterator[Any]:
    """The chance outcomes are those of the deck."""
    state = pyspiel.load_game(NAME).new_initial_state()
    codes = [each.code for each in deal.setup.edition.currencies]
    for code in deal.setup.removed:
        state.apply_action(codes.index(code))
    cards = iter(cards_of(deal.row))
    shown = False
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(cards))
            continue
        if not shown:
            yield [*cards_of(state.deal.row)[:32], *cards_of(deal.row)[32:]]
            shown = True
        state.apply_action(state.legal_actions()[0])
    yield state.deal.points


@pytest.mark.parametrize("form", [aec, parallel, rllib_without_ray, tables, openspiel])
def test_forms_in_which_all_seats_are_agents(form: Callable[[Deal], Iterator[Any]]) -> None:
    deal = Dealer(seed=SEED).deal()
    cards = cards_of(deal.row)
    while not deal.is_over:
        deal.step(deal.legal()[0])
    assert [*form(Dealer(seed=SEED).deal())] == [cards, deal.points]


@pytest.mark.parametrize("opponents", ["best", ["best", "greedy"]])
@pytest.mark.parametrize("edition", ["it", "any"])
def test_forms_with_one_agent(opponents: Any, edition: str) -> None:
    """Also the second deal of the stream, whatever was done in the first."""
    dealer = Dealer(edition, seed=SEED)
    deals = [dealer.deal() for _ in range(2)]
    options = {"opponents": opponents, "edition": edition}
    one = gymnasium.make(ID, **options).unwrapped
    many = gymnasium.make_vec(ID, num_envs=3, **options)
    one.reset(seed=SEED)
    many.reset(seed=[1, SEED, 2])
    for deal in deals:
        for dealt in (one.tables.deal(0), many.tables.deal(1)):
            assert cards_of(dealt.row) == cards_of(deal.row)
            assert dealt.setup == deal.setup
        one.reset()
        many.reset()


def test_the_edition_and_what_leaves_are_drawn_evenly() -> None:
    dealer = Dealer("any", seed=1)
    drawn = [dealer.deal().setup for _ in range(2000)]
    editions = [setup.edition.key for setup in drawn]
    assert min(editions.count(key) for key in EDITIONS) > 330
    removed = [setup.removed[0] for setup in drawn if setup.edition.key != "pl"]
    assert min(removed.count(code) for code in {*removed}) > 180
