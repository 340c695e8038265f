"""The intervals: they cover the truth about as often as they say."""

from math import inf

import numpy as np
import pytest

from spielgeld.arena.intervals import Estimate, as_numbers, estimate


def test_intervals_cover_the_truth_about_19_times_of_20() -> None:
    chance = np.random.default_rng(5)
    trials, decks, rotations, truth = 400, 60, 5, 0.3
    # A deck has luck of its own that all its rotations share.
    luck = chance.beta(1.5, 3.5, size=(decks, trials))
    won = chance.binomial(rotations, luck).astype(float)
    made = estimate(won, np.full(won.shape, float(rotations)))
    covered = sum([each.low <= truth <= each.high for each in made])
    assert 0.91 < covered / trials < 0.985
    # As if the rotations were deals of their own, the intervals would be too narrow.
    spread = np.mean([each.high - each.low for each in made])
    assert spread > 1.2 * 2 * 1.96 * np.sqrt(truth * (1 - truth) / (decks * rotations))


def test_the_mean_weighs_every_deal_alike() -> None:
    sums = as_numbers([[1.0], [6.0]] * 20)
    counts = as_numbers([[1.0], [3.0]] * 20)
    [made] = estimate(sums, counts)
    assert made.mean == pytest.approx(7 / 4)
    assert made.low < made.mean < made.high


def test_the_same_numbers_give_the_same_interval() -> None:
    sums = as_numbers([[float(number % 7)] for number in range(50)])
    assert estimate(sums, np.ones(sums.shape)) == estimate(sums, np.ones(sums.shape))


def test_a_column_gets_the_same_alone_and_among_others() -> None:
    chance = np.random.default_rng(1)
    sums = chance.random((40, 3))
    together = estimate(sums, np.ones(sums.shape))
    [alone] = estimate(sums[:, 1:2], np.ones((40, 1)))
    assert together[1].low == pytest.approx(alone.low)
    assert together[1].high == pytest.approx(alone.high)


def test_too_few_decks_give_no_interval() -> None:
    [made] = estimate(np.ones((19, 1)), np.ones((19, 1)))
    assert (made.mean, made.low, made.high) == (1.0, -inf, inf)
    assert not made.above(0.2)
    assert made.as_text(3) == "1.000 (too few deals)"


def test_what_a_resample_can_miss_has_no_interval() -> None:
    counts = as_numbers([[1.0]] + [[0.0]] * 39)
    [made] = estimate(counts / 2, counts)
    assert (made.mean, made.low, made.high) == (0.5, -inf, inf)


def test_an_interval_must_be_clear_of_the_value() -> None:
    assert Estimate(0.3, 0.25, 0.35).above(0.2)
    assert not Estimate(0.3, 0.2, 0.4).above(0.2)
    assert Estimate(0.1, 0.05, 0.15).below(0.2)
    assert not Estimate(0.2, 0.2 - 1e-15, 0.2 - 1e-15).below(0.2)
    assert Estimate(0.3, 0.25, 0.35).as_text(2) == "0.30 (0.25–0.35)"
