"""Hands commands on to the node that runs their table, so that as a rule one node writes its log.

That saves work and is not needed for safety. A command that nobody will answer, because that node
is dead or messages were lost, is decided here; if it was decided there after all, its id is known
by then, and it is accepted once.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count

from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.live_table import Departure, Job, LiveTable
from spielgeld.server.tables.node_messages import NOT_DONE, CommandAnswer, ForwardedCommand

ANSWERED_WITHIN = 10.0
"""Seconds for a living node to answer. Long, because giving up on a slow node makes both nodes do
the work."""


class Forwarder:
    """The commands that other nodes decide for this one."""

    def __init__(self, bus: Bus, node: str, schedule: Callable[[LiveTable], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._bus = bus
        self._node = node
        self._schedule = schedule
        self._numbers = count(1)
        self._asked: deque[tuple[float, LiveTable, int]] = deque()
        """Until when which table's commands, up to that number, are to be answered."""

    def can_forward(self, table: LiveTable) -> bool:
        """Whether what waits first is a command, and the table's runner is another node."""
        elsewhere = self._bus.is_up and table.runner not in ("", self._node)
        return elsewhere and table.queue[0].command is not None

    def forward(self, table: LiveTable) -> None:
        """Send on the commands that wait first."""
        number = 0
        for job in table.take_jobs(_is_command):
            if _is_back(table, job):
                job.done(None)
                continue
            number = next(self._numbers)
            table.forwarded[number] = job
            self._send(table, number, job)
        if number:
            self._wait_for_answer(table, number)
        elif table.queue:
            self._schedule(table)

    def hear(self, table: LiveTable, answer: CommandAnswer) -> None:
        """What became of a command; nobody wants to know if it was taken back."""
        if answer.number not in table.forwarded:
            return
        if answer.reached == NOT_DONE:
            self.lose_runner(table)
            return
        job = table.forwarded.pop(answer.number)
        table.announced = max(table.announced, answer.reached)
        if any(table.listeners):
            table.answers.append((answer.reached, job.done, answer.refusal))
        else:  # nobody is here to be told first what was written
            job.done(answer.refusal)
        self.pass_on(table)

    def pass_on(self, table: LiveTable) -> None:
        """Answer those whose entries have been delivered here."""
        answers = table.answers
        while answers and answers[0][0] <= table.number:
            _, done, refusal = answers.popleft()
            done(refusal)
        if table.queue or answers:
            self._schedule(table)

    def lose_runner(self, table: LiveTable) -> None:
        """Nobody knows who runs the table, until the store is asked."""
        table.runner = ""
        self.take_back(table)

    def take_back(self, table: LiveTable) -> None:
        """Nobody will answer: the commands wait here again, in their order."""
        table.queue[:0] = table.forwarded.values()
        table.forwarded.clear()
        self._schedule(table)

    def _send(self, table: LiveTable, number: int, job: Job) -> None:
        command = job.command
        if isinstance(command, Departure):
            forwarded = ForwardedCommand(table.code, number, command.seat, "", None)
            self._bus.send(table.runner, forwarded)
        elif command is not None:
            self._bus.send(table.runner, ForwardedCommand(table.code, number, *command))

    def _wait_for_answer(self, table: LiveTable, last: int) -> None:
        if not self._asked:  # one timer for all, or there would be thousands
            self._loop.call_later(ANSWERED_WITHIN, self._give_up)
        self._asked.append((self._loop.time() + ANSWERED_WITHIN, table, last))

    def _give_up(self) -> None:
        """On the runners of tables where a command has not been answered in time."""
        asked, now = self._asked, self._loop.time()
        while asked and asked[0][0] <= now:
            _, table, last = asked.popleft()
            if next(iter(table.forwarded), last + 1) <= last:
                self.lose_runner(table)
        if asked:
            self._loop.call_at(asked[0][0], self._give_up)


def _is_command(job: Job) -> bool:
    return job.command is not None


def _is_back(table: LiveTable, job: Job) -> bool:
    """Whether who had gone listens again."""
    return isinstance(job.command, Departure) and bool(table.listeners[job.command.seat])
