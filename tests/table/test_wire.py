"""Views and events as JSON: complete, equal for all where it is shared, readable back."""

from dataclasses import fields
from random import Random
from typing import Any, get_args

import msgspec

from spielgeld import engine
from spielgeld.engine import Step, View, event_for, view_of
from spielgeld.engine.rules.scoring import sum_scores
from spielgeld.table.outgoing import encoding, types
from support.play import random_setup, random_steps


def steps() -> list[Step]:
    rng = Random(3)
    return list(random_steps(random_setup("pl", 4, rng, {"deals": 2}), rng))


def plainly(value: Any) -> object:
    """Anything of the engine as JSON, found by its fields instead of by naming them."""
    match value:
        case engine.Card():
            return value.code
        case engine.Bid():
            return value.codes
        case engine.TakeRow() | engine.TakeBid() | engine.Keep():
            return engine.turn_code(value)
        case tuple():
            return [plainly(each) for each in value]
        case None | bool() | int() | str():
            return value
    return {field.name: plainly(getattr(value, field.name)) for field in fields(value)}


def test_an_event_says_all_that_the_engines_says_and_reads_back() -> None:
    seen = set()
    for event in [event for step in steps() for event in step.events]:
        told = encoding.event_json(event)
        seen.add(type(told))
        plain = msgspec.to_builtins(told)
        del plain["type"]
        assert plain == plainly(event)
        assert msgspec.json.decode(msgspec.json.encode(told), type=types.Event) == told
    assert seen == set(get_args(types.Event))


def test_an_event_says_its_type_first() -> None:
    tags = [event.__struct_config__.tag for event in get_args(types.Event)]
    assert tags == [
        "dealt",
        "revealed",
        "exchanged",
        "refilled",
        "last_round",
        "scored",
        "match_won",
    ]
    told = encoding.event_json(engine.LastRoundAnnounced(4, "stall"))
    assert msgspec.json.encode(told) == b'{"type":"last_round","round":4,"reason":"stall"}'


def test_a_view_is_split_without_losing_anything() -> None:
    """What was done in the deal travels as events, each once: see `history` in the protocol."""
    split = {*types.SharedView.__struct_fields__, *types.OwnView.__struct_fields__}
    assert split - {"legal_turns", "score", "unseen", "worth"} == {
        field.name for field in fields(View) if field.name not in {"setup", "history"}
    }


def test_the_shared_part_is_the_same_bytes_for_everybody() -> None:
    for step in steps():
        views = [view_of(step.match, seat, {1: 2}) for seat in (None, 0, 1, 2, 3)]
        assert len({msgspec.json.encode(encoding.shared_json(view)) for view in views}) == 1
        for name, value in msgspec.to_builtins(encoding.shared_json(views[0])).items():
            assert value == plainly(getattr(views[0], name)), name
        assert encoding.own_json(views[0]) is None


def test_the_own_part_is_the_seats_hand_with_what_it_is_worth() -> None:
    for step in steps():
        for seat in range(4):
            view = view_of(step.match, seat)
            own = encoding.own_json(view)
            assert own is not None
            assert own.hand == [card.code for card in view.hand]
            assert own.legal_turns == [engine.turn_code(turn) for turn in view.legal_turns]
            assert own.score == encoding.score_json(engine.score_now(view))
            assert sum(own.worth.values()) == engine.worth(view.hand)


def test_a_view_reads_back() -> None:
    for step in steps():
        told = encoding.view_json(view_of(step.match, 2))
        assert msgspec.json.decode(msgspec.json.encode(told), type=types.DealView) == told


def test_the_hands_of_others_are_told_to_nobody() -> None:
    dealt = steps()[0].events[0]
    told = encoding.event_json(event_for(dealt, 1))
    assert isinstance(told, types.Dealt)
    assert told.cards is None
    assert [hand is not None for hand in told.hands] == [False, True, False, False]


def test_what_was_agreed_names_the_cards_of_a_deal() -> None:
    setup = steps()[0].match.setup
    agreed = encoding.agreed_json(setup)
    assert agreed.cards == [card.code for card in setup.cards]
    assert agreed.house_rules == {"deals": 2}
    assert (agreed.rules["deals"], agreed.players, agreed.removed) == (2, 4, list(setup.removed))


def test_what_was_agreed_tells_the_numbers_hands_are_counted_by() -> None:
    """Held against hands that are counted, so that the page may draw by them."""
    setup = steps()[0].match.setup
    told = encoding.agreed_json(setup).scoring
    assert sum(card.value for card in setup.cards if card.kind == "USD") == told.most

    assert sum_scores(told.full_from) == told.full_from
    assert sum_scores(told.full_from - 10) == told.full_from - 10 - told.fee
    assert sum_scores(told.fee) == 0
    for value in told.trio_values:
        trio = [card for card in setup.cards if (card.kind, card.value) == ("USD", value)]
        assert len(trio) == told.trio_size
        assert engine.score_hand(setup.rules, trio).total == told.trio_bonus
    coins = [card for card in setup.cards if card.is_coin][: told.trio_size]
    bonus = engine.score_hand(setup.rules, coins).total - engine.worth(coins)
    assert bonus == (told.trio_bonus if told.coin_trios else 0)
