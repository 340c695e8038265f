"""Hands commands on to the node that runs their table, so that as a rule one node writes its log.

That saves work and is not needed for safety. A command that nobody will answer, because that node
is dead or messages were lost, is decided here or forwarded again; if it was decided there after
all, its id is known by then, and it is accepted once. To sit down, arrive or go twice changes
nothing.
"""

import asyncio
from collections.abc import Callable
from itertools import count

from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.job_queue import Job
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.node_messages import NOT_DONE, CommandAnswer, ForwardedCommand
from spielgeld.server.tables.seat_commands import AnySeatCommand, Departure

ANSWERED_WITHIN = 10.0
"""An answer is waited for this many seconds at most. Long, because to give up on a slow node makes
both nodes do the work."""


class Forwarder:
    """The commands that other nodes decide for this one."""

    def __init__(self, bus: Bus, node: str, schedule: Callable[[LiveTable], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._bus = bus
        self._node = node
        self._schedule = schedule
        self._numbers = count(1)
        self._asked: set[LiveTable] = set()
        """The tables with commands that wait for an answer; some may have had it meanwhile."""
        self._overdue = 0
        """Commands up to this number are overdue at the next check."""

    def can_forward(self, table: LiveTable) -> bool:
        """Whether what waits first is a command, and the table's runner is another node."""
        elsewhere = self._bus.is_up and table.runner not in ("", self._node)
        return elsewhere and _is_forwardable(table.jobs.waiting[0])

    def forward(self, table: LiveTable) -> None:
        """Send on the commands that wait first."""
        for job in table.jobs.take(_is_forwardable):
            command = job.command
            if command is None or self._is_back(table, command):
                job.done(None)
                continue
            number = next(self._numbers)
            table.jobs.forwarded[number] = job
            forwarded = ForwardedCommand(table.code, number, command)
            self._bus.message_to(table.runner).commands.append(forwarded)
        if table.jobs.forwarded:
            self._wait_for_answer(table)
        elif table.jobs.waiting:
            self._schedule(table)

    def accept(self, table: LiveTable, numbers: list[int], reached: int) -> None:
        """These commands were accepted, with entries up to that number."""
        for number in numbers:
            job = table.jobs.forwarded.pop(number, None)
            if job is not None:  # else it was taken back
                table.jobs.answers.append((reached, job.done, None))

    def hear(self, table: LiveTable, answer: CommandAnswer) -> None:
        """What became of a command; of no interest any more if it was taken back."""
        if answer.number not in table.jobs.forwarded:
            return
        if answer.reached == NOT_DONE:
            self.lose_runner(table)
            return
        job = table.jobs.forwarded.pop(answer.number)
        table.announced = max(table.announced, answer.reached)
        if isinstance(job.command, Departure) and not any(table.listeners):
            job.done(answer.refusal)  # nobody here has to know what was written
        else:
            table.jobs.answers.append((answer.reached, job.done, answer.refusal))
        self.pass_on(table)

    def pass_on(self, table: LiveTable) -> None:
        """Answer those whose entries have been delivered here."""
        answers = table.jobs.answers
        while answers and answers[0][0] <= table.number:
            _, done, refusal = answers.popleft()
            done(refusal)
        if table.jobs.waiting or answers:
            self._schedule(table)

    def lose_runner(self, table: LiveTable) -> None:
        """Nobody knows who runs the table, until the store is asked."""
        table.runner = ""
        self.take_back(table)

    def lose_node(self, node: str) -> None:
        """Nobody will answer what that node was asked."""
        for table in [table for table in self._asked if table.runner == node]:
            self.lose_runner(table)

    def take_back(self, table: LiveTable) -> None:
        """Nobody will answer: the commands wait here again, in their order."""
        table.jobs.put_back(table.jobs.forwarded.values())
        table.jobs.forwarded.clear()
        self._schedule(table)

    def _is_back(self, table: LiveTable, command: AnySeatCommand) -> bool:
        """Whether it says that somebody has gone from this node who is back by now."""
        if not isinstance(command, Departure) or command.node != self._node:
            return False
        return bool(table.listeners[command.seat])

    def _wait_for_answer(self, table: LiveTable) -> None:
        if not self._asked:  # one timer for all, or there would be thousands
            self._loop.call_later(ANSWERED_WITHIN / 2, self._check)
        self._asked.add(table)

    def _check(self) -> None:
        """Give up on runners that have not answered what they were asked before the last check."""
        waiting = {table for table in self._asked if table.jobs.forwarded}
        for table in waiting:
            if next(iter(table.jobs.forwarded)) <= self._overdue:
                self.lose_runner(table)
        self._asked = {table for table in waiting if table.jobs.forwarded}
        self._overdue = next(self._numbers)  # higher than that of all commands sent so far
        if self._asked:
            self._loop.call_later(ANSWERED_WITHIN / 2, self._check)


def _is_forwardable(job: Job) -> bool:
    """What another node has asked for is not sent on: it could come back to where it came from."""
    return job.command is not None and job.asked_by is None
