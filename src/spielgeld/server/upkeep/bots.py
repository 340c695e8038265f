"""Bots: each bot that has to choose is asked in a thread, as a rule by one process."""

import asyncio
import time
from random import Random, SystemRandom

from spielgeld.bots import make_bot
from spielgeld.engine import Bid, Refusal, Turn, View, view_of
from spielgeld.server.access.costs import BOTS
from spielgeld.server.background import Tasks
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.tables.jobs import NOT_KNOWN, Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.duty import lag
from spielgeld.server.work.fair_threads import FairThreads, NotWanted
from spielgeld.table import decisions
from spielgeld.table.chance import bot_chance
from spielgeld.table.entries import AnyEntry
from spielgeld.table.state import Question, TableState

SIT_IN_BOT = "level4"
"""Who plays for people who are gone."""
FALLBACK_BOT = "random"
"""Who chooses where another bot fails."""


class Bots:
    """Asks every bot once for each of its choices."""

    def __init__(self, worker: Worker, meter: Meter) -> None:
        self._loop = asyncio.get_running_loop()
        self._worker = worker
        self._meter = meter
        self._asked: set[tuple[LiveTable, Question]] = set()
        self._left: dict[tuple[LiveTable, Question], asyncio.TimerHandle] = {}
        """What is left to another process for a while."""
        self._threads = FairThreads("bots", BOTS)
        self._tasks = Tasks()
        self._is_closed = False

    async def close(self) -> None:
        """Stop at once; another process may ask again."""
        self._is_closed = True
        for timer in self._left.values():
            timer.cancel()
        await self._tasks.close()
        self._threads.close()

    def ask(self, table: LiveTable) -> None:
        """Ask the bots whose turn it is, unless that is left to another process for now."""
        if self._is_closed:
            return
        for question in table.state.questions:
            key = (table, question)
            if key in self._asked:
                continue
            later = lag(table, self._worker.others)
            if not later:
                self._begin(*key)
            elif key not in self._left:
                wait = table.state.agreement.bot_pace + later
                self._left[key] = self._loop.call_later(wait, self._begin, *key)

    def _begin(self, table: LiveTable, question: Question) -> None:
        timer = self._left.pop((table, question), None)
        if timer is not None:
            timer.cancel()
        if table.is_dropped or question not in table.state.questions:
            return
        self._asked.add((table, question))
        # Without the sizes of sealed bids: a bot chooses as if all bid at once (R15).
        view = view_of(table.state.playing, question.seat)
        self._tasks.start(self._let_choose(table, question, view))

    async def _let_choose(self, table: LiveTable, question: Question, view: View) -> None:
        """Let the seat's bot choose from its view, and bring the answer when it is time."""
        seat = table.state.seats[question.seat]
        bot = seat.bot or SIT_IN_BOT
        # Others wait for a bot that decides for a person, so it has a queue of its own: the address
        # the table came from may be that of the person who holds them up.
        queue = table.came_from if seat.bot else table.code
        pace = table.state.agreement.bot_pace

        def stands() -> bool:
            return not table.is_dropped and question in table.state.questions

        try:
            asked_at = self._loop.time()
            rng = bot_chance(table.state, question) or Random(SystemRandom().getrandbits(64))  # noqa: S311
            choice, thought = await self._threads.run(
                queue, _choose, bot, view, question, rng, wanted=stands
            )
            self._meter.bot_thought(thought)
            await asyncio.sleep(rest_of_pace(pace, self._loop.time() - asked_at))
            if not table.is_dropped:
                await self._worker.do(table, self._answering(question, choice))
        except NotWanted:  # whoever wants it later asks again
            return
        except Refusal as refusal:
            if refusal.code not in NOT_KNOWN:  # else the table is read again
                log("bot_refused", "warning", bot=bot, code=refusal.code)
            return
        finally:
            self._asked.discard((table, question))
        # It may have come in a pause, and the pause be over: nobody else would ask again.
        if stands():
            self.ask(table)

    def _answering(self, question: Question, choice: Bid | Turn) -> Decide:
        def decide(state: TableState, now: float) -> list[AnyEntry]:
            if question not in state.questions:
                self._meter.count("thought_twice")
            if isinstance(choice, Bid):
                return decisions.answer_bid(state, question, choice, now)
            return decisions.answer_turn(state, question, choice, now)

        return decide


def _choose(bot: str, view: View, question: Question, rng: Random) -> tuple[Bid | Turn, float]:
    """In a thread: what the bot does, and the seconds it took; if it fails, another stands in."""
    began = time.perf_counter()
    try:
        choice = choice_of(bot, view, question, rng)
    except Exception as failure:  # a broken bot must not stop the table
        log_failure("bot_failed", failure, bot=bot)
        choice = choice_of(FALLBACK_BOT, view, question, rng)
    return choice, time.perf_counter() - began


def choice_of(bot: str, view: View, question: Question, rng: Random) -> Bid | Turn:
    player = make_bot(bot)
    if question.what == "bids":
        bid = player.choose_bid(view, rng)
        if bid not in view.legal_bids:
            raise ValueError("an illegal bid")
        return bid
    turn = player.choose_turn(view, rng)
    if turn not in view.legal_turns:
        raise ValueError("an illegal turn")
    return turn


def rest_of_pace(pace: float, took: float) -> float:
    """Seconds an answer is held back: how hard the choice was must not show.

    What took longer than the pace waits for the next multiple of it. Without a pace nothing is
    hidden.
    """
    return pace - took % pace if pace else 0.0
