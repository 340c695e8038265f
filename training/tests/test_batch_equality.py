"""The rules in JAX are those of `engine/`, deal by deal."""

import numpy as np
import pytest

from batch_equality import MOST_ROUNDS, NotEqual, Played, check, play_on_engine

DEALS = 2000


@pytest.fixture(scope="module")
def played() -> Played:
    return play_on_engine(DEALS, "equality in tests")


def test_random_deals_of_any_rules_are_equal_in_every_round(played: Played) -> None:
    assert check(played) > 10 * DEALS
    assert played.rounds.max() < MOST_ROUNDS
    assert set(np.unique(played.rules.players)) == {3, 4, 5, 6}
    last = played.found["last_round"][np.arange(DEALS), played.rounds - 1]
    ends = set(last.tolist())
    assert ends == {1, 2, 3}, "the deck empty, a shortfall, nobody draws"


@pytest.mark.parametrize("name", ["scores", "hands", "place", "secret", "last_round"])
def test_a_difference_is_found(played: Played, name: str) -> None:
    wrong = played.found[name].copy()
    last = played.rounds[7] - 1
    wrong[7, last : last + 1].flat[0] += 1
    with pytest.raises(NotEqual, match=f"{name} in round"):
        check(played._replace(found={**played.found, name: wrong}))
