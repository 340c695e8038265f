"""From the chance to win a deal to the chance to win the match."""

from dataclasses import replace
from itertools import pairwise

import pytest

from spielgeld.advice.calibration import calibration
from spielgeld.advice.match_chances import (
    MatchSituation,
    _enough,
    _errors,
    gap,
    match_chances,
    modelled,
)
from spielgeld.engine import find_edition, with_house_rules

FITTED = calibration()
CHANCES = [0.05, 0.25, 0.5, 0.9]


def situation(*before: list[int], deals: int = 3, winner: str = "total") -> MatchSituation:
    house = {"deals": deals, "match_winner": winner}
    rules = with_house_rules(find_edition("it").rules, house)
    return MatchSituation(rules, before, seat=0, players=4, deck=20)


def test_a_match_of_one_deal_is_that_deal() -> None:
    assert match_chances(FITTED, situation(deals=1), CHANCES) == CHANCES


def test_a_better_deal_is_a_better_match() -> None:
    for winner in ("total", "most_deals"):
        chances = match_chances(FITTED, situation([500, 400, 450, 300], winner=winner), CHANCES)
        assert all(less < more for less, more in pairwise(chances))
        assert all(0 < chance < 1 for chance in chances)


def test_the_model_gives_the_last_deal_its_own_chance_where_all_are_level() -> None:
    level = situation([400] * 4, [400] * 4)
    assert modelled(FITTED, level, CHANCES) == pytest.approx(CHANCES, abs=0.03)


def test_points_count_where_points_decide_and_wins_where_wins_do() -> None:
    far_behind = [[300, 900, 300, 300], [500, 400, 400, 400]]
    by_points = modelled(FITTED, situation(*far_behind), CHANCES)
    by_wins = modelled(FITTED, situation(*far_behind, winner="most_deals"), CHANCES)
    assert max(by_points) < 0.4
    for wins, points in zip(by_wins[-2:], by_points[-2:], strict=True):
        assert wins > points + 0.3


def test_who_cannot_be_caught_has_won() -> None:
    ahead = situation([900, 0, 0, 0], [900, 0, 0, 0], winner="most_deals")
    assert modelled(FITTED, ahead, CHANCES) == [1.0] * 4


def test_a_seat_is_as_good_as_another() -> None:
    first = situation([500, 400, 300, 200])
    last = replace(first, before=[[200, 300, 400, 500]], seat=3)
    ours, theirs = [match_chances(FITTED, each, CHANCES) for each in (first, last)]
    assert ours == pytest.approx(theirs, abs=0.04)


def test_a_gap_is_nothing_where_all_are_level() -> None:
    for players in range(3, 7):
        assert gap(players, 1 / players) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("winner", ["total", "most_deals"])
def test_leads_that_are_enough_are_those_that_win(winner: str) -> None:
    """Each draw played out: with a lead a little larger the seat is first, a little smaller not."""
    situation_ = situation([500, 400, 450, 500], winner=winner)
    assert situation_.to_come == 1
    now, later = _errors(4, 2)
    spread = FITTED.spread[0] + FITTED.spread[1] * situation_.deck
    leads = [*enumerate(_enough(FITTED, situation_))]
    open_still = [(draw, lead) for draw, lead in leads if abs(lead) < 50]
    assert len(open_still) > len(leads) / 2
    for draw, lead in open_still:
        for more, is_first in ((1e-6, True), (-1e-6, False)):
            deal = [spread * seat[draw] for seat in now]
            deal[0] += spread * (lead + more)
            deals = [
                *situation_.before,
                deal,
                [FITTED.deal_spread["4"] * seat[draw] for seat in later],
            ]
            key = [
                (
                    sum(each[seat] == max(each) for each in deals if winner == "most_deals"),
                    sum(each[seat] for each in deals),
                )
                for seat in range(4)
            ]
            assert (max(key) == key[0]) == is_first
