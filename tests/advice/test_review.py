"""A finished match looked at again: what was a mistake, what was not, and how sure that is."""

from copy import deepcopy

import msgspec
import pytest
from advised import (
    BLUNDER_ROUND,
    blunder,
    blunder_review,
    careful,
    careful_review,
    recorded,
)

from spielgeld.advice.habits import habits_of
from spielgeld.advice.review import WORST, review
from spielgeld.advice.types import Judged, Review
from spielgeld.engine import Refusal, Step
from spielgeld.engine.records import Record, replay, rewind
from support.play import bid_all, position, table

REVIEWS = {"blunder": blunder_review, "careful": careful_review}


@pytest.mark.slow
def test_a_planted_blunder_is_found() -> None:
    judged = blunder_review()
    at = [(each.round, each.what) for each in judged.decisions].index((BLUNDER_ROUND, "bid"))
    found = judged.decisions[at]
    assert found.is_mistake
    assert found.lost > 0.1
    assert at in judged.worst[:2]  # the other part of the blunder is what was taken for it
    assert found.best.win > found.chosen.win
    assert found.best.bid != found.chosen.bid
    assert found.best.reasons
    assert found.chosen.reasons[0].code in {"breaks_200", "costs", "acts_first"}


@pytest.mark.slow
def test_who_tries_everything_out_makes_few_mistakes() -> None:
    careful_lost = sum(each.lost for each in careful_review().decisions)
    blunders_lost = sum(each.lost for each in blunder_review().decisions)
    assert sum(each.is_mistake for each in careful_review().decisions) <= 2
    assert careful_lost < blunders_lost / 4


@pytest.mark.slow
@pytest.mark.parametrize("name", REVIEWS)
def test_nothing_within_the_error_is_called_a_mistake(name: str) -> None:
    judged = REVIEWS[name]()
    for each in judged.decisions:
        assert 0 <= each.lost <= 1
        assert each.chosen.error > 0
        assert each.best.error > 0
        if each.best == each.chosen:
            assert each.lost == 0
        else:
            assert each.error > 0
        assert each.is_mistake == (each.lost > max(0.01, 2 * each.error))
    worst = [judged.decisions[at] for at in judged.worst]
    mistakes = [each for each in judged.decisions if each.is_mistake]
    assert len(worst) == min(WORST, len(mistakes))
    assert all(each.is_mistake for each in worst)
    assert [each.lost for each in worst] == sorted([e.lost for e in mistakes], reverse=True)[:WORST]


@pytest.mark.slow
@pytest.mark.parametrize("name", REVIEWS)
def test_the_curve_goes_through_every_decision_to_the_end(name: str) -> None:
    judged = REVIEWS[name]()
    *moments, end = judged.curve
    assert [(each.deal, each.round, each.what) for each in moments] == [
        (each.deal, each.round, each.what) for each in judged.decisions
    ]
    for moment in judged.curve:
        assert 0 <= moment.low <= moment.chance <= moment.high <= 1
    assert any(moment.high - moment.low > 0.02 for moment in moments)
    assert end.what == "end"
    assert end.chance == (1.0 if name == "careful" else 0.0)


@pytest.mark.slow
def test_decisions_are_all_of_the_seat() -> None:
    rounds = careful_review().decisions[-1].round
    bids = [each for each in careful_review().decisions if each.what == "bid"]
    assert [each.round for each in bids] == [*range(1, rounds + 1)]
    record = recorded(careful())
    turns = [turn for each in record["deals"][0]["rounds"] for turn in each.get("turns", [])]
    told = [each.chosen.turn for each in careful_review().decisions if each.what == "turn"]
    assert told == [code for seat, code in turns if seat == 0]


@pytest.mark.slow
def test_habits_are_counted_from_the_record() -> None:
    record = blunder()
    steps = replay(record)
    for habits in blunder_review().habits:
        rounds = record["deals"][0]["rounds"]
        bids = [each["bids"][habits.seat] for each in rounds]
        sizes = [len([code for code in bid if code != "*"]) for bid in bids]
        assert habits.bid_cards == pytest.approx(sum(sizes) / len(sizes))
        turns = [code for each in rounds for seat, code in each["turns"] if seat == habits.seat]
        assert habits.rows == sum(code in {"left", "right"} for code in turns)
        assert habits.kept == turns.count("keep")
        assert habits.rows + habits.kept + habits.bids_taken + habits.sat_out == len(rounds)
        assert habits.overpaid <= habits.bid_worth
    assert steps[-1].match.awaits == "nothing"
    first, *others = blunder_review().habits
    assert first.overpaid > max(each.overpaid for each in others)


def test_overpaid_is_what_the_same_place_did_not_cost() -> None:
    hands = ["Y60 Y50", "E40 E50 E20a", "P30a P20a"]
    match = position(table(players=3), hands, right="R20a", left="R20b")
    habits = habits_of([Step(match, ()), bid_all(match, "Y60 Y50", "E40 E50", "P30a")])
    assert [each.overpaid for each in habits] == [110 - 90, 90 - 30, 30 - 20]
    assert [each.bid_worth for each in habits] == [110, 90, 30]


@pytest.mark.slow
def test_the_same_record_gives_the_same_review_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    worst: list[list[Judged]] = []

    def note(done: int, total: int, so_far: list[Judged]) -> None:
        told.append((done, total))
        worst.append(so_far)

    again = review(blunder(), 0, note)
    assert again == blunder_review()
    assert told == [(done, len(again.decisions)) for done in range(len(again.decisions) + 1)]
    assert worst[0] == []
    assert worst[-1] == [again.decisions[at] for at in again.worst]


def unfinished() -> Record:
    return rewind(blunder(), 20)


def not_begun() -> Record:
    return rewind(blunder(), 0)


def spoilt() -> Record:
    record = deepcopy(blunder())
    record["deals"][0]["scores"] = [0, 0, 0]
    return record


@pytest.mark.parametrize(
    ("record", "seat", "code"),
    [
        (unfinished, 0, "not_finished"),
        (not_begun, 0, "not_finished"),
        (spoilt, 0, "scores"),
        (blunder, 3, "seat"),
        (blunder, -1, "seat"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(record: object, seat: int, code: str) -> None:
    assert callable(record)
    with pytest.raises(Refusal) as refused:
        review(record(), seat)
    assert refused.value.code == code


@pytest.mark.slow
def test_a_review_is_plain_data() -> None:
    judged = careful_review()
    assert msgspec.json.decode(msgspec.json.encode(judged), type=Review) == judged
