"""Who wins the match."""

from collections.abc import Sequence

import pytest

from spielgeld.engine import KEEP, MatchWon, Result, Scored, match_result, take_turn
from support.play import bid_all, position, table


def won(match_winner: str, *scores: Sequence[int]) -> Result:
    return match_result(table(match_winner=match_winner).rules, scores)


def test_total_adds_the_points_of_all_deals() -> None:
    result = won("total", (300, 0, 100), (0, 250, 100), (0, 0, 120))
    assert result.totals == (300, 250, 320)
    assert result.winners == (2,)
    assert result.won_by == "points"


def test_total_does_not_look_at_deals_won() -> None:
    scores = (10, 0, 5), (10, 0, 5), (0, 100, 5)
    assert won("total", *scores).winners == (1,)
    assert won("most_deals", *scores).winners == (0,)


def test_equal_totals_share_the_win_whatever_the_deals() -> None:
    result = won("total", (10, 0, 5), (10, 0, 5), (0, 20, 5))
    assert result.deals_won == (2, 1, 0)
    assert result.winners == (0, 1)


def test_all_may_share_the_win() -> None:
    for match_winner in ("total", "most_deals"):
        assert won(match_winner, (70, 70, 70)).winners == (0, 1, 2)


def test_nobody_scoring_at_all_is_a_shared_win() -> None:
    for match_winner in ("total", "most_deals"):
        assert won(match_winner, (0, 0, 0), (0, 0, 0)).winners == (0, 1, 2)


def test_most_deals_counts_deals_not_points() -> None:
    result = won("most_deals", (50, 40, 0), (50, 40, 0), (0, 400, 0))
    assert result.deals_won == (2, 1, 0)
    assert result.winners == (0,)
    assert result.won_by == "deals"


def test_players_level_in_a_deal_each_count_it_as_won() -> None:
    result = won("most_deals", (50, 50, 0), (60, 0, 0), (0, 0, 900))
    assert result.deals_won == (2, 1, 1)
    assert result.winners == (0,)


def test_a_level_deal_can_decide_the_match() -> None:
    result = won("most_deals", (100, 0, 0), (0, 90, 0), (80, 80, 0), (0, 70, 0))
    assert result.deals_won == (2, 3, 0)
    assert result.winners == (1,)


def test_equal_deals_won_go_to_the_higher_total() -> None:
    result = won("most_deals", (100, 90, 0), (0, 50, 0))
    assert result.deals_won == (1, 1, 0)
    assert result.winners == (1,)
    assert result.won_by == "points_after_deals"


def test_a_richer_player_with_fewer_deals_does_not_join_the_tie() -> None:
    result = won("most_deals", (10, 9, 9), (9, 10, 9), (10, 9, 9), (9, 10, 9), (0, 0, 500))
    assert result.deals_won == (2, 2, 1)
    assert result.totals[2] > max(result.totals[:2])
    assert result.winners == (0, 1)


def test_equal_deals_and_equal_totals_share_the_win() -> None:
    result = won("most_deals", (100, 0, 0), (0, 100, 0), (0, 0, 90))
    assert result.deals_won == (1, 1, 1)
    assert result.winners == (0, 1)
    assert result.won_by == "points_after_deals"


@pytest.mark.parametrize(("match_winner", "winners"), [("total", (2,)), ("most_deals", (0,))])
def test_the_last_deal_of_a_match_names_the_winners(
    match_winner: str, winners: tuple[int, ...]
) -> None:
    setup = table(players=3, match_winner=match_winner, deals=3)
    match = position(setup, ["Y20a", "Y20b", "P60 P50"], last_round=True)
    match = match._replace(scores=((50, 0, 45), (50, 0, 46)))
    step = bid_all(match, "Y20a", "Y20b", "P60")
    while step.match.deal and step.match.deal.waiting:
        step = take_turn(step.match, step.match.deal.waiting[0], KEEP)
    scored, match_won = step.events[-2:]
    assert isinstance(scored, Scored)
    assert scored.scores == (0, 0, 10)
    assert isinstance(match_won, MatchWon)
    assert match_won.result.winners == winners
    assert step.match.awaits == "nothing"


def test_nobody_wins_before_the_last_deal() -> None:
    match = position(table(players=3, deals=2), ["Y20a", "Y20b", "P60"], last_round=True)
    step = bid_all(match, "Y20a", "Y20b", "P60")
    for seat in (2, 0, 1):
        step = take_turn(step.match, seat, KEEP)
    assert not any(isinstance(event, MatchWon) for event in step.events)
    assert step.match.awaits == "cards"
