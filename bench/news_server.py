"""`spielgeld serve` that notes what its notifications cost: `load.py --news` starts it.

    python bench/news_server.py FOLDER serve --database postgresql://...

The CPU time of every step of the two tasks that tell and hear news is added up, and written to a
file in that folder whose name is the number of the process. What a process does because it heard
of something, which is to read on, is not part of it; nor is the event loop's own work for the two
connections.
"""

import os
import sys
import time
from collections.abc import Coroutine, Generator
from pathlib import Path
from typing import Any

from spielgeld.cli import main
from spielgeld.server.tables.news import News

NOTED_EVERY = 0.25
"""Seconds between two writes of the file."""


class Cost:
    """The seconds of all steps."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds = 0.0
        self._noted = 0.0

    def add(self, seconds: float) -> None:
        self._seconds += seconds
        if time.monotonic() - self._noted > NOTED_EVERY:
            self._noted = time.monotonic()
            whole = self._file.with_suffix(".new")
            whole.write_text(f"{self._seconds:.6f}")
            whole.replace(self._file)  # nobody reads half a file


class Timed(Coroutine[Any, Any, None]):
    """A coroutine whose steps are timed by the clock of the thread that runs them."""

    def __init__(self, work: Coroutine[Any, Any, None], cost: Cost) -> None:
        self._work = work
        self._cost = cost

    def send(self, value: Any) -> Any:
        begun = time.thread_time()
        try:
            return self._work.send(value)
        finally:
            self._cost.add(time.thread_time() - begun)

    def throw(self, *error: Any) -> Any:
        return self._work.throw(*error)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, None]:
        return self._work.__await__()


def time_news(cost: Cost) -> None:
    """Have the two tasks of all news timed."""
    tell, listen = News._keep_telling, News._listen
    News._keep_telling = lambda self: Timed(tell(self), cost)  # type: ignore[method-assign]
    News._listen = lambda self: Timed(listen(self), cost)  # type: ignore[method-assign]


if __name__ == "__main__":
    time_news(Cost(Path(sys.argv[1]) / str(os.getpid())))
    sys.exit(main(sys.argv[2:]))
