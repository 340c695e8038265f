"""From the chance to win a deal to the chance to win the match."""

from dataclasses import replace

import numpy as np
import pytest

from spielgeld.advice.calibration import calibration
from spielgeld.advice.match_chances import Standing, gaps, match_chances, modelled
from spielgeld.engine import find_edition, with_house_rules

FITTED = calibration()
CHANCES = np.array([0.05, 0.25, 0.5, 0.9])


def standing(*before: list[int], deals: int = 3, winner: str = "total") -> Standing:
    house = {"deals": deals, "match_winner": winner}
    rules = with_house_rules(find_edition("it").rules, house)
    return Standing(rules, before, seat=0, players=4, deck=20)


def test_a_match_of_one_deal_is_that_deal() -> None:
    assert match_chances(FITTED, standing(deals=1), CHANCES) is CHANCES


def test_a_better_deal_is_a_better_match() -> None:
    for winner in ("total", "most_deals"):
        chances = match_chances(FITTED, standing([500, 400, 450, 300], winner=winner), CHANCES)
        assert (np.diff(chances) > 0).all()
        assert ((chances > 0) & (chances < 1)).all()


def test_the_model_gives_the_last_deal_its_own_chance_where_all_are_level() -> None:
    level = standing([400] * 4, [400] * 4)
    assert modelled(FITTED, level, CHANCES) == pytest.approx(CHANCES, abs=0.03)


def test_points_count_where_points_decide_and_wins_where_wins_do() -> None:
    far_behind = [[300, 900, 300, 300], [500, 400, 400, 400]]
    by_points = modelled(FITTED, standing(*far_behind), CHANCES)
    by_wins = modelled(FITTED, standing(*far_behind, winner="most_deals"), CHANCES)
    assert by_points.max() < 0.4
    assert (by_wins[-2:] > by_points[-2:] + 0.3).all()


def test_who_cannot_be_caught_has_won() -> None:
    ahead = standing([900, 0, 0, 0], [900, 0, 0, 0], winner="most_deals")
    assert modelled(FITTED, ahead, CHANCES) == pytest.approx(np.ones(4))


def test_a_seat_is_as_good_as_another() -> None:
    first = standing([500, 400, 300, 200])
    last = replace(first, before=[[200, 300, 400, 500]], seat=3)
    ours, theirs = [match_chances(FITTED, each, CHANCES) for each in (first, last)]
    assert ours == pytest.approx(theirs, abs=0.04)


def test_a_gap_is_nothing_where_all_are_level() -> None:
    for players in range(3, 7):
        assert gaps(players, np.array([1 / players]))[0] == pytest.approx(0, abs=0.01)
