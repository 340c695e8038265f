"""Random play on arrays keeps to the rules of `engine/`, deal by deal, and is fair."""

import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld.batch.chance import Chance, keys_of
from spielgeld.batch.words import draw
from support.batch_equality import NotEqual
from support.random_play_equality import Played, check, play_at_random

DEALS = 150


@pytest.fixture(scope="module")
def played() -> Played:
    return play_at_random(DEALS, 4, 1)  # other numbers of players: `bench/batch.py --random-equal`


def test_random_play_is_equal_to_the_engine_in_every_round(played: Played) -> None:
    assert check(played) > 10 * DEALS


def test_a_wrong_card_is_found(played: Played) -> None:
    after = list(played.after)
    right = tuple(
        word ^ (np.arange(DEALS) == 7) * (at == 0) for at, word in enumerate(after[4].right)
    )
    after[4] = after[4]._replace(right=right)
    with pytest.raises(NotEqual, match="right in round 5 of deal 7"):
        check(played._replace(after=after))


def test_every_card_of_the_deck_is_drawn_as_often() -> None:
    games = 20_000
    keys = keys_of(games, 3)
    deck = tuple(jnp.full(games, word, jnp.uint32) for word in (0b1010011, 1 << 24, 0b110))
    card = draw(deck, Chance(keys, jnp.uint32(5)))
    drawn = [(at, bit) for at in range(3) for bit in range(25) if int(deck[at][0]) >> bit & 1]
    counts = np.array([int((np.asarray(card[at]) >> bit & 1).sum()) for at, bit in drawn])
    assert counts.sum() == games
    assert np.abs(counts - games / 7).max() < 5 * np.sqrt(games / 7)
