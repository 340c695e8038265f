"""Tasks that run beside everything else."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Background tasks. They are kept here because an event loop refers to them only weakly."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine of which nobody awaits the end."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._running:
            task.cancel()

    async def close(self) -> None:
        """Cancel all tasks, and wait for their ends."""
        self.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
