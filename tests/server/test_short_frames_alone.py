"""The short cut by itself, fed byte by byte: whatever comes in one moment keeps its order."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from spielgeld.server.sockets.socket import EXTENSION
from spielgeld.server.transport.short_frames import ShortFrames
from support.raw_sockets import frame

TEXT = 0x81
REQUEST = (
    b"GET /ws/x HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWxnZWxkIHRlc3RzIQ==\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Takes what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.is_reading_paused = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...

    def pause_reading(self) -> None:
        self.is_reading_paused = True

    def resume_reading(self) -> None:
        self.is_reading_paused = False


class Line:
    """A socket, the application behind it, and all that reached the application."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.quick: ShortFrames | None = None
        self.wire = Wire()
        config = Config(
            self._app,
            interface="asgi3",
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
        )
        config.load()
        self.socket = ShortFrames(config=config, server_state=ServerState(), app_state={})
        self.socket.connection_made(self.wire)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.quick = scope["extensions"][EXTENSION]
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message["text"])
        self.heard.append("gone")

    async def open(self) -> ShortFrames:
        self.socket.data_received(REQUEST)
        await settled()
        assert self.quick is not None
        return self.quick

    def say(self, *texts: str) -> None:
        """All of them in one piece of the stream."""
        self.socket.data_received(b"".join(frame(TEXT, text.encode()) for text in texts))


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def play(scene: Callable[[Line], Coroutine[None, None, None]]) -> None:
    async def on_a_line() -> None:
        await scene(Line())

    asyncio.run(on_a_line())


def test_single_frames_do_not_fall_behind_those_in_one_piece() -> None:
    async def scene(line: Line) -> None:
        await line.open()
        line.say("a")
        line.say("b", "c")
        line.say("d")
        await settled()
        assert line.heard == ["a", "b", "c", "d"]

    play(scene)


def test_what_was_said_last_is_heard_before_the_end() -> None:
    async def scene(line: Line) -> None:
        await line.open()
        line.say("a")
        line.socket.connection_lost(None)
        await settled()
        assert line.heard == ["a", "gone"]

    play(scene)


def test_a_reader_gets_messages_without_a_task_between() -> None:
    async def scene(line: Line) -> None:
        quick = await line.open()
        read: list[str] = []
        quick.reader = lambda text: not read.append(text)  # type: ignore[func-returns-value]
        line.say("a")
        assert read == ["a"]
        await settled()
        assert line.heard == []

    play(scene)


def test_what_the_reader_cannot_take_keeps_its_place() -> None:
    async def scene(line: Line) -> None:
        quick = await line.open()
        quick.reader = lambda text: text != "a" and not line.heard.append(text)  # type: ignore[func-returns-value]
        line.say("a")
        line.say("b")
        await settled()
        assert line.heard == ["a", "b"]
        line.say("c")
        assert line.heard == ["a", "b", "c"]

    play(scene)


def test_a_reader_that_fails_leaves_the_message_to_the_application() -> None:
    async def scene(line: Line) -> None:
        quick = await line.open()
        quick.reader = lambda _: bool(1 // 0)
        line.say("a")
        await settled()
        assert line.heard == ["a"]

    play(scene)


def test_a_client_that_says_too_much_has_to_wait() -> None:
    async def scene(line: Line) -> None:
        await line.open()
        for number in range(8):
            assert not line.wire.is_reading_paused
            line.say(str(number))
        assert line.wire.is_reading_paused
        await settled()
        assert line.heard == [str(number) for number in range(8)]
        assert not line.wire.is_reading_paused

    play(scene)


def test_nothing_is_written_to_who_is_slow_or_gone() -> None:
    async def scene(line: Line) -> None:
        quick = await line.open()
        assert quick.write_at_once(b"a")
        assert line.wire.written.endswith(b"\x81\x01a")
        quick.pause_writing()
        assert not quick.write_at_once(b"b")
        quick.resume_writing()
        quick.connection_lost(None)
        assert not quick.write_at_once(b"c")
        assert line.wire.written.endswith(b"\x81\x01a")

    play(scene)
