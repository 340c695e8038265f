"""A finished match looked at again: what was a mistake, what was not, and how sure that is."""

import tracemalloc
from collections.abc import Sequence
from copy import deepcopy
from types import SimpleNamespace

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

from long_record import long_record
from spielgeld.advice import curves
from spielgeld.advice import review as advice_review
from spielgeld.advice.habits import habits_of
from spielgeld.advice.review import WORST, review
from spielgeld.advice.types import Judged, Review
from spielgeld.engine import Refusal, Step, View
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
    assert found.best.wins_match > found.chosen.wins_match
    assert found.best.bid != found.chosen.bid
    assert found.best.reasons
    assert {each.code for each in found.chosen.reasons} <= {"breaks_200", "too_dear"}


@pytest.mark.slow
def test_who_tries_everything_out_makes_few_mistakes() -> None:
    careful_lost = sum(each.lost for each in careful_review().decisions)
    blunders_lost = sum(each.lost for each in blunder_review().decisions)
    assert sum(each.is_mistake for each in careful_review().decisions) <= 2
    assert careful_lost < blunders_lost / 4


@pytest.mark.parametrize("name", REVIEWS)
def test_the_worst_are_mistakes_the_costliest_first(name: str) -> None:
    judged = REVIEWS[name]()
    worst = [judged.decisions[at] for at in judged.worst]
    mistakes = [each for each in judged.decisions if each.is_mistake]
    assert len(worst) == min(WORST, len(mistakes))
    assert [each.lost for each in worst] == sorted([e.lost for e in mistakes], reverse=True)[:WORST]


@pytest.mark.slow
@pytest.mark.parametrize("name", REVIEWS)
def test_the_curve_goes_through_every_round_to_the_end(name: str) -> None:
    judged = REVIEWS[name]()
    *moments, end = judged.curve
    bids = [each for each in judged.decisions if each.what == "bid"]
    assert [(each.deal, each.round) for each in moments] == [(e.deal, e.round) for e in bids]
    for moment in judged.curve:
        assert sum(moment.chances) == pytest.approx(1)
    assert end.what == "end"
    winners = (blunder() if name == "blunder" else recorded(careful()))["winners"]
    assert end.chances == [(seat in winners) / len(winners) for seat in range(3)]


@pytest.mark.parametrize("name", REVIEWS)
def test_luck_and_skill_lead_from_the_first_chance_to_the_result(name: str) -> None:
    judged = REVIEWS[name]()
    first, last = judged.curve[0].chances[0], judged.curve[-1].chances[0]
    assert first + judged.luck + judged.skill == pytest.approx(last)
    assert judged.skill == -sum(each.lost_match for each in judged.decisions)


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
    done = [each for each, _ in told]
    assert done == sorted(set(done))
    assert (done[0], done[-1]) == (0, len(again.decisions))
    assert {total for _, total in told} == {len(again.decisions)}
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


def test_a_long_match_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of a deal has the history of the deal, so all steps together are large."""

    def quickly(views: Sequence[View], _: object) -> list[list[SimpleNamespace]]:
        return [[SimpleNamespace(match=0.5)] for _ in views]

    monkeypatch.setattr(advice_review, "judge", lambda _: [])
    monkeypatch.setattr(curves, "prospects_of_many", quickly)
    record = long_record(1)
    tracemalloc.start()
    try:
        review(record, 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000
