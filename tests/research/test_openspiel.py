"""OpenSpiel: its own checks, chance and information states; last rounds that its solvers solve."""

from random import Random

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from spielgeld.bots import make_bot
from spielgeld.engine import EDITIONS, NotAllowed, Refusal
from spielgeld.research.conditions import Conditions
from spielgeld.research.deal import CardByCard
from spielgeld.research.last_rounds import cheapest_bids, every_bid, every_world, write_efg
from spielgeld.research.openspiel_game import NAME, SpielgeldGame, SpielgeldState


def play_on(state: SpielgeldState, rng: Random, choices: int) -> SpielgeldState:
    """Let so many choices be made, chance not counted."""
    while not state.is_terminal() and (choices or state.is_chance_node()):
        choices -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "options", ["", "(edition=pl,players=6)", "(edition=nl,players=3)", "(edition=it-full)"]
)
def test_openspiel_finds_nothing_wrong(options: str) -> None:
    game = pyspiel.load_game(NAME + options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_chance_draws_what_leaves_then_every_card_when_it_is_seen() -> None:
    game = pyspiel.load_game(f"{NAME}(edition=nl,players=3)")
    state, rng, widths = game.new_initial_state(), Random(1), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert {chance for _, chance in outcomes} == {1 / len(outcomes)}
        widths.append(len(outcomes))
        state.apply_action(rng.choice(outcomes)[0])
    cards = 5 * 9 + 6
    assert widths == [7, 6, *range(cards, cards - 3 * 6 - 8, -1)]
    deck = cards - 3 * 6 - 8
    while not state.is_terminal():
        if state.is_chance_node():
            assert len(state.chance_outcomes()) == deck
            deck -= 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.deal.deck_size == deck


def test_what_others_hide_changes_no_information_state() -> None:
    """Two histories that differ in hidden cards and sealed bids alone."""
    game = pyspiel.load_game(NAME)
    state = play_on(game.new_initial_state(), Random(2), 0)
    told = [state.information_state_string(seat) for seat in range(4)]
    assert len({*told}) == 4
    actions = state.legal_actions()
    lays, other = (state.child(actions[at]) for at in (0, 1))
    assert lays.information_state_string(0) != other.information_state_string(0) != told[0]
    for seat in (1, 2, 3):
        assert lays.information_state_string(seat) == told[seat]
        assert lays.observation_string(seat) == other.observation_string(seat)
        assert lays.observation_tensor(seat) == other.observation_tensor(seat)


def test_an_information_state_recalls_everything() -> None:
    """Who did something different before has another information state for ever after."""
    game = pyspiel.load_game(f"{NAME}(edition=nl,players=3)")
    state = play_on(game.new_initial_state(), Random(3), 60)
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert observer.tensor is None
    assert state.deal
    told = observer.string_from(state, 0)
    assert told == state.information_state_string(0)
    assert told.count("bids") == len(state.deal.view(0).rounds) > 1


def test_an_observer_sees_what_every_other_environment_shows() -> None:
    game = SpielgeldGame({"edition": "fr", "players": 5})
    state = play_on(game.new_initial_state(), Random(4), 30)
    observer = make_observation(game)
    assert state.deal
    for seat in range(5):
        observer.set_from(state, seat)
        assert (observer.dict["observation"] == state.deal.observe(seat)).all()
        assert state.observation_tensor(seat) == observer.tensor.tolist()


def test_what_there_is_not_is_refused() -> None:
    for options in ({"edition": "xx"}, {"players": 9}):
        with pytest.raises(Refusal):
            SpielgeldGame(options)
    with pytest.raises(ValueError, match="single players"):
        make_observation(
            SpielgeldGame(),
            pyspiel.IIGObservationType(
                public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
            ),
        )


def last_round(seed: int) -> CardByCard:
    """A deal of three that `best` has played up to its last round."""
    rng, bot = Random(seed), make_bot("best")
    deal = Conditions("it", players=3).draw_deal(rng)
    while not (deal.match.awaits == "bids" and deal.match.deal and deal.match.deal.last_round):
        for seat in deal.choosing:
            deal.play_bot(bot, seat, rng)
    return deal


def test_a_last_round_with_its_hidden_cards_is_solved() -> None:
    worlds = every_world(last_round(0))
    assert len(worlds) == 12  # two, one and one card that only their owners know
    game = pyspiel.load_efg_game(write_efg(worlds, cheapest_bids(1)))
    assert game.num_players() == 3
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy(), True) < 0.01


def test_every_path_through_the_file_is_a_path_through_the_engine() -> None:
    """Play the file and the engine side by side: the same choices and the same end."""
    deal = last_round(0)
    bids = cheapest_bids(3)
    state = pyspiel.load_efg_game(write_efg(deal, bids)).new_initial_state()
    rng, played = Random(5), deal.clone()
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == played.actor
        at = rng.choice(state.legal_actions())
        chosen, view = state.legal_actions().index(at), played.view(seat)
        if view.awaits == "bids":
            assert state.action_to_string(seat, at) == str(bids(view)[chosen])
            played.seal(seat, bids(view)[chosen])
        else:
            played.take(view.legal_turns[chosen])
        state.apply_action(at)
    shares = [share + 1 / 3 for share in state.returns()]
    won = [points == max(played.points) for points in played.points]
    assert shares == pytest.approx([each / sum(won) for each in won], abs=1e-6)


def test_what_is_no_last_round_or_too_large_is_refused() -> None:
    deal = Conditions("it", players=3).draw_deal(Random(1))
    with pytest.raises(NotAllowed) as early:
        write_efg(deal)
    with pytest.raises(NotAllowed) as large:
        every_world(deal)
    assert (early.value.code, large.value.code) == ("not_now", "too_large")
    assert len(every_bid(deal.view(0))) == 2**6 - 1 + EDITIONS["it"].rules.bluff_only_bid
