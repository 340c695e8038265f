"""`spielgeld hint`: what a seat might do at a moment of a recorded match."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from spielgeld.advice.hint import hint
from spielgeld.advice.types import ALWAYS, Hint, Option
from spielgeld.cli.advice_words import read_match, tell_choice, tell_reasons
from spielgeld.cli.language import choose_language
from spielgeld.cli.narration import codes_by_kind, plain_names
from spielgeld.cli.output import answer, heading, table
from spielgeld.cli.record_files import find_seat
from spielgeld.engine import Card, Match, Step, Unreadable, View, view_of
from spielgeld.texts import tell, tell_percent


def run(arguments: Namespace) -> None:
    """Tell the best few choices of the seat at that moment."""
    language = choose_language(arguments)
    record, steps = read_match(arguments)
    seat = None if arguments.seat is None else find_seat(record, arguments.seat)
    match = _find_moment(steps, arguments, seat)
    view = view_of(match, _to_decide(match, seat))
    given = hint(view)
    names = plain_names(record["players"], language)
    answer(arguments, to_builtins(given), tell_hint(language, view, names, given))


def _find_moment(steps: Sequence[Step], arguments: Namespace, seat: int | None) -> Match:
    """The position that the arguments name; where several match, the last one."""
    if not arguments.turn and arguments.deal is None and arguments.round is None:
        if not steps or steps[-1].match.awaits not in {"bids", "turn"}:
            raise Unreadable(
                "moment",
                "nobody has to decide now; name a --deal and a --round",
                why="moment_none",
            )
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
        raise Unreadable("seat", "everybody bids at this moment; name a --seat", why="seat_open")
    return match.deal.waiting[0]


def tell_hint(language: str, view: View, names: Sequence[str], given: Hint) -> Iterator[str]:
    """The position, then the choices with their reasons."""
    name = names[view.seat or 0]
    key = f"{'bids' if view.awaits == 'bids' else 'acts'}{'_last' if view.last_round else ''}"
    yield heading(tell(language, f"hint.{key}", deal=view.deal, round=view.round, name=name))
    yield from [f"  {line}" for line in table([*_table(language, view, names)])]
    for number, option in enumerate(given.options, start=1):
        yield ""
        yield heading(f"{number}. {tell_choice(language, view.setup, names, option)}")
        yield from [f"   {line}" for line in _chances(language, given, option)]
        yield from [f"   {line}" for line in tell_reasons(language, names, option)]
    yield ""
    yield tell(language, "hint.judge", name=name)


def _chances(language: str, given: Hint, option: Option) -> Iterator[str]:
    chance = tell_percent(language, option.wins_deal)
    yield tell(language, "hint.chance", chance=chance, count=round(option.points))
    if given.is_match:
        yield tell(language, "hint.match", chance=tell_percent(language, option.wins_match))
    if 0 < option.share < ALWAYS:
        yield tell(language, "hint.mix", chance=tell_percent(language, option.share, digits=0))


def _table(language: str, view: View, names: Sequence[str]) -> Iterator[list[str]]:
    yield [tell(language, "replay.right"), _cards(view.right)]
    yield [tell(language, "replay.left"), _cards(view.left)]
    yield [tell(language, "hint.hand"), _cards(view.hand)]
    if view.awaits == "turn":
        for seat in view.waiting:
            cards = f"{_cards(view.lying[seat])} ({names[seat]})"
            yield [tell(language, "hint.bid"), cards]


def _cards(cards: Sequence[Card]) -> str:
    return codes_by_kind(cards) or "–"
