"""`spielgeld hint`: what a seat might do at a moment of a recorded match."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from random import Random

from msgspec import to_builtins

from spielgeld.advice.hint import hint
from spielgeld.advice.told import Hint
from spielgeld.cli.advising import percent, read_match, tell_choice, tell_reasons
from spielgeld.cli.narration import plain_names
from spielgeld.cli.output import FINE, heading, say, say_json
from spielgeld.cli.picking import find_seat
from spielgeld.cli.preparing import prepare_bots
from spielgeld.engine import Card, Match, Step, Unreadable, View, view_of

_CHANCE = "hint"
"""The same moment gets the same hint."""


def run(arguments: Namespace) -> int:
    """Tell the best few choices of the seat at that moment."""
    record, steps = read_match(arguments)
    seat = None if arguments.seat is None else find_seat(record, arguments.seat)
    match = _find_moment(steps, arguments, seat)
    view = view_of(match, _to_decide(match, seat))
    prepare_bots()
    given = hint(view, Random(_CHANCE))
    if arguments.json:
        say_json(to_builtins(given))
        return FINE
    for line in _lines(view, plain_names(record["players"]), given, arguments.language):
        say(line)
    return FINE


def _find_moment(steps: Sequence[Step], arguments: Namespace, seat: int | None) -> Match:
    """The moment that was asked for; of several the last."""
    if not arguments.turn and arguments.deal is None and arguments.round is None:
        if not steps or steps[-1].match.awaits not in {"bids", "turn"}:
            raise Unreadable("moment", "nobody has to decide now; name a --deal and a --round")
        return steps[-1].match
    for step in reversed(steps):
        match, deal = step.match, step.match.deal
        if deal is None or match.awaits != ("turn" if arguments.turn else "bids"):
            continue
        is_there = arguments.deal in {None, deal.number} and arguments.round in {None, deal.round}
        if is_there and (not arguments.turn or seat in {None, deal.waiting[0]}):
            return match
    raise Unreadable("moment", "the record has no such moment")


def _to_decide(match: Match, seat: int | None) -> int:
    if seat is not None:
        return seat
    if match.deal is None or not match.deal.waiting:
        raise Unreadable("seat", "everybody bids at this moment; name a --seat")
    return match.deal.waiting[0]


def _lines(view: View, names: Sequence[str], given: Hint, language: str) -> Iterator[str]:
    seat = view.seat or 0
    what = "bids" if view.awaits == "bids" else "acts"
    last = ", the last" if view.last_round else ""
    yield heading(f"Deal {view.deal}, round {view.round}{last}: {names[seat]} {what}")
    yield f"  right row  {_cards(view.right)}"
    yield f"  left row   {_cards(view.left)}"
    yield f"  hand       {_cards(view.hand)}"
    if view.awaits == "turn":
        yield from [
            f"  bid        {_cards(view.lying[each])} ({names[each]})" for each in view.waiting
        ]
    for number, option in enumerate(given.options, start=1):
        yield ""
        yield heading(f"{number}. {tell_choice(view.setup, names, option)}")
        chance = f"{percent(option.win)} ± {percent(2 * option.error)}"
        yield f"   wins the deal in {chance}, {option.points:.0f} points"
        yield from [f"   {line}" for line in tell_reasons(language, names, option)]
    yield ""
    yield f"Each was tried in {given.worlds} worlds that agree with what {names[seat]} knows."


def _cards(cards: Sequence[Card]) -> str:
    grouped = sorted(cards, key=lambda card: (card.is_coin, card.kind, card.serial))
    return " ".join([card.code for card in grouped]) or "–"
