"""A short cut for nearly all traffic, one small text frame: read and written without a task.

This is a trick for speed that leans on the inside of uvicorn and websockets:
their versions are pinned in `pyproject.toml`. Alone it makes 26 % more moves per CPU-second where
the server is saturated, 10 % where it is not (medians of seven pairs, 2026-11-17; `python
bench/tricks.py` measures it again). To switch it off, let `cli/commands/serve.py` name
`WebSocketProtocol` in place of `ShortFrames`: nothing else changes.

Whatever else comes (handshake, pings, fragments, long or broken frames, closing) goes through the
library as ever.
"""

from typing import Any

from websockets.speedups import apply_mask

from spielgeld.server.transport.websocket_protocol import WebSocketProtocol

_SHORT = 126
"""From this length on, the length stands in bytes of its own."""
_TEXT = 0x81
"""The first byte of a text frame that is all of its message."""
_MASKED = 0x80
_LAST = 0x80
"""In the first byte: nothing of this message follows in other frames."""
_MOST_QUEUED = 8
"""Messages that may wait for the application before the client has to."""


class ShortFrames(WebSocketProtocol):
    """Reads and writes short text frames by itself."""

    _between_frames = True
    """Whether we surely are between two messages; once in doubt, False for good."""
    _is_handshake_read = False

    def data_received(self, data: bytes) -> None:
        text = self._short_text(data) if self._between_frames else None
        if text is None:
            is_whole = not self._is_handshake_read or _are_whole(data)
            self._between_frames = self._between_frames and is_whole
            self._is_handshake_read = True
            super().data_received(data)
        elif not self._read_at_once(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._pause_if_full()

    def _short_text(self, data: bytes) -> str | None:
        """The text, if the data is exactly one short frame."""
        if len(data) < 6 or data[0] != _TEXT or not self.handshake_complete or self.close_sent:
            return None
        size = data[1] - _MASKED
        if not 0 <= size < _SHORT or len(data) != size + 6:
            return None
        try:
            return apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return None  # the library knows how to complain

    def _read_at_once(self, text: str) -> bool:
        if self.reader is None or not self.queue.empty():
            return False
        try:
            return self.reader(text)
        except Exception:  # the task stumbles over it too, and ends as it should
            return False

    def _pause_if_full(self) -> None:
        if not self.read_paused and self.queue.qsize() >= _MOST_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        text = message.get("text")
        if text is None or not self.handshake_complete or self.close_sent or self.disconnected:
            await super().send(message)
            return
        await self.writable.wait()
        self.write_at_once(text.encode())

    def write_at_once(self, text: bytes) -> bool:
        """Write the message, unless the client is slow or gone, or the socket not open."""
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set():
            return False
        self.transport.write(_frame(text))
        return True


def _are_whole(data: bytes) -> bool:
    """Whether these are whole frames, each all of its message."""
    at = 0
    while at + 2 <= len(data) and data[at] & _LAST:
        size = data[at + 1] & 0x7F
        head = 2 + (4 if data[at + 1] & _MASKED else 0)
        if size >= _SHORT:
            wide = 2 if size == _SHORT else 8
            size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
            head += wide
        at += head + size
    return at == len(data)


def _frame(data: bytes) -> bytes:
    size = len(data)
    if size < _SHORT:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + data
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + data
