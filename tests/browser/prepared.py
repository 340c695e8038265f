"""Positions that play never comes to by chance, made with the engine alone.

Each is a record that can be played on from (`POST /api/practice`); seat 0 is the one to play.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from spielgeld.engine import (
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Card,
    Event,
    Step,
    Turn,
    deal_cards,
    draw_removed,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld.engine.editions import EDITIONS
from spielgeld.engine.moves import KEEP
from spielgeld.engine.records import make_record
from spielgeld.engine.rules.dealing import HAND_SIZE

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
EDITION = {3: "nl", 4: "it-full", 5: "fr", 6: "pl"}
"""An edition for each number of players."""


class Script:
    """A deal played by instruction."""

    def __init__(self, players: int, *, seed: int = 0, deals: int = 1) -> None:
        edition = EDITIONS[EDITION[players]]
        rng = Random(10 * seed + players)
        removed = draw_removed(edition, players, rng.randrange)
        setup = set_up(edition.key, players, removed=removed, house_rules={"deals": deals})
        order = list(shuffle(setup.cards, rng.randrange))
        self.twenties = [card for card in setup.cards if card.value == 20 and not card.is_coin]
        for seat, card in enumerate(self.twenties[:players]):  # everybody has one of the lowest
            here, there = HAND_SIZE * seat, order.index(card)
            order[here], order[there] = order[there], order[here]
        self.players = players
        self.events: list[Event] = []
        self._take(deal_cards(start_match(setup), order))

    def _take(self, step: Step) -> None:
        self.match = step.match
        self.events += step.events

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        assert self.match.deal
        return self.match.deal.hands

    @property
    def is_last(self) -> bool:
        return bool(self.match.deal and self.match.deal.last_round)

    def bid(self, *sizes: int, high: Sequence[int] = ()) -> None:
        """Everybody bids so many of their lowest cards, these seats of their highest."""
        bids = []
        for seat, hand in enumerate(self.hands):
            cards = sorted(hand, key=lambda card: card.value, reverse=seat in high)
            bids.append(Bid(tuple(cards[: min(sizes[seat % len(sizes)], len(cards))])))
        self.reveal(bids)

    def reveal(self, bids: Sequence[Bid]) -> None:
        self._take(reveal(self.match, bids))

    def take(self, turn: Turn) -> None:
        """The seat whose turn it is does this."""
        assert self.match.deal
        self._take(take_turn(self.match, self.match.deal.waiting[0], turn))

    def act(self, wishes: dict[int, Turn], before: int | None = None) -> None:
        """Everybody takes what they wish for, or keeps, until it is that seat's turn."""
        while self.match.deal and self.match.deal.waiting:
            seat = self.match.deal.waiting[0]
            if seat == before:
                return
            self._take(take_turn(self.match, seat, wishes.get(seat, KEEP)))

    def record(self) -> dict[str, Any]:
        return dict(make_record(self.match.setup, NAMES[: self.players], self.events))


def _growing(players: int, size: int, deals: int = 1) -> Script:
    """Seat 0 takes a row in every round, up to so many cards or the last round."""
    script = Script(players, deals=deals)
    while len(script.hands[0]) < size and not script.is_last:
        script.bid(1, high=[0])
        script.act({0: TAKE_RIGHT if len(script.match.deal.right) >= 4 else TAKE_LEFT})  # type: ignore[union-attr]
    return script


def long_hand(players: int) -> Script:
    """24 cards and more, to bid from."""
    return _growing(players, 24)


def longest_hand(players: int) -> Script:
    """As many as a deal gives, in its last round; the match goes on after it."""
    return _growing(players, 99, deals=3)


def long_hand_turn(players: int) -> Script:
    """24 cards and more, bids lie open, and it is my turn."""
    script = _growing(players, 24)
    script.bid(2, high=[0])
    script.act({}, before=0)
    return script


def _long_rows(players: int) -> Script:
    script = Script(players)
    for _ in range(2):
        script.bid(1, high=[1, 2])
        script.act({1: TAKE_RIGHT, 2: TAKE_LEFT})
    script.bid(1, 9, 9, 1, 1, 1, high=[1, 2])
    script.act({1: TAKE_RIGHT, 2: TAKE_LEFT})
    return script


def long_rows(players: int) -> Script:
    """Nine cards in both rows, to bid for."""
    return _long_rows(players)


def long_rows_turn(players: int) -> Script:
    """Nine cards in both rows, and my turn."""
    script = _long_rows(players)
    script.bid(3, 1, high=[0])
    script.act({}, before=0)
    return script


def ties(players: int) -> Script:
    """Everybody has bid the same sum, and it is my turn: my serial number is the lowest."""
    script = Script(players)
    script.reveal([Bid((card,)) for card in script.twenties[:players]])
    return script


def long_bids(players: int) -> Script:
    """Everybody has bid all six cards, mine are worth most, and it is my turn."""
    for seed in range(99):
        script = Script(players, seed=seed)
        script.bid(HAND_SIZE)
        if script.match.deal and script.match.deal.waiting[0] == 0:
            return script
    raise AssertionError("seat 0 never has the best hand")


def waiting(players: int) -> Script:
    """Bids lie open, mine comes last."""
    for seed in range(99):
        script = Script(players, seed=seed)
        script.bid(1, HAND_SIZE // 2)
        if script.match.deal and script.match.deal.waiting[-1] == 0:
            return script
    raise AssertionError("seat 0 never comes last")


WAITING = "waiting for my turn"
PREPARED: dict[str, Callable[[int], Script]] = {
    "hand of 24": long_hand,
    "hand of 24, turn": long_hand_turn,
    "longest hand": longest_hand,
    "rows of nine": long_rows,
    "rows of nine, turn": long_rows_turn,
    "ties": ties,
    "bids of six": long_bids,
    WAITING: waiting,
}
