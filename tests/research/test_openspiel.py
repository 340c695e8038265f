"""OpenSpiel: its own checks, chance, information states, and what its searchers need."""

from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

from spielgeld.engine import EDITIONS, Refusal
from spielgeld.research.observation import HAND, KNOWN, LAID, POINTS, SIZE, UNSEEN
from spielgeld.research.openspiel_game import NAME, SpielgeldGame, SpielgeldState

GOLDEN = Path(__file__).parent / "openspiel_playthrough.txt"
TABLES = [*[f"(edition={key})" for key in EDITIONS]]
TABLES += [f"(edition=pl,players={players})" for players in (3, 5, 6)]


def play_on(state: SpielgeldState, rng: Random, choices: int) -> SpielgeldState:
    """Let so many choices be made, chance not counted."""
    while not state.is_terminal() and (choices or state.is_chance_node()):
        choices -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_openspiel_finds_nothing_wrong(options: str) -> None:
    game = pyspiel.load_game(NAME + options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def told() -> str:
    """A playthrough without the cells: another test compares those."""
    lines = playthrough(f"{NAME}(edition=nl,players=3)", None, seed=5).splitlines()
    cells = ("ObservationTensor(", "PublicObservationTensor", "PrivateObservationTensor", "    ")
    return "\n".join(line for line in lines if not line.startswith(cells)) + "\n"


@pytest.mark.slow
def test_a_playthrough_is_the_one_on_file() -> None:
    """To write it again: `GOLDEN.write_text(told())`; read the difference."""
    assert told() == GOLDEN.read_text("utf-8")


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
    assert state.deal
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


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_a_resampled_state_is_one_the_player_cannot_tell_apart(options: str) -> None:
    game, different = pyspiel.load_game(NAME + options), 0
    state, rng = game.new_initial_state(), Random(6)
    while not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.1:
            for player in range(game.num_players()):
                twin = state.resample_from_infostate(player, rng.random)
                assert twin.information_state_string(player) == state.information_state_string(
                    player
                )
                assert twin.observation_tensor(player) == state.observation_tensor(player)
                assert twin.current_player() == state.current_player()
                different += str(twin) != str(state)
                again = game.new_initial_state()
                for action in twin.history():
                    assert action in again.legal_actions()
                    again.apply_action(action)
                assert str(again) == str(twin)
        state.apply_action(rng.choice(state.legal_actions()))
    assert different > 20


def test_nothing_is_resampled_while_chance_has_to_draw() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    with pytest.raises(ValueError, match="chance"):
        state.resample_from_infostate(0, Random(1).random)


def test_openspiels_searchers_run() -> None:
    game = pyspiel.load_game(NAME)
    state, chance = play_on(game.new_initial_state(), Random(7), 40), np.random.RandomState(1)
    play_on(state, Random(7), 0)
    evaluator = RandomRolloutEvaluator(1, chance)
    bot = ISMCTSBot(game, evaluator, 1.0, 10, random_state=chance)
    assert bot.step(state) in state.legal_actions()
    np.random.seed(2)
    solver = OutcomeSamplingSolver(game)
    solver.iteration()
    assert len(solver._infostates) > 100


def test_the_public_sees_what_no_hand_hides() -> None:
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    game, rng = pyspiel.load_game(f"{NAME}(edition=fr,players=5)"), Random(8)
    observer = make_observation(game, public)
    state = play_on(game.new_initial_state(), rng, 45)
    while not state.is_terminal():
        play_on(state, rng, 0)
        observer.set_from(state, 0)
        cells, told = observer.dict["observation"].copy(), observer.string_from(state, 0)
        for player in range(5):
            twin = state.resample_from_infostate(player, rng.random)
            observer.set_from(twin, player)
            assert (observer.dict["observation"] == cells).all()
            assert observer.string_from(twin, player) == told
        assert state.deal
        seen = state.deal.observe(0)
        assert not cells[[HAND, LAID]].any()
        assert (cells[KNOWN] == seen[KNOWN]).all()
        assert not cells[:UNSEEN, POINTS].any()
        assert cells[UNSEEN, :SIZE].sum() == cells[UNSEEN, SIZE]
        assert cells[UNSEEN, SIZE] == seen[UNSEEN, SIZE] + seen[KNOWN, SIZE + 1]
        play_on(state, rng, 20)


def test_what_there_is_not_is_refused() -> None:
    for options in ({"edition": "xx"}, {"players": 9}, {"edition": "nl", "players": 6}):
        with pytest.raises(Refusal):
            SpielgeldGame(options)
    with pytest.raises(Refusal, match="edition"):
        pyspiel.load_game(f"{NAME}(edition=xx)")
    every = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="nothing else"):
        make_observation(SpielgeldGame(), every)
