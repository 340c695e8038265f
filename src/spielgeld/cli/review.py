"""`spielgeld review`: a finished match looked at again."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from spielgeld.advice.review import review
from spielgeld.advice.told import Habits, Judged, Moment, Review
from spielgeld.cli.advising import percent, read_match, tell_choice, tell_reasons
from spielgeld.cli.narration import plain_names
from spielgeld.cli.output import (
    FINE,
    Progress,
    heading,
    say,
    say_json,
    table,
)
from spielgeld.cli.picking import find_seat
from spielgeld.cli.preparing import prepare_bots
from spielgeld.engine import Setup
from spielgeld.engine.records import Record

_ROWS = 10
"""Of the picture, for 0 to 100 %."""


def run(arguments: Namespace) -> int:
    """Judge the seat's decisions and tell what came out."""
    record, steps = read_match(arguments)
    seat = find_seat(record, arguments.seat)
    prepare_bots()
    judged = _review(record, seat)
    if arguments.json:
        say_json(to_builtins(judged))
        return FINE
    names = plain_names(record["players"])
    for line in _Teller(steps[-1].match.setup, names, arguments.language).tell(judged):
        say(line)
    return FINE


def _review(record: Record, seat: int) -> Review:
    bars: list[Progress] = []

    def update(done: int, total: int) -> None:
        if not bars:
            bars.append(Progress("review", total))
        bars[0].update(done)

    try:
        return review(record, seat, update)
    finally:
        Progress.wipe()


class _Teller:
    """Tells a review in words."""

    def __init__(self, setup: Setup, names: Sequence[str], language: str) -> None:
        self._setup, self._names, self._language = setup, names, language

    def tell(self, judged: Review) -> Iterator[str]:
        """The whole review, line by line."""
        name = self._names[judged.seat]
        yield heading(f"How {name} played: {len(judged.decisions)} decisions")
        yield (
            "What each gave up was measured in at least"
            f" {judged.worlds} worlds that agree with what {name} knew."
        )
        yield ""
        yield heading("Chance to win the match (*), with its 95 % band (:)")
        yield from _picture(judged.curve)
        yield ""
        yield heading("What cost most")
        if not judged.worst:
            yield "Nothing that was more than chance in the trials."
        for number, at in enumerate(judged.worst, start=1):
            yield from self._mistake(number, judged.decisions[at])
        yield ""
        yield heading("Everybody's habits")
        yield from table([*_habit_rows(self._names, judged.habits)])

    def _mistake(self, number: int, judged: Judged) -> Iterator[str]:
        lost = f"{percent(judged.lost)} ± {percent(2 * judged.error)}"
        yield f"{number}. Deal {judged.deal}, round {judged.round}: gave up {lost}"
        for word, option in (("chosen", judged.chosen), ("better", judged.best)):
            yield f"   {word}: {tell_choice(self._setup, self._names, option)}"
            for line in tell_reasons(self._language, self._names, option):
                yield f"     {line}"
        yield f"   with all cards open: {self._hindsight(judged)}"

    def _hindsight(self, judged: Judged) -> str:
        if not judged.lost_open:
            return "nothing would have won more"
        best = tell_choice(self._setup, self._names, judged.best_open)
        return f"{best}, worth {percent(judged.lost_open)} more"


def _picture(curve: Sequence[Moment]) -> Iterator[str]:
    """The curve in characters, a column for each moment."""
    for row in range(_ROWS, -1, -1):
        cells = "".join([_cell(moment, row) for moment in curve])
        yield f"{100 * row // _ROWS:4} % |{cells}".rstrip()
    yield "  deal  " + "".join(_deal_marks(curve)).rstrip()


def _cell(moment: Moment, row: int) -> str:
    if round(moment.chance * _ROWS) == row:
        return "*"
    return ":" if round(moment.low * _ROWS) <= row <= round(moment.high * _ROWS) else " "


def _deal_marks(curve: Sequence[Moment]) -> Iterator[str]:
    """The number of a deal below its first moment."""
    before = 0
    for moment in curve:
        yield str(moment.deal) if moment.deal != before else " "
        before = moment.deal


def _habit_rows(names: Sequence[str], habits: Sequence[Habits]) -> Iterator[list[str]]:
    yield ["", *names]
    wanted = {
        "cards in a bid": [f"{each.bid_cards:.1f}" for each in habits],
        "worth of a bid": [f"{each.bid_worth:.0f}" for each in habits],
        "overpaid by": [f"{each.overpaid:.0f}" for each in habits],
        "rows taken": [str(each.rows) for each in habits],
        "bids taken": [str(each.bids_taken) for each in habits],
        "kept": [str(each.kept) for each in habits],
        "sat out": [str(each.sat_out) for each in habits],
        "trios": [str(each.trios) for each in habits],
        "currencies of 200": [str(each.full_currencies) for each in habits],
    }
    for what, cells in wanted.items():
        yield [what, *cells]
