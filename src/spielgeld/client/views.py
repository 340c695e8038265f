"""Applies updates to the protocol's view, and converts it to the engine's, for any bot."""

from functools import partial
from typing import Any, get_args

from spielgeld.engine import Exchanged, Pile, Place, Revealed, Setup, View, pile, set_up
from spielgeld.engine.moves import turn_from_code
from spielgeld.table.outgoing.types import Event

IN_HISTORY = frozenset(event.__struct_config__.tag for event in get_args(Event))
"""The types of the events that belong to a view's history."""


def fold(view: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The view after the update, whose fields replace those of the view."""
    folded = dict(view)
    for part in ("table", "deal", "own", "hand"):
        if part in update:
            folded[part] = {**(view[part] or {}), **update[part]}
    for event in update["events"]:
        if event["type"] == "dealt":
            folded["history"] = [event]
        elif event["type"] in IN_HISTORY:
            folded["history"] = [*folded["history"], event]
    return folded


def setup_of(agreed: dict[str, Any]) -> Setup:
    """What the table agreed on."""
    return set_up(
        agreed["edition"],
        agreed["players"],
        removed=agreed["removed"],
        house_rules=agreed["house_rules"],
    )


def engine_view(view: dict[str, Any]) -> View:
    """The view as the engine's type; a deal must have begun."""
    setup = setup_of(view["table"]["setup"])
    deal, hand = view["deal"], view["hand"]
    cards = partial(_pile, setup)
    return View(
        seat=hand["seat"] if hand else None,
        setup=setup,
        scores=tuple([tuple(points) for points in deal["scores"]]),
        awaits=deal["awaits"],
        deal=deal["deal"],
        round=deal["round"],
        last_round=deal["last_round"],
        idle_refills=deal["idle_refills"],
        right=cards(deal["right"]),
        left=cards(deal["left"]),
        deck_size=deal["deck_size"],
        turned_up=tuple([setup.card(code) for code in deal["turned_up"]]),
        hand=cards(hand["hand"]) if hand else (),
        hand_sizes=tuple(deal["hand_sizes"]),
        known=tuple([cards(codes) for codes in deal["known"]]),
        unknown=tuple(deal["unknown"]),
        has_bid=tuple(deal["has_bid"]),
        bid_sizes=tuple(deal["bid_sizes"]),
        lying=tuple([cards(codes) for codes in deal["lying"]]),
        waiting=tuple(deal["waiting"]),
        history=tuple(
            [
                _revealed(setup, event) if event["type"] == "revealed" else _exchanged(setup, event)
                for event in view["history"]
                if event["type"] in {"revealed", "exchanged"}
            ]
        ),
        open_deck=tuple([setup.card(code) for code in deal["open_deck"]]),
    )


def _revealed(setup: Setup, event: dict[str, Any]) -> Revealed:
    bids = [setup.bid(codes) for codes in event["bids"]]
    order = [Place(**{**place, "lowest": setup.card(place["lowest"])}) for place in event["order"]]
    return Revealed(event["round"], tuple(bids), tuple(order))


def _exchanged(setup: Setup, event: dict[str, Any]) -> Exchanged:
    turn = turn_from_code(event["turn"])
    if turn is None:
        raise ValueError(f"{event['turn']!r} is not a turn")
    given, taken = _pile(setup, event["given"]), _pile(setup, event["taken"])
    return Exchanged(event["seat"], turn, given, taken, tuple(event["waiting"]))


def _pile(setup: Setup, codes: list[str]) -> Pile:
    return pile([setup.card(code) for code in codes])
