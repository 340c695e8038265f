"""The champion where there is no NumPy: the program that embeds Python runs the network.

In a browser that is `web/src/local/champion.ts`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from spielgeld.bots.champion.candidates import SETS
from spielgeld.bots.champion.position import TENS, pile_of, position_of
from spielgeld.bots.champion.valuation import NetworkOutputs
from spielgeld.bots.heuristic.bot import seat_of
from spielgeld.engine import Bid, View, find_edition
from spielgeld.fast.words import note_scores, note_sums

Judge = Callable[[str, str], str]
"""Runs the network. With `bids` or `turns` and a `Position` as JSON, it returns a `Judged` as JSON;
with `these`, a position and the cards of any bids, it returns one for those bids."""
MakeJudge = Callable[[str], Judge]
"""Makes a judge from the JSON of `Tables`; called when the champion is first needed."""

_encode = msgspec.json.Encoder().encode
judge_makers: list[MakeJudge] = []


class Judged(Struct, frozen=True, forbid_unknown_fields=True):
    """By option: its value, whether it is legal, its cards, the network's outputs."""

    values: list[int]
    legal: list[bool]
    piles: list[list[int]]
    numbers: list[list[int]]


class Tables(Struct, frozen=True):
    """Constants that a judge needs for every position."""

    sums: list[int]
    """By set of notes of one currency, in tens."""
    points: list[int]
    choices: tuple[tuple[int, ...], ...]
    """By candidate bid: which of the most dispensable cards it takes."""


def lend(make: MakeJudge) -> None:
    """Let the champion play in this process, with a judge that runs its network."""
    judge_makers[:] = [make]
    _lent.cache_clear()


def take_back() -> None:
    """End what `lend` began: there is no judge any more."""
    judge_makers.clear()
    _lent.cache_clear()


def is_lent() -> bool:
    """Whether there is a judge."""
    return bool(judge_makers)


def tables() -> str:
    """The constants a judge needs, as JSON."""
    scores = note_scores(find_edition("it").rules)
    return _encode(
        Tables(
            sums=[each // TENS for each in note_sums()],
            points=[each // TENS for each in scores],
            choices=SETS,
        )
    ).decode()


def weigh_options(views: Sequence[View]) -> list[NetworkOutputs]:
    """The network's outputs for the choices of each view, as `inference.py` has them."""
    return [_weighed(_judge("bids" if view.awaits == "bids" else "turns", view)) for view in views]


def weigh_bids(views: Sequence[View], bids: Sequence[Sequence[Bid]]) -> list[NetworkOutputs]:
    """Any bids, by view."""
    return [_weighed(_judge_these(*each)) for each in zip(views, bids, strict=True)]


def _weighed(judged: Judged) -> NetworkOutputs:
    return NetworkOutputs(judged.numbers, judged.values, judged.legal, judged.piles)


def _judge_these(view: View, bids: Sequence[Bid]) -> Judged:
    piles = [pile_of(view.setup, bid.cards) for bid in bids]
    return _ask("these", (position_of(view), piles))


def _judge(what: Literal["bids", "turns"], view: View) -> Judged:
    seat_of(view)
    return _ask(what, position_of(view))


def _ask(what: Literal["bids", "turns", "these"], about: object) -> Judged:
    return msgspec.json.decode(_lent()(what, _encode(about).decode()), type=Judged)


@cache
def _lent() -> Judge:
    return judge_makers[0](tables())
