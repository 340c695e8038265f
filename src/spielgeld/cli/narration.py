"""A match in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spielgeld.cli.output import harmless
from spielgeld.engine import (
    Bid,
    Card,
    Dealt,
    Event,
    Exchanged,
    HandScore,
    Keep,
    LastRoundAnnounced,
    Match,
    MatchWon,
    Place,
    Refilled,
    Revealed,
    Scored,
    Setup,
    Step,
    TakeBid,
    TakeRow,
    event_for,
    view_of,
    worth,
    written,
)

LAST_ROUND_REASONS = {
    "deck_empty": "the deck is empty",
    "shortfall": "the deck could not fill both rows",
    "stall": "ten refills in a row drew no card",
}
WON_BY = {
    "points": "on points",
    "deals": "on deals won",
    "points_after_deals": "on points, deals won being equal",
}


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells a match to somebody who knew all of it, or only what one seat or a spectator knew."""

    names: Sequence[str]
    """Of the players, by seat."""
    seat: int | None = None
    sees_all: bool = False
    """Whether all hands are told; else those of the seat only, or nobody's."""

    def tell(self, steps: Iterable[Step]) -> Iterator[str]:
        """The whole match, line by line."""
        for step in steps:
            for event in step.events:
                yield from self._event(event if self.sees_all else event_for(event, self.seat))
            yield from self._look(step.match)

    def _event(self, event: Event) -> Iterator[str]:
        match event:
            case Dealt():
                yield ""
                yield f"Deal {event.deal}"
            case Revealed():
                yield from self._revealed(event)
            case Exchanged():
                yield f"  {self._exchanged(event)}"
            case Refilled():
                yield f"  {_refilled(event)}"
            case LastRoundAnnounced():
                yield f"  The next round is the last: {LAST_ROUND_REASONS[event.reason]}."
            case Scored():
                yield from self._scored(event)
            case MatchWon():
                yield from self._won(event)

    def _look(self, match: Match) -> Iterator[str]:
        """The table at the beginning of a round."""
        if match.awaits != "bids":
            return
        view = view_of(match, self.seat)
        last = ", the last" if view.last_round else ""
        yield ""
        yield f"Round {view.round}{last} ({_count(view.deck_size, 'card')} in the deck)"
        yield f"  right row  {_cards(view.right)}"
        yield f"  left row   {_cards(view.left)}"
        for seat, name in enumerate(self.names):
            if self.sees_all and match.deal:
                yield f"  {name} holds {_cards(match.deal.hands[seat])}"
            elif seat == self.seat:
                yield f"  {name} (you) holds {_cards(view.hand)}"
            else:
                known = f"; known: {_cards(view.known[seat])}" if view.known[seat] else ""
                yield f"  {name} holds {_count(view.hand_sizes[seat], 'card')}{known}"

    def _revealed(self, event: Revealed) -> Iterator[str]:
        for seat, bid in enumerate(event.bids):
            yield f"  {self.names[seat]} bids {_bid(bid)}"
        if len(event.order) > 1:
            places = [f"{self.names[place.seat]} ({place.worth})" for place in event.order]
            yield f"  Order: {', '.join(places)}."
        for place, following in pairwise(event.order):
            if place.ahead_by != "worth":
                yield f"  {self._tie(place, following)}"
        if not event.order:
            yield "  Everybody sits the round out."

    def _tie(self, place: Place, following: Place) -> str:
        one, other = self.names[place.seat], self.names[following.seat]
        if place.ahead_by == "bluff":
            why = f"{one} laid the bluff card (serial 0)"
        else:
            lower, higher = place.lowest, following.lowest
            why = f"{lower} (serial {lower.serial}) is lower than {higher} ({higher.serial})"
        return f"{one} acts before {other}: both bid {place.worth}, and {why}."

    def _exchanged(self, event: Exchanged) -> str:
        name = self.names[event.seat]
        swapped = f"{_cards(event.taken)} for {_cards(event.given)}"
        match event.turn:
            case TakeRow(row):
                return f"{name} takes the {row} row: {swapped}."
            case TakeBid(seat):
                return f"{name} takes the bid of {self.names[seat]}, who acts next: {swapped}."
            case Keep():
                return f"{name} keeps {_cards(event.taken)}."

    def _scored(self, event: Scored) -> Iterator[str]:
        yield ""
        yield f"Deal {event.deal} is over"
        for seat, counted in enumerate(event.breakdown):
            yield f"  {self.names[seat]}: {counted.total} points with {_cards(event.hands[seat])}"
            yield f"    {_reckoning(counted)}"

    def _won(self, event: MatchWon) -> Iterator[str]:
        result = event.result
        winners = " and ".join([self.names[seat] for seat in result.winners])
        verb = "share the match" if len(result.winners) > 1 else "wins the match"
        yield ""
        yield f"{winners} {verb} {WON_BY[result.won_by]}"
        for seat, name in enumerate(self.names):
            deals = _count(result.deals_won[seat], "deal")
            yield f"  {name}: {result.totals[seat]} points, {deals} won"


def introduce(setup: Setup, names: Sequence[str]) -> Iterator[str]:
    """What was agreed before the first deal."""
    yield f"{setup.edition.title} ({setup.edition.key}) for {len(names)}: {', '.join(names)}"
    if setup.house_rules:
        house_rules = [f"{name}={written(value)}" for name, value in setup.house_rules.items()]
        yield f"House rules: {', '.join(house_rules)}"
    if setup.removed:
        yield f"Out of the game: {' '.join(setup.removed)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _cards(cards: Sequence[Card]) -> str:
    """The cards currency by currency, coins last, and their worth."""
    grouped = sorted(cards, key=lambda card: (card.is_coin, card.kind, card.serial))
    return f"{' '.join([card.code for card in grouped])} ({worth(cards)})"


def _bid(bid: Bid) -> str:
    if not bid.cards:
        return "the bluff card alone and sits the round out"
    return f"{_cards(bid.cards)}{' with the bluff card' if bid.bluff else ''}"


def _refilled(event: Refilled) -> str:
    rows = [("right", event.right), ("left", event.left)]
    added = [
        f"{row} row + {' '.join([card.code for card in cards])}"
        for row, cards in sorted(rows, key=lambda each: each[0] != event.first)
        if cards
    ]
    left = f"{_count(event.deck_size, 'card')} left in the deck"
    return f"Refill: {'; '.join(added) or 'no card drawn'}; {left}."


def _reckoning(counted: HandScore) -> str:
    """The score line by line, in short."""
    parts = []
    for line in sorted(counted.currencies, key=lambda line: line.currency):
        parts.append(f"{line.currency} {line.total} → {line.points}")
        parts += [f"trio of {value}s +100" for value in line.trios]
    for coins in counted.coins:
        parts.append(f"{coins.count} {coins.kind} → {coins.points}")
        parts += ["trio of coins +100"] * coins.trios
    return ", ".join(parts)


def plain_names(names: Iterable[str]) -> list[str]:
    """Names from a record as they may be printed; nobody stays nameless."""
    return [harmless(name) or f"seat {seat}" for seat, name in enumerate(names)]
