"""The sheet a score pad adds up with counts every hand as the engine does."""

from collections import Counter
from random import Random
from typing import Any

import httpx
import pytest

from spielgeld.engine import EDITIONS, RULE_VALUES, score_hand, set_up

Table = dict[str, Any]

GOLD = "KR10a KR10b KR10c"
EXAMPLE = "USD30a USD30b USD30c E60 E40 E30a Y60 Y40 Y30a Y30b Y30c Y20a"
SILVER_AND_GOLD = [f"{kind}{letter}" for kind in ("AG10", "AU20") for letter in "abcdef"]


@pytest.fixture(name="table")
def _table(client: httpx.Client) -> Table:
    answer = client.get("/api/score/table")
    assert answer.status_code == 200
    table: Table = answer.json()
    return table


def looked_up(table: Table, edition: str, names: list[str], **house_rules: object) -> int:
    """What the hand scores by nothing but the table."""
    game = set_up(edition, 5, house_rules=house_rules)
    cards = [game.card(name) for name in names]
    by_count = table["coins_with_trios" if game.rules.coin_trios else "coins"]
    lines = [
        by_count[kind][count - 1]
        for kind, count in Counter(card.kind for card in cards if card.is_coin).items()
    ]
    for currency in {card.kind for card in cards if not card.is_coin}:
        values = Counter(card.value for card in cards if card.kind == currency)
        lines.append(table["notes"]["".join(str(values[value]) for value in table["values"])])
    return sum(line["points"] + line["bonus"] for line in lines)


def test_the_table_holds_every_set_once(table: Table) -> None:
    assert table["values"] == [20, 30, 40, 50, 60]
    assert len(table["notes"]) == 4 * 4 * 2 * 2 * 2 - 1
    all_nine = {"total": 300, "points": 300, "trios": [20, 30], "bonus": 200}
    assert table["notes"]["33111"] == all_nine
    for coins in (table["coins"], table["coins_with_trios"]):
        assert {kind: [line["count"] for line in lines] for kind, lines in coins.items()} == {
            kind: [1, 2, 3, 4, 5, 6] for kind in ("KR", "AG", "AU")
        }


@pytest.mark.parametrize(
    ("edition", "hand", "points"),
    [
        ("it-full", f"{GOLD} KR10d {EXAMPLE}", 480),
        ("it-full", f"{GOLD} {EXAMPLE}", 470),
        (
            "nl",
            "KR10a E20a E20b E20c SF20a SF30a SF30b SF30c USD20a USD30a USD30b USD40 USD50 USD60",
            450,
        ),
        (
            "pl",
            "ZL20a ZL20b ZL20c USD20a USD30a USD30b USD40 USD50 USD60 AG10a AG10b AG10c AG10d",
            470,
        ),
        ("fr", "P20a P20b P20c P30a P30b P30c P40 P50 P60", 500),
        ("pl", " ".join(SILVER_AND_GOLD), 580),
    ],
)
def test_the_worked_examples_add_up(table: Table, edition: str, hand: str, points: int) -> None:
    assert looked_up(table, edition, hand.split()) == points


@pytest.mark.parametrize("edition", list(EDITIONS))
@pytest.mark.parametrize("coins", RULE_VALUES["coins"])
@pytest.mark.parametrize("coin_trios", [False, True])
def test_any_hand_adds_up_as_the_engine_counts_it(
    table: Table, edition: str, coins: str, coin_trios: bool
) -> None:
    game = set_up(edition, 5, house_rules={"coins": coins, "coin_trios": coin_trios})
    rng = Random(f"{edition} {coins} {coin_trios}")
    for _ in range(50):
        cards = rng.sample(game.cards, rng.randint(0, len(game.cards)))
        names = [card.code for card in cards]
        counted = looked_up(table, edition, names, coins=coins, coin_trios=coin_trios)
        assert counted == score_hand(game.rules, cards).total
