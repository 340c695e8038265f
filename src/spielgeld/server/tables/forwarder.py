"""Hands commands on to the node that runs their table, so that as a rule one node writes its log.

That saves work and is not needed for safety. A command that nobody will answer, because that node
is dead or messages were lost, is decided here; if it was decided there after all, its id is known
by then, and it is accepted once.
"""

import asyncio
from collections.abc import Callable
from itertools import count

from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.live_table import Job, LiveTable, SeatCommand
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

    def can_forward(self, table: LiveTable) -> bool:
        """Whether what waits first is a command, and the table's runner is another node."""
        elsewhere = self._bus.is_up and table.runner not in ("", self._node)
        return elsewhere and table.queue[0].command is not None

    def forward(self, table: LiveTable) -> None:
        """Send on the commands that wait first."""
        number = 0
        for job in table.take_jobs(_is_command):
            number = next(self._numbers)
            table.forwarded[number] = job
            self._send(table, number, job.command)
        self._loop.call_later(ANSWERED_WITHIN, self._give_up, table, number)

    def hear(self, table: LiveTable, answer: CommandAnswer) -> None:
        """What became of a command; nobody wants to know if it was taken back."""
        if answer.number not in table.forwarded:
            return
        if answer.reached == NOT_DONE:
            self.lose_runner(table)
            return
        job = table.forwarded.pop(answer.number)
        table.answers.append((answer.reached, job.done, answer.refusal))
        table.announced = max(table.announced, answer.reached)
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

    def _send(self, table: LiveTable, number: int, command: SeatCommand | None) -> None:
        if command is not None:
            self._bus.send(table.runner, ForwardedCommand(table.code, number, *command))

    def _give_up(self, table: LiveTable, last: int) -> None:
        """If any command up to that number has not been answered."""
        if next(iter(table.forwarded), last + 1) <= last:
            self.lose_runner(table)


def _is_command(job: Job) -> bool:
    return job.command is not None
