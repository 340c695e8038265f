"""What one seat, or a spectator, may know: the only exit for information.

A view is built by naming what is visible, never by hiding parts of the truth. It is plain data
without a way back to the match.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from spielgeld.engine.cards import Card, Pile
from spielgeld.engine.errors import NotAllowed
from spielgeld.engine.events import Dealt, Event
from spielgeld.engine.history import History, Round, rounds_of
from spielgeld.engine.moves import Turn
from spielgeld.engine.rules.bidding import LegalBids
from spielgeld.engine.rules.exchange import legal_turns
from spielgeld.engine.setup import Setup
from spielgeld.engine.state import Awaits, Deal, LastRound, Match


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything one seat knows. Tuples with an entry per seat go by seat number."""

    seat: int | None
    """Whose view this is; None for a spectator."""
    setup: Setup
    """Edition, rules, players and the cards of a deal: known to everybody."""
    scores: tuple[tuple[int, ...], ...]
    """Points of each seat in every finished deal."""
    awaits: Awaits
    """What the match awaits."""

    deal: int
    """Number of the deal; 0 before the first."""
    round: int
    last_round: LastRound | None
    """Why this round is the last, if it is."""
    idle_refills: int
    """How many refills in a row drew no card (R8)."""

    right: Pile
    left: Pile
    deck_size: int
    turned_up: tuple[Card, ...]
    """What has left the deck face up, in that order."""

    hand: Pile
    """What this seat holds; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds, bluff cards left out (R17)."""
    known: tuple[Pile, ...]
    """Of each hand, the cards everybody has seen; all of them once the deal is over (R17)."""
    unknown: tuple[int, ...]
    """How many other cards each hand has: cards only their owner has seen."""

    has_bid: tuple[bool, ...]
    """Who has already laid a bid face down this round."""
    bid_sizes: tuple[int | None, ...]
    """How many cards lie face down in front of each seat; None where nobody may see it."""
    lying: tuple[Pile, ...]
    """The open bid in front of each seat; empty where none lies (any more)."""
    waiting: tuple[int, ...]
    """The seats still to act, in order; the first acts now."""
    history: History
    """What everybody has seen the players of this deal do: reveals and turns, in that order."""

    open_deck: tuple[Card, ...]
    """What was left in the deck once the deal is over; a finished deal is all open (R17)."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The history round by round, from the first; the one under way stands last.

        A round is in it from its reveal on.
        """
        return rounds_of(self.history)

    @property
    def unseen(self) -> Pile:
        """The cards this seat has never seen: each is in the deck or among a hand's unknown."""
        seen = (self.right, self.left, self.hand, *self.known, *self.lying, self.open_deck)
        return _all_but(self.setup.cards, *seen)

    @property
    def legal_bids(self) -> LegalBids:
        """Every bid this seat can lay; refused while nobody awaits a bid of it."""
        if self.seat is None or self.awaits != "bids":
            raise NotAllowed(
                "not_now",
                f"no bid is awaited of seat {self.seat} now",
                why="no_bid_awaited",
                awaits=self.awaits,
                offered="bids",
                seat=self.seat,
            )
        return LegalBids(self.setup.rules, self.hand)

    @property
    def legal_turns(self) -> tuple[Turn, ...]:
        """Everything this seat can do now; nothing while another is to act."""
        to_act = self.waiting[:1] == (self.seat,)
        return legal_turns(self.waiting) if to_act else ()


def view_of(match: Match, seat: int | None, placed: Mapping[int, int] | None = None) -> View:
    """What the seat may know, or a spectator if it is None.

    `placed` comes from whoever holds the sealed bids, for no match does: the seats that have laid
    a bid face down, with the number of cards in it. The numbers go on only where `bid_size` is
    shown (R13).
    """
    if seat is not None:
        match.setup.check_seat(seat)
    if match.deal is None:
        return _before_first_deal(match, seat)
    deal, setup = match.deal, match.setup
    has_bid, bid_sizes = bids_seen(setup, placed or {})
    seats = range(setup.players)
    open_deck = () if deal.scores is None else deal.deck
    hand = () if seat is None else deal.hands[seat]
    known = tuple([known_cards(deal, each) for each in seats])
    return View(
        seat=seat,
        setup=setup,
        scores=match.scores,
        awaits=match.awaits,
        deal=deal.number,
        round=deal.round,
        last_round=deal.last_round,
        idle_refills=deal.idle_refills,
        right=deal.right,
        left=deal.left,
        deck_size=len(deal.deck),
        turned_up=deal.turned_up,
        hand=hand,
        hand_sizes=tuple([len(cards) for cards in deal.hands]),
        known=known,
        unknown=tuple([len(cards) for cards in deal.unseen]),
        has_bid=has_bid,
        bid_sizes=bid_sizes,
        lying=deal.lying,
        waiting=deal.waiting,
        history=deal.history,
        open_deck=open_deck,
    )


def bids_seen(
    setup: Setup, placed: Mapping[int, int]
) -> tuple[tuple[bool, ...], tuple[int | None, ...]]:
    """What everybody sees of sealed bids: who has laid one, and its size where that is shown."""
    for each in placed:
        setup.check_seat(each)
    shown = setup.rules.bid_size == "shown"
    seats = range(setup.players)
    sizes = tuple([placed.get(each) if shown else None for each in seats])
    return tuple([each in placed for each in seats]), sizes


def unseen_by(match: Match, seats: Iterable[int]) -> dict[int, Pile]:
    """The cards each of these seats has never seen, as in their views.

    What all seats have seen is worked out once.
    """
    deal = match.deal
    if deal is None:
        return dict.fromkeys(seats, match.setup.cards)
    known = [known_cards(deal, seat) for seat in range(match.setup.players)]
    open_deck = () if deal.scores is None else deal.deck
    hidden = _all_but(match.setup.cards, deal.right, deal.left, *known, *deal.lying, open_deck)
    return {seat: _all_but(hidden, deal.hands[seat]) for seat in seats}


def event_for(event: Event, seat: int | None) -> Event:
    """The event as the seat, or a spectator, may know it."""
    if not isinstance(event, Dealt):
        return event
    own = [hand if each == seat else None for each, hand in enumerate(event.hands)]
    return replace(event, cards=None, hands=tuple(own))


def known_cards(deal: Deal, seat: int) -> Pile:
    """Of the seat's hand, the cards everybody has seen (R17)."""
    secret = deal.unseen[seat]
    if not secret:
        return deal.hands[seat]
    return tuple([card for card in deal.hands[seat] if card not in secret])


def _all_but(cards: Pile, *visible: Pile) -> Pile:
    seen = {card for group in visible for card in group}
    return tuple([card for card in cards if card not in seen])


def _before_first_deal(match: Match, seat: int | None) -> View:
    nothing: tuple[Pile, ...] = ((),) * match.setup.players
    return View(
        seat=seat,
        setup=match.setup,
        scores=(),
        awaits=match.awaits,
        deal=0,
        round=0,
        last_round=None,
        idle_refills=0,
        right=(),
        left=(),
        deck_size=0,
        turned_up=(),
        hand=(),
        hand_sizes=(0,) * match.setup.players,
        known=nothing,
        unknown=(0,) * match.setup.players,
        has_bid=(False,) * match.setup.players,
        bid_sizes=(None,) * match.setup.players,
        lying=nothing,
        waiting=(),
        history=(),
        open_deck=(),
    )
