"""Tempers among each other, compiled, play what bots in an arena play; and breeding finds more."""

from random import Random

import pytest

from spielgeld.bots.heuristic.bot import HeuristicBot
from spielgeld.bots.heuristic.contests import shares_among
from spielgeld.bots.heuristic.temper import BEST, Temper, draw_temper, draw_wide_temper
from spielgeld.engine import Card, set_up
from spielgeld.fast.chance import below, next_word_plain
from spielgeld.fast.words import layout_of
from spielgeld.lab.deals import Seating, play_deals
from spielgeld.lab.evolution import BOUNDS, Breed, evolve, rounded

SETUP = set_up("it", 5, house_rules={"deals": 1})
DECKS, SEED = 6, 11


def decks() -> list[list[Card]]:
    """The decks of that seed, as `contests.py` says they are shuffled."""
    layout, word = layout_of(SETUP), next_word_plain(2 * SEED + 1)
    order, shuffled = layout.numbers(SETUP.cards), []
    for _ in range(DECKS):
        for last in range(len(order) - 1, 0, -1):
            word = next_word_plain(word)
            at = below(word, last + 1)
            order[last], order[at] = order[at], order[last]
        shuffled.append([layout.card[number] for number in order])
    return shuffled


def share(one: Temper, many: Temper, deck: list[Card]) -> float:
    """The same on the engine, with bots."""
    total = 0.0
    for place in range(5):
        bots = [HeuristicBot(one if seat == place else many) for seat in range(5)]
        scores = play_deals([Seating(SETUP, deck, bots, [1] * 5)])[0].scores
        total += (scores[place] == max(scores)) / scores.count(max(scores))
    return total / 5


@pytest.mark.slow
def test_tempers_do_compiled_what_bots_do_on_the_engine() -> None:
    other = draw_temper(Random(1), spread=0.3)
    shares = shares_among(other, BEST, SETUP, DECKS, SEED)
    assert [round(each, 9) for each in shares] == [
        round(share(other, BEST, deck), 9) for deck in decks()
    ]
    assert len(set(shares)) > 1


@pytest.mark.slow
def test_who_sits_among_its_like_takes_a_fair_share() -> None:
    assert {round(each, 9) for each in shares_among(BEST, BEST, SETUP, 5, 2)} == {0.2}


def test_breeding_finds_the_way_uphill_and_keeps_to_its_bounds() -> None:
    def score(temper: Temper, _: int) -> float:
        return -abs(temper.growth - 20) / 25 - abs(temper.thrift - 0.4)

    found = list(evolve(BEST, score, Random(1), 15, Breed(first_step=0.1)))
    assert found[-1].score > score(BEST, 0) + 0.3
    for name, (low, high) in BOUNDS.items():
        assert all(low <= getattr(each.temper, name) <= high for each in found)
    again = list(evolve(BEST, score, Random(1), 15, Breed(first_step=0.1)))
    assert again == found


def test_wide_tempers_are_now_and_then_hasty_and_cautious() -> None:
    rng = Random(2)
    drawn = [draw_wide_temper(rng) for _ in range(40)]
    assert 10 < sum(each.haste > 0 for each in drawn) < 30
    assert {rounded(each).caution > 0 for each in drawn} == {True}
