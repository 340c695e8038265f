"""Who acts first: the highest bid, and how ties are broken."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from spielgeld.engine.editions import Rules
from spielgeld.engine.errors import NotAllowed
from spielgeld.engine.history import AheadBy, Place
from spielgeld.engine.moves import Bid

Rank = tuple[int, bool, int]
"""What bids are compared by, the smallest first: minus the worth, bluff card, lowest serial."""


def settle_order(
    rules: Rules, bids: Sequence[Bid], printed: Mapping[int, int] | None = None
) -> tuple[Place, ...]:
    """The seats in the order in which they act, each with the reason why before the next.

    Bids go by seat. Whoever bid the bluff card alone has no place: they sit the round out (R2).
    `printed` has, by seat, the lowest number on the real cards of a bid: it counts, not ours (R6).
    """
    printed = printed or {}
    ranked = sorted(
        [
            (_rank(rules, bid, printed.get(seat, bid.cards[0].serial)), seat)
            for seat, bid in enumerate(bids)
            if bid.cards
        ]
    )
    _check_printed(ranked, printed)
    order = []
    for place, (rank, seat) in enumerate(ranked, start=1):
        bid = bids[seat]
        ahead_by = _ahead_by(rank, ranked[place][0]) if place < len(ranked) else None
        order.append(Place(seat, -rank[0], bid.bluff, bid.cards[0], ahead_by))
    return tuple(order)


def _rank(rules: Rules, bid: Bid, lowest: int) -> Rank:
    """The highest sum goes first; equal sums go by the lowest serial, notes and coins alike (R16).

    Where `bluff_breaks_ties` holds, the bluff card has serial 0: a tied bid with it goes before
    one without; between two with it the lowest of their other cards decides (R3).
    """
    bluff_first = bid.bluff and rules.bluff_breaks_ties
    return -bid.worth, not bluff_first, lowest


def _check_printed(ranked: Sequence[tuple[Rank, int]], printed: Mapping[int, int]) -> None:
    """Refuse a tie between a printed number and one of ours, and one between equal numbers."""
    for _, tied in groupby(ranked if printed else (), key=lambda each: each[0][:2]):
        group = [(rank[2], seat) for rank, seat in tied]
        known = [seat in printed for _, seat in group]
        if any(known) and not all(known):
            raise NotAllowed("printed_missing", "a tied bid lacks its printed number")
        for (number, _), (following, _) in pairwise(group):
            if number == following:
                raise NotAllowed(
                    "printed_twice", f"two tied bids have the number {number}", number=number
                )


def _ahead_by(rank: Rank, following: Rank) -> AheadBy:
    """The first thing in which the two differ; no two bids share a serial."""
    if rank[0] != following[0]:
        return "worth"
    return "bluff" if rank[1] != following[1] else "serial"
