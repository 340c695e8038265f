"""What a refusal carries besides its sentence."""

import json
import pickle

import pytest

from spielgeld.engine import NotAllowed, Refusal, Unreadable, check_bid, check_turn, set_up
from spielgeld.engine.errors import first_few, plain
from spielgeld.engine.moves import KEEP, Bid, TakeBid
from spielgeld.engine.records.format import Fault
from support.play import table


def copied(refusal: Refusal) -> Refusal:
    copy: Refusal = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own bytes
    return copy


def test_a_refusal_names_what_its_sentence_is_about() -> None:
    setup = table()
    with pytest.raises(NotAllowed) as refused:
        check_bid(setup.rules, setup.bid("Y20a").cards, setup.bid("Y20a P40 *"))
    assert refused.value.arguments == {"cards": ["P40"]}
    with pytest.raises(NotAllowed) as refused:
        check_turn((2, 0), 1, KEEP)
    assert refused.value.arguments == {"to_act": 2, "seat": 1}
    with pytest.raises(NotAllowed) as refused:
        check_turn((2, 0), 2, TakeBid(1))
    assert refused.value.arguments == {"taken": 1, "seat": 2}
    with pytest.raises(Unreadable) as unreadable:
        set_up("nl", 6)
    expected = {"edition": "nl", "least": 3, "most": 5, "found": 6}
    assert unreadable.value.arguments == expected


def test_one_code_with_several_sentences_says_which_is_meant() -> None:
    reasons = []
    for rules in ({"dealz": 1}, {"deals": 10}):
        with pytest.raises(Unreadable) as refused:
            set_up("nl", 5, house_rules=rules)
        reasons.append((refused.value.code, refused.value.arguments["why"]))
    assert reasons == [("rule", "rule_unknown"), ("rule", "rule_value")]


def test_arguments_stay_short_whatever_was_put_in() -> None:
    setup = table()
    long = "x" * 100_000
    crowd = Bid(setup.bid("Y20a").cards * 100_000)
    for refused_call in (
        lambda: setup.card(long),
        lambda: setup.bid(["*"] * 100_000),
        lambda: setup.check_seat(10**100_000),
        lambda: set_up(long, 5),
        lambda: set_up("nl", 10**100_000),
        lambda: set_up("nl", 4, removed=[long]),
        lambda: set_up("nl", 5, removed=["Y"] * 100_000),
        lambda: set_up("nl", 5, house_rules={long: 1}),
        lambda: set_up("nl", 5, house_rules={"deals": 10**100_000}),
        lambda: check_bid(setup.rules, (), crowd),
        lambda: check_bid(setup.rules, crowd.cards, crowd),
        lambda: check_turn((0, 1), 0, TakeBid(10**100_000)),
    ):
        with pytest.raises(Refusal) as refused:
            refused_call()
        assert refused.value.arguments
        assert len(json.dumps(refused.value.arguments)) < 1000


def test_small_numbers_stay_numbers_among_arguments_and_the_rest_is_quoted() -> None:
    assert [plain(value) for value in (3, -1, True, None)] == [3, -1, True, None]
    assert plain("3") == "'3'"
    assert isinstance(plain(10**9), str)
    assert first_few(list("abc")) == ["a", "b", "c"]
    assert first_few(list("abcdefghij")) == [*"abcdefgh", "…"]


def test_a_refusal_goes_through_pickling_whole() -> None:
    refusal = copied(NotAllowed("not_your_turn", "no", to_act=1, seat=2))
    assert type(refusal) is NotAllowed
    assert (refusal.code, refusal.sentence) == ("not_your_turn", "no")
    assert str(refusal) == "no"
    assert refusal.arguments == {"to_act": 1, "seat": 2}


def test_a_fault_goes_through_pickling_with_its_place_and_line() -> None:
    fault = copied(Fault("type", "no", ("deals", 0), 7, found="x"))
    assert isinstance(fault, Fault)
    assert (fault.path, fault.line, fault.arguments) == (("deals", 0), 7, {"found": "x"})
    assert str(fault) == "deals[0]: no"
    assert fault.at(9).arguments == {"found": "x"}
