"""Runs each review in a separate process (`worker.py`): people who play do not notice it."""

import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Sequence

import msgspec

from spielgeld.server.reviews.worker import Progress

WORKER = (sys.executable, "-P", "-m", "spielgeld.server.reviews.worker")
"""With `-P`, or it would import modules from the folder the server was started in."""
LONGEST_LINE = 2**24


async def review_in_process(
    work: bytes, command: Sequence[str] = WORKER
) -> AsyncGenerator[Progress, None]:
    """The progress that the process reports. It is killed when the generator is closed."""
    process = await create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
    try:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("a process without pipes")
        process.stdin.write(work)
        await process.stdin.drain()
        process.stdin.close()
        async for line in process.stdout:
            yield msgspec.json.decode(line, type=Progress)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
