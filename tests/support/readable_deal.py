"""A deal card by card on the readable engine: the second opinion on `research/core.py`.

Observations, masks and points are worked out here from views alone, without machine words.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np

from spielgeld.bots import Bot
from spielgeld.engine import (
    Bid,
    Card,
    Match,
    NotAllowed,
    Pile,
    Revealed,
    Setup,
    Turn,
    View,
    deal_cards,
    pile,
    quoted,
    resample,
    reveal,
    score_hand,
    start_match,
    take_turn,
    view_of,
)
from spielgeld.fast.knowledge import REASONS
from spielgeld.fast.tables import values_of_sets
from spielgeld.fast.words import (
    CURRENCIES,
    NOTE_BITS,
    PER_CURRENCY,
    layout_of,
)
from spielgeld.research.actions import (
    ACTIONS,
    SEAL,
    SEAL_WITH_BLUFF,
    Mask,
    number_of_turn,
    seals,
    turn_of_number,
)
from spielgeld.research.observation import (
    AWAITS_BID,
    AWAITS_TURN,
    BID,
    BLUFF,
    BREAKS_TIES,
    COIN_TRIOS,
    COLUMNS,
    DECK,
    HAND,
    IDLE_REFILLS,
    IN_GAME,
    KNOWN,
    LAID,
    LAST_ROUND,
    LEFT,
    LEFT_FIRST,
    LYING,
    MOMENT,
    MOST,
    PLACE,
    PLAYERS,
    POINTS,
    RIGHT,
    ROUND,
    ROWS,
    SHAPE,
    SHORTFALL,
    SILVER_GOLD,
    SITS_OUT,
    SIZE,
    UNKNOWN,
    UNSEEN,
    WORTH,
    Observation,
)

T = TypeVar("T")
_REMEMBERED = 64


class CardByCard:
    """A deal being played. `match` is its full state with all hidden cards, for oracles."""

    __slots__ = ("_begun", "_choosing", "_laid", "_legal", "_sealed", "_views", "match")

    def __init__(self, match: Match) -> None:
        self.match = match
        self._laid: dict[int, Pile] = {}
        self._sealed: dict[int, Bid] = {}
        self._views: dict[int, View] = {}
        self._begun: dict[int, bytes] = {}
        self._legal: dict[int, list[int]] = {}
        self._choosing: list[int] | None = None

    @classmethod
    def deal(cls, setup: Setup, order: Sequence[Card]) -> "CardByCard":
        """A deal with the cards in this order."""
        return cls(deal_cards(start_match(setup), order).match)

    def clone(self) -> "CardByCard":
        """An independent copy."""
        twin = CardByCard(self.match)
        twin._laid, twin._sealed = dict(self._laid), dict(self._sealed)
        twin._views, twin._begun = self._views, self._begun  # shared: replaced, never changed
        return twin

    def resample(self, seat: int, rng: Random) -> "CardByCard":
        """A deal that the seat cannot tell from this one: what it has not seen is dealt anew.

        What the seat itself has laid or sealed stays; what others have is forgotten.
        """
        twin = CardByCard(resample(self.view(seat), rng))
        twin._laid = {seat: self._laid[seat]} if seat in self._laid else {}
        twin._sealed = {seat: self._sealed[seat]} if seat in self._sealed else {}
        return twin

    def stack_deck(self, first: Sequence[Card]) -> "CardByCard":
        """The same deal with these cards of the deck on top, where they are drawn one by one."""
        deal = self.match.deal
        if deal is None:
            raise NotAllowed("cards", "there is no deck yet")
        chosen = {*first}
        rest = [card for card in deal.deck if card not in chosen]
        twin = self.clone()
        twin.match = self.match._replace(deal=deal._replace(deck=(*first, *rest)))
        return twin

    def __deepcopy__(self, _: object) -> "CardByCard":
        """The same as `clone`: what the copies share is immutable."""
        return self.clone()

    @property
    def deck_size(self) -> int:
        """How many cards have not been drawn."""
        return len(self.match.deal.deck) if self.match.deal else 0

    @property
    def players(self) -> int:
        """How many seats."""
        return self.match.setup.players

    @property
    def is_over(self) -> bool:
        """Whether the deal has been counted."""
        return self.match.awaits in {"nothing", "cards"}

    @property
    def choosing(self) -> list[int]:
        """Who may choose now: all who have not sealed a bid, or the one whose turn it is."""
        if self._choosing is None:
            self._choosing = self._who_chooses()
        return self._choosing

    def _who_chooses(self) -> list[int]:
        if self.match.awaits == "bids":
            return [seat for seat in range(self.players) if seat not in self._sealed]
        if self.match.awaits == "turn" and self.match.deal:
            return [self.match.deal.waiting[0]]
        return []

    @property
    def actor(self) -> int | None:
        """Whose choice it is where one chooses after the other."""
        choosing = self.choosing
        return choosing[0] if choosing else None

    def laid(self, seat: int) -> Pile:
        """What the seat has laid into its bid of this round, sealed or not, before the reveal."""
        return self._sealed[seat].cards if seat in self._sealed else self._laid.get(seat, ())

    def sealed(self, seat: int) -> Bid | None:
        """The bid the seat has sealed in this round, before the reveal."""
        return self._sealed.get(seat)

    def view(self, seat: int) -> View:
        """What the seat knows, as a bot at a table gets it."""
        if seat not in self._views:
            self._views[seat] = view_of(self.match, seat)
        return self._views[seat]

    def observe(self, seat: int) -> Observation:
        """The observation of the seat."""
        view = self.view(seat)
        if seat not in self._begun:
            self._begun[seat] = begin(view)
        return complete(view, self._begun[seat], self.laid(seat))

    def legal(self, seat: int | None = None) -> list[int]:
        """What the seat, or else the actor, may do now, by rising number."""
        chooses = self.actor if seat is None else seat
        if chooses is None or chooses not in self.choosing:
            return []
        if chooses not in self._legal:
            self._legal[chooses] = legal_actions(self.view(chooses), self._laid.get(chooses, ()))
        return self._legal[chooses]

    def mask(self, seat: int | None = None) -> Mask:
        """The same as a mask."""
        return mask_of(self.legal(seat))

    def step(self, action: int, seat: int | None = None) -> None:
        """Let the seat, or else the actor, do this; refused with code `action` if not legal."""
        chooses = self.actor if seat is None else seat
        if chooses is None or action not in self.legal(chooses):
            raise NotAllowed("action", f"{quoted(action)} is no legal action", found=quoted(action))
        if self.match.awaits == "turn":
            self.take(turn_of_number(int(action), chooses, self.players))
        elif action in {SEAL, SEAL_WITH_BLUFF}:
            self.seal(chooses, Bid(self._laid.get(chooses, ()), bluff=action == SEAL_WITH_BLUFF))
        else:
            card = layout_of(self.match.setup).card[int(action)]
            del self._legal[chooses]
            self._laid[chooses] = pile((*self._laid.get(chooses, ()), card))

    def seal(self, seat: int, bid: Bid) -> None:
        """Seal a whole bid, as a bot chooses it; the last bid triggers the reveal."""
        self._sealed[seat], self._choosing = bid, None
        self._laid.pop(seat, None)
        if len(self._sealed) == self.players:
            bids = [self._sealed[each] for each in range(self.players)]
            self._sealed = {}
            self._go_on(reveal(self.match, bids).match)

    def take(self, turn: Turn) -> None:
        """Take the turn of the seat to act, as a bot chooses it."""
        self._go_on(take_turn(self.match, self.choosing[0], turn).match)

    def play_bot(self, bot: Bot, seat: int, rng: Random) -> None:
        """Let the bot make the choice of a seat that has one: a whole bid, or its turn."""
        view = self.view(seat)
        if view.awaits == "bids":
            self.seal(seat, bot.choose_bid(view, rng))
        else:
            self.take(bot.choose_turn(view, rng))

    def _go_on(self, match: Match) -> None:
        self.match, self._views, self._begun, self._legal = match, {}, {}, {}
        self._choosing = None

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat scores; before the end, what its cards would score now."""
        deal = self.match.deal
        if deal is None:
            return (0,) * self.players
        if deal.scores is not None:
            return deal.scores
        seats = zip(deal.hands, deal.lying, strict=True)
        return tuple([score_hand(self.match.setup.rules, (*h, *b)).total for h, b in seats])


def legal_actions(view: View, laid: Pile = ()) -> list[int]:
    """What the view's seat may do now, having laid these cards of its hand; by rising number."""
    if view.awaits == "turn":
        return sorted(
            number_of_turn(turn, view.seat or 0, view.setup.players) for turn in view.legal_turns
        )
    if view.awaits != "bids" or view.seat is None:
        return []
    number = layout_of(view.setup).number
    highest = max([number[card] for card in laid], default=-1)
    cards = sorted(at for card in view.hand if (at := number[card]) > highest)
    plain, with_bluff = seals(view.setup.rules, laid)
    return [*cards, *[SEAL] * plain, *[SEAL_WITH_BLUFF] * with_bluff]


def mask_of(actions: Sequence[int]) -> Mask:
    """The mask that allows these actions."""
    mask = np.zeros(ACTIONS, np.int8)
    if actions:
        mask[actions] = 1
    return mask


def begin(view: View) -> bytes:
    """All cells that do not change while the seat lays cards into its bid."""
    seat, players = _seat(view), view.setup.players
    cells = bytearray(constant_cells(view.setup))
    number = _lookup(view.setup).number
    _pile(cells, number, RIGHT, view.right)
    _pile(cells, number, LEFT, view.left)
    for at in range(players):
        other = (seat + at) % players
        row = (KNOWN + at) * COLUMNS
        _cards(cells, number, KNOWN + at, view.known[other])
        cells[row + SIZE], cells[row + UNKNOWN] = view.hand_sizes[other], view.unknown[other]
        if view.lying[other]:
            _pile(cells, number, LYING + at, view.lying[other])
            cells[(LYING + at) * COLUMNS + PLACE] = 1 + view.waiting.index(other)
    _write_reveal(cells, number, view, seat)
    unseen = view.unseen
    _cards(cells, number, UNSEEN, unseen)
    cells[UNSEEN * COLUMNS + SIZE] = len(unseen)
    cells[UNSEEN * COLUMNS + DECK] = view.deck_size - len(view.open_deck)
    _write_moment(cells, view)
    return bytes(cells)


def complete(view: View, begun: bytes, laid: Pile = ()) -> Observation:
    """Complete what `begin` wrote, with these cards laid into the bid."""
    cells, lookup, seat = bytearray(begun), _lookup(view.setup), _seat(view)
    hand = tuple([card for card in view.hand if card not in laid]) if laid else view.hand
    _pile(cells, lookup.number, HAND, hand)
    _pile(cells, lookup.number, LAID, laid)
    scoring = _Scoring(lookup, hand)
    cells[HAND * COLUMNS + POINTS] = scoring.points_with(laid + view.lying[seat])
    cells[RIGHT * COLUMNS + POINTS] = scoring.points_with(view.right)
    cells[LEFT * COLUMNS + POINTS] = scoring.points_with(view.left)
    players = view.setup.players
    for other in view.waiting:
        row = LYING + (other - seat) % players
        cells[row * COLUMNS + POINTS] = scoring.points_with(view.lying[other])
    return np.frombuffer(cells, np.uint8).reshape(SHAPE)


def _seat(view: View) -> int:
    if view.seat is None:
        raise NotAllowed("no_hand", "a spectator has no observation")
    return view.seat


def _once_a_setup(make: Callable[[Setup], T]) -> Callable[[Setup], T]:
    """Caches by the identity of the setup, because hashing one is slow."""
    known: dict[int, tuple[Setup, T]] = {}

    def remembered(setup: Setup) -> T:
        found = known.get(id(setup))
        if found is None or found[0] is not setup:
            if len(known) >= _REMEMBERED:
                known.clear()
            found = known[id(setup)] = setup, make(setup)
        return found[1]

    return remembered


class _Lookup(NamedTuple):
    """What is needed of the cards and rules of a match."""

    number: dict[Card, int]
    place: dict[Card, tuple[int, int]]
    """The kind of a card, coins being the last, and its bit there."""
    scores: list[list[int]]
    """By kind and set: what it scores."""


@_once_a_setup
def _lookup(setup: Setup) -> _Lookup:
    number, values = layout_of(setup).number, values_of_sets(setup.rules)
    place = {card: divmod(at, PER_CURRENCY) for card, at in number.items() if at < NOTE_BITS}
    place |= {card: (CURRENCIES, at - NOTE_BITS) for card, at in number.items() if at >= NOTE_BITS}
    bits = {card: (kind, 1 << bit) for card, (kind, bit) in place.items()}
    return _Lookup(number, bits, [values.note_scores] * CURRENCIES + [values.coin_scores])


class _Scoring:
    """What a hand scores together with other cards."""

    def __init__(self, lookup: _Lookup, hand: Pile) -> None:
        self._place, self._scores = lookup.place, lookup.scores
        self._sets = self._sets_with([0] * (CURRENCIES + 1), hand)

    def points_with(self, cards: Pile) -> int:
        """In tens, as a cell holds it."""
        sets = self._sets_with(self._sets, cards)
        return min(MOST, sum([s[held] for s, held in zip(self._scores, sets, strict=True)]) // 10)

    def _sets_with(self, sets: list[int], cards: Pile) -> list[int]:
        sets, place = sets[:], self._place
        for card in cards:
            kind, bit = place[card]
            sets[kind] |= bit
        return sets


def _cards(cells: bytearray, number: dict[Card, int], row: int, cards: Pile) -> None:
    first = row * COLUMNS
    for card in cards:
        cells[first + number[card]] = 1


def _pile(cells: bytearray, number: dict[Card, int], row: int, cards: Pile) -> None:
    first, total = row * COLUMNS, 0
    for card in cards:
        cells[first + number[card]] = 1
        total += card.value
    cells[first + SIZE], cells[first + WORTH] = len(cards), total // 10


def _write_reveal(cells: bytearray, number: dict[Card, int], view: View, seat: int) -> None:
    shown = next((each for each in reversed(view.history) if isinstance(each, Revealed)), None)
    if shown is None:
        return
    players = view.setup.players
    for other, bid in enumerate(shown.bids):
        row = BID + (other - seat) % players
        _pile(cells, number, row, bid.cards)
        cells[row * COLUMNS + BLUFF] = bid.bluff
    for at, place in enumerate(shown.order):
        cells[(BID + (place.seat - seat) % players) * COLUMNS + PLACE] = 1 + at


def _write_moment(cells: bytearray, view: View) -> None:
    first = MOMENT * COLUMNS
    cells[first + AWAITS_BID] = view.awaits == "bids"
    cells[first + AWAITS_TURN] = view.awaits == "turn"
    cells[first + ROUND] = min(MOST, view.round)
    cells[first + IDLE_REFILLS] = view.idle_refills
    if view.last_round:
        cells[first + LAST_ROUND + REASONS[view.last_round] - 1] = 1


@_once_a_setup
def constant_cells(setup: Setup) -> bytes:
    """The cells that stay as they are for the whole match: number of players, rules, currencies."""
    rules = setup.rules
    flags = {
        SILVER_GOLD: rules.coins == "silver_gold",
        SITS_OUT: rules.bluff_only_bid,
        BREAKS_TIES: rules.bluff_breaks_ties,
        LEFT_FIRST: rules.refill_first == "left",
        SHORTFALL: rules.last_round == "shortfall",
        COIN_TRIOS: rules.coin_trios,
        PLAYERS + setup.players - 3: True,
    }
    for at, currency in enumerate(setup.edition.currencies):
        flags[IN_GAME + at] = currency.code not in setup.removed
    cells = bytearray(ROWS * COLUMNS)
    for column, flag in flags.items():
        cells[MOMENT * COLUMNS + column] = flag
    return bytes(cells)
