"""What a choice would bring, told from a seat's own view alone.

All scores are for the piles as they lie now: a row may be another one when the turn comes.
"""

from dataclasses import dataclass

from spielgeld.engine.cards import Card, Pile, by_serial, pile
from spielgeld.engine.errors import NotAllowed
from spielgeld.engine.moves import KEEP, TAKE_LEFT, TAKE_RIGHT, Bid, TakeBid, Turn
from spielgeld.engine.rules.bidding import check_bid
from spielgeld.engine.rules.scoring import HandScore, score_hand
from spielgeld.engine.view import View


@dataclass(frozen=True, slots=True)
class BidPreview:
    """What a bid is, and what the hand would score after each exchange that needs no other bid."""

    worth: int
    size: int
    """How many cards lie there, the bluff card counted like any other."""
    bluff: bool
    lowest: Card | None
    """The card that counts in a tie; None for a bid that sits the round out."""
    tie_rank: int | None
    """One more than the number of cards that others may hold and that would put a tied bid first.

    1 says that no bid of equal worth can be before this one. It is the cards with a lower serial
    than `lowest`; where `bluff_breaks_ties` holds and this bid lacks the bluff card, every card,
    for laid with the bluff card each would do.
    None for a bid that sits the round out.
    """
    right: HandScore | None
    """The hand with the right row instead of the bid; None for a bid that sits the round out."""
    left: HandScore | None
    keep: HandScore


def preview_bid(view: View, bid: Bid) -> BidPreview:
    """What this bid of the seat would bring; refused as the bid itself would be."""
    check_bid(view.setup.rules, view.legal_bids.hand, bid)
    rest = tuple([card for card in view.hand if card not in bid.cards])
    lowest = min(bid.cards, key=by_serial, default=None)
    return BidPreview(
        worth=bid.worth,
        size=bid.size,
        bluff=bid.bluff,
        lowest=lowest,
        tie_rank=_tie_rank(view, lowest, bluff=bid.bluff) if lowest else None,
        right=_score(view, rest, view.right) if lowest else None,
        left=_score(view, rest, view.left) if lowest else None,
        keep=_score(view, view.hand),
    )


def preview_turns(view: View) -> tuple[tuple[Turn, HandScore], ...]:
    """What the hand would score after each turn, for a seat that acts now or later this round.

    Of the bids those that can still lie there when it acts: all but that of the seat acting now.
    """
    if view.seat is None or view.seat not in view.waiting:
        raise NotAllowed(
            "not_now",
            f"seat {view.seat} has no turn to come in this round",
            why="no_turn_to_come",
            awaits=view.awaits,
            offered="turn",
            seat=view.seat,
        )
    others = [TakeBid(seat) for seat in view.waiting[1:] if seat != view.seat]
    taken: list[tuple[Turn, Pile]] = [
        (TAKE_RIGHT, view.right),
        (TAKE_LEFT, view.left),
        *[(turn, view.lying[turn.seat]) for turn in others],
        (KEEP, view.lying[view.seat]),
    ]
    return tuple([(turn, _score(view, view.hand, cards)) for turn, cards in taken])


def score_now(view: View) -> HandScore:
    """What the seat's cards would score if the deal ended now, its lying bid included."""
    if view.seat is None:
        raise NotAllowed("no_hand", "a spectator has no cards to score")
    return _score(view, view.hand, view.lying[view.seat])


def _score(view: View, *piles: Pile) -> HandScore:
    return score_hand(view.setup.rules, pile([card for cards in piles for card in cards]))


def _tie_rank(view: View, lowest: Card, *, bluff: bool) -> int:
    could_lay = _others_cards(view)
    if view.setup.rules.bluff_breaks_ties and not bluff:
        return 1 + len(could_lay)
    return 1 + len([card for card in could_lay if card.serial < lowest.serial])


def _others_cards(view: View) -> Pile:
    """The cards that other players may hold, as far as this seat knows."""
    others = [seat for seat in range(view.setup.players) if seat != view.seat]
    known = [card for seat in others for card in view.known[seat]]
    hidden = view.unseen if any(view.unknown[seat] for seat in others) else ()
    return (*known, *hidden)
