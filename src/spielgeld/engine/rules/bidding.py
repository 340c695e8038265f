"""Which bids are legal."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from spielgeld.engine.cards import Pile
from spielgeld.engine.editions import Rules
from spielgeld.engine.errors import NotAllowed, first_few, quoted
from spielgeld.engine.moves import Bid


def check_bid(rules: Rules, hand: Pile, bid: Bid) -> None:
    """Refuse a bid that cannot be laid from this hand."""
    if not bid.cards:
        _check_no_money(rules, bid)
        return
    chosen = set(bid.cards)
    if not chosen.issubset(hand):
        strange = [card.code for card in bid.cards if card not in hand]
        raise NotAllowed(
            "bid_not_in_hand", f"not in that hand: {quoted(strange)}", cards=first_few(strange)
        )
    if len(chosen) < len(bid.cards):
        raise NotAllowed(
            "bid_card_twice",
            f"the bid {quoted(str(bid))} holds a card twice",
            cards=first_few(bid.codes),
        )


def _check_no_money(rules: Rules, bid: Bid) -> None:
    """The bluff card alone is a bid only where `bluff_only_bid` holds (R2)."""
    if not bid.bluff:
        raise NotAllowed("bid_empty", "a bid holds at least one card, this one holds none")
    if not rules.bluff_only_bid:
        raise NotAllowed(
            "bid_bluff_alone",
            "a bid here needs a note or a coin; the bluff card alone is not enough",
        )


@dataclass(frozen=True, slots=True)
class LegalBids:
    """All bids a hand allows: a set to be asked, counted, drawn from and walked through.

    Hands reach 50 cards and more, so the set is never built.
    """

    rules: Rules
    hand: Pile

    def __contains__(self, bid: Bid) -> bool:
        try:
            check_bid(self.rules, self.hand, bid)
        except NotAllowed:
            return False
        return True

    def count(self) -> int:
        """How many there are. (Not `len()`, which cannot tell more than 2**63.)"""
        return 2 * ((1 << len(self.hand)) - 1) + self.rules.bluff_only_bid

    def __iter__(self) -> Iterator[Bid]:
        """One by one, small bids first."""
        if self.rules.bluff_only_bid:
            yield Bid((), bluff=True)
        for size in range(1, len(self.hand) + 1):
            for cards in combinations(self.hand, size):
                yield Bid(cards)
                yield Bid(cards, bluff=True)

    def draw(self, rng: Random) -> Bid:
        """One of them, each equally likely."""
        # A binary digit for the bluff card, then one for each card of the hand. Without any
        # there is no bid; with the bluff card alone only where the rules say so.
        lowest = 1 if self.rules.bluff_only_bid else 2
        if not self.hand and lowest > 1:
            raise NotAllowed("no_bid", "a hand without notes or coins has no bid here")
        number = 0
        while number < lowest:
            number = rng.getrandbits(len(self.hand) + 1)
        bluff = bool(number & 1)
        return Bid(tuple([card for card in self.hand if (number := number >> 1) & 1]), bluff)
