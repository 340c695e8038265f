"""Golden matches: a whole match in words with what every seat knew.

`cd tests && python -m support.golden_text` writes them anew; read what differs before you keep it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from spielgeld.bots import make_bot, play_match
from spielgeld.engine import (
    EDITIONS,
    Card,
    CoinScore,
    CurrencyScore,
    Dealt,
    Event,
    Exchanged,
    HandScore,
    LastRoundAnnounced,
    Match,
    MatchWon,
    Place,
    Refilled,
    Revealed,
    Scored,
    Setup,
    Step,
    View,
    shuffle,
    turn_code,
    view_of,
)
from support.play import random_setup

FOLDER = Path(__file__).parents[1] / "golden"


def wanted() -> list[tuple[str, int]]:
    """One golden match for every edition and number of players."""
    return [(key, players) for key, edition in EDITIONS.items() for players in edition.players]


def golden_file(edition: str, players: int) -> Path:
    return FOLDER / f"{edition}-{players}.txt"


def golden_match(edition: str, players: int) -> tuple[Setup, Iterator[Step]]:
    """Greedy and random bots in turn, so that plain and odd choices both occur."""
    rng = Random(f"golden {edition} {players}")
    setup = random_setup(edition, players, rng, {})
    bots = [make_bot(("greedy", "random")[seat % 2]) for seat in range(players)]
    chances = [Random(rng.random()) for _ in bots]
    return setup, play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))


def golden_text(edition: str, players: int) -> str:
    """A golden match, with what everybody knew."""
    setup, steps = golden_match(edition, players)
    lines = [f"{edition}, {players} players, out: {' '.join(setup.removed) or 'none'}"]
    for step in steps:
        for event in step.events:
            lines += _event(event)
        lines += _views(step.match)
    return "\n".join(lines) + "\n"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards) or "-"


def _event(event: Event) -> Iterator[str]:
    match event:
        case Dealt():
            yield f"\nDEAL {event.deal}"
        case Revealed():
            for seat, bid in enumerate(event.bids):
                yield f"  seat {seat} bids {bid} = {bid.worth}"
            yield f"  order: {', '.join(map(_place, event.order)) or 'nobody'}"
        case Exchanged():
            taken, given = _cards(event.taken), _cards(event.given)
            yield f"  seat {event.seat} {turn_code(event.turn)}: gets {taken}, leaves {given}"
        case Refilled():
            right, left = _cards(event.right), _cards(event.left)
            yield f"  refill, {event.first} first: right + {right}, left + {left}"
        case LastRoundAnnounced():
            yield f"  last round: {event.reason}"
        case Scored():
            yield f"\nSCORES of deal {event.deal}"
            for seat, counted in enumerate(event.breakdown):
                yield f"  seat {seat}: {_counted(counted)}"
        case MatchWon():
            result = event.result
            yield f"\nWON by {result.winners}, {result.won_by}"
            yield f"  totals {result.totals}, deals won {result.deals_won}"


def _place(place: Place) -> str:
    why = f", {place.ahead_by}" if place.ahead_by else ""
    return f"{place.seat} ({place.worth}, {place.lowest}{why})"


def _counted(counted: HandScore) -> str:
    lines: list[CurrencyScore | CoinScore] = [*counted.currencies, *counted.coins]
    parts = []
    for line in lines:
        name = line.kind if isinstance(line, CoinScore) else f"{line.currency} {line.total}"
        parts.append(f"{name}: {line.points}" + (f" + {line.bonus}" if line.bonus else ""))
    return f"{counted.total} = {', '.join(parts)}"


def _views(match: Match) -> Iterator[str]:
    """What everybody knows, then what each seat knows besides."""
    public = view_of(match, None)
    views = [view_of(match, seat) for seat in range(match.setup.players)]
    assert all(_shared(view) == _shared(public) for view in views), "what all know differs"
    if match.awaits == "turn":
        to_act = views[public.waiting[0]]
        turns = " ".join(str(turn_code(turn)) for turn in to_act.legal_turns)
        lying = ", ".join(f"{seat} {_cards(public.lying[seat])}" for seat in public.waiting)
        yield f"  rows {_cards(public.right)} | {_cards(public.left)}; lying: {lying}"
        yield f"  seat {to_act.seat} holds {_cards(to_act.hand)}, may: {turns}"
    elif match.awaits == "bids":
        yield f"\nround {public.round}, deck {public.deck_size}"
        yield f"  idle refills {public.idle_refills}, last round: {public.last_round}"
        yield f"  right {_cards(public.right)}"
        yield f"  left  {_cards(public.left)}"
        for seat, view in enumerate(views):
            known, more = _cards(public.known[seat]), public.unknown[seat]
            yield f"  seat {seat}: {known}, and {more} more that the others have not seen"
            yield f"    holds {_cards(view.hand)}"
            yield f"    has not seen {_cards(view.unseen)}"


def _shared(view: View) -> View:
    """The part of a view that is the same for everybody."""
    return replace(view, seat=None, hand=())


if __name__ == "__main__":
    for edition, players in wanted():
        golden_file(edition, players).write_text(golden_text(edition, players), encoding="utf-8")
