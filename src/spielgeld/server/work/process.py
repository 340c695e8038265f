"""The process that does long work: `python -m spielgeld.server.work.process`.

It reads a task from its input, does it, writes the outcome, and waits for the next. It ends with
its input.
"""

import pickle
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

from spielgeld.server.work.child import working_for_a_server

LENGTH_BYTES = 4
"""How many bytes give the length of a task or an outcome."""

Task = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""
Outcome = tuple[bool, Any]
"""True and what the function returned, or False and the exception that it raised."""


def main() -> None:
    """Do one task after the other for the server that started this process."""
    with working_for_a_server():
        tasks, outcomes = sys.stdin.buffer, sys.stdout.buffer
        sys.stdout = sys.stderr  # whatever a task prints must not come between outcomes
        while length := tasks.read(LENGTH_BYTES):
            outcomes.writelines(packed(_do(tasks, int.from_bytes(length))))
            outcomes.flush()


def packed(what: Task | Outcome) -> tuple[bytes, bytes]:
    """Return the length and the pickle of a task or an outcome. To join them would copy both."""
    data = pickle.dumps(what)
    return len(data).to_bytes(LENGTH_BYTES), data


def _do(tasks: BinaryIO, length: int) -> Outcome:
    try:
        work, arguments = pickle.loads(tasks.read(length))  # noqa: S301 - from our own server
        return True, work(*arguments)
    except Exception as error:
        # The server logs it, unless it is a refusal; the traceback itself cannot be sent.
        error.add_note(traceback.format_exc())
        return False, error


if __name__ == "__main__":
    main()
