"""The verifiable shuffle, as records carry it."""

from collections.abc import Callable

import pytest
from record_samples import (
    SEEDS,
    Document,
    check_bytes,
    encoded,
    fair_match,
    fault_of,
)

from spielgeld.engine.fairness import fair_number


def test_the_test_vector_of_the_rules_is_a_fine_record() -> None:
    document = fair_match()
    first = document["deals"][0]
    assert first["removed"] == ["SF", "E"]
    assert " ".join(first["cards"][:8]) == "USD30b USD40 Y40 P40 USD20a USD20c Y30a R20b"
    assert first["cards"][-1] == "R30c"
    assert first["shuffle"] == {
        "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        "seed": SEEDS[0].hex(),
        "salts": ["", "00ff", ""],
        "removed_drawn": True,
    }
    check_bytes(encoded(document))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.update(seed=SEEDS[1].hex()),
        lambda s: s.update(seed=SEEDS[0].hex()[2:]),
        lambda s: s.update(seed=SEEDS[0].hex().upper()),
        lambda s: s.update(seed=SEEDS[0].hex()[:-1]),
        lambda s: s.update(seed=" " + SEEDS[0].hex()),
        lambda s: s.update(commitment="00" * 32),
        lambda s: s.update(commitment=s["commitment"].upper()),
        lambda s: s.update(salts=["", "00FF", ""]),
        lambda s: s.update(salts=["", "00fe", ""]),
        lambda s: s.update(salts=["00ff", "", ""]),
        lambda s: s.update(salts=["", "00ff"]),
        lambda s: s.update(salts=["", "00ff", "", ""]),
        lambda s: s.update(salts=["", "00" * 33, ""]),
        lambda s: s.update(removed_drawn=False),
    ],
)
def test_a_shuffle_that_does_not_give_these_cards_is_refused(
    spoil: Callable[[Document], object],
) -> None:
    document = fair_match()
    spoil(document["deals"][0]["shuffle"])
    assert fault_of(encoded(document)).code == "shuffle"


def test_cards_that_were_exchanged_after_the_shuffle_are_found() -> None:
    document = fair_match()
    cards = document["deals"][1]["cards"]
    cards[-2:] = reversed(cards[-2:])
    fault = fault_of(encoded(document))
    assert (fault.code, fault.path) == ("shuffle", ("deals", 1, "cards", len(cards) - 2))


def test_currencies_that_were_not_the_drawn_ones_are_found() -> None:
    document = fair_match()
    for deal in document["deals"]:
        deal["removed"].reverse()
    assert fault_of(encoded(document)).code == "shuffle"


def test_later_deals_draw_no_currencies() -> None:
    document = fair_match()
    document["deals"][1]["shuffle"]["removed_drawn"] = True
    assert fault_of(encoded(document)).code == "shuffle"


def test_without_its_seed_a_shuffle_proves_nothing_and_passes() -> None:
    document = fair_match()
    shuffled = document["deals"][0]["shuffle"]
    del shuffled["seed"]
    shuffled["salts"] = ["", "", "11"]
    check_bytes(encoded(document))


def test_a_commitment_that_no_seed_can_have_is_refused_before_the_seed_is_open() -> None:
    document = fair_match()
    shuffled = document["deals"][0]["shuffle"]
    del shuffled["seed"]
    shuffled["commitment"] = "00ff"
    assert fault_of(encoded(document)).code == "shuffle"


@pytest.mark.parametrize(
    ("deal", "change"), [(0, {"salts": ["", "00" * 33, ""]}), (1, {"removed_drawn": True})]
)
def test_a_shuffle_without_its_seed_must_still_be_well_formed(
    deal: int, change: dict[str, object]
) -> None:
    document = fair_match()
    shuffled = document["deals"][deal]["shuffle"]
    del shuffled["seed"]
    shuffled.update(change)
    assert fault_of(encoded(document)).code == "shuffle"


def test_numbers_that_would_favour_some_results_are_passed_over() -> None:
    """2**32 leaves 1 when divided by 3, so the highest number is drawn again."""
    numbers = iter([2**32 - 1, 2**32 - 2, 7])
    assert [fair_number(numbers, 3), fair_number(numbers, 3)] == [2, 1]
