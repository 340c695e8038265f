"""Finds leaks: anything in the messages to a client that it must not know at that moment.

A scan reads the messages to one client in order. Fields with cards must equal those of the seat's
view at that moment, in the view's order; every other field must be on the list of harmless ones,
and no text may hold a foreign card, a seed, a salt or a token.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from spielgeld.engine import View, event_for, score_hand, view_of
from spielgeld.engine import events as happened
from spielgeld.engine.cards import pile
from support.leaks import Json, Truth, cards_in, plain, secrets_in

_TYPES = {
    happened.Dealt: "dealt",
    happened.Revealed: "revealed",
    happened.Exchanged: "exchanged",
    happened.Refilled: "refilled",
    happened.LastRoundAnnounced: "last_round",
    happened.Scored: "scored",
    happened.MatchWon: "match_won",
}
_HEADS = {
    "welcome": {"protocol", "n", "seat", "at"},
    "resumed": {"protocol", "n", "seat", "at"},
    "update": {"n"},
    "accepted": {"id"},
    "refused": {"id", "code"},
    "bid_previewed": {"id", "worth", "size", "lowest", "tie_rank"},
    "turns_previewed": {"id"},
    "hinted": {"id"},
    "pong": {"id", "at"},
}
"""What each message has beside its parts."""
_FIELDS = """
    type events history own hand deal own.bid own.plan own.plannable own.muted own.hints
    table.code table.practice table.status table.host table.host_until table.paused
    table.rematch table.shuffle table.awaiting.what table.awaiting.seats table.awaiting.nudged
    table.clocks table.clocks.until table.clocks.left table.clocks.reserve table.shuffle.deal
    table.shuffle.commitment table.shuffle.until table.setup table.seats.kind table.seats.name
    table.seats.bot table.seats.connected table.seats.played_by_bot table.seats.back_after
    joined.seat joined.name left.seat left.reason left.by committed.deal committed.commitment
    committed.until bid_sealed.seat bid_sealed.size bid_taken_up.seat ready.seat connected.seat
    disconnected.seat sat_in.seat sat_in.reason sat_in.by returning.seat returning.after
    taken_back.seat host.seat paused.seat resumed.seat more_time.seat more_time.by nudged.seat
    nudged.by said.seat said.phrase rematch.table arguments.awaits arguments.deal
    arguments.round arguments.cards arguments.seat arguments.to_act arguments.seconds
    arguments.retry_after arguments.reason arguments.why arguments.found arguments.offered
    arguments.taken arguments.count arguments.host arguments.limit
"""
_HARMLESS = frozenset(_FIELDS.split())
"""The fields that may be told besides cards: none depends on what lies face down."""
_AGREED = ("table.agreement.", "table.rules.", "after.", "hint.")
"""What was settled before the cards were dealt; previews and hints, fed by the asker's view."""


class Scan:
    """Scans the messages to one client, and collects the leaks."""

    def __init__(self, truth: Truth, seat: int | None) -> None:
        self.found: list[str] = []
        self._truth = truth
        self._seat = seat
        self._told = 0
        """How many of the facts have been sent."""
        self._bids: dict[int, int | None] = {}
        """Who has bid, and the number of cards where it was told."""

    # ---------------------------------------------------------------- what comes

    def hear(self, text: str, said: Iterable[str] = ()) -> None:
        """A message on the socket; `said` are cards the client itself has named before."""
        message: Json = json.loads(text)
        before = self._visible()
        view = message.pop("view", None)
        if view is not None:
            message |= view
            self._catch_up(view)
        self._hear_events(message.get("events", []))
        self._check_deal(message)
        self._check_hand(message)
        self._check_own(message)
        self._check_table(message)
        self._check_fields(message)
        self._check_cards(message, before | self._visible() | set(said))
        self.found += secrets_in(text, self._truth, self._finished)

    def hear_page(self, text: str) -> None:
        """An answer over HTTP that tells of the table, but never of cards."""
        self._expect(not cards_in(text), "cards in a page")
        self.found += secrets_in(text, self._truth, self._finished)

    def hear_record(self, text: str) -> None:
        """A record fetched meanwhile: the finished deals as they were, and nothing else."""
        record, whole = json.loads(text), self._truth.record
        if "deals" not in record:
            self.hear_page(text)
            return
        count = len(record["deals"])
        self._expect(count <= self._finished, "a deal under way in a record")
        wanted = {**whole, "deals": whole["deals"][:count]}
        if count < len(whole["deals"]):
            del wanted["winners"]
        self._expect(record == wanted, "a record that tells something else")
        self.found += secrets_in(text, self._truth, self._finished)

    # ---------------------------------------------------------------- what is true

    @property
    def _finished(self) -> int:
        return self._truth.scored_by(self._told)

    @property
    def _view(self) -> View | None:
        if not self._told:
            return None
        return view_of(self._truth.facts[self._told - 1][1], self._seat)

    def _visible(self) -> set[str]:
        view = self._view
        if view is None:
            return set()
        piles = (*view.known, *view.lying, view.right, view.left, view.hand, view.turned_up)
        return {card.code for cards in (*piles, view.open_deck) for card in cards}

    def _expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.found.append(otherwise)

    # ---------------------------------------------------------------- events

    def _catch_up(self, view: Json) -> None:
        """A fresh view: what happened in the deal says where the match stands."""
        deals = [fact for fact, _ in self._truth.facts]
        number = view["deal"]["deal"] if view["deal"] else 0
        starts = [n for n, fact in enumerate(deals) if isinstance(fact, happened.Dealt)]
        self._told = starts[number - 1] if number else 0
        for event in view["history"]:
            self._bids = dict.fromkeys(range(self._truth.setup.players))
            self._hear_fact(event)
        self._bids = {}
        if view["deal"]:
            bids = zip(view["deal"]["has_bid"], view["deal"]["bid_sizes"], strict=True)
            self._bids = {seat: size for seat, (laid, size) in enumerate(bids) if laid}

    def _hear_events(self, events: list[Json]) -> None:
        for event in events:
            kind = event["type"]
            if kind in _TYPES.values():
                self._hear_fact(event)
            elif kind == "bid_sealed":
                self._bids[event["seat"]] = event["size"]
            elif kind == "bid_taken_up":
                self._bids.pop(event["seat"], None)
            elif kind == "deal_opened":
                self._hear_opened(event)
        if self._truth.setup.rules.bid_size == "hidden":
            self._expect(not any(self._bids.values()), "the size of a hidden bid")

    def _hear_fact(self, told: Json) -> None:
        if self._told == len(self._truth.facts):
            self.found.append("more than happened")
            return
        fact, _ = self._truth.facts[self._told]
        wanted = {"type": _TYPES[type(fact)], **plain(event_for(fact, None))}
        self._expect(told == wanted, f"an event that tells something else: {told['type']}")
        self._told += 1
        if isinstance(fact, happened.Revealed):
            missing = self._truth.setup.players - len(self._bids)
            self._expect(missing <= 1, "bids before the last was laid")
            sizes = [(size, fact.bids[seat].size) for seat, size in self._bids.items()]
            self._expect(all(a in (None, b) for a, b in sizes), "a wrong size of a bid")
        if isinstance(fact, happened.Revealed | happened.Dealt):
            self._bids = {}

    def _hear_opened(self, told: Json) -> None:
        number = told["deal"]
        self._expect(number <= self._finished, "the cards of a deal under way")
        deal = self._truth.record["deals"][number - 1]
        wanted = {
            "type": "deal_opened",
            "deal": number,
            "removed": deal["removed"],
            "cards": deal["cards"],
            **deal["shuffle"],
        }
        self._expect(told == wanted, "a finished deal that was another")

    # ---------------------------------------------------------------- parts of the view

    def _check_deal(self, message: Json) -> None:
        told, view = message.get("deal"), self._view
        if not isinstance(told, dict):
            return
        if view is None:
            self.found.append("a deal before the cards were dealt")
            return
        seats = range(self._truth.setup.players)
        wanted = plain(view)
        wanted["has_bid"] = [seat in self._bids for seat in seats]
        wanted["bid_sizes"] = [self._bids.get(seat) for seat in seats]
        for name in set(wanted) & {"seat", "setup", "hand", "unseen"}:
            del wanted[name]
        for name, value in told.items():
            self._expect(name in wanted and value == wanted[name], f"deal.{name}")

    def _check_hand(self, message: Json) -> None:
        told, view = message.get("hand"), self._view
        if told is None:
            return
        if view is None or view.seat is None:
            self.found.append("a hand for somebody who has none")
            return
        held = pile((*view.hand, *view.lying[view.seat]))
        worth: dict[str, int] = {}
        for card in view.hand:
            worth[card.kind] = worth.get(card.kind, 0) + card.value
        wanted = {
            "seat": view.seat,
            "hand": plain(view.hand),
            "unseen": plain(view.unseen),
            "legal_turns": plain(view.legal_turns),
            "score": plain(score_hand(view.setup.rules, held)),
            "worth": worth,
        }
        for name, value in told.items():
            self._expect(name in wanted and value == wanted[name], f"hand.{name}")

    def _check_own(self, message: Json) -> None:
        """A bid of its own is made of its own cards, in the order piles have."""
        told = message.get("own")
        if told is None:
            return
        self._expect(self._seat is not None, "something of its own for a watcher")
        bid = [name for name in told.get("bid") or () if name != "*"]
        held = plain(self._view.hand) if self._view else []
        self._expect(bid == [name for name in held if name in bid], "own.bid")

    def _check_table(self, message: Json) -> None:
        told = message.get("table", {})
        if told.get("setup"):
            setup = self._truth.setup
            same = told["setup"]["cards"] == plain(setup.cards)
            self._expect(same, "cards of the match in an order of their own")
        awaiting = told.get("awaiting", {})
        if awaiting.get("what") == "bids":
            seats = range(self._truth.setup.players)
            wanted = [seat for seat in seats if seat not in self._bids]
            self._expect(awaiting["seats"] == wanted, "table.awaiting")

    # ---------------------------------------------------------------- whatever is left

    def _check_fields(self, message: Json) -> None:
        """Report every field that is on no list."""
        head = _HEADS.get(message["type"], set())
        for path in _paths(_without_facts(message)):
            known = path in _HARMLESS | head or path.startswith(_AGREED)
            self._expect(known, f"an unknown field: {path}")

    def _check_cards(self, message: Json, visible: set[str]) -> None:
        setup = {**((message.get("table") or {}).get("setup") or {}), "cards": []}
        rest = {
            **message,
            "table": {**(message.get("table") or {}), "setup": setup},
            "hand": {**(message.get("hand") or {}), "unseen": []},
            "events": [each for each in message.get("events", ()) if each["type"] != "deal_opened"],
        }
        for name in sorted(cards_in(json.dumps(rest)) - visible):
            self.found.append(f"the card {name}")


def _without_facts(message: Json) -> Json:
    """The message without what was compared with the truth field by field."""
    compared = {*_TYPES.values(), "deal_opened"}
    rest: Json = {**message, "deal": None, "hand": None, "history": None, "events": None}
    for event in message.get("events", ()):
        if event["type"] not in compared:
            rest[event["type"]] = {**rest.get(event["type"], {}), **event}
            del rest[event["type"]]["type"]
    table = message.get("table")
    if table and table.get("setup"):
        rest["table"] = {**table, "setup": None}
    return rest


def _paths(value: Any, path: str = "") -> Iterator[str]:
    """The way to every leaf, without the numbers of lists."""
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from _paths(each, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value:
        for each in value:
            yield from _paths(each, path)
    elif value not in ({}, []):
        yield path
