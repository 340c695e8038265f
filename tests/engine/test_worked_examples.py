"""The worked examples of the rules, serial numbers, names of cards and the shuffle vector."""

import pytest

from spielgeld.engine import (
    EDITIONS,
    TAKE_LEFT,
    TAKE_RIGHT,
    FairStream,
    Refilled,
    Revealed,
    commitment,
    draw_removed,
    score_hand,
    set_up,
    shuffle,
    take_turn,
)
from support.play import bid_all, cards, open_deal, position, table

ITALIAN_NOTES = "USD30a USD30b USD30c E60 E40 E30a Y60 Y40 Y30a Y30b Y30c Y20a"
DUTCH_HAND = "KR10a E20a E20b E20c SF20a SF30a SF30b SF30c USD20a USD30a USD30b USD40 USD50 USD60"
POLISH_HAND = "ZL20a ZL20b ZL20c USD20a USD30a USD30b USD40 USD50 USD60 AG10a AG10b AG10c AG10d"
WHOLE_CURRENCY = "Y20a Y20b Y20c Y30a Y30b Y30c Y40 Y50 Y60"
ALL_POLISH_COINS = " ".join(f"{kind}{letter}" for kind in ("AG10", "AU20") for letter in "abcdef")


@pytest.mark.parametrize(
    ("edition", "hand", "points"),
    [
        ("it-full", f"KR10a KR10b KR10c KR10d {ITALIAN_NOTES}", 480),
        ("it", f"KR10a KR10b KR10c {ITALIAN_NOTES}", 470),
        ("fr", f"KR10a KR10b KR10c {ITALIAN_NOTES}", 470),
        ("nl", DUTCH_HAND, 450),
        ("pl", POLISH_HAND, 470),
        ("it", WHOLE_CURRENCY, 500),
        ("pl", ALL_POLISH_COINS, 580),
    ],
)
def test_the_printed_hands_score_as_printed(edition: str, hand: str, points: int) -> None:
    setup = table(edition)
    assert score_hand(setup.rules, cards(setup, hand)).total == points


def test_the_italian_hand_line_by_line() -> None:
    setup = table("it-full")
    score = score_hand(setup.rules, cards(setup, f"KR10a KR10b KR10c KR10d {ITALIAN_NOTES}"))
    lines = {line.currency: (line.total, line.points, line.trios) for line in score.currencies}
    assert lines == {"USD": (90, 0, (30,)), "E": (130, 30, ()), "Y": (210, 210, (30,))}
    assert [(coin.kind, coin.count, coin.points, coin.bonus) for coin in score.coins] == [
        ("KR", 4, 40, 0)
    ]


def test_the_polish_hand_line_by_line() -> None:
    setup = table("pl")
    score = score_hand(setup.rules, cards(setup, POLISH_HAND))
    lines = {line.currency: (line.points, line.bonus) for line in score.currencies}
    assert lines == {"ZL": (0, 100), "USD": (230, 0)}
    assert [(coin.kind, coin.points, coin.bonus) for coin in score.coins] == [("AG", 40, 100)]


@pytest.mark.parametrize(
    ("hand", "total", "points"),
    [
        ("P60 P50 P30a P20a", 160, 60),
        ("P60 P50 P40 P30a P20a P20b", 220, 220),
        ("P60 P50 P20a", 130, 30),
        ("P60 P50", 110, 10),
        ("P60 P40", 100, 0),
        ("P60 P50 P40 P20a P20b", 190, 90),
        ("P60 P50 P40 P30a P20a", 200, 200),
    ],
)
def test_the_sums_of_one_currency(hand: str, total: int, points: int) -> None:
    setup = table()
    score = score_hand(setup.rules, cards(setup, hand))
    assert (score.currencies[0].total, score.total) == (total, points)


def test_the_printed_bids_are_worth_100_and_80() -> None:
    assert table("it-full").bid("E20a USD50 KR10a KR10b KR10c").worth == 100
    assert table("nl").bid("E30a R20a R20b KR10a").worth == 80


BEATA, ADAS, KAZIK, ERYK = range(4)


def test_the_polish_round_at_the_bank() -> None:
    match = position(
        table("pl", 4),
        ["DM60", "ZL40 RB20a DM20a", "ZL30a DM20b", "ZL30b DM20c"],
        right="USD20a USD20b USD20c USD30a",
        left="GBP20a GBP20b GBP20c GBP30a",
        deck="FF20a FF20b FF20c FF30a FF30b FF30c FF40",
    )
    revealed = bid_all(match, "*", "ZL40 RB20a", "ZL30a", "ZL30b")
    assert isinstance(revealed.events[0], Revealed)
    assert [(place.seat, place.worth) for place in revealed.events[0].order] == [
        (ADAS, 60),
        (KAZIK, 30),
        (ERYK, 30),
    ]

    match = take_turn(revealed.match, ADAS, TAKE_RIGHT).match
    match = take_turn(match, KAZIK, TAKE_LEFT).match
    step = take_turn(match, ERYK, TAKE_RIGHT)

    setup, deal = match.setup, open_deal(step.match)
    assert deal.hands == (
        cards(setup, "DM60"),
        cards(setup, "DM20a USD20a USD20b USD20c USD30a"),
        cards(setup, "DM20b GBP20a GBP20b GBP20c GBP30a"),
        cards(setup, "DM20c ZL40 RB20a"),
    )
    assert step.events[1] == Refilled(
        first="left",
        left=cards(setup, "FF20a FF20b FF20c"),
        right=cards(setup, "FF30a FF30b FF30c"),
        deck_size=1,
    )
    assert deal.left == cards(setup, "ZL30a FF20a FF20b FF20c")
    assert deal.right == cards(setup, "ZL30b FF30a FF30b FF30c")


def test_the_serial_numbers_that_rulebooks_print() -> None:
    by_serial = {card.serial: card for card in table("it-full").cards}
    assert (by_serial[1].kind, by_serial[1].value) == ("Y", 20)
    assert by_serial[3].kind == "Y"
    assert by_serial[13].kind == "SK"
    assert by_serial[96].is_coin
    assert 0 not in by_serial


@pytest.mark.parametrize(
    ("edition", "order", "coins"),
    [
        ("it", "Y E P R SK SF USD", {"KR": (10, range(91, 97))}),
        (
            "pl",
            "ZL RB USD GBP DM FF KCS",
            {"AG": (10, range(85, 91)), "AU": (20, range(91, 97))},
        ),
    ],
)
def test_all_serial_numbers(edition: str, order: str, coins: dict[str, tuple[int, range]]) -> None:
    first_of_value = {20: 1, 30: 22, 40: 43, 50: 50, 60: 57}
    expected = {}
    for value, first in first_of_value.items():
        each = 3 if value <= 30 else 1
        for place, code in enumerate(order.split()):
            for copy in range(each):
                expected[first + place * each + copy] = (code, value)
    for kind, (value, serials) in coins.items():
        expected |= dict.fromkeys(serials, (kind, value))
    found = {card.serial: (card.kind, card.value) for card in table(edition).cards}
    assert found == expected


def test_a_currency_is_nine_notes_worth_300() -> None:
    for edition in EDITIONS:
        setup = table(edition)
        for currency in setup.edition.currencies:
            values = [card.value for card in setup.cards if card.kind == currency.code]
            assert sorted(values) == [20, 20, 20, 30, 30, 30, 40, 50, 60]
            assert sum(values) == 300


@pytest.mark.parametrize(
    ("edition", "name", "serial"),
    [
        ("it", "Y20a", 1),
        ("it", "Y20b", 2),
        ("it", "Y20c", 3),
        ("it", "SK20a", 13),
        ("it", "Y40", 43),
        ("it", "USD60", 63),
        ("it", "KR10a", 91),
        ("it", "KR10f", 96),
        ("pl", "ZL20a", 1),
        ("pl", "RB20a", 4),
        ("pl", "KCS60", 63),
        ("pl", "AG10a", 85),
        ("pl", "AG10f", 90),
        ("pl", "AU20a", 91),
        ("pl", "AU20f", 96),
    ],
)
def test_names_of_cards(edition: str, name: str, serial: int) -> None:
    assert table(edition).card(name).serial == serial


def test_the_bluff_card_is_written_as_a_star() -> None:
    bid = table().bid("P40 *")
    assert bid.bluff
    assert str(bid) == "P40 *"


def test_the_shuffle_vector() -> None:
    seed = bytes(range(32))
    stream = FairStream(seed, [b"", b"\x00\xff", b""])
    removed = draw_removed(EDITIONS["it"], 3, stream.below)
    order = [card.code for card in shuffle(set_up("it", 3, removed=removed).cards, stream.below)]
    assert removed == ("SF", "E")
    assert order[:8] == ["USD30b", "USD40", "Y40", "P40", "USD20a", "USD20c", "Y30a", "R20b"]
    assert order[-1] == "R30c"
    assert commitment(seed).hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
