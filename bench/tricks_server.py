"""`spielgeld serve` with tricks for speed switched on one by one: what `tricks.py` measures.

    python bench/tricks_server.py short_frames,manual_gc serve --port 0

Those that are in the server are switched off here unless they are named. Those that brought too
little were removed from it; they are kept here, so that they can be measured again and nobody
invents them a second time.
"""

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any

from spielgeld.cli import main
from spielgeld.cli.commands import serve
from spielgeld.server import app
from spielgeld.server.sockets.connection import Connection

FREEZE_EVERY = 0.1


def no_short_frames() -> None:
    """All frames go through uvicorn and websockets."""
    serve.WEBSOCKETS = "spielgeld.server.transport.websocket_protocol:WebSocketProtocol"


def no_seldom_gc() -> None:
    """The garbage collector keeps Python's own thresholds, and looks at all there is."""
    app.spare_long_lived_objects = lambda: None


def manual_gc() -> None:
    """No garbage collection: new objects are frozen ten times a second."""

    async def freeze() -> None:
        gc.set_threshold(20_000, 1000, 1000)
        while True:
            gc.freeze()
            await asyncio.sleep(FREEZE_EVERY)

    tasks: list[asyncio.Task[None]] = []
    app.spare_long_lived_objects = lambda: tasks.append(asyncio.create_task(freeze()))


def hand_driven() -> None:
    """Start sending without a task; only if that has to wait, a task continues it."""

    def flush(self: Connection) -> None:
        self._is_scheduled = False
        if self._last is None and self._write(b"\n".join(self._waiting)):
            self._waiting.clear()
            self._size = 0
            return
        sending = self._send_all()
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        self._sender = self._loop.create_task(_taken_up(sending, waits_for))

    Connection._flush = flush  # type: ignore[method-assign]


async def _taken_up(begun: Coroutine[Any, None, None], waits_for: Any) -> None:
    await _rest(begun, waits_for)


@coroutine
def _rest(begun: Coroutine[Any, None, None], waits_for: Any) -> Generator[Any, Any, None]:
    while True:
        try:
            yield waits_for
            waits_for = begun.send(None)
        except StopIteration:
            return


def switch_interval() -> None:
    """A switch interval of a tenth of the default."""
    sys.setswitchinterval(0.0005)


LEFT: dict[str, Callable[[], None]] = {
    "short_frames": no_short_frames,
    "seldom_gc": no_seldom_gc,
}
"""What is in the server, and how it is switched off."""
GONE: dict[str, Callable[[], None]] = {
    "manual_gc": manual_gc,
    "hand_driven": hand_driven,
    "switch_interval": switch_interval,
}
"""What is not, and how it is switched on."""

if __name__ == "__main__":
    chosen = [name for name in sys.argv[1].split(",") if name]
    for name, switch_off in LEFT.items():
        if name not in chosen:
            switch_off()
    for name, switch_on in GONE.items():
        if name in chosen:
            switch_on()
    sys.exit(main(sys.argv[2:]))
