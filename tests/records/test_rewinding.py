"""A record as it was at a moment, and the same moment with all that is hidden dealt anew."""

from collections import Counter
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_samples import NAMES, fair_match, sample

from spielgeld.engine import Match, Step, Unreadable, view_of
from spielgeld.engine.records import (
    RawRecord,
    Record,
    check_record,
    make_record,
    record_line,
    replay,
    reshuffle,
    rewind,
)
from support.chance import examples
from support.play import open_deal, table
from support.strategies import matches, seeds, steps

few = examples(50)


def recorded(played: list[Step]) -> Record:
    setup = played[0].match.setup
    events = [event for step in played for event in step.events]
    return make_record(setup, NAMES[: setup.players], events)


def checked(record: Record) -> list[Step]:
    """The steps of a record that is fine as bytes too."""
    return check_record(RawRecord(1, record_line(record)))[1]


def fair_record() -> Record:
    return cast(Record, fair_match())


@few
@given(matches, st.data())
def test_a_rewound_record_is_that_of_the_first_steps(
    played: list[Step], data: st.DataObject
) -> None:
    record = recorded(played)
    count = data.draw(st.integers(0, len(played)))
    rewound = rewind(record, count)
    assert checked(rewound) == played[:count]
    assert rewind(record, len(played)) == record


@few
@given(matches, st.data())
def test_rewinding_forgets_results_that_were_not_known(
    played: list[Step], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(played)))
    rewound = rewind(recorded(played), count)
    match = played[count - 1].match
    assert [deal["scores"] for deal in rewound["deals"] if "scores" in deal] == [
        list(scores) for scores in match.scores
    ]
    assert ("winners" in rewound) == (match.awaits == "nothing")


def test_before_the_first_deal_a_record_holds_what_was_agreed() -> None:
    record = cast(Record, sample("pl", 4, deals=2))
    rewound = rewind(record, 0)
    assert rewound["deals"] == []
    assert (rewound["edition"], rewound["rules"]) == ("pl", {"deals": 2})
    assert checked(rewound) == []
    assert rewind(rewound, 0) == rewound


def test_a_seed_is_dropped_while_its_deal_is_under_way_and_the_commitment_stays() -> None:
    record = fair_record()
    played = replay(record)
    for count in range(1, len(played) + 1, 9):
        rewound = rewind(record, count)
        for deal, original in zip(rewound["deals"], record["deals"], strict=False):
            expected = dict(original["shuffle"])
            if "scores" not in deal:
                del expected["seed"]
            assert deal["shuffle"] == expected
    assert checked(rewind(record, 3)) == played[:3]


def test_a_shuffle_whose_seed_was_never_opened_has_none_after_rewinding() -> None:
    record = fair_record()
    del record["deals"][0]["shuffle"]["seed"]
    assert "seed" not in rewind(record, len(replay(record)))["deals"][0]["shuffle"]


def test_keys_that_mean_nothing_are_left_out() -> None:
    record = sample()
    last = len(replay(cast(Record, record)))
    noted = {**record, "hint": "Y20a"}
    noted["deals"] = [{**deal, "hint": "Y20b"} for deal in record["deals"]]
    assert rewind(cast(Record, noted), last) == rewind(cast(Record, record), last)


def test_rewinding_leaves_the_record_itself_alone() -> None:
    record, same = fair_record(), fair_record()
    reshuffle(rewind(record, 5), 0, Random(1))
    reshuffle(record, 0, Random(1))
    assert record == same


@pytest.mark.parametrize("count", [-1, 10_000, 10**50, True, "1", None])
def test_a_step_that_is_not_there_is_refused(count: int) -> None:
    record = cast(Record, sample())
    with pytest.raises(Unreadable) as refused:
        rewind(record, count)
    assert refused.value.code == "step"
    assert refused.value.arguments["last"] == len(replay(record))


def under_way(played: list[Step], data: st.DataObject) -> list[Step]:
    counts = [
        count for count, step in enumerate(played, start=1) if step.match.awaits in {"bids", "turn"}
    ]
    return played[: data.draw(st.sampled_from(counts))]


def last_match(record: Record) -> Match:
    return checked(record)[-1].match


@few
@given(matches, seeds, st.data())
def test_who_the_cards_are_dealt_anew_for_notices_nothing(
    played: list[Step], seed: int, data: st.DataObject
) -> None:
    past = under_way(played, data)
    match = past[-1].match
    seat = data.draw(st.sampled_from([None, *range(match.setup.players)]))
    anew = reshuffle(recorded(past), seat, Random(seed))
    assert view_of(last_match(anew), seat) == view_of(match, seat)
    # Nor did it notice any at an earlier moment.
    for before, then in zip(past, checked(anew), strict=True):
        assert view_of(then.match, seat).hand == view_of(before.match, seat).hand
        assert view_of(then.match, None).right == view_of(before.match, None).right


@few
@given(matches, seeds, st.data())
def test_only_cards_the_seat_has_never_seen_change_places(
    played: list[Step], seed: int, data: st.DataObject
) -> None:
    past = under_way(played, data)
    seat = data.draw(st.sampled_from([None, *range(past[0].match.setup.players)]))
    record = recorded(past)
    anew = reshuffle(record, seat, Random(seed))
    unseen = {card.code for card in view_of(past[-1].match, seat).unseen}
    pairs = zip(record["deals"][-1]["cards"], anew["deals"][-1]["cards"], strict=True)
    assert {code for pair in pairs if len(set(pair)) > 1 for code in pair} <= unseen
    assert anew["deals"][:-1] == record["deals"][:-1]
    assert anew["deals"][-1]["rounds"] == record["deals"][-1]["rounds"]


def test_what_the_others_hold_becomes_other_cards() -> None:
    record = rewind(cast(Record, sample("nl", 3)), 1)
    true = open_deal(last_match(record))
    drawn = open_deal(last_match(reshuffle(record, 1, Random(3))))
    assert drawn.hands[1] == true.hands[1]
    assert drawn.hands[0] != true.hands[0]
    assert drawn.hands[2] != true.hands[2]
    assert drawn.deck != true.deck


def test_for_a_spectator_every_hand_is_dealt_anew() -> None:
    record = rewind(cast(Record, sample("nl", 3)), 1)
    true = open_deal(last_match(record))
    drawn = open_deal(last_match(reshuffle(record, None, Random(3))))
    assert all(mine != theirs for mine, theirs in zip(drawn.hands, true.hands, strict=True))
    assert drawn.right == true.right


def with_three_unseen() -> tuple[Record, set[str]]:
    """A moment when a spectator has not seen three cards, of hands and deck."""
    for seed in range(100):
        played = list(steps(table("nl", 3, deals=1), ["small"], seed))
        for count, step in enumerate(played, start=1):
            unseen = {card.code for card in view_of(step.match, None).unseen}
            if len(unseen) == 3 and 0 < len(open_deal(step.match).deck) < 3:
                return recorded(played[:count]), unseen
    raise AssertionError("there is no such moment")


def test_every_way_to_deal_anew_is_equally_likely() -> None:
    record, unseen = with_three_unseen()
    rng = Random(7)
    ways = Counter(
        tuple(code for code in reshuffle(record, None, rng)["deals"][-1]["cards"] if code in unseen)
        for _ in range(600)
    )
    assert len(ways) == 6
    assert all(70 < count < 130 for count in ways.values())


def test_a_shuffle_does_not_stand_beside_cards_it_did_not_give() -> None:
    record = fair_record()
    first_deal = len([step for step in replay(record) if len(step.match.scores) == 0])
    anew = reshuffle(rewind(record, first_deal + 3), 2, Random(1))
    assert anew["deals"][0] == record["deals"][0]
    assert "shuffle" not in anew["deals"][1]
    assert checked(anew)


def test_where_nothing_is_hidden_nothing_changes() -> None:
    record = fair_record()
    assert reshuffle(record, 0, Random(1)) == record
    nothing_dealt = rewind(record, 0)
    assert reshuffle(nothing_dealt, 0, Random(1)) == nothing_dealt


def test_a_seat_that_is_not_there_has_seen_nothing() -> None:
    with pytest.raises(Unreadable) as refused:
        reshuffle(rewind(fair_record(), 1), 3, Random(1))
    assert refused.value.code == "seat"
