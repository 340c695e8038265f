"""Every code of a fault: a valid record with one thing wrong, and which of two is told."""

from collections.abc import Callable

import pytest
from record_samples import Document, check_bytes, encoded, fault_of, padded, sample, with_members

from spielgeld.engine.records.format import CODES, MAX_BYTES

Spoil = Callable[[Document], object]


def match() -> Document:
    """Two deals; the second and third round of the first have at least two turns each."""
    return sample("nl", 3, seed=1, deals=2)


def deal(document: Document, index: int = 0) -> Document:
    chosen: Document = document["deals"][index]
    return chosen


def play(document: Document, round_index: int, deal_index: int = 0) -> Document:
    chosen: Document = deal(document, deal_index)["rounds"][round_index]
    return chosen


def swap(values: list[object], one: int = 0, other: int = 1) -> None:
    values[one], values[other] = values[other], values[one]


def own_turn(document: Document, round_index: int, turn: object) -> None:
    play(document, round_index)["turns"][0][1] = turn


def take_own_bid(document: Document) -> None:
    own_turn(document, 2, play(document, 2)["turns"][0][0])


def take_from_who_has_acted(document: Document) -> None:
    turns = play(document, 2)["turns"]
    turns[-1][1] = turns[0][0]


def bid_of_other_hand(document: Document) -> None:
    play(document, 0)["bids"][0] = [deal(document)["cards"][6]]


def unfinished_round(document: Document) -> None:
    play(document, 1)["turns"].pop()


def extra_round(document: Document) -> None:
    rounds = deal(document)["rounds"]
    rounds.append(rounds[-1])


def extra_deal(document: Document) -> None:
    document["deals"].append(deal(document, 1))


FAULTS: list[tuple[str, str, Spoil]] = [
    ("format", "format", lambda r: r.update(format="spielgeld-record/2")),
    ("format", "format", lambda r: r.update(format=1)),
    ("format", "", lambda r: r.pop("format")),
    ("missing", "", lambda r: r.pop("edition")),
    ("missing", "", lambda r: r.pop("rules")),
    ("missing", "", lambda r: r.pop("players")),
    ("missing", "", lambda r: r.pop("deals")),
    ("missing", "", lambda r: r.pop("winners")),
    ("missing", "deals[1]", lambda r: deal(r, 1).pop("removed")),
    ("missing", "deals[1]", lambda r: deal(r, 1).pop("cards")),
    ("missing", "deals[1]", lambda r: deal(r, 1).pop("rounds")),
    ("missing", "deals[1]", lambda r: deal(r, 1).pop("scores")),
    ("missing", "deals[0]", lambda r: (r.pop("winners"), deal(r, 0).pop("scores"))),
    ("missing", "deals[0].rounds[1]", lambda r: play(r, 1).pop("bids")),
    ("missing", "deals[0].rounds[1]", lambda r: play(r, 1).pop("turns")),
    ("missing", "deals[0].shuffle", lambda r: deal(r).update(shuffle={})),
    ("type", "edition", lambda r: r.update(edition=None)),
    ("type", "rules", lambda r: r.update(rules=[])),
    ("type", "rules.deals", lambda r: r.update(rules={"deals": "2"})),
    ("type", "rules.deals", lambda r: r.update(rules={"deals": True})),
    ("type", "rules.deals", lambda r: r.update(rules={"deals": 2.0})),
    ("type", "rules.coin_trios", lambda r: r["rules"].update(coin_trios=1)),
    ("type", "players", lambda r: r.update(players={})),
    ("type", "players[1]", lambda r: r["players"].__setitem__(1, 7)),
    ("type", "deals", lambda r: r.update(deals=None)),
    ("type", "deals[0]", lambda r: r["deals"].__setitem__(0, "x")),
    ("type", "deals[0].cards[3]", lambda r: deal(r)["cards"].__setitem__(3, 20)),
    ("type", "deals[0].rounds[0].bids[1]", lambda r: play(r, 0)["bids"].__setitem__(1, "*")),
    ("type", "deals[0].rounds[0].turns[0]", lambda r: play(r, 0)["turns"][0].append(1)),
    ("type", "deals[0].rounds[0].turns[0][1]", lambda r: own_turn(r, 0, None)),
    ("type", "deals[0].rounds[0].turns[0][1]", lambda r: own_turn(r, 0, True)),
    ("type", "deals[0].scores[0]", lambda r: deal(r)["scores"].__setitem__(0, 10.0)),
    ("type", "deals[0].shuffle", lambda r: deal(r).update(shuffle=None)),
    ("type", "winners", lambda r: r.update(winners=0)),
    ("type", "winners[0]", lambda r: r.update(winners=[False])),
    ("edition", "edition", lambda r: r.update(edition="de")),
    ("edition", "edition", lambda r: r.update(edition="NL")),
    ("rule", "rules.deals", lambda r: r["rules"].update(deals=10)),
    ("rule", "rules.deals", lambda r: r["rules"].update(deals=0)),
    ("rule", "rules.coins", lambda r: r["rules"].update(coins="brass")),
    ("rule", "rules.players", lambda r: r["rules"].update(players=3)),
    ("rule", "rules.colour", lambda r: r["rules"].update(colour="red")),
    ("players", "players", lambda r: r["players"].pop()),
    ("players", "players", lambda r: r["players"].extend("DEF")),
    ("players", "players", lambda r: r["players"].clear()),
    ("removed", "deals[0].removed", lambda r: deal(r)["removed"].pop()),
    ("removed", "deals[0].removed", lambda r: deal(r)["removed"].__setitem__(0, "ZL")),
    ("removed", "deals[0].removed", lambda r: deal(r).update(removed=["Y", "Y"])),
    ("removed", "deals[1].removed", lambda r: deal(r, 1)["removed"].reverse()),
    ("cards", "deals[1].cards[5]", lambda r: deal(r, 1)["cards"].__setitem__(5, "Y70")),
    ("cards", "deals[1].cards[5]", lambda r: deal(r, 1)["cards"].__setitem__(5, "*")),
    ("cards", "deals[1].cards", lambda r: deal(r, 1)["cards"].pop()),
    ("cards", "deals[1].cards", lambda r: deal(r, 1)["cards"].append(deal(r)["cards"][0])),
    (
        "cards",
        "deals[1].cards",
        lambda r: deal(r, 1)["cards"].__setitem__(0, deal(r, 1)["cards"][1]),
    ),
    ("bid", "deals[0].rounds[0].bids", bid_of_other_hand),
    ("bid", "deals[0].rounds[0].bids[0]", lambda r: play(r, 0)["bids"].__setitem__(0, ["Y70"])),
    ("bid", "deals[0].rounds[0].bids[0]", lambda r: play(r, 0)["bids"].__setitem__(0, ["*", "*"])),
    ("bid", "deals[0].rounds[0].bids", lambda r: play(r, 0)["bids"].__setitem__(0, [])),
    (
        "bid",
        "deals[0].rounds[0].bids",
        lambda r: play(r, 0)["bids"][0].extend(play(r, 0)["bids"][0]),
    ),
    ("bid", "deals[0].rounds[0].bids", lambda r: play(r, 0)["bids"].pop()),
    ("bid", "deals[0].rounds[0].bids", lambda r: play(r, 0)["bids"].append(["*"])),
    ("order", "deals[0].rounds[1].turns[0]", lambda r: swap(play(r, 1)["turns"])),
    ("order", "deals[0].rounds[1].turns[0]", lambda r: play(r, 1)["turns"].insert(0, [3, "keep"])),
    ("order", "deals[0].rounds[1].turns[0]", lambda r: play(r, 1)["turns"].insert(0, [-1, "keep"])),
    ("turn", "deals[0].rounds[1].turns[0]", lambda r: own_turn(r, 1, "middle")),
    ("turn", "deals[0].rounds[1].turns[0]", lambda r: own_turn(r, 1, "Right")),
    ("turn", "deals[0].rounds[1].turns[0]", lambda r: own_turn(r, 1, 3)),
    ("turn", "deals[0].rounds[1].turns[0]", lambda r: own_turn(r, 1, -1)),
    ("turn", "deals[0].rounds[2].turns[0]", take_own_bid),
    ("turn", "deals[0].rounds[2].turns", take_from_who_has_acted),
    ("round", "deals[0].rounds[2]", unfinished_round),
    ("round", "deals[0].rounds", lambda r: deal(r)["rounds"].pop()),
    ("round", "deals[0].rounds", lambda r: deal(r)["rounds"].clear()),
    ("round", "deals[0].rounds", extra_round),
    ("round", "deals[2]", extra_deal),
    ("scores", "deals[1].scores", lambda r: deal(r, 1)["scores"].__setitem__(0, -10)),
    ("scores", "deals[1].scores", lambda r: deal(r, 1)["scores"].append(0)),
    ("scores", "deals[1].scores", lambda r: deal(r, 1)["scores"].clear()),
    ("winners", "winners", lambda r: r["winners"].clear()),
    ("winners", "winners", lambda r: r.update(winners=r["winners"] * 2)),
    ("winners", "winners", lambda r: r.update(winners=[0, 1, 2])),
    ("winners", "winners", lambda r: r.update(winners=[99])),
    ("winners", "winners", lambda r: r.update(deals=[])),
]


def test_the_records_that_get_spoilt_are_fine_before() -> None:
    check_bytes(encoded(match()))
    assert all(len(play(match(), index)["turns"]) > 1 for index in (1, 2))


@pytest.mark.parametrize(("code", "place", "spoil"), FAULTS)
def test_a_single_fault_is_told_with_its_code_and_place(
    code: str, place: str, spoil: Spoil
) -> None:
    document = match()
    spoil(document)
    fault = fault_of(encoded(document))
    assert fault.code == code
    assert str(fault).startswith(place)
    assert "\n" not in str(fault)


def test_the_bluff_card_alone_is_no_bid_where_the_rules_say_so() -> None:
    document = sample("it", 3, deals=1)
    play(document, 0)["bids"][0] = ["*"]
    assert fault_of(encoded(document)).code == "bid"


PLAIN_SPOILS: dict[str, Spoil] = {
    "format": lambda r: r.update(format="spielgeld-record/2"),
    "missing": lambda r: play(r, 0, deal_index=1).pop("bids"),
    "type": lambda r: deal(r)["scores"].__setitem__(0, "10"),
    "edition": lambda r: r.update(edition="de"),
    "rule": lambda r: r["rules"].update(deals=10),
    "players": lambda r: r["players"].extend("DEFG"),
    "removed": lambda r: deal(r, 1)["removed"].__setitem__(0, "ZL"),
    "cards": lambda r: deal(r, 1)["cards"].__setitem__(0, "Y70"),
    "shuffle": lambda r: deal(r, 1).update(
        shuffle={"commitment": "XY", "salts": [], "removed_drawn": True}
    ),
    "bid": lambda r: play(r, 0)["bids"].__setitem__(0, ["Y70"]),
    "order": lambda r: swap(play(r, 1)["turns"]),
    "turn": lambda r: own_turn(r, 2, "middle"),
    "round": lambda r: deal(r, 1)["rounds"].pop(),
    "scores": lambda r: deal(r, 1)["scores"].__setitem__(0, -10),
    "winners": lambda r: r["winners"].clear(),
}
BYTE_SPOILS: dict[str, Callable[[bytes], bytes]] = {
    "duplicate_key": lambda data: b'{"a":1,"a":2,' + data[1:],
    "json": lambda data: data[:-1],
    "too_long": lambda data: data[:1] + b" " * MAX_BYTES + data[1:],
    "encoding": lambda data: b'{"b":"\xe9",' + data[1:],
}


def spoilt(*codes: str) -> bytes:
    document = match()
    for code in codes:
        if code in PLAIN_SPOILS:
            PLAIN_SPOILS[code](document)
    data = encoded(document)
    for code, spoil in BYTE_SPOILS.items():
        data = spoil(data) if code in codes else data
    return data


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_told_alone_and_before_all_later_ones(code: str) -> None:
    assert fault_of(spoilt(code)).code == code
    for later in CODES[CODES.index(code) + 1 :]:
        assert fault_of(spoilt(code, later)).code == code, later


def test_the_spoils_cover_every_code() -> None:
    assert {*PLAIN_SPOILS, *BYTE_SPOILS} == set(CODES)


def test_exactly_8_mib_is_a_record_and_one_byte_more_is_not() -> None:
    check_bytes(padded(match(), MAX_BYTES))
    assert fault_of(padded(match(), MAX_BYTES + 1)).code == "too_long"


def test_a_member_may_be_written_before_the_format() -> None:
    check_bytes(with_members(match(), b'"first":[1,2]'))
