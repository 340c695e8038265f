"""What a choice would bring, from a seat's own view alone.

All of it is for the piles as they lie now: a row may be another one when the turn comes.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from spielgeld.engine.cards import Card, Pile, by_serial, pile
from spielgeld.engine.editions import Rules
from spielgeld.engine.errors import NotAllowed
from spielgeld.engine.moves import KEEP, TAKE_LEFT, TAKE_RIGHT, Bid, TakeBid, Turn
from spielgeld.engine.rules.bidding import check_bid
from spielgeld.engine.rules.scoring import (
    FULL_FROM,
    TRIO_SIZE,
    CoinScore,
    CurrencyScore,
    HandScore,
    score_hand,
)
from spielgeld.engine.view import View

What = Literal["trio", "full", "grows", "coins", "loses", "falls"]
_WEAKEST_FIRST: tuple[What, ...] = ("falls", "loses", "coins", "grows", "full", "trio")


@dataclass(frozen=True, slots=True)
class Change:
    """What an exchange does to one currency, or one kind of coins, of a hand."""

    what: What
    """Its strongest effect: it makes a trio, reaches the sum from which everything counts (`full`),
    grows, loses a trio or that sum, or only falls. Coins that make no trio are `coins`."""
    kind: str
    was: int
    now: int
    """The sums of the notes or coins before and after."""
    had: int
    """How many cards of a new trio the hand already had; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class After:
    """A hand after an exchange."""

    score: HandScore
    changes: tuple[Change, ...]
    """What differs from the hand as it is, the strongest effect first."""


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
    right: After | None
    """The hand with the right row instead of the bid; None for a bid that sits the round out."""
    left: After | None
    keep: After


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
        right=_after(view, rest, view.right) if lowest else None,
        left=_after(view, rest, view.left) if lowest else None,
        keep=_after(view, view.hand),
    )


def preview_turns(view: View) -> tuple[tuple[Turn, After], ...]:
    """What the hand would be after each turn, for a seat that acts now or later this round.

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
    return tuple([(turn, _after(view, view.hand, cards)) for turn, cards in taken])


def score_now(view: View) -> HandScore:
    """What the seat's cards would score if the deal ended now, its lying bid included."""
    if view.seat is None:
        raise NotAllowed("no_hand", "a spectator has no cards to score")
    return score_hand(view.setup.rules, pile(view.hand + view.lying[view.seat]))


def _after(view: View, *piles: Pile) -> After:
    """Count the seat's hand as it would be with these piles."""
    rules = view.setup.rules
    lying = () if view.seat is None else view.lying[view.seat]
    before, after = view.hand + lying, pile([card for cards in piles for card in cards])
    return After(score_hand(rules, after), changes_between(rules, before, after))


def changes_between(rules: Rules, before: Pile, after: Pile) -> tuple[Change, ...]:
    """Compare two hands of one player, kind by kind; the strongest change comes first."""
    was, now = _lines(rules, before), _lines(rules, after)
    held = Counter((card.kind, card.value) for card in before)
    kinds = [kind for kind in {**was, **now} if was.get(kind) != now.get(kind)]
    changes = [_change(held, kind, was.get(kind), now.get(kind)) for kind in kinds]
    changes.sort(key=lambda each: (_WEAKEST_FIRST.index(each.what), each.now), reverse=True)
    return tuple(changes)


def _lines(rules: Rules, cards: Pile) -> dict[str, CurrencyScore | CoinScore]:
    score = score_hand(rules, cards)
    return {line.currency: line for line in score.currencies} | {
        line.kind: line for line in score.coins
    }


def _change(
    held: Counter[tuple[str, int]],
    kind: str,
    was: CurrencyScore | CoinScore | None,
    now: CurrencyScore | CoinScore | None,
) -> Change:
    before, after = (_sum(line) for line in (was, now))
    is_coin = isinstance(was or now, CoinScore)
    is_full = not is_coin and before < FULL_FROM <= after
    was_full = not is_coin and after < FULL_FROM <= before
    made = (now.bonus if now else 0) - (was.bonus if was else 0)
    what: What
    if made > 0:
        what = "trio"
    elif is_full:
        what = "full"
    elif made < 0 or was_full:
        what = "loses"
    elif after > before:
        what = "coins" if is_coin else "grows"
    else:
        what = "falls"
    return Change(what, kind, before, after, _had(held, kind, was, now) if made > 0 else 0)


def _sum(line: CurrencyScore | CoinScore | None) -> int:
    if line is None:
        return 0
    return line.points if isinstance(line, CoinScore) else line.total


def _had(
    held: Counter[tuple[str, int]],
    kind: str,
    was: CurrencyScore | CoinScore | None,
    now: CurrencyScore | CoinScore | None,
) -> int:
    """Count the cards of a newly made trio that were in the hand before."""
    if isinstance(now, CurrencyScore):
        old = was.trios if isinstance(was, CurrencyScore) else ()
        return max(held[kind, value] for value in now.trios if value not in old)
    return was.count % TRIO_SIZE if isinstance(was, CoinScore) else 0


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
