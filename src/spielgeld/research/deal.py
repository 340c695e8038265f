"""One deal, played card by card: who has to act, the legal actions, and their effect.

While bids are awaited, every seat that has not sealed its own may lay cards, one after the other
or all at once. A bid stays sealed until all are in: no other seat's observation tells of it before.
"""

from collections.abc import Sequence
from random import Random

from spielgeld.bots import Bot
from spielgeld.engine import (
    Bid,
    Card,
    Match,
    NotAllowed,
    Pile,
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
from spielgeld.fast.words import layout_of
from spielgeld.research.actions import (
    SEAL,
    SEAL_WITH_BLUFF,
    Mask,
    legal_actions,
    mask_of,
    turn_of_number,
)
from spielgeld.research.observation import Observation, begin, complete


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
            self.take(turn_of_number(self.view(chooses), int(action)))
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
