"""A client of a table in tests, and the search for cards it must not see."""

import re
from typing import Any

import msgspec

from spielgeld.engine import Refusal, view_of
from spielgeld.table.state import TableState
from spielgeld.texts import load_refusals

IN_HISTORY = {"dealt", "revealed", "exchanged", "refilled", "last_round", "scored", "match_won"}
Json = dict[str, Any]


def fold(view: Json, update: Json) -> Json:
    """The view after the update, as the protocol says: given fields replace those before."""
    parts = {
        part: {**(view[part] or {}), **update[part]} if part in update else view[part]
        for part in ("table", "deal", "own", "hand")
    }
    history = view["history"]
    for event in update["events"]:
        if event["type"] in IN_HISTORY:
            history = [event] if event["type"] == "dealt" else [*history, event]
    return {**parts, "history": history}


class Client:
    """A seat's or a watcher's client: the messages so far, and the view made of them."""

    def __init__(self, welcome: bytes) -> None:
        told = msgspec.json.decode(welcome)
        self.view: Json = told["view"]
        self.n: int = told["n"]
        self.heard: list[bytes] = []

    def hear(self, message: bytes) -> None:
        told = msgspec.json.decode(message)
        assert told["n"] == self.n + 1
        self.n += 1
        self.heard.append(message)
        self.view = fold(self.view, told)

    @property
    def events(self) -> list[Json]:
        """All events heard so far."""
        return [event for message in self.heard for event in msgspec.json.decode(message)["events"]]

    @property
    def last(self) -> Json:
        """The last update."""
        update: Json = msgspec.json.decode(self.heard[-1])
        return update


def foreign_cards(state: TableState, seat: int | None, message: bytes) -> set[str]:
    """The cards in the message that the seat, or a watcher, has never seen.

    The lists of all cards and of the cards never seen name them too; these must stand in the order
    of the whole game, for any other order could tell something.
    """
    if state.match is None:
        return set()
    in_order = [card.code for card in state.match.setup.cards]
    for listed in re.findall(rb'"unseen":(\[[^]]*\])', message):
        unseen = msgspec.json.decode(listed)
        assert unseen == [code for code in in_order if code in unseen]
    rest = re.sub(rb'"unseen":\[[^]]*\]', b"", message)
    rest = rest.replace(b'"cards":' + msgspec.json.encode(in_order), b"")
    named = set(re.findall(rb'"([A-Z]+[0-9]+[a-z]?)"', rest))
    return {card.code for card in view_of(state.match, seat).unseen if card.code.encode() in named}


def check_words(refusal: Refusal) -> None:
    """There is a sentence for the refusal, its arguments are all there, and they can be sent."""
    sentences = load_refusals("en")
    sentence = sentences[str(refusal.arguments.get("why", refusal.code))]
    assert set(re.findall(r"\{(\w+)\}", sentence)) <= set(refusal.arguments)
    msgspec.json.encode(refusal.arguments)
