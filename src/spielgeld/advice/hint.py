"""A hint: the best few choices of a seat, from what it sees alone."""

from collections.abc import Sequence

from spielgeld.advice.prospects import Prospect, prospects
from spielgeld.advice.reasons import reasons_for
from spielgeld.advice.types import Hint, Option, Reason
from spielgeld.engine import Bid, View, turn_code

OPTIONS = 3


def hint(view: View) -> Hint:
    """The best few bids or turns; refused where the seat has nothing to decide.

    Deterministic.
    """
    found = prospects(view)
    return Hint(
        options=[
            option(each, reasons_for(view, each, found)) for each in _first_mixed(found)[:OPTIONS]
        ],
        is_match=view.setup.rules.deals > 1,
    )


def _first_mixed(found: Sequence[Prospect]) -> list[Prospect]:
    """First the choices the champion mixes, then the best of the rest."""
    return sorted(found, key=lambda each: (each.share == 0, -each.match, -each.deal))


def option(prospect: Prospect, reasons: list[Reason]) -> Option:
    """A choice as data for the reader."""
    choice = prospect.choice
    return Option(
        bid=choice.codes if isinstance(choice, Bid) else None,
        turn=None if isinstance(choice, Bid) else turn_code(choice),
        points=prospect.points,
        wins_deal=prospect.deal,
        wins_match=prospect.match,
        share=prospect.share,
        reasons=reasons,
    )
