"""Editions, bots and the score pad over HTTP."""

import httpx
import pytest

from spielgeld.bots import BOTS
from spielgeld.engine import EDITIONS, RULE_VALUES, set_up
from support.api_server import refused

TRIO = ["Y20a", "Y20b", "Y20c"]


def test_editions_tell_all_that_a_page_draws(client: httpx.Client) -> None:
    told = client.get("/api/editions").json()
    assert [edition["key"] for edition in told["editions"]] == list(EDITIONS)
    assert told["rule_values"] == {name: list(values) for name, values in RULE_VALUES.items()}
    for edition in told["editions"]:
        setup = set_up(edition["key"], 5)
        assert [card["code"] for card in edition["cards"]] == [card.code for card in setup.cards]
        assert edition["rules"] == {name: getattr(setup.rules, name) for name in RULE_VALUES}
        assert edition["players"] == list(setup.edition.players)
        assert len(edition["currencies"]) == 7
    card = {"code": "Y20a", "kind": "Y", "value": 20, "serial": 1, "is_coin": False}
    assert told["editions"][0]["cards"][0] == card


def test_editions_tell_the_coins_of_a_house_rule(client: httpx.Client) -> None:
    coins = client.get("/api/editions").json()["coins"]
    for value, cards in coins.items():
        setup = set_up("it", 5, house_rules={"coins": value})
        expected = [card.code for card in setup.cards if card.is_coin]
        assert [card["code"] for card in cards] == expected


def test_bots_are_named(client: httpx.Client) -> None:
    told = client.get("/api/bots").json()["bots"]
    assert [bot["id"] for bot in told] == list(BOTS)
    assert {"id": "penny", "kind": "yardstick"} in told


def test_hands_are_counted_line_by_line(client: httpx.Client) -> None:
    hands = [["KR10b", "E50", *TRIO, "Y60", "KR10a"], []]
    told = client.post("/api/score", json={"edition": "it", "hands": hands}).json()
    yen = {"currency": "Y", "total": 120, "points": 20, "trios": [20], "bonus": 100}
    euro = {"currency": "E", "total": 50, "points": 0, "trios": [], "bonus": 0}
    coins = {"kind": "KR", "count": 2, "points": 20, "trios": 0, "bonus": 0}
    assert told["hands"] == [
        {"currencies": [yen, euro], "coins": [coins], "total": 140},
        {"currencies": [], "coins": [], "total": 0},
    ]
    assert (told["deals"], told["match"]) == ([], None)


def test_house_rules_count(client: httpx.Client) -> None:
    body: dict[str, object] = {"edition": "it", "hands": [["KR10a", "KR10b", "KR10c"]]}
    assert client.post("/api/score", json=body).json()["hands"][0]["total"] == 30
    body["house_rules"] = {"coin_trios": True}
    assert client.post("/api/score", json=body).json()["hands"][0]["total"] == 130


@pytest.mark.parametrize(("edition", "winners"), [("nl", [0]), ("it", [1])])
def test_deals_make_a_match_by_the_rule_of_the_edition(
    client: httpx.Client, edition: str, winners: list[int]
) -> None:
    deals = [[[*TRIO, "KR10a"], []], [[], ["KR10a"]], [[], ["KR10a"]]]
    told = client.post("/api/score", json={"edition": edition, "deals": deals}).json()
    assert told["match"]["winners"] == winners
    assert told["match"]["totals"] == [110, 20]
    assert told["match"]["deals_won"] == [1, 2]
    assert [[hand["total"] for hand in deal] for deal in told["deals"]] == [
        [110, 0],
        [0, 10],
        [0, 10],
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"edition": "de"}, "edition"),
        ({"house_rules": {"nope": 1}}, "rule"),
        ({"house_rules": {"deals": True}}, "rule"),
        ({"hands": [["Y20"]]}, "card"),
        ({"hands": [["y20a"]]}, "card"),
        ({"hands": [["*"]]}, "card"),
        ({"hands": [["ZL20a"]]}, "card"),
        ({"hands": [["Y20a", "Y20a"]]}, "card_twice"),
        ({"hands": [["Y20a"], ["Y20a"]]}, "card_twice"),
        ({"deals": [[["Y20a"], ["Y20a"]]]}, "card_twice"),
        ({"deals": [[[], []], [[]]]}, "hands"),
        ({"deals": [[]]}, "hands"),
        ({"hands": [[]] * 7}, "wrong_value"),
        ({"deals": [[[]]] * 10}, "wrong_value"),
        ({"hand": []}, "unknown_field"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    client: httpx.Client, change: dict[str, object], code: str
) -> None:
    answer = client.post("/api/score", json={"edition": "it", **change})
    assert refused(answer)[:2] == (400, code)


def test_a_refused_card_is_quoted(client: httpx.Client) -> None:
    answer = client.post("/api/score", json={"edition": "it", "hands": [["Y20"]]})
    assert refused(answer)[2] == {"found": "'Y20'"}


def test_the_order_comes_with_its_reasons(client: httpx.Client) -> None:
    bids = [["Y30a"], ["E20a", "KR10a"], ["*"], ["Y20a", "KR10b", "*"], ["P40"]]
    told = client.post("/api/order", json={"edition": "it-full", "bids": bids}).json()
    assert [(each["seat"], each["worth"], each["ahead_by"]) for each in told["order"]] == [
        (4, 40, "worth"),
        (3, 30, "bluff"),
        (1, 30, "serial"),
        (0, 30, None),
    ]
    assert told["order"][1] | {"bluff": True, "lowest": "Y20a"} == told["order"][1]
    assert told["sits_out"] == [2]


def test_the_numbers_printed_on_real_cards_count(client: httpx.Client) -> None:
    bids = [["Y20a", "#44"], ["E20a", "#17", "#90"], ["P30a"]]
    told = client.post("/api/order", json={"edition": "it", "bids": bids}).json()
    assert [each["seat"] for each in told["order"]] == [2, 1, 0]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"bids": [["Y20a", "#1"], ["Y20b"]]}, 409, "printed_missing"),
        ({"bids": [["Y20a", "#1"], ["Y20b", "#1"]]}, 409, "printed_twice"),
        ({"bids": [["Y20a", "#x"], ["Y20b"]]}, 400, "card"),
        ({"bids": [["*"], ["Y20a"]]}, 409, "bid_bluff_alone"),
        ({"bids": [[], ["Y20a"]]}, 409, "bid_empty"),
        ({"bids": [["Y20a", "*", "*"], ["Y20b"]]}, 400, "bluff_twice"),
        ({"bids": [["Y20a"], ["Y20a"]]}, 400, "card_twice"),
        ({"bids": [["Y20"], ["Y20a"]]}, 400, "card"),
        ({"bids": [["Y20a"], ["Y20b"], ["Y20c"], ["Y40"], ["Y50"], ["Y60"]]}, 400, "players"),
        ({"bids": [["Y20a"]]}, 400, "wrong_value"),
        ({"edition": "de"}, 400, "edition"),
        ({"house_rules": {"coins": "lead"}}, 400, "rule"),
    ],
)
def test_bids_that_cannot_be_compared_are_refused(
    client: httpx.Client, change: dict[str, object], status: int, code: str
) -> None:
    bids = [["Y20a"], ["Y20b"]]
    answer = client.post("/api/order", json={"edition": "it", "bids": bids, **change})
    assert refused(answer)[:2] == (status, code)
