"""The chance to win the match, from how deals may end."""

from random import Random

import numpy as np
import pytest

from spielgeld.advice.chances import Outcomes, learn_outcomes, match_shares, mean_and_error
from spielgeld.engine import match_result
from support.play import random_setup, table


@pytest.mark.parametrize("match_winner", ["total", "most_deals"])
def test_shares_of_many_ends_are_those_of_the_engine(match_winner: str) -> None:
    rules = table(players=4, match_winner=match_winner).rules
    chance = np.random.default_rng(5)
    for over_count, to_come in ((0, 0), (0, 2), (1, 1), (2, 0)):
        # Few different points, so that there are ties of all kinds, and more won with fewer.
        over = 10 * chance.integers(0, 4, (over_count, 4))
        ends = 10 * chance.integers(0, 4, (3, 80, 4))
        futures = 10 * chance.integers(0, 4, (80, 2, to_come, 4))
        shares = match_shares(rules, over.tolist(), ends, futures, 1)
        for choice in range(3):
            for world in range(80):
                expected = []
                for future in futures[world]:
                    scores = [*over.tolist(), ends[choice, world].tolist(), *future.tolist()]
                    winners = match_result(rules, scores).winners
                    expected.append((1 in winners) / len(winners))
                assert shares[choice, world] == pytest.approx(np.mean(expected))


def test_no_seat_is_better_in_deals_to_come() -> None:
    setup = random_setup("it", 3, Random(1), {"deals": 2})
    outcomes = learn_outcomes(setup, Random(2))
    means = outcomes.sample.mean(axis=0)
    assert means.max() == pytest.approx(means.min())
    ends = np.zeros((1, 4000, 3), np.int64)
    futures = outcomes.futures(1, 4000, Random(3))
    for seat in range(3):
        chance = match_shares(setup.rules, [], ends, futures, seat).mean()
        assert chance == pytest.approx(1 / 3, abs=0.02)


def test_a_lead_from_earlier_deals_counts() -> None:
    rules = table(players=3, match_winner="total", deals=2).rules
    outcomes = Outcomes(rules, np.array([[300, 400, 500]]))
    ends = np.array([[[300, 300, 300]]])
    futures = outcomes.futures(0, 1, Random(1))
    assert match_shares(rules, [[10, 0, 10]], ends, futures, 0)[0, 0] == 0.5
    assert match_shares(rules, [[10, 0, 10]], ends, futures, 1)[0, 0] == 0


def test_an_error_is_never_nothing() -> None:
    assert mean_and_error(np.zeros(50)) == (0.0, 0.02)
    mean, error = mean_and_error(np.array([0.0, 1.0] * 50))
    assert mean == 0.5
    assert error == pytest.approx(0.05, abs=0.001)
