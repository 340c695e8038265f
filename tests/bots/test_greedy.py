"""The yardstick `greedy` is sensible: it beats random play nearly always."""

from random import Random

import pytest

from spielgeld.bots import make_bot, play_match
from spielgeld.engine import shuffle
from support.play import table

DEALS = 300


def wins_alone(deal: int) -> bool:
    """Whether greedy, in a seat that goes round, has the most points among random players."""
    setup = table("it", deals=1)
    seat = deal % setup.players
    order = shuffle(setup.cards, Random(f"deck {deal}").randrange)
    bots = [make_bot("greedy" if each == seat else "random") for each in range(setup.players)]
    chances = [Random(f"{deal}/{each}") for each in range(setup.players)]
    *_, last = play_match(setup, bots, chances, lambda _: order)
    (scores,) = last.match.scores
    return all(scores[seat] > points for each, points in enumerate(scores) if each != seat)


@pytest.mark.slow
def test_greedy_wins_99_per_cent_of_deals_as_one_among_random() -> None:
    assert sum(wins_alone(deal) for deal in range(DEALS)) >= 0.99 * DEALS
