"""`spielgeld review`: judges the decisions of one seat in a finished match."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from spielgeld.advice.review import review_steps
from spielgeld.advice.types import Habits, Judged, Moment, Option, Review
from spielgeld.cli.advice_words import read_match, tell_chance, tell_choice, tell_reasons
from spielgeld.cli.language import choose_language
from spielgeld.cli.narration import plain_names
from spielgeld.cli.output import Progress, answer, heading, table
from spielgeld.cli.record_files import find_seat
from spielgeld.engine import Setup, Step
from spielgeld.texts import tell, tell_number, tell_percent

_ROWS = 10
"""The height of the chart in lines, for 0 to 100%."""
_LABEL = 11
"""The width of the labels left of the chart."""
_HABITS = {
    "bid_cards": 1,
    "bid_worth": 0,
    "overpaid": 0,
    "rows": 0,
    "bids_taken": 0,
    "kept": 0,
    "sat_out": 0,
    "trios": 0,
    "full_currencies": 0,
}
"""The statistics shown for every player, with their number of decimals."""


def run(arguments: Namespace) -> None:
    """Judge the seat's decisions and print the result."""
    language = choose_language(arguments)
    record, steps = read_match(arguments)
    seat = find_seat(record, arguments.seat)
    judged = _review(language, steps, seat)
    names = plain_names(record["players"], language)
    teller = ReviewTeller(steps[-1].match.setup, names, language)
    answer(arguments, to_builtins(judged), teller.tell(judged))


def _review(language: str, steps: Sequence[Step], seat: int) -> Review:
    bars: list[Progress] = []

    def update(done: int, total: int, _worst: object) -> None:
        if not bars:
            bars.append(Progress("review", total, tell(language, "review.left")))
        bars[0].update(done)

    try:
        return review_steps(lambda: steps, seat, update)
    finally:
        Progress.wipe()


class ReviewTeller:
    """Tells a review in words."""

    def __init__(self, setup: Setup, names: Sequence[str], language: str) -> None:
        self._setup, self._names, self._language = setup, names, language

    def tell(self, judged: Review) -> Iterator[str]:
        """The whole review, line by line."""
        name = self._names[judged.seat]
        yield heading(self._say("title", name=name, count=len(judged.decisions)))
        yield self._say("about", name=name)
        yield self._say("balance", **self._balance(judged))
        yield ""
        yield heading(self._say("curve"))
        yield from _picture(self._language, judged)
        label = self._say("deal")[: _LABEL - 2].rjust(_LABEL - 2)
        yield f"{label}  {''.join(_deal_marks(judged.curve))}".rstrip()
        yield ""
        yield heading(self._say("worst"))
        if not judged.worst:
            yield self._say("nothing")
        for number, at in enumerate(judged.worst, start=1):
            yield from self._mistake(number, judged.decisions[at])
        yield ""
        yield heading(self._say("habits"))
        yield from table([["", *self._names], *self._habit_rows(judged.habits)])

    def _say(self, key: str, **arguments: object) -> str:
        return tell(self._language, f"review.{key}", **arguments)

    def _choice(self, option: Option) -> str:
        return tell_choice(self._language, self._setup, self._names, option)

    def _mistake(self, number: int, judged: Judged) -> Iterator[str]:
        lost = tell_chance(self._language, judged.lost, judged.error)
        place = {"deal": judged.deal, "round": judged.round}
        yield self._say("mistake", number=number, lost=lost, **place)
        for key, option in (("chosen", judged.chosen), ("better", judged.best)):
            yield f"   {self._say(key, choice=self._choice(option))}"
            for line in tell_reasons(self._language, self._names, option):
                yield f"     {line}"

    def _balance(self, judged: Review) -> dict[str, str]:
        first, last = judged.curve[0], judged.curve[-1]
        return {
            "before": tell_percent(self._language, first.chances[judged.seat]),
            "after": tell_percent(self._language, last.chances[judged.seat]),
            "skill": _signed(self._language, judged.skill),
            "luck": _signed(self._language, judged.luck),
        }

    def _habit_rows(self, habits: Sequence[Habits]) -> Iterator[list[str]]:
        for name, digits in _HABITS.items():
            numbers = [getattr(each, name) for each in habits]
            yield [
                self._say(name),
                *[tell_number(self._language, number, digits) for number in numbers],
            ]


def _signed(language: str, share: float) -> str:
    return f"{'−' if share < 0 else '+'}{tell_percent(language, abs(share))}"


def _picture(language: str, judged: Review) -> Iterator[str]:
    """The seat's curve in characters, a column for each moment."""
    chances = [moment.chances[judged.seat] for moment in judged.curve]
    for row in range(_ROWS, -1, -1):
        cells = "".join(["*" if round(chance * _ROWS) == row else " " for chance in chances])
        level = tell_percent(language, row / _ROWS, digits=0)
        yield f"{level:>{_LABEL - 2}} |{cells}".rstrip()


def _deal_marks(curve: Sequence[Moment]) -> Iterator[str]:
    """The number of a deal below its first moment."""
    before = 0
    for moment in curve:
        yield str(moment.deal) if moment.deal != before else " "
        before = moment.deal
