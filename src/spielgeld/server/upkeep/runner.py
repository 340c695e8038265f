"""Clocks and bots. Of all nodes, exactly one runs those of a table at any time.

Should two ever try, nothing comes of it: the log takes only one entry per number, and an answer
counts only while its question stands.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

from spielgeld.bots import make_bot
from spielgeld.engine import Bid, Refusal, Turn, View, view_of
from spielgeld.server.limits.fair_queue import FairThreads, NotWanted
from spielgeld.server.operations.instruments import Instruments
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.interface import TAKEN_OVER_AT_ONCE, StoreTrouble
from spielgeld.server.tables.live_table import HotTable
from spielgeld.server.tables.registry import Hall
from spielgeld.server.upkeep.presence import arriving, going
from spielgeld.table import clocks, decisions
from spielgeld.table.state import Question, TableState

BEAT_SECONDS = 1.0
DEAD_AFTER = 3.0
"""Seconds without a beat after which a node counts as dead."""
BACK_WITHIN = 5.0
"""Seconds in which people come back to a table that had to be read again."""
FORGET_AFTER = 60.0
"""Seconds an unused table stays in memory."""
SIT_IN_BOT = "level4"
"""Who plays for people who are gone."""
FALLBACK_BOT = "random"
"""Who chooses where another bot fails."""
BOT_THREADS, OF_ONE = 3, 2
"""So many bots think at once, and for the tables of one address."""


class Runner:
    """Runs what happens by itself at the tables of this node."""

    def __init__(self, hall: Hall, instruments: Instruments, *, alone: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._hall = hall
        self._instruments = instruments
        self._alone = alone
        self._mine: set[str] = set()
        self._alive: set[str] | None = {hall.node} if alone else None
        """The nodes that live, ours among them; None while that is not known."""
        self._last_beat = 0.0
        self._asked: set[tuple[HotTable, Question]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._threads = FairThreads("bots", BOT_THREADS, OF_ONE)
        self._tasks: set[asyncio.Task[None]] = set()
        hall.watch = self.look_at
        hall.met = self.meet

    async def start(self) -> None:
        """Begin to run; what an earlier process left behind is put to sleep, or goes on."""
        while self._alone and (left := await self._hall.ledger.beat(DEAD_AFTER)):
            for code in left:
                await self._take_over(code)
        await self._beat()
        self._spawn(self._live())

    async def close(self) -> None:
        """Stop at once; another node may go on."""
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.close()
        if not self._alone:
            try:
                await self._hall.ledger.retire()
            except StoreTrouble:
                log("retire_failed", "warning")

    def runs(self, hot: HotTable) -> bool:
        """Whether this node runs the table now."""
        if self._alone:
            return True
        if self._alive is None:  # some of those who seem connected may be gone with their node
            return False
        return hot.code in self._mine and time.monotonic() - self._last_beat < DEAD_AFTER

    # ---------------------------------------------------------------- leases

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
                self._forget_unused()
            except StoreTrouble:
                log("beat_failed", "warning")
            except Exception as failure:  # the heart must not stop
                log_failure("beat_failed", failure)

    async def _beat(self) -> None:
        """Say that we live, and learn which tables are ours and who else lives."""
        if self._alone:
            return
        began = time.monotonic()
        ledger = self._hall.ledger
        while len(await ledger.beat(DEAD_AFTER)) == TAKEN_OVER_AT_ONCE:
            pass  # there are more, and nobody waits longer than need be
        standing = await ledger.standing(DEAD_AFTER)
        # After such a silence bots and clocks have to be looked at again; and the other nodes may
        # only not have said yet that they live.
        was_silent = time.monotonic() - self._last_beat >= DEAD_AFTER
        self._last_beat = began
        was_unsure = was_silent or self._alive is None
        known = set() if was_unsure else self._mine & self._hall.tables.keys()
        self._mine = set(standing.mine)
        self._alive = None if was_silent else {*standing.alive, self._hall.node}
        for code in self._mine - known:
            self._spawn(self._take_over(code))
        for code in self._mine & known:
            self._lose_dead_nodes(self._hall.tables[code])
        for hot in self._hall.tables.values():
            self._keep_present(hot)

    async def _take_over(self, code: str) -> None:
        try:
            hot = await self._hall.find(code)
        except Refusal:
            return
        except Exception as failure:  # one table that cannot be read must not stop the others
            log_failure("table_unreadable", failure)
            return
        self._hall.look_first(hot)  # the node before us may not have told us of its last entries
        self._lose_dead_nodes(hot)
        self.look_at(hot)

    def meet(self, hot: HotTable) -> None:
        """A table came into memory: find out who runs it."""
        if any(self._hall.node in seat.nodes for seat in hot.state.seats):
            self._loop.call_later(BACK_WITHIN, self._see_off, hot)
        if self._alone:
            self._lose_dead_nodes(hot)
            self.look_at(hot)
        else:
            self._spawn(self._claim(hot))

    async def _claim(self, hot: HotTable) -> None:
        try:
            runner = await self._hall.ledger.claim(hot.code, DEAD_AFTER)
        except StoreTrouble:
            return
        if runner == self._hall.node:
            self._mine.add(hot.code)
            self._lose_dead_nodes(hot)
            self.look_at(hot)

    def _lose_dead_nodes(self, hot: HotTable) -> None:
        """Whoever was connected through a dead node is no longer there."""
        if self._alive is None:
            return
        for node in {node for seat in hot.state.seats for node in seat.nodes} - self._alive:
            self._hall.submit(hot, _losing(node), lambda _: None)

    def _keep_present(self, hot: HotTable) -> None:
        """Whoever is connected here is there, though another node took us for dead."""
        here, node = hot.listeners, self._hall.node
        for number, seat in enumerate(hot.state.seats):
            if here[number] and node not in seat.nodes:
                self._hall.submit(hot, arriving(hot, number, node), lambda _: None)

    def _see_off(self, hot: HotTable) -> None:
        """Whoever was connected here before the table was read again, and is not, is gone."""
        node = self._hall.node
        if hot.broken or self._hall.closing:
            return
        for number, seat in enumerate(hot.state.seats):
            if node in seat.nodes and not hot.listeners[number]:
                self._hall.submit(hot, going(hot, number, node), lambda _: None)

    def _forget_unused(self) -> None:
        now = time.monotonic()
        for hot in list(self._hall.tables.values()):
            unused = not any(hot.listeners) and not hot.busy and not hot.state.awake
            if unused and now - hot.used > FORGET_AFTER:
                self._hall.forget(hot)
                self._disarm(hot.code)

    # ---------------------------------------------------------------- clocks

    def look_at(self, hot: HotTable) -> None:
        """See what the table wants, now that it has changed."""
        if not self.runs(hot):
            return
        self._arm(hot)
        for question in hot.state.questions:
            if (hot, question) not in self._asked:
                self._asked.add((hot, question))
                # Without the sizes of sealed bids: a bot chooses as if all bid at once (R15).
                view = view_of(hot.state.playing, question.seat)
                self._spawn(self._ask(hot, question, view))

    def _arm(self, hot: HotTable) -> None:
        self._disarm(hot.code)
        due = clocks.due(hot.state)
        if due is not None:
            loop, delay = self._loop, max(0.0, due - hot.now())
            self._timers[hot.code] = loop.call_later(delay + 0.001, self._ring, hot)

    def _disarm(self, code: str) -> None:
        timer = self._timers.pop(code, None)
        if timer:
            timer.cancel()

    def _ring(self, hot: HotTable) -> None:
        self._timers.pop(hot.code, None)
        if hot.broken or not self.runs(hot):
            return

        def rearm(_: Refusal | None) -> None:
            if hot.code not in self._timers and not hot.broken:
                self._arm(hot)

        self._hall.submit(hot, _ticking, rearm)

    # ---------------------------------------------------------------- bots

    async def _ask(self, hot: HotTable, question: Question, view: View) -> None:
        """Let the seat's bot choose from its view, and bring the answer when it is time."""
        state = hot.state
        bot = state.seats[question.seat].bot or SIT_IN_BOT
        loop = self._loop

        def stands() -> bool:
            return not hot.broken and question in hot.state.questions

        try:
            asked_at = loop.time()
            rng = Random(SystemRandom().getrandbits(64))  # noqa: S311 - a bot's own chance
            choice = await self._threads.run(
                hot.came_from, _choose, bot, view, question, rng, wanted=stands
            )
            await asyncio.sleep(_rest(state.agreement.bot_pace, loop.time() - asked_at))
            if not hot.broken and self.runs(hot):
                await self._hall.do(hot, _answering(question, choice))
        except NotWanted:  # whoever wants it later asks again
            return
        except Refusal as refusal:
            log("bot_refused", "warning", bot=bot, code=refusal.code)
            return
        finally:
            self._asked.discard((hot, question))
        # It may have come in a pause, and the pause be over: nobody else would ask again.
        if not hot.broken and question in hot.state.questions:
            self.look_at(hot)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _choose(bot: str, view: View, question: Question, rng: Random) -> Bid | Turn:
    """In a thread: what the bot does; if it fails, the simplest bot stands in."""
    try:
        return _choice_of(bot, view, question, rng)
    except Exception as failure:  # a broken bot must not stop the table
        log_failure("bot_failed", failure, bot=bot)
        return _choice_of(FALLBACK_BOT, view, question, rng)


def _choice_of(bot: str, view: View, question: Question, rng: Random) -> Bid | Turn:
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


def _answering(question: Question, choice: Bid | Turn) -> Callable[[TableState, float], list[Any]]:
    if isinstance(choice, Bid):
        return lambda state, now: decisions.answer_bid(state, question, choice, now)
    return lambda state, now: decisions.answer_turn(state, question, choice, now)


def _rest(pace: float, took: float) -> float:
    """So long an answer is held back: how hard the choice was must not show.

    What took longer than the pace waits for the next beat of it. Without a pace nothing is hidden.
    """
    return pace - took % pace if pace else 0.0


def _losing(node: str) -> Callable[[TableState, float], list[Any]]:
    return lambda state, now: decisions.lose_node(state, node, now)


def _ticking(state: TableState, now: float) -> list[Any]:
    entry = clocks.tick(state, now)
    return [] if entry is None else [entry]
