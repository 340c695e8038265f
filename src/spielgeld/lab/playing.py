"""Deals among bots, driven straight on the engine.

`play_decks` takes a batch, so that other drivers can stand beside this one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple, TypeVar

import msgspec

from spielgeld.bots import Bot
from spielgeld.engine import (
    Bid,
    Card,
    Exchanged,
    Match,
    NotAllowed,
    Refusal,
    Revealed,
    Setup,
    Step,
    TakeBid,
    TakeRow,
    Turn,
    check_bid,
    check_turn,
    deal_cards,
    quoted,
    reveal,
    start_match,
    take_turn,
    view_of,
)
from spielgeld.lab.chance import CountedRandom, mixed
from spielgeld.lab.plan import Plan, Task, rotation

TURN_KINDS = ("right", "left", "bid", "keep", "out")
"""A row taken, somebody's bid taken, the own bid kept, or the round sat out."""

Choice = TypeVar("Choice", Bid, Turn)


class Played(NamedTuple):
    """What an arena wants to know of a deal. Tuples go by seat number."""

    scores: tuple[int, ...]
    rounds: int
    turn_kinds: tuple[tuple[int, ...], ...]
    """How often each seat chose each of `TURN_KINDS`."""


class DeckResult(msgspec.Struct, frozen=True):
    """A deck after all its rotations. Everything goes by place in the line-up."""

    table: int
    deck: int
    line_up: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    """For every rotation, the points of each place."""
    rounds: tuple[int, ...]
    """For every rotation."""
    turns: tuple[tuple[int, ...], ...]
    """How often each place chose each of `TURN_KINDS`, all rotations together."""


def play_decks(plan: Plan, tasks: Sequence[Task]) -> list[DeckResult]:
    """Every deck of the batch, in every rotation of its line-up."""
    return [_play_deck(plan, task) for task in tasks]


def play_deal(
    setup: Setup, order: Sequence[Card], bots: Sequence[Bot], streams: Sequence[int]
) -> Played:
    """One deal: a bot and the seed of its chance for every seat.

    The n-th decision of a seat, from 0, is made with `CountedRandom(mixed(stream, n))`.
    """
    table = _Seated(bots, streams)
    step = deal_cards(start_match(setup), order)
    while step.match.awaits != "nothing":
        step = table.play_on(step.match)
    assert step.match.deal  # noqa: S101 - a match that has ended had one
    return Played(step.match.scores[0], step.match.deal.round, tuple(map(tuple, table.turns)))


class _Seated:
    """The bots at a table; counts their decisions and what they choose."""

    def __init__(self, bots: Sequence[Bot], streams: Sequence[int]) -> None:
        self._bots = bots
        self._streams = streams
        self._decided = [0] * len(bots)
        self.turns = [[0] * len(TURN_KINDS) for _ in bots]

    def play_on(self, match: Match) -> Step:
        """Everybody's bids, or the next turn."""
        if match.deal and match.deal.waiting:
            step = self._turn(match, match.deal.waiting[0])
        else:
            step = reveal(match, [self._bid(match, seat) for seat in range(len(self._bots))])
        for event in step.events:
            self._count(event)
        return step

    def _bid(self, match: Match, seat: int) -> Bid:
        view, chance = view_of(match, seat), self._chance(seat)
        bid = _ask(lambda: self._bots[seat].choose_bid(view, chance), self._bots[seat])
        return _check(lambda: check_bid(view.setup.rules, view.hand, bid), bid, self._bots[seat])

    def _turn(self, match: Match, seat: int) -> Step:
        view, chance = view_of(match, seat), self._chance(seat)
        turn = _ask(lambda: self._bots[seat].choose_turn(view, chance), self._bots[seat])
        _check(lambda: check_turn(view.waiting, seat, turn), turn, self._bots[seat])
        return take_turn(match, seat, turn)

    def _chance(self, seat: int) -> CountedRandom:
        seed = mixed(self._streams[seat], self._decided[seat])
        self._decided[seat] += 1
        return CountedRandom(seed)

    def _count(self, event: object) -> None:
        if isinstance(event, Exchanged):
            self.turns[event.seat][TURN_KINDS.index(_kind(event.turn))] += 1
        elif isinstance(event, Revealed):
            acting = {place.seat for place in event.order}
            for seat in set(range(len(self.turns))) - acting:
                self.turns[seat][TURN_KINDS.index("out")] += 1


def _kind(turn: Turn) -> str:
    if isinstance(turn, TakeRow):
        return turn.row
    return "bid" if isinstance(turn, TakeBid) else "keep"


def _ask(choose: Callable[[], Choice], bot: Bot) -> Choice:
    """What the bot chooses; an error of its own is told with its place, for its author."""
    try:
        return choose()
    except Exception as error:
        where = extract_tb(error.__traceback__)[-1]
        told = quoted(f"{type(error).__name__}: {error}")[1:-1]
        raise NotAllowed(
            "bot_failed",
            f"{type(bot).__name__} failed with {told} ({Path(where.filename).name}, line"
            f" {where.lineno})",
        ) from error


def _check(check: Callable[[], None], choice: Choice, bot: Bot) -> Choice:
    try:
        check()
    except (Refusal, AttributeError, TypeError) as error:
        raise NotAllowed(
            "bot_choice", f"{type(bot).__name__} chose {quoted(choice)}: {error}"
        ) from error
    return choice


def _play_deck(plan: Plan, task: Task) -> DeckResult:
    line_up = plan.line_up(task)
    setup, order = plan.deck(task.deck)
    bots = [_bots(plan)[name] for name in line_up]
    streams = [plan.stream(task.deck, place) for place in range(plan.players)]
    played = []
    for turned in range(plan.players):
        seats = rotation(plan.players, turned)
        at_seat = sorted(range(plan.players), key=seats.__getitem__)
        deal = play_deal(
            setup, order, [bots[place] for place in at_seat], [streams[each] for each in at_seat]
        )
        played.append(_by_place(deal, seats))
    return DeckResult(
        table=task.table,
        deck=task.deck,
        line_up=line_up,
        scores=tuple([deal.scores for deal in played]),
        rounds=tuple([deal.rounds for deal in played]),
        turns=tuple([tuple(map(sum, zip(*kinds, strict=True))) for kinds in _all_turns(played)]),
    )


def _all_turns(played: Sequence[Played]) -> Sequence[Sequence[tuple[int, ...]]]:
    """For each place its turns in every rotation."""
    return list(zip(*[deal.turn_kinds for deal in played], strict=True))


def _by_place(deal: Played, seats: Sequence[int]) -> Played:
    """The deal told by places in the line-up instead of seats."""
    return Played(
        tuple([deal.scores[seat] for seat in seats]),
        deal.rounds,
        tuple([deal.turn_kinds[seat] for seat in seats]),
    )


@lru_cache(maxsize=4)
def _bots(plan: Plan) -> dict[str, Bot]:
    """Every bot of the plan; one serves any number of seats, for it keeps nothing."""
    return {entrant.name: entrant.make() for entrant in plan.bots}
