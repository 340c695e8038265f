"""One deal, played card by card: who has to choose, the legal actions, and what a seat observes.

While bids are awaited, every seat that has not sealed its own may lay cards, one after the other
or all at once. A bid stays sealed until all are in: no other seat's observation shows it before.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    quoted,
    reveal,
    start_match,
    take_turn,
    view_of,
)
from spielgeld.engine.rules.bidding import check_bid
from spielgeld.engine.rules.dealing import HAND_SIZE
from spielgeld.fast import steps
from spielgeld.fast.knowledge import known_state
from spielgeld.fast.words import MOST_CARDS, Words, layout_of
from spielgeld.research import core
from spielgeld.research.actions import ACTIONS, RIGHT, SEAL, Mask, number_of_turn, turn_of_number
from spielgeld.research.compiling import prepare
from spielgeld.research.observation import ROWS, SHAPE, Observation

_NOT_KEPT = np.empty((ROWS, core.ROW_WORDS), np.int64), np.empty((1, core.MASK_WORDS), np.int64)


class Deal:
    """A deal being played. `row` is its full state (`core.py`), with all hidden cards."""

    __slots__ = ("_actor", "_kept", "_mask", "_match", "_past", "_seen", "kit", "row", "setup")

    def __init__(self, setup: Setup, row: Words, past: list[Any] | None) -> None:
        """Take a row over; see `begin` and `of_view`."""
        self.setup, self.row, self.kit = setup, row, core.kit_of(setup.rules, setup.players)
        self._past = past
        """The bids of each reveal, in words, and turns as pairs of seat and action."""
        self._match: tuple[Match, int] | None = None
        """The deal on the engine, after so many entries of the past."""
        self._actor = int(core.settle(self.kit.tables, row)) & 7
        self._kept, (self._seen, self._mask) = False, _NOT_KEPT

    @classmethod
    def begin(cls, setup: Setup, order: Iterable[Card]) -> "Deal":
        """Deal the cards in this order."""
        prepare()
        row = np.zeros(core.WIDTH, np.int64)
        numbers = np.array(layout_of(setup).numbers(order), np.int64)
        core.begin_with(row, setup.players, core.in_game(setup), numbers)
        return cls(setup, row, [])

    @classmethod
    def of_view(cls, view: View) -> "Deal":
        """Return a deal that the view's seat cannot tell from its own: hidden cards lie somehow.

        It has no history: it can be observed, played on, cloned and resampled, but not looked at
        through `match` and `view`.
        """
        prepare()
        return cls(view.setup, _row_of(view), None)

    def clone(self) -> "Deal":
        """Return an independent copy."""
        twin = Deal.__new__(Deal)
        twin.setup, twin.kit, twin.row = self.setup, self.kit, self.row.copy()
        twin._past = None if self._past is None else self._past[:]
        twin._match, twin._actor = self._match, self._actor
        twin._kept, (twin._seen, twin._mask) = False, _NOT_KEPT
        return twin

    def __deepcopy__(self, _: object) -> "Deal":
        """Do what `clone` does: everything else is immutable."""
        return self.clone()

    def resample(self, seat: int, rng: Random) -> "Deal":
        """Return a deal that the seat cannot tell from this one, every way equally likely.

        What the seat itself has laid or sealed stays. A bid that another has sealed is replaced
        by a random one of its new hand.
        """
        self.setup.check_seat(seat)
        twin = self.clone()
        twin.row[core.WORD] = rng.getrandbits(62) + 1
        core.redeal(self.kit.tables, twin.row, seat)
        twin._match = None
        return twin

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    @property
    def is_over(self) -> bool:
        """Whether the deal has been counted."""
        return self._actor == core.NOBODY

    @property
    def actor(self) -> int | None:
        """The seat that chooses where one chooses after the other."""
        return None if self._actor == core.NOBODY else self._actor

    @property
    def awaits_bids(self) -> bool:
        """Whether bids are awaited, not a turn."""
        return bool(self.row[steps.AWAITS] == steps.BIDS)

    @property
    def choosing(self) -> list[int]:
        """The seats that may choose now: all that have not sealed a bid, or the one to act."""
        if not self.awaits_bids:
            return [] if self.is_over else [self._actor]
        sealed = self.row[core.SEALED : core.SEALED + self.players].tolist()
        return [seat for seat, each in enumerate(sealed) if not each]

    @property
    def deck_size(self) -> int:
        """How many cards have not been drawn."""
        return int(self.row[steps.CARDS] - self.row[steps.DRAWN])

    @property
    def points(self) -> list[int]:
        """What each seat scores; before the end, what its cards would score now."""
        if not self.is_over:
            core.count_now(self.kit.tables, self.row)
        scores: list[int] = self.row[steps.SCORES : steps.SCORES + self.players].tolist()
        return scores

    def laid(self, seat: int) -> Pile:
        """Return what the seat has laid into its bid of this round, sealed or not."""
        return self.pile(core.BID_NOTES, core.BID_COINS, seat)

    def sealed(self, seat: int) -> Bid | None:
        """Return the bid the seat has sealed in this round, before the reveal."""
        if not self.row[core.SEALED + seat]:
            return None
        return Bid(self.laid(seat), bluff=bool(self.row[core.BID_BLUFF + seat]))

    def observe(self, seat: int | None = None) -> Observation:
        """Return the observation of the seat, or else the actor; the array is a fresh one."""
        watched = self._actor if seat is None else seat
        if watched == self._actor != core.NOBODY:
            if not self._kept:
                self._keep()
            words = self._seen.copy()
        else:
            self.setup.check_seat(watched)
            words = np.empty_like(self._seen)
            core.write_observation(*self.kit[:3], self.row, watched, words)
        return words.view(np.uint8).reshape(SHAPE)

    def _keep(self) -> None:
        """From now on every step keeps the actor's observation and mask up to date."""
        self._kept, self._seen = True, np.empty((ROWS, core.ROW_WORDS), np.int64)
        self._mask = np.empty((1, core.MASK_WORDS), np.int64)
        core.write_observation(*self.kit[:3], self.row, self._actor, self._seen)
        core.write_mask(self.kit.seals, self.kit.spread, self.row, self._actor, self._mask, 0)

    def mask(self, seat: int | None = None) -> Mask:
        """Return, by action, 1 where the seat, or else the actor, may do it."""
        chooses = self._actor if seat is None else seat
        if self._kept and chooses == self._actor:
            words = self._mask.copy()
        elif self.is_over:
            words = np.zeros((1, core.MASK_WORDS), np.int64)
        else:
            self.setup.check_seat(chooses)
            words = np.empty((1, core.MASK_WORDS), np.int64)
            core.write_mask(self.kit.seals, self.kit.spread, self.row, chooses, words, 0)
        return words.view(np.int8)[0, :ACTIONS]

    def look(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return the observations and masks of all seats; a mask has a cell more, which is 0."""
        seen = np.empty((self.players, ROWS, core.ROW_WORDS), np.int64)
        masks = np.empty((self.players, core.MASK_WORDS), np.int64)
        core.look(self.kit, self.row, seen, masks)
        return seen.view(np.uint8).reshape(-1, *SHAPE), masks.view(np.int8)[:, : ACTIONS + 1]

    def legal(self, seat: int | None = None) -> list[int]:
        """Return what the seat, or else the actor, may do now, by rising number."""
        found: list[int] = self.mask(seat).nonzero()[0].tolist()
        return found

    def try_step(self, action: int, seat: int) -> bool:
        """Let the seat do this; returns False, and changes nothing, if it is not legal."""
        if not (0 <= action < ACTIONS and 0 <= seat < self.setup.players):
            return False
        after = core.step(self.kit, self.row, seat, action, self._seen, self._mask, self._kept)
        if after == core.ILLEGAL:
            return False
        if action >= SEAL:
            self._note(after, (seat, action) if action >= RIGHT else None)
        return True

    def step(self, action: int, seat: int | None = None) -> None:
        """Let the seat, or else the actor, do this; refused with code `action` if not legal."""
        if not self.try_step(action, self._actor if seat is None else seat):
            raise NotAllowed("action", f"{quoted(action)} is no legal action", found=quoted(action))

    def _note(self, after: int, turn: tuple[int, int] | None) -> None:
        self._actor = after & 7
        if self._past is None:
            return
        if turn is not None:
            self._past.append(turn)
        if after & core.REVEALED:
            self._past.append(self.row[core.SHOWN_NOTES : core.SHOWN_PLACE].tolist())

    def seal(self, seat: int, bid: Bid) -> None:
        """Seal a whole bid, as a bot chooses it; the last bid triggers the reveal."""
        check_bid(self.setup.rules, self.pile(steps.HAND_NOTES, steps.HAND_COINS, seat), bid)
        notes, coins = layout_of(self.setup).words(bid.cards)
        row = self.row
        row[core.BID_NOTES + seat], row[core.BID_COINS + seat] = notes, coins
        row[core.BID_BLUFF + seat], row[core.SEALED + seat] = bid.bluff, 1
        self._note(core.settle(self.kit.tables, row), None)
        self._kept = False

    def play_bot(self, bot: Bot, seat: int, rng: Random) -> None:
        """Let the bot make the choice of a seat that has one: a whole bid, or its turn."""
        view = self.view(seat)
        if view.awaits == "bids":
            self.seal(seat, bot.choose_bid(view, rng))
        else:
            turn = bot.choose_turn(view, rng)
            self.step(number_of_turn(turn, seat, self.players), seat)

    # ------------------------------------------------------------ the engine beside it

    @property
    def past(self) -> list[list[Bid] | tuple[int, Turn]]:
        """What everybody has seen the players do: the bids of a reveal, or a seat and its turn."""
        if self._past is None:
            raise NotAllowed("history", "this deal was not followed from its beginning")
        return [self._choice(each) for each in self._past]

    def _choice(self, entry: Any) -> Any:
        if isinstance(entry, tuple):
            seat, action = entry
            return seat, turn_of_number(action, seat, self.players)
        layout, shown = layout_of(self.setup), (entry[:6], entry[6:12], entry[12:])
        bids = [Bid(layout.pile(n, c), bluff=bool(b)) for n, c, b in zip(*shown, strict=True)]
        return bids[: self.players]

    @property
    def match(self) -> Match:
        """The same deal on the engine, with all hidden cards: for oracles, never for players."""
        if self._past is None:
            raise NotAllowed("history", "this deal was not followed from its beginning")
        deck = self._order()
        if self._match is None:
            self._match = deal_cards(start_match(self.setup), deck).match, 0
        match, done = self._match
        if match.deal:  # cards not yet drawn may have changed places
            left = tuple(deck[len(deck) - len(match.deal.deck) :])
            match = match._replace(deal=match.deal._replace(deck=left))
        for choice in map(self._choice, self._past[done:]):
            if isinstance(choice, list):
                match = reveal(match, choice).match
            else:
                match = take_turn(match, *choice).match
        self._match = match, len(self._past)
        return match

    def view(self, seat: int) -> View:
        """Return what the seat knows, as a bot at a table gets it."""
        return view_of(self.match, seat)

    def _order(self) -> list[Card]:
        card = layout_of(self.setup).card
        numbers = self.row[steps.ORDER : steps.ORDER + self.row[steps.CARDS]].tolist()
        return [card[number] for number in numbers]

    def pile(self, notes: int, coins: int, at: int = 0) -> Pile:
        """Return the cards of two words of the row, such as `core.HAND_NOTES` and their coins."""
        return layout_of(self.setup).pile(int(self.row[notes + at]), int(self.row[coins + at]))

    def as_text(self, seat: int | None = None, *, is_open: bool = True) -> str:
        """Return the table in words: with all hands, or as a seat or a spectator sees them."""

        def cards(notes: int, coins: int, at: int = 0) -> str:
            return " ".join(card.code for card in self.pile(notes, coins, at)) or "–"

        lines = [f"round {self.row[steps.ROUND]}, {self.deck_size} cards in the deck"]
        lines.append(f"right: {cards(steps.RIGHT_NOTES, steps.RIGHT_COINS)}")
        lines.append(f"left: {cards(steps.LEFT_NOTES, steps.LEFT_COINS)}")
        for other, points in enumerate(self.points):
            hand = self.pile(steps.HAND_NOTES, steps.HAND_COINS, other)
            bid = f"; bid: {cards(steps.LYING_NOTES, steps.LYING_COINS, other)}"
            told = f"; {points} points"
            if not (is_open or other == seat or self.is_over):
                secret = self.pile(steps.SECRET_NOTES, steps.SECRET_COINS, other)
                hand, told = tuple([c for c in hand if c not in secret]), f"; {len(secret)} unknown"
            names = " ".join(card.code for card in hand) or "–"
            lines.append(f"{agent_name(other)}: {names}{bid.removesuffix('; bid: –')}{told}")
        return "\n".join(lines)


def _row_of(view: View) -> Words:
    """Return the row of a deal in which the hidden cards lie anyhow."""
    if view.seat is None:
        raise NotAllowed("no_hand", "a spectator has no observation")
    layout, row = layout_of(view.setup), np.zeros(core.WIDTH, np.int64)
    row[: steps.SIZE] = known_state(view)
    row[core.LOSER], row[core.IN_GAME] = -1, core.in_game(view.setup)
    row[steps.ORDER : steps.SIZE] = MOST_CARDS  # no card
    shown = next((each for each in reversed(view.history) if isinstance(each, Revealed)), None)
    for seat, bid in enumerate(shown.bids if shown else ()):
        row[core.SHOWN_NOTES + seat], row[core.SHOWN_COINS + seat] = layout.words(bid.cards)
        row[core.SHOWN_BLUFF + seat] = bid.bluff
    for at, place in enumerate(shown.order if shown else ()):
        row[core.SHOWN_PLACE + place.seat] = 1 + at
    unseen = layout.numbers(view.unseen)
    for seat in range(view.setup.players):
        if seat != view.seat and view.unknown[seat]:
            secret, unseen = unseen[: view.unknown[seat]], unseen[view.unknown[seat] :]
            notes, coins = layout.words(layout.card[number] for number in secret)
            row[steps.HAND_NOTES + seat] |= notes
            row[steps.HAND_COINS + seat] |= coins
            row[steps.SECRET_NOTES + seat], row[steps.SECRET_COINS + seat] = notes, coins
            first = steps.ORDER + seat * HAND_SIZE
            row[first : first + len(secret)] = secret
    last = steps.ORDER + int(row[steps.CARDS])
    row[last - len(unseen) : last] = unseen
    return row


def agent_name(seat: int) -> str:
    """Return the name of a seat's agent."""
    return f"player_{seat}"
