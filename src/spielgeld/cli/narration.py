"""A match in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spielgeld.cli.output import harmless, table
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
    View,
    event_for,
    view_of,
    worth,
    written,
)
from spielgeld.texts import tell, tell_list


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells a match to somebody who knew all of it, or only what one seat or a spectator knew."""

    names: Sequence[str]
    """Of the players, by seat."""
    language: str = "en"
    seat: int | None = None
    sees_all: bool = False
    """Whether all hands are shown; else those of the seat only, or nobody's."""

    def tell(self, steps: Iterable[Step]) -> Iterator[str]:
        """The whole match, line by line."""
        for step in steps:
            for event in step.events:
                yield from self._event(event if self.sees_all else event_for(event, self.seat))
            yield from self._look(step.match)

    def _say(self, key: str, **arguments: object) -> str:
        return tell(self.language, f"replay.{key}", **arguments)

    def _event(self, event: Event) -> Iterator[str]:
        match event:
            case Dealt():
                yield ""
                yield self._say("deal", deal=event.deal)
            case Revealed():
                yield from self._revealed(event)
            case Exchanged():
                yield f"  {self._exchanged(event)}"
            case Refilled():
                yield f"  {self._refilled(event)}"
            case LastRoundAnnounced():
                yield f"  {self._say(f'last_{event.reason}')}"
            case Scored():
                yield from self._scored(event)
            case MatchWon():
                yield from self._won(event)

    def _look(self, match: Match) -> Iterator[str]:
        """The rows and hands at the beginning of a round."""
        if match.awaits != "bids":
            return
        view = view_of(match, self.seat)
        key = "round_last" if view.last_round else "round"
        yield ""
        yield self._say(key, round=view.round, count=view.deck_size)
        yield from [f"  {line}" for line in table(self._rows(view))]
        for seat in range(len(self.names)):
            yield f"  {self._hand(match, view, seat)}"

    def _rows(self, view: View) -> list[list[str]]:
        return [
            [self._say("right"), _cards(view.right)],
            [self._say("left"), _cards(view.left)],
        ]

    def _hand(self, match: Match, view: View, seat: int) -> str:
        name = self.names[seat]
        if self.sees_all and match.deal:
            return self._say("holds", name=name, cards=_cards(match.deal.hands[seat]))
        if seat == self.seat:
            return self._say("holds_you", name=name, cards=_cards(view.hand))
        held = self._say("holds_count", name=name, count=view.hand_sizes[seat])
        known = view.known[seat]
        return self._say("known", held=held, cards=_cards(known)) if known else held

    def _revealed(self, event: Revealed) -> Iterator[str]:
        for seat, bid in enumerate(event.bids):
            yield f"  {self._bid(self.names[seat], bid)}"
        if len(event.order) > 1:
            places = [f"{self.names[place.seat]} ({place.worth})" for place in event.order]
            yield f"  {self._say('order', places=places)}"
        for place, following in pairwise(event.order):
            if place.ahead_by != "worth":
                yield f"  {self._tie(place, following)}"
        if not event.order:
            yield f"  {self._say('everybody_out')}"

    def _bid(self, name: str, bid: Bid) -> str:
        if not bid.cards:
            return self._say("bids_alone", name=name)
        return self._say("bids_bluff" if bid.bluff else "bids", name=name, cards=_cards(bid.cards))

    def _tie(self, place: Place, following: Place) -> str:
        lower, higher = place.lowest, following.lowest
        return self._say(
            f"tie_{place.ahead_by}",
            name=self.names[place.seat],
            next=self.names[following.seat],
            worth=place.worth,
            low=lower.code,
            low_serial=lower.serial,
            high=higher.code,
            high_serial=higher.serial,
        )

    def _exchanged(self, event: Exchanged) -> str:
        values = {
            "name": self.names[event.seat],
            "taken": _cards(event.taken),
            "given": _cards(event.given),
        }
        match event.turn:
            case TakeRow(row):
                return self._say(f"takes_{row}", **values)
            case TakeBid(seat):
                return self._say("takes_bid", other=self.names[seat], **values)
            case Keep():
                return self._say("keeps", **values)

    def _refilled(self, event: Refilled) -> str:
        rows = [("right", event.right), ("left", event.left)]
        added = [
            self._say(f"refill_{row}", cards=" ".join([card.code for card in cards]))
            for row, cards in sorted(rows, key=lambda each: each[0] != event.first)
            if cards
        ]
        refills = ", ".join(added) or self._say("refill_none")
        return self._say("refill", added=refills, count=event.deck_size)

    def _scored(self, event: Scored) -> Iterator[str]:
        yield ""
        yield self._say("deal_over", deal=event.deal)
        for seat, counted in enumerate(event.breakdown):
            values = {"name": self.names[seat], "cards": _cards(event.hands[seat])}
            yield f"  {self._say('scored', count=counted.total, **values)}"
            yield f"    {', '.join(self._reckoning(counted))}"

    def _reckoning(self, counted: HandScore) -> Iterator[str]:
        """The score line by line, in short."""
        for line in sorted(counted.currencies, key=lambda line: line.currency):
            yield f"{line.currency} {line.total} → {line.points}"
            yield from [self._say("trio", value=value) for value in line.trios]
        for coins in counted.coins:
            yield f"{coins.count} {coins.kind} → {coins.points}"
            yield from [self._say("coin_trio")] * coins.trios

    def _won(self, event: MatchWon) -> Iterator[str]:
        result = event.result
        winners = tell_list(self.language, [self.names[seat] for seat in result.winners])
        yield ""
        yield self._say(f"won_{result.won_by}", names=winners, count=len(result.winners))
        for seat, name in enumerate(self.names):
            points, deals = result.totals[seat], result.deals_won[seat]
            yield f"  {self._say('standing', name=name, points=points, count=deals)}"


def introduce(language: str, setup: Setup, names: Sequence[str]) -> Iterator[str]:
    """What was agreed before the first deal."""
    edition = setup.edition
    values = {"title": edition.title, "key": edition.key, "count": len(names), "names": list(names)}
    yield tell(language, "replay.intro", **values)
    if setup.house_rules:
        house_rules = [f"{name}={written(value)}" for name, value in setup.house_rules.items()]
        yield tell(language, "replay.house_rules", rules=house_rules)
    if setup.removed:
        yield tell(language, "replay.removed", currencies=" ".join(setup.removed))


def _cards(cards: Sequence[Card]) -> str:
    return f"{codes_by_kind(cards)} ({worth(cards)})"


def codes_by_kind(cards: Sequence[Card]) -> str:
    """The names of the cards currency by currency, coins last."""
    grouped = sorted(cards, key=lambda card: (card.is_coin, card.kind, card.serial))
    return " ".join([card.code for card in grouped])


def plain_names(names: Iterable[str], language: str = "en") -> list[str]:
    """Names from a record, made safe to print; an empty one is replaced."""
    return [
        harmless(name) or tell(language, "replay.seat", seat=seat)
        for seat, name in enumerate(names)
    ]
