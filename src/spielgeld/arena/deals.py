"""Plays deals among bots directly on the engine, without tables or a server.

`play_decks` takes a batch of decks, so that a `BatchBot` is called once for many positions.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, cast

import msgspec

from spielgeld.arena.chance import CountedRandom, mixed
from spielgeld.arena.plan import Plan, Task, rotation
from spielgeld.arena.questions import Choice, Question, What, ask_all
from spielgeld.bots import Bot
from spielgeld.engine import (
    Bid,
    Card,
    Exchanged,
    Revealed,
    Setup,
    TakeBid,
    TakeRow,
    Turn,
    deal_cards,
    reveal,
    start_match,
    take_turn,
    view_of,
)

TURN_KINDS = ("right", "left", "bid", "keep", "out")
"""A row taken, somebody's bid taken, the own bid kept, or the round sat out."""


class Played(NamedTuple):
    """The result of a deal. Tuples are indexed by seat."""

    scores: tuple[int, ...]
    rounds: int
    turn_kinds: tuple[tuple[int, ...], ...]
    """How often each seat chose each of `TURN_KINDS`."""


class DeckResult(msgspec.Struct, frozen=True):
    """The results of a deck in all its rotations, indexed by place in the line-up."""

    table: int
    deck: int
    line_up: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    """For every rotation, the points of each place."""
    rounds: tuple[int, ...]
    """For every rotation."""
    turns: tuple[tuple[int, ...], ...]
    """How often each place chose each of `TURN_KINDS`, all rotations together."""


class Seating(NamedTuple):
    """A deal to be played: for every seat a bot and the seed of its random numbers."""

    setup: Setup
    order: Sequence[Card]
    bots: Sequence[Bot]
    streams: Sequence[int]


def play_decks(plan: Plan, tasks: Sequence[Task]) -> list[DeckResult]:
    """Every deck of the batch, in every rotation of its line-up."""
    seatings = [seating for task in tasks for seating in _seatings(plan, task)]
    played = play_deals(seatings)
    rotations = plan.players
    return [
        _deck_result(plan, task, played[at * rotations : (at + 1) * rotations])
        for at, task in enumerate(tasks)
    ]


def play_deals(seatings: Sequence[Seating]) -> list[Played]:
    """Play all deals side by side, so that a bot can be called once for many positions.

    The n-th decision of a seat, from 0, is made with `CountedRandom(mixed(stream, n))`, so that
    it does not depend on the other players.
    """
    deals = [_Deal(seating) for seating in seatings]
    while running := [deal for deal in deals if not deal.is_over]:
        asked = [deal.questions() for deal in running]
        answers = iter(ask_all([question for questions in asked for question in questions]))
        for deal, questions in zip(running, asked, strict=True):
            deal.play_on(list(islice(answers, len(questions))))
    return [deal.played for deal in deals]


class _Deal:
    """A deal being played; counts decisions and choices."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._match = deal_cards(start_match(seating.setup), seating.order).match
        self._decided = [0] * len(seating.bots)
        self._turns = [[0] * len(TURN_KINDS) for _ in seating.bots]

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return self._match.awaits == "nothing"

    @property
    def played(self) -> Played:
        """Its result."""
        rounds = self._match.deal.round if self._match.deal else 0
        return Played(self._match.scores[0], rounds, tuple(map(tuple, self._turns)))

    def questions(self) -> list[Question]:
        """What has to be chosen now: everybody's bids, or the next turn."""
        waiting = self._waiting
        if waiting:
            return [self._question("turn", waiting[0])]
        return [self._question("bid", seat) for seat in range(len(self._seating.bots))]

    def play_on(self, choices: Sequence[Choice]) -> None:
        """Apply these choices."""
        waiting = self._waiting
        if waiting:
            [turn] = choices
            step = take_turn(self._match, waiting[0], cast(Turn, turn))
        else:
            step = reveal(self._match, cast(Sequence[Bid], choices))
        self._match = step.match
        for event in step.events:
            self._count(event)

    @property
    def _waiting(self) -> tuple[int, ...]:
        return self._match.deal.waiting if self._match.deal else ()

    def _question(self, what: What, seat: int) -> Question:
        seed = mixed(self._seating.streams[seat], self._decided[seat])
        self._decided[seat] += 1
        view = view_of(self._match, seat)
        return Question(what, self._seating.bots[seat], view, CountedRandom(seed))

    def _count(self, event: object) -> None:
        if isinstance(event, Exchanged):
            self._turns[event.seat][TURN_KINDS.index(_kind(event.turn))] += 1
        elif isinstance(event, Revealed):
            acting = {place.seat for place in event.order}
            for seat in set(range(len(self._turns))) - acting:
                self._turns[seat][TURN_KINDS.index("out")] += 1


def _kind(turn: Turn) -> str:
    if isinstance(turn, TakeRow):
        return turn.row
    return "bid" if isinstance(turn, TakeBid) else "keep"


def _seatings(plan: Plan, task: Task) -> Iterator[Seating]:
    """The deck once in every rotation of its line-up."""
    setup, order = plan.deck(task.deck)
    bots = [_bots(plan)[name] for name in plan.line_up(task)]
    streams = [plan.stream(task.deck, place) for place in range(plan.players)]
    for turned in range(plan.players):
        seats = rotation(plan.players, turned)
        at_seat = sorted(range(plan.players), key=seats.__getitem__)
        yield Seating(
            setup, order, [bots[place] for place in at_seat], [streams[each] for each in at_seat]
        )


def _deck_result(plan: Plan, task: Task, deals: Sequence[Played]) -> DeckResult:
    played = [_by_place(deal, rotation(plan.players, turned)) for turned, deal in enumerate(deals)]
    return DeckResult(
        table=task.table,
        deck=task.deck,
        line_up=plan.line_up(task),
        scores=tuple([deal.scores for deal in played]),
        rounds=tuple([deal.rounds for deal in played]),
        turns=tuple([tuple(map(sum, zip(*kinds, strict=True))) for kinds in _all_turns(played)]),
    )


def _all_turns(played: Sequence[Played]) -> Sequence[Sequence[tuple[int, ...]]]:
    """For each place its turns in every rotation."""
    return list(zip(*[deal.turn_kinds for deal in played], strict=True))


def _by_place(deal: Played, seats: Sequence[int]) -> Played:
    """The result indexed by place in the line-up instead of seat."""
    return Played(
        tuple([deal.scores[seat] for seat in seats]),
        deal.rounds,
        tuple([deal.turn_kinds[seat] for seat in seats]),
    )


@lru_cache(maxsize=4)
def _bots(plan: Plan) -> dict[str, Bot]:
    """Every bot of the plan, once: bots are stateless, so one can play any number of seats."""
    return {entrant.name: entrant.make() for entrant in plan.bots}
