"""What is said about bots, and that it is true of planted ones."""

from pathlib import Path

import pytest

from arena.arenas import played, small_plan
from spielgeld.arena.deals import DeckResult
from spielgeld.arena.intervals import Estimate
from spielgeld.arena.plan import Field
from spielgeld.arena.ratings import rate
from spielgeld.arena.standings import Performance, Standings, standings, verdicts
from spielgeld.arena.tally import Tally

TWIN = f"{Path(__file__).with_name('arenas.py')}:Twin"


def test_a_better_bot_is_found_better() -> None:
    result = played(small_plan("random", "greedy", deals=60))
    assert verdicts(result) == ["greedy beats random."]
    assert result.mixed["greedy"].share.above(1 / 3)
    assert result.mixed["greedy"].score.above(result.mixed["random"].score.high)
    assert result.ratings
    assert result.ratings["greedy"].mu > result.ratings["random"].mu + 5


@pytest.mark.slow
def test_a_bot_against_itself_is_not_distinguishable() -> None:
    result = played(small_plan("greedy", bots=(TWIN,), deals=60))
    shares = {did.share for did in result.fields.values()}
    assert {(round(each.low, 9), round(each.high, 9)) for each in shares} == {
        (round(1 / 3, 9), round(1 / 3, 9))
    }
    assert verdicts(result) == ["greedy and Twin: not distinguishable at this number of deals."]
    share = result.mixed["greedy"].share
    assert not share.above(1 / 3)
    assert not share.below(1 / 3)


MORE, SAME, LESS = Estimate(0.5, 0.4, 0.6), Estimate(0.33, 0.3, 0.4), Estimate(0.1, 0.05, 0.2)


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        (MORE, LESS, "random beats greedy."),
        (LESS, MORE, "greedy beats random."),
        (SAME, SAME, "random and greedy: not distinguishable at this number of deals."),
        (
            MORE,
            MORE,
            "random and greedy: mixed: one random among greedy wins more than its fair share,"
            " one greedy among random more than its fair share.",
        ),
        (
            SAME,
            LESS,
            "random and greedy: mixed: one random among greedy wins about its fair share,"
            " one greedy among random less than its fair share.",
        ),
    ],
)
def test_the_sentence_needs_both_directions(one: Estimate, other: Estimate, sentence: str) -> None:
    fields = {
        Field("random", "greedy"): Performance(one, one),
        Field("greedy", "random"): Performance(other, other),
    }
    tally = Tally(small_plan("random", "greedy"))
    assert verdicts(Standings(tally, fields, {}, None)) == [sentence]


def test_few_deals_prove_nothing() -> None:
    result = played(small_plan("random", "greedy", deals=3, table="field"))
    assert verdicts(result) == ["random and greedy: not distinguishable at this number of deals."]


def result_of(
    table: int, scores: tuple[tuple[int, ...], ...], line_up: tuple[str, ...]
) -> DeckResult:
    turns = ((1, 2, 3, 4, 0),) * 3
    return DeckResult(table, 0, line_up, scores, (7, 7, 8), turns)


def test_ties_split_the_win_and_habits_are_counted() -> None:
    tally = Tally(small_plan("random", "greedy", deals=3))
    scores = ((300, 300, 120), (300, 300, 300), (0, 300, 120))
    tally.add(result_of(0, scores, ("random", "greedy", "greedy")))
    tally.add(result_of(1, scores, ("greedy", "random", "random")))
    tally.add(result_of(2, scores, ("greedy", "random", "greedy")))
    result = standings(tally)
    one = result.fields[Field("random", "greedy")]
    assert one.share.mean == pytest.approx((1 / 2 + 1 / 3) / 3)
    assert one.score.mean == pytest.approx(200)
    # At the mixed table greedy has two of three places, so six deals.
    assert result.mixed["greedy"].share.mean == pytest.approx((1 / 2 + 1 / 3 + 1 / 3) / 6)
    assert result.mixed["greedy"].score.mean == pytest.approx((600 + 120 + 300 + 120) / 6)
    assert tally.rounds == {7: 6, 8: 3}
    assert tally.scores["random"] == {0: 1, 100: 2, 300: 9}
    assert tally.turns["random"] == [4, 8, 12, 16, 0]


def test_ratings_come_from_mixed_tables_where_there_are_any() -> None:
    both, fields = (
        Tally(small_plan("random", "greedy")),
        Tally(small_plan("random", "greedy", table="field")),
    )
    scores = ((300, 310, 120),) * 3
    for tally in (both, fields):
        tally.add(result_of(0, scores, ("random", "greedy", "greedy")))
    assert both.games == []
    assert len(fields.games) == 3


def test_ratings_follow_results_and_get_surer() -> None:
    few = rate(["a", "b", "c"], [(("a", "b", "c"), (3, 2, 1))] * 3)
    many = rate(["a", "b", "c"], [(("a", "b", "c"), (3, 2, 1))] * 30)
    assert few["a"].mu > few["b"].mu > few["c"].mu
    assert many["a"].sigma < few["a"].sigma
    alone = rate(["a"], [(("a", "a", "a"), (3, 1, 2))] * 10)
    assert alone["a"].mu == pytest.approx(25)
