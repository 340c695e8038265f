"""The scoring against a second statement of its rules, written from the text by looking up."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from spielgeld.engine import score_hand
from support.play import cards, table
from support.second_opinion import NOTE_NAMES, coins_by_hand, currency_by_hand, hand_by_hand


def subsets() -> Iterator[list[str]]:
    for taken in product((False, True), repeat=len(NOTE_NAMES)):
        yield [name for name, take in zip(NOTE_NAMES, taken, strict=True) if take]


def coin_names(kind: str, count: int) -> str:
    return " ".join(kind + letter for letter in "abcdef"[:count])


@pytest.mark.parametrize(("edition", "currency"), [("it", "SK"), ("pl", "ZL")])
def test_all_512_hands_of_one_currency(edition: str, currency: str) -> None:
    setup = table(edition)
    hands = list(subsets())
    assert len(hands) == 512
    for names in hands:
        hand = cards(setup, " ".join(currency + name for name in names))
        assert score_hand(setup.rules, hand).total == currency_by_hand(names), hand


@pytest.mark.parametrize("coin_trios", [True, False])
def test_all_counts_of_gold(coin_trios: bool) -> None:
    setup = table("it", coin_trios=coin_trios)
    for count in range(7):
        expected = coins_by_hand(count, 10, coin_trios=coin_trios)
        score = score_hand(setup.rules, cards(setup, coin_names("KR10", count)))
        assert score.total == expected


@pytest.mark.parametrize("coin_trios", [True, False])
def test_all_counts_of_silver_and_gold(coin_trios: bool) -> None:
    setup = table("pl", coin_trios=coin_trios)
    for silver, gold in product(range(7), repeat=2):
        hand = cards(setup, f"{coin_names('AG10', silver)} {coin_names('AU20', gold)}")
        expected = coins_by_hand(silver, 10, coin_trios=coin_trios)
        expected += coins_by_hand(gold, 20, coin_trios=coin_trios)
        assert score_hand(setup.rules, hand).total == expected


@pytest.mark.parametrize("edition", ["it", "pl"])
@pytest.mark.parametrize("coins", ["gold", "silver_gold"])
@pytest.mark.parametrize("coin_trios", [True, False])
def test_random_mixed_hands(edition: str, coins: str, coin_trios: bool) -> None:
    setup = table(edition, coins=coins, coin_trios=coin_trios)
    rng = Random(f"{edition} {coins} {coin_trios}")
    for _ in range(500):
        hand = rng.sample(setup.cards, rng.randint(0, len(setup.cards)))
        expected = hand_by_hand(setup, hand, coin_trios=coin_trios)
        assert score_hand(setup.rules, hand).total == expected, hand


def test_the_lines_of_a_hand_add_up_to_its_total() -> None:
    setup = table("pl")
    rng = Random(6)
    for _ in range(200):
        score = score_hand(setup.rules, rng.sample(setup.cards, 30))
        notes = sum(line.points + line.bonus for line in score.currencies)
        coins = sum(line.points + line.bonus for line in score.coins)
        assert score.total == notes + coins


def test_coins_of_two_kinds_make_no_trio() -> None:
    setup = table("pl")
    assert score_hand(setup.rules, cards(setup, "AG10a AG10b AU20a")).total == 40


def test_notes_of_two_currencies_make_no_trio_and_no_common_sum() -> None:
    setup = table()
    hand = cards(setup, "Y20a Y20b E20a Y60 E60")
    assert score_hand(setup.rules, hand).total == 0


def test_a_trio_does_not_help_the_sum_over_a_threshold() -> None:
    setup = table()
    assert score_hand(setup.rules, cards(setup, "Y30a Y30b Y30c")).total == 100
    assert score_hand(setup.rules, cards(setup, "Y30a Y30b Y30c Y60 Y40")).total == 90 + 100


def test_an_empty_hand_scores_nothing() -> None:
    assert score_hand(table().rules, ()).total == 0
