"""uvicorn's WebSocket protocol, with limits on what comes before the application sees it."""

from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

from spielgeld.server.access.address_limits import TokenBucket
from spielgeld.server.access.addresses import UNKNOWN
from spielgeld.server.sockets.socket import EXTENSION
from spielgeld.server.transport.open_connections import OpenConnections, address_of
from spielgeld.table.outgoing.messages import Bye

_MOST_AT_ONCE = 1_000
"""Messages in one go: more than anybody sends who waits for answers."""
_MOST_PIECES, _PIECES_A_SECOND = 200, 20.0
"""Pings, pongs and parts of messages a client may send at once, and in the long run."""
_SLICE = 4096
"""Bytes the library reads at a time, so that a flood is noticed before all of it is read."""
CLOSE_SECONDS = 10.0
"""For a client to take what is left, once the socket closes."""
_FAREWELL = msgspec.json.encode(Bye(code="come_back", arguments={}))


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One socket; the application finds it in its scope's extensions."""

    reader: Callable[[str], bool] | None = None
    """Would take a message at once; here all come by `receive`."""
    address = UNKNOWN
    _connections: OpenConnections | None = None
    _closing_since: float | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._pieces = TokenBucket(_PIECES_A_SECOND, _MOST_PIECES)

    def begin_with(self, connections: OpenConnections) -> None:
        """Be counted among the sockets until this one is gone."""
        self._connections = connections
        self.address = address_of(self.client)
        connections.enter_socket(self)

    def drop(self) -> None:
        """End it at once: there are too many."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._connections is not None:
            self._connections.leave_socket(self)

    def end_if_stuck(self, now: float) -> None:
        """A transport that closes waits for ever for a client who reads nothing."""
        if not self.transport.is_closing():
            return
        self._closing_since = self._closing_since or now
        if now - self._closing_since >= CLOSE_SECONDS:
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            # Else socket and scope would be a reference cycle, and stay until it is collected.
            self.scope["extensions"].pop(EXTENSION, None)

    def shutdown(self) -> None:
        """The server ends: say so, before the library closes."""
        try:
            if self.handshake_complete and not self.close_sent and not self.disconnected:
                self.conn.send_text(_FAREWELL)
            super().shutdown()
        except InvalidState:  # its client was about to close it, too
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        try:
            for at in range(0, len(data), _SLICE):
                if self.transport.is_closing() or self.queue.qsize() > _MOST_AT_ONCE:
                    self._fail(CloseCode.POLICY_VIOLATION)
                    return
                super().data_received(data[at : at + _SLICE])
        except InvalidState:  # it said good-bye in the same breath
            self.transport.close()

    def write_at_once(self, text: bytes) -> bool:  # noqa: ARG002
        """Never here: all goes by `send`."""
        return False

    def _fail(self, code: CloseCode) -> None:
        """End it quietly: what clients do wrong is nothing for our log."""
        if not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # it was no request for a socket after all
            self.transport.close()
        else:
            super().handle_parser_exception()

    def handle_ping(self) -> None:
        if self._may_send_a_piece():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send_a_piece():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send_a_piece():
            super().handle_cont(event)

    def _may_send_a_piece(self) -> bool:
        """Count what is no message, and so is limited by nobody else."""
        if self._pieces.take(self.loop.time()):
            self._fail(CloseCode.POLICY_VIOLATION)
            return False
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()
