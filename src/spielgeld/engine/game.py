"""The game: start a match, deal, reveal all bids at once, take one turn after the other.

Every step is a pure function: a match and a choice in, the next match and what happened out.
It checks the choice first; what is refused changes nothing.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from spielgeld.engine.cards import Card, Pile, pile
from spielgeld.engine.errors import NotAllowed
from spielgeld.engine.events import (
    Dealt,
    Event,
    LastRoundAnnounced,
    MatchWon,
    Refilled,
    Revealed,
    Scored,
)
from spielgeld.engine.moves import Bid, Turn
from spielgeld.engine.rules.bidding import LegalBids, check_bid
from spielgeld.engine.rules.dealing import check_order, deal_out
from spielgeld.engine.rules.ending import last_round_reason
from spielgeld.engine.rules.exchange import check_turn, exchange
from spielgeld.engine.rules.exchange import legal_turns as _legal_turns
from spielgeld.engine.rules.match_winner import match_result
from spielgeld.engine.rules.order import settle_order
from spielgeld.engine.rules.refill import draw_refill, missing
from spielgeld.engine.rules.scoring import score_hand
from spielgeld.engine.setup import Setup
from spielgeld.engine.state import Awaits, Deal, Match, Scores


class Step(NamedTuple):
    """What a step returns."""

    match: Match
    events: tuple[Event, ...]


def start_match(setup: Setup, earlier: Scores = ()) -> Match:
    """Return a match before its first deal; of `earlier` deals only the scores are known."""
    return Match(setup, scores=earlier, deal=None)


def deal_cards(match: Match, cards: Sequence[Card]) -> Step:
    """Begin the next deal with the cards in this order, the first to leave the deck first."""
    if match.awaits != "cards":
        raise _not_now(match, "cards")
    check_order(match.setup, cards)
    order = tuple(cards)
    deal = deal_out(match.setup, len(match.scores) + 1, order)
    dealt = Dealt(deal.number, order, deal.hands, deal.right, deal.left, len(deal.deck))
    return Step(match._replace(deal=deal), (dealt,))


def check_bids(match: Match, bids: Sequence[Bid]) -> Deal:
    """Refuse a joint bid that does not hold one legal bid for each seat of the deal."""
    deal = _deal_awaiting(match, "bids")
    if len(bids) != match.setup.players:
        raise NotAllowed(
            "bid_missing",
            f"{match.setup.players} players bid together, not {len(bids)}",
            players=match.setup.players,
            found=len(bids),
        )
    for hand, bid in zip(deal.hands, bids, strict=True):
        check_bid(match.setup.rules, hand, bid)
    return deal


def legal_bids(match: Match, seat: int) -> LegalBids:
    """All bids the seat can lay in this round."""
    match.setup.check_seat(seat)
    return LegalBids(match.setup.rules, _deal_awaiting(match, "bids").hands[seat])


def reveal(match: Match, bids: Sequence[Bid]) -> Step:
    """Turn up everybody's bids, given by seat, and settle the order of the round."""
    deal = check_bids(match, bids)
    laid = [_in_order(bid) for bid in bids]
    lying = tuple([bid.cards for bid in laid])
    order = settle_order(match.setup.rules, laid)
    revealed = Revealed(deal.round, tuple(laid), order)
    deal = deal._replace(
        hands=_without(deal.hands, lying),
        unseen=_without(deal.unseen, lying),
        lying=lying,
        waiting=tuple([place.seat for place in order]),
        history=(*deal.history, revealed),
    )
    return _after(match, deal, revealed)


def legal_turns(match: Match) -> tuple[Turn, ...]:
    """Everything the seat to act can do."""
    return _legal_turns(_deal_awaiting(match, "turn").waiting)


def take_turn(match: Match, seat: int, turn: Turn) -> Step:
    """Let the seat, which must be the one to act, do this with its bid."""
    deal = _deal_awaiting(match, "turn")
    check_turn(deal.waiting, seat, turn)
    deal, exchanged = exchange(deal, turn)
    return _after(match, deal, exchanged)


def _after(match: Match, deal: Deal, event: Event) -> Step:
    """Go on after a reveal or a turn: to the next turn, or through the end of the round."""
    if deal.waiting:
        return Step(Match(match.setup, match.scores, deal), (event,))
    if deal.last_round:
        return _end_deal(match, deal, event)
    return _end_round(match, deal, event)


def _end_round(match: Match, deal: Deal, event: Event) -> Step:
    """Refill the rows and see whether the next round is the last."""
    rules = match.setup.rules
    right, left = draw_refill(rules, deal)
    drawn = len(right) + len(left)
    idle_refills = 0 if drawn else deal.idle_refills + 1
    reason = last_round_reason(
        rules,
        deck_size=len(deal.deck),
        wanted=missing(deal.right) + missing(deal.left),
        idle_refills=idle_refills,
    )
    refilled = deal._replace(
        round=deal.round + 1,
        right=pile(deal.right + right) if right else deal.right,
        left=pile(deal.left + left) if left else deal.left,
        deck=deal.deck[drawn:],
        turned_up=deal.turned_up + deal.deck[:drawn],
        idle_refills=idle_refills,
        last_round=reason,
    )
    events: list[Event] = [event]
    events.append(Refilled(rules.refill_first, pile(right), pile(left), len(refilled.deck)))
    if reason:
        events.append(LastRoundAnnounced(refilled.round, reason))
    return Step(Match(match.setup, match.scores, refilled), tuple(events))


def _end_deal(match: Match, deal: Deal, event: Event) -> Step:
    """Count all hands; after the last deal, say who won the match."""
    rules = match.setup.rules
    breakdown = tuple([score_hand(rules, hand) for hand in deal.hands])
    points = tuple([counted.total for counted in breakdown])
    scores = (*match.scores, points)
    events: list[Event] = [event, Scored(deal.number, deal.hands, breakdown, points)]
    if len(scores) == rules.deals:
        events.append(MatchWon(match_result(rules, scores)))
    nothing_secret: tuple[Pile, ...] = ((),) * match.setup.players
    opened = deal._replace(scores=points, unseen=nothing_secret)
    return Step(Match(match.setup, scores, opened), tuple(events))


def _in_order(bid: Bid) -> Bid:
    """The bid with its cards as a pile has them, so that their order tells nothing."""
    cards = pile(bid.cards)
    return bid if cards == bid.cards else Bid(cards, bid.bluff)


def _without(piles: tuple[Pile, ...], laid: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """The piles of all seats without the cards they laid down."""
    if not any(piles):
        return piles
    seats = zip(piles, laid, strict=True)
    return tuple([tuple([card for card in held if card not in gone]) for held, gone in seats])


def _deal_awaiting(match: Match, awaited: Literal["bids", "turn"]) -> Deal:
    """The deal, if it awaits that."""
    deal = match.deal
    if deal is None or match.awaits != awaited:
        raise _not_now(match, awaited)
    return deal


def _not_now(match: Match, offered: Awaits) -> NotAllowed:
    return NotAllowed(
        "not_now",
        f"the match awaits {match.awaits} now, not {offered}",
        awaits=match.awaits,
        offered=offered,
    )
