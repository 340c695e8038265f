"""From the protocol's view to the engine's, so that any bot can play over the wire."""

from typing import Any

from spielgeld.engine import Pile, Setup, View, pile, set_up


def setup_of(agreed: dict[str, Any]) -> Setup:
    """What the table agreed on."""
    return set_up(
        agreed["edition"],
        agreed["players"],
        removed=agreed["removed"],
        house_rules=agreed["house_rules"],
    )


def engine_view(view: dict[str, Any]) -> View:
    """The view as the engine has it; there must be cards on the table."""
    setup = setup_of(view["table"]["setup"])
    deal, hand = view["deal"], view["hand"]

    def cards(codes: list[str]) -> Pile:
        return pile([setup.card(code) for code in codes])

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
        open_deck=tuple([setup.card(code) for code in deal["open_deck"]]),
    )
