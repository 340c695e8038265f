"""Hints: computed outside the event loop, sent to nobody but the client that asked, not stored.

They have their own threads. In the threads of the bots a hint could delay a bot, and the others at
the table would notice that somebody had asked.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from spielgeld.advice.types import Hint
from spielgeld.engine import NotAllowed, View, view_of
from spielgeld.server.access.costs import HINTS, MOST_HINTS
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.worker import Worker
from spielgeld.server.work.fair_threads import FairThreads
from spielgeld.table.hints import check_stands, hint_question
from spielgeld.table.state import Question, TableState

CheckSeat = Callable[[TableState, int], None]
Advise = Callable[[View], Awaitable[Hint]]
"""Works out a hint; the tables of this process must not wait for it."""


@dataclass
class _Asked:
    """How often a seat has asked in a round, and whether its last hint is still worked on."""

    round: tuple[int, int]
    count: int = 0
    is_busy: bool = False


class Hints:
    """The hints of this process's tables."""

    def __init__(self, worker: Worker, advise: Advise | None = None) -> None:
        """Without `advise`, hints are computed in threads."""
        self._worker = worker
        self._advise = advise
        self._threads = FairThreads("hints", HINTS)
        self._asked: WeakKeyDictionary[LiveTable, dict[int, _Asked]] = WeakKeyDictionary()

    async def ask(self, table: LiveTable, seat: int, check_seat: CheckSeat, address: str) -> Hint:
        """A hint from the seat's own view; refused when the decision is over before it is there.

        It is asked for from that address.
        """

        def look(state: TableState) -> tuple[Question, View]:
            check_seat(state, seat)
            return hint_question(state, seat), view_of(state.playing, seat, state.placed)

        def look_again(state: TableState) -> None:
            check_seat(state, seat)
            check_stands(state, question)

        question, view = await self._worker.ask(table, look)
        counted = self._count(table, question)
        try:
            found = await self._work_out(address, view)
        finally:
            counted.is_busy = False
        await self._worker.ask(table, look_again)
        return found

    async def _work_out(self, address: str, view: View) -> Hint:
        if self._advise:
            return await self._advise(view)
        return await self._threads.run(address, hint, view)

    def _count(self, table: LiveTable, question: Question) -> _Asked:
        """Count a hint that is asked for, or refuse it."""
        now = (question.deal, question.round)
        asked = self._asked.setdefault(table, {}).setdefault(question.seat, _Asked(now))
        if asked.is_busy:
            raise NotAllowed("hint_running", "the last hint is still being worked on")
        if asked.round != now:
            asked.round, asked.count = now, 0
        if asked.count >= MOST_HINTS:
            raise NotAllowed("too_many_hints", f"at most {MOST_HINTS} a round", most=MOST_HINTS)
        asked.count += 1
        asked.is_busy = True
        return asked

    def close(self) -> None:
        """Stop; who still waits is sent away with everybody else."""
        self._threads.close()


def hint(view: View) -> Hint:
    """What the champion advises."""
    from spielgeld.advice import hint as advice  # noqa: PLC0415 - a server starts without it

    return advice.hint(view)
