"""The environments: the official checkers, rewards, what is illegal, policies as bots."""

import warnings
from itertools import cycle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    # Where the games of PettingZoo are installed too, it warns of its own way to load them.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from spielgeld.bots import make_bot
from spielgeld.bots.conformance import NotConforming, check_bot
from spielgeld.engine import EDITIONS, NotAllowed, Refusal
from spielgeld.research import compiled_episode
from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.choosers import ALL, Choosers
from spielgeld.research.compiled_episode import CompiledEpisode
from spielgeld.research.episode import Episode, agent_name
from spielgeld.research.gym_env import SpielgeldEnv
from spielgeld.research.observation import HAND, MOMENT, POINTS, WORTH, Observation
from spielgeld.research.pettingzoo_env import WAIT, SpielgeldAEC, env, parallel_env
from spielgeld.research.policy_bot import PolicyBot
from spielgeld.research.rewards import REWARDS, rewards_of
from support.research import deal_of, every_setup, some_action

TABLES = [(key, players) for key, each in EDITIONS.items() for players in each.players]


def pick(mask: Mask, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play(table: SpielgeldAEC, rng: Random) -> dict[str, float]:
    """Play a deal at random; what each agent was rewarded with in all."""
    rewards = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        rewards[agent] += reward
        table.step(None if over else pick(seen["action_mask"], rng))
    return rewards


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_pettingzoo_finds_nothing_wrong(players: int) -> None:
    def make() -> SpielgeldAEC:
        return env(edition="pl", players=players)

    with warnings.catch_warnings():
        # It knows no observation but arrays, and warns of any dictionary.
        warnings.filterwarnings("ignore", ".*bservation.*", UserWarning)
        api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=300)


@pytest.mark.parametrize("players", [3, 6])
def test_pettingzoo_finds_nothing_wrong_in_parallel(players: int) -> None:
    parallel_api_test(parallel_env(edition="pl", players=players), num_cycles=300)
    parallel_seed_test(lambda: parallel_env(edition="pl", players=players), num_cycles=300)


@pytest.mark.parametrize("opponents", ["random", ["best", "level1"]])
def test_gymnasium_finds_nothing_wrong(opponents: str | list[str]) -> None:
    made = gymnasium.make("spielgeld.research.gym_env:Spielgeld-v1", opponents=opponents)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*render", UserWarning)
        check_env(made.unwrapped)


def test_gymnasium_finds_nothing_wrong_in_machine_code() -> None:
    name = "spielgeld.research.compiled_env:SpielgeldCompiled-v1"
    made = gymnasium.make(name, opponents=["best", "random"], seat=1)
    check_env(made.unwrapped)
    rng, (_, info), over = Random(1), made.reset(seed=5), False
    first = made.unwrapped.tables.rows.copy()
    while not over:
        assert (info["action_mask"] == made.unwrapped.action_masks()).all()
        seen, reward, over, _, info = made.step(pick(info["action_mask"], rng))
    assert not info["action_mask"].any()
    assert not seen[MOMENT, :2].any()  # nothing is awaited any more
    assert -0.25 <= reward <= 0.75
    assert reward
    made.reset()
    assert (made.unwrapped.tables.rows != first).any()
    made.reset(seed=5)
    assert (made.unwrapped.tables.rows == first).all()
    _, reward, over, _, info = made.step(ACTIONS - 1)
    assert (reward, over, info["illegal"]) == (pytest.approx(-1 / 4), True, True)


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
    best = max(table.episode.deal.points)
    won = [name for name, reward in rewards.items() if reward > 0]
    scored = zip(rewards, table.episode.deal.points, strict=True)
    assert won == [name for name, points in scored if points == best]


def same_for_every_seat(one: Episode, other: Episode) -> None:
    assert (one.actor, one.is_over, one.loser) == (other.actor, other.is_over, other.loser)
    assert list(one.points) == list(other.points)
    assert one.rewards().tolist() == other.rewards().tolist()
    for seat in range(one.deal.players):
        assert (one.mask(seat) == other.mask(seat)).all()
        different = np.argwhere(one.observe(seat) != other.observe(seat))
        assert not len(different), (seat, different[:5])


def test_an_episode_in_machine_code_is_that_of_the_engine_for_every_seat() -> None:
    rewards = cycle(REWARDS)
    for number, setup in enumerate(every_setup(Random(11))):
        rng, reward = Random(number), next(rewards)
        deal = deal_of(setup, rng)
        plain = Episode(deal.clone(), reward, "lose")
        quick = CompiledEpisode(deal, reward, "lose")
        while (seat := plain.actor) is not None:
            same_for_every_seat(plain, quick)
            action = some_action(plain.deal.legal(), rng)
            plain.step(action, seat)
            quick.step(action, seat)
        same_for_every_seat(plain, quick)
        assert quick.deal.match == plain.deal.match


def test_what_is_illegal_ends_an_episode_in_machine_code_as_on_the_engine() -> None:
    for number, setup in enumerate(every_setup(Random(12))):
        rng, deal = Random(number), deal_of(setup, Random(number))
        plain = Episode(deal.clone(), "points", "lose")
        quick = CompiledEpisode(deal, "points", "lose")
        for _ in range(rng.randrange(30)):
            action, seat = rng.choice(plain.deal.legal()), plain.actor or 0
            plain.step(action, seat)
            quick.step(action, seat)
        actions = [-1, *range(ACTIONS + 1), 10**30]
        illegal = rng.choice([each for each in actions if each not in plain.deal.legal()])
        for episode in (plain, quick):
            episode.step(illegal, plain.deal.actor or 0)
        assert quick.loser is not None
        same_for_every_seat(plain, quick)


def test_a_look_into_an_episode_in_machine_code_changes_nothing() -> None:
    deal = deal_of(next(every_setup(Random(13))), Random(13))
    quick = CompiledEpisode(deal, "win_share", "raise")
    before = quick.observe(0)
    quick.deal.step(quick.deal.legal()[0])
    assert quick.deal.laid(0) == ()
    with pytest.raises(NotAllowed):
        quick.step(ACTIONS - 1, 0)
    with pytest.raises(NotAllowed):
        quick.step(int(quick.mask(0).argmax()), 1)  # it is the turn of seat 0
    assert (quick.observe(0) == before).all()
    assert not quick.is_over


def test_without_numba_the_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = env(edition="fr", players=3, render_mode="ansi")
    played, kinds = [], []
    for is_compiled in (True, False):
        monkeypatch.setattr(compiled_episode, "IS_COMPILED", is_compiled)
        table.reset(seed=4)
        played.append((play(table, Random(4)), table.render()))
        kinds.append(type(table.episode))
    assert kinds == [CompiledEpisode, Episode]
    assert played[0] == played[1]


def test_the_same_seed_gives_the_same_deals_and_the_next_are_others() -> None:
    one, other = env(edition="any", players=5), env(edition="any", players=5)
    dealt = []
    for table in (one, other):
        table.reset(seed=3)
        first = table.episode.deal.match
        table.reset()
        dealt.append((first, table.episode.deal.match))
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
        bids = deal.match.awaits == "bids"
        seen, rewards, ended, _, _ = table.step(actions)
        if bids and deal.match.awaits == "bids":
            assert all(deal.laid(s) != laid or deal.sealed(s) for s, laid in before.items())
    assert all(ended.values())
    assert table.episode.loser is None
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_an_illegal_action_loses_the_deal() -> None:
    table = env(players=4)
    table.reset(seed=1)
    table.step(ACTIONS - 1)
    assert table.rewards["player_0"] == pytest.approx(-1 / 4)
    assert table.rewards["player_3"] == pytest.approx(1 / 3 - 1 / 4)
    assert all(table.terminations.values())

    one = SpielgeldEnv("random", seat=2)
    one.reset(seed=1)
    _, reward, over, _, info = one.step(ACTIONS - 1)
    assert reward == pytest.approx(-1 / 4)
    assert (over, info["illegal"]) == (True, True)


def test_an_illegal_action_raises_on_wish() -> None:
    table = env(illegal="raise")
    table.reset(seed=1)
    with pytest.raises(NotAllowed):
        table.step(ACTIONS - 1)


@pytest.mark.parametrize(
    "options",
    [{"edition": "xx"}, {"players": 9}, {"players": "4"}, {"reward": "fame"}, {"illegal": "pray"}],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        env(**options)


def test_rewards() -> None:
    assert rewards_of("points", [480, 300, 0]).tolist() == pytest.approx([4.8, 3.0, 0.0])
    assert rewards_of("points", [480, 300, 0], loser=0).tolist() == pytest.approx([0.0, 3.0, 0.0])
    shared = rewards_of("win_share", [480, 480, 0]).tolist()
    assert shared == pytest.approx([1 / 6, 1 / 6, -1 / 3])


def test_bots_at_the_other_seats_choose_as_they_would_at_a_table() -> None:
    """A learner that plays like `greedy` scores as often as the three beside it."""
    bot, won = make_bot("greedy"), 0.0
    one = SpielgeldEnv("random", players=3)
    for seed in range(20):
        one.reset(seed=seed)
        while not one.episode.is_over:
            one.episode.deal.play_bot(bot, one.seat, Random(seed))
            one.others.play_on(one.episode.deal)
        won += one.episode.rewards()[one.seat] + 1 / 3
    assert won > 14  # against random ones; a fair share is under 7


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
        bot.choose_bid(table.episode.deal.view(0), Random(1))
