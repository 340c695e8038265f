"""The environments: the official checkers, rewards, what is illegal, policies as bots."""

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    # Where the games of PettingZoo are installed too, it warns of its own way to load them.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.utils.conversions import parallel_to_aec

from spielgeld.bots.conformance import NotConforming, check_bot
from spielgeld.engine import EDITIONS, NotAllowed, Refusal
from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.choosers import ALL, Choosers
from spielgeld.research.deal import agent_name
from spielgeld.research.episode import rewards_of
from spielgeld.research.gym_env import SpielgeldEnv, SpielgeldVectorEnv
from spielgeld.research.observation import HAND, MOMENT, POINTS, WORTH, Observation
from spielgeld.research.pettingzoo_env import WAIT, env, parallel_env, raw_env
from spielgeld.research.policy_bot import PolicyBot

ID = "spielgeld.research.gym_env:Spielgeld-v1"
TABLES = [(key, players) for key, each in EDITIONS.items() for players in each.players]
CHECKED = [*[(key, 4) for key in EDITIONS], ("pl", 3), ("pl", 5), ("pl", 6)]
"""All editions with four players, and all numbers of players in one."""


def pick(mask: Mask, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play(table: Any, rng: Random) -> dict[str, float]:
    """Play a deal at random; what each agent was rewarded with in all."""
    rewards = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        rewards[agent] += reward
        table.step(None if over else pick(seen["action_mask"], rng))
    return rewards


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), CHECKED)
@pytest.mark.parametrize("made", [env, raw_env])
def test_pettingzoo_finds_nothing_wrong(made: Any, edition: str, players: int) -> None:
    with warnings.catch_warnings():
        # It knows no observation but arrays, and warns of any dictionary.
        warnings.filterwarnings("ignore", ".*bservation.*", UserWarning)
        api_test(made(edition=edition, players=players), num_cycles=100)
        seed_test(lambda: made(edition=edition, players=players), num_cycles=100)


@pytest.mark.parametrize(("edition", "players"), CHECKED)
def test_pettingzoo_finds_nothing_wrong_in_parallel(edition: str, players: int) -> None:
    def make() -> Any:
        return parallel_env(edition=edition, players=players)

    parallel_api_test(make(), num_cycles=100)
    parallel_seed_test(make, num_cycles=100)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*bservation.*", UserWarning)
        # Its actions are drawn without masks there, and an illegal one ends the deal.
        api_test(parallel_to_aec(make()), num_cycles=100)


@pytest.mark.parametrize(("edition", "players"), CHECKED)
@pytest.mark.parametrize("opponents", ["random", ["best", "greedy"]])
def test_gymnasium_finds_nothing_wrong(
    opponents: str | list[str], edition: str, players: int
) -> None:
    made = gymnasium.make(
        ID, opponents=opponents, edition=edition, players=players, render_mode="ansi"
    )
    check_env(made.unwrapped)


@pytest.mark.parametrize("how", ["vector_entry_point", "sync"])
@pytest.mark.parametrize("opponents", ["best", ["best", "greedy"]])
def test_gymnasium_makes_many_tables(how: str, opponents: str | list[str]) -> None:
    made = gymnasium.make_vec(
        ID, num_envs=3, vectorization_mode=how, opponents=opponents, players=3, edition="fr"
    )
    rng, (seen, info) = Random(1), made.reset(seed=4)
    first, ended = seen.copy(), np.zeros(3, bool)
    while not ended.all():
        assert made.observation_space.contains(seen)
        masks = info["action_mask"]
        actions = np.array([pick(mask, rng) if mask.any() else 0 for mask in masks])
        seen, reward, over, truncated, info = made.step(actions)
        assert ((reward != 0) <= over).all()
        assert not truncated.any()
        ended |= over
    again, _ = made.reset(seed=4)
    assert (again == first).all()
    made.close()


def told(opponents: Any, seed: int, **options: Any) -> list[Any]:
    """All that one table tells in a deal that is played by its masks alone."""
    made = gymnasium.make(ID, opponents=opponents, **options).unwrapped
    (seen, info), over = made.reset(seed=seed), False
    found: list[Any] = []
    while not over:
        found.append((seen.tolist(), info["action_mask"].tolist(), info["seat"]))
        seen, reward, over, _, info = made.step(int(info["action_mask"].argmax()))
    end = seen.tolist(), info["seat"], info["points"].tolist(), info["illegal"], [*info]
    return [*found, round(reward, 6), end]


@pytest.mark.parametrize("opponents", [["best"], ["hoarder", "best"], ["greedy", "best"]])
@pytest.mark.parametrize("options", [{}, {"edition": "any", "reward": "points"}])
def test_many_tables_are_single_tables_with_seeds_of_their_own(
    opponents: Any, options: dict[str, Any]
) -> None:
    """The same seats, bots, deals, rewards and infos: table `i` is the one of seed + `i`."""
    many = gymnasium.make_vec(ID, num_envs=3, opponents=opponents, **options)
    assert isinstance(many, SpielgeldVectorEnv)
    seen, info = many.reset(seed=8)
    found: list[list[Any]] = [[], [], []]
    ended = [False] * 3
    while not all(ended):
        for at in range(3):
            if not ended[at]:
                mask = info["action_mask"][at].tolist()
                found[at].append((seen[at].tolist(), mask, info["seat"][at]))
        seen, reward, over, _, info = many.step(info["action_mask"].argmax(1))
        for at in np.flatnonzero(over).tolist():
            if not ended[at]:
                last = info["final_info"]
                names = [name for name in last if not name.startswith("_")]
                assert all(last[f"_{name}"][at] for name in names)
                told_last = last["seat"][at], last["points"][at].tolist(), last["illegal"][at]
                end = info["final_obs"][at].tolist(), *told_last, names
                found[at] += [round(float(reward[at]), 6), end]
                ended[at] = True
    assert found == [told(opponents, 8 + at, **options) for at in range(3)]
    one, other = many.reset(seed=[5, 6, 7])[0].copy(), many.reset(seed=[5, 1, 7])[0]
    assert [(one[at] == other[at]).all() for at in range(3)] == [True, False, True]
    third = many.reset(seed=[5, None, 7])[0]
    assert [(one[at] == third[at]).all() for at in range(3)] == [True, False, True]


def test_a_deal_of_gymnasium_can_be_looked_into() -> None:
    for opponents in ("best", "greedy"):
        table = SpielgeldEnv(opponents, render_mode="ansi")
        (seen, info), over, rng = table.reset(seed=5), False, Random(1)
        while not over:
            deal = table.tables.deal()
            assert (deal.observe(table.seat) == seen).all()
            assert (deal.resample(table.seat, rng).observe(table.seat) == seen).all()
            assert (info["action_mask"] == table.action_masks()).all()
            seen, reward, over, _, info = table.step(pick(info["action_mask"], rng))
        assert not info["action_mask"].any()
        assert not seen[MOMENT, :2].any()  # nothing is awaited any more
        assert reward in {-0.25, 0.75} or info["points"].tolist().count(max(info["points"])) > 1
        shown = table.render() or ""
        assert [f"; {points} points" in shown for points in info["points"]] == [True] * 4
        before = table.tables.deal().row.copy()
        table.reset()
        assert (table.tables.deal().row != before).any()


@pytest.mark.parametrize(("edition", "players"), [("pl", 6), ("nl", 3)])
def test_only_those_are_asked_that_have_something_to_choose(edition: str, players: int) -> None:
    """RLlib's way: all that still bid, then one after the other."""
    table, rng = Choosers(edition, players), Random(1)
    seen, _ = table.reset(seed=2)
    assert len(seen) == players
    ended = {ALL: False}
    while not ended[ALL]:
        asked = [agent_name(seat) for seat in table.episode.deal.choosing]
        assert [*seen] == asked
        for name, each in seen.items():
            assert table.observation_spaces[name].contains(each)
        actions = {name: pick(each["action_mask"], rng) for name, each in seen.items()}
        seen, rewards, ended, cut, _ = table.step(actions)
        assert not cut[ALL]
    assert [*rewards] == [*seen] == table.possible_agents
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    assert table.agents == table.possible_agents  # as RLlib's own check wants it
    table.reset(seed=2)
    _, rewards, ended, _, _ = table.step({})
    assert ended[ALL]
    assert rewards["player_0"] == pytest.approx(-1 / players)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_deal_at_every_table_shares_out_one_win(edition: str, players: int) -> None:
    table = env(edition=edition, players=players)
    table.reset(seed=players)
    rewards = play(table, Random(players))
    assert len(rewards) == players
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    points = table.unwrapped.episode.deal.points
    best = max(points)
    won = [name for name, reward in rewards.items() if reward > 0]
    scored = zip(rewards, points, strict=True)
    assert won == [name for name, each in scored if each == best]


def test_the_same_seed_gives_the_same_deals_and_the_next_are_others() -> None:
    one, other = env(edition="any", players=5), env(edition="any", players=5)
    dealt = []
    for table in (one, other):
        table.reset(seed=3)
        first = table.unwrapped.episode.deal.match
        table.reset()
        dealt.append((first, table.unwrapped.episode.deal.match))
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]


def test_in_parallel_bids_are_laid_at_the_same_time() -> None:
    table = parallel_env(edition="nl", players=3)
    seen, _ = table.reset(seed=1)
    rng, deal = Random(1), table.episode.deal
    while table.agents:
        actions = {name: pick(seen[name]["action_mask"], rng) for name in table.agents}
        acting = [name for name, action in actions.items() if action != WAIT]
        assert acting == [agent_name(seat) for seat in deal.choosing]
        before = {seat: deal.laid(seat) for seat in deal.choosing}
        bids, rounds = deal.awaits_bids, len(deal.past)
        seen, rewards, ended, _, _ = table.step(actions)
        if bids and len(deal.past) == rounds:
            assert all(deal.laid(s) != laid or deal.sealed(s) for s, laid in before.items())
    assert all(ended.values())
    assert table.episode.loser is None
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_an_illegal_action_loses_the_deal() -> None:
    table = raw_env(players=4)
    table.reset(seed=1)
    table.step(ACTIONS - 1)
    assert table.rewards["player_0"] == pytest.approx(-1 / 4)
    assert table.rewards["player_3"] == pytest.approx(1 / 3 - 1 / 4)
    assert all(table.terminations.values())

    for opponents in ("random", "greedy"):
        one = SpielgeldEnv(opponents, seat=2)
        one.reset(seed=1)
        for action in (ACTIONS - 1, -1, 10**12):
            _, reward, over, _, info = one.step(action)
            assert reward == pytest.approx(-1 / 4)
            assert (over, info["illegal"]) == (True, True)
            one.reset()


@pytest.mark.parametrize("opponents", ["best", "greedy"])
def test_an_illegal_action_raises_on_wish(opponents: str) -> None:
    table = env(illegal="raise")
    table.reset(seed=1)
    many = SpielgeldVectorEnv(2, opponents, illegal="raise")
    _, info = many.reset(seed=1)
    actions = info["action_mask"].argmax(1)
    actions[1] = ACTIONS - 1
    before = many.tables.deal(0).row.copy()
    refused: list[Callable[[], object]] = [
        lambda: table.step(ACTIONS - 1),
        lambda: gymnasium.make(ID, illegal="raise").unwrapped.tables.step_one(-1),
        lambda: gymnasium.make(ID, illegal="raise", opponents="greedy").unwrapped.tables.step([99]),
        lambda: many.step(actions),
    ]
    for step in refused:
        with pytest.raises(NotAllowed):
            step()
    assert (many.tables.deal(0).row == before).all()


FORMS = [env, parallel_env, Choosers, SpielgeldEnv, SpielgeldVectorEnv]


@pytest.mark.parametrize("made", FORMS)
@pytest.mark.parametrize(
    "options",
    [
        {"edition": "xx"},
        {"players": 9},
        {"players": "4"},
        {"reward": "fame"},
        {"illegal": "pray"},
        {"removed": ["XX"]},
        {"house_rules": {"coins": "tin"}},
    ],
)
def test_options_that_mean_nothing_are_refused(made: Any, options: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        made(**options)


@pytest.mark.parametrize("made", FORMS)
@pytest.mark.parametrize("seed", ["5", 1.5, True])
def test_a_seed_that_is_none_is_refused(made: Any, seed: Any) -> None:
    with pytest.raises(Exception, match=r"[Ss]eed"):
        made().reset(seed=seed)


@pytest.mark.parametrize("options", [{"opponents": "nobody"}, {"opponents": []}, {"seat": 4}])
def test_opponents_that_do_not_exist_are_refused(options: dict[str, Any]) -> None:
    for made in (SpielgeldEnv, SpielgeldVectorEnv):
        for edition in ("it", "any"):
            with pytest.raises(Refusal):
                made(edition=edition, **options)


def test_a_step_before_reset_is_answered_as_each_library_does() -> None:
    with pytest.raises(AssertionError, match="reset"):
        env().step(0)
    with pytest.raises(AssertionError, match="reset"):
        raw_env().step(0)
    with pytest.raises(AssertionError, match="reset"):
        parallel_env().step({})
    forms: list[Any] = [gymnasium.make(ID), SpielgeldEnv(), SpielgeldVectorEnv(2), Choosers()]
    for one in forms:
        with pytest.raises(ResetNeeded):
            one.step(np.zeros(2, int))


def test_rewards() -> None:
    assert rewards_of("points", [480, 300, 0]).tolist() == pytest.approx([4.8, 3.0, 0.0])
    assert rewards_of("points", [480, 300, 0], loser=0).tolist() == pytest.approx([0.0, 3.0, 0.0])
    shared = rewards_of("win_share", [480, 480, 0]).tolist()
    assert shared == pytest.approx([1 / 6, 1 / 6, -1 / 3])


def test_bots_at_the_other_seats_choose_as_they_would_at_a_table() -> None:
    """Three of `greedy` beat a learner that plays at random."""
    rng, won = Random(1), 0.0
    one = SpielgeldEnv("greedy", players=3)
    for seed in range(20):
        (_, info), over = one.reset(seed=seed), False
        while not over:
            _, reward, over, _, info = one.step(pick(info["action_mask"], rng))
        won += reward + 1 / 3
    assert won < 2  # a fair share is nearly 7


def test_the_learner_has_something_to_choose_until_the_deal_is_over() -> None:
    one, rng = SpielgeldEnv(["random", "penny"], players=3), Random(1)
    for seed in range(5):
        _, info = one.reset(seed=seed)
        over = False
        while not over:
            assert info["action_mask"].any()
            _, _, over, _, info = one.step(pick(info["action_mask"], rng))
        assert not info["action_mask"].any()


def lowest(_: Observation, mask: Mask) -> int:
    return int(mask.argmax())


def preferring(seen: Observation, mask: Mask) -> Any:
    return mask * (1 + int(seen[HAND, POINTS]) % 3) + np.arange(ACTIONS) % (1 + seen[HAND, WORTH])


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_policy_is_a_bot_that_conforms(temperature: float) -> None:
    check_bot(lambda: PolicyBot(lowest), tables=4)
    check_bot(lambda: PolicyBot(preferring, temperature=temperature), tables=4)


def test_a_policy_that_draws_its_own_chance_does_not_conform() -> None:
    chance = np.random.default_rng(1)
    with pytest.raises(NotConforming):
        check_bot(lambda: PolicyBot(lambda _, mask: chance.random(len(mask))), tables=4)


@pytest.mark.parametrize("answer", [ACTIONS + 3, -1, [1.0, 2.0]])
def test_a_policy_that_answers_nonsense_is_refused(answer: object) -> None:
    bot = PolicyBot(lambda *_: answer)
    table = env()
    table.reset(seed=1)
    with pytest.raises(NotAllowed):
        bot.choose_bid(table.unwrapped.episode.deal.view(0), Random(1))
