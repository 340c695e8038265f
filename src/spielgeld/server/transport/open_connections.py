"""How many connections there may be, of one address and in all, and how long they may take.

Idle connections keep nobody out. Where there is no room, the one that has let us wait longest for
its request is dropped: whoever really asks does so at once.
"""

import asyncio
from collections import Counter
from typing import Protocol

from spielgeld.server.access.address_limits import counted_as
from spielgeld.server.access.addresses import UNKNOWN, client_address

MOST_REQUESTS = 2_000
"""Connections that are not, or not yet, sockets."""
MOST_SENT_AWAY = 20
"""Sockets beyond the limit an address may have while they are told why they have to go."""
LOOKED_AT_EVERY = 1.0
"""Seconds between two looks at who takes too long."""
SOCKETS_LOOKED_AT_EVERY = 10
"""Sockets are looked at only every tenth time: there are many, and few are slow."""


class HttpConnection(Protocol):
    """A connection on which requests come."""

    address: str

    def is_overdue(self, now: float) -> bool:
        """Whether it has had all the time it may take."""
        ...

    def send_away(self) -> None:
        """End it: it took too long."""
        ...

    def drop(self) -> None:
        """End it at once: others need the room."""
        ...


class WebSocketConnection(Protocol):
    """A connection that has become a socket."""

    address: str

    def end_if_stuck(self, now: float) -> None:
        """End it if it was to close and its client does not take what is left."""
        ...

    def drop(self) -> None:
        """End it at once."""
        ...


class OpenConnections:
    """Counts connections, ends those that take too long, and makes room for newcomers."""

    def __init__(self, most: int, most_of_one: int | None) -> None:
        self._most = most
        """Of all connections, sockets among them: more than that cannot be opened."""
        self._most_of_one = most_of_one
        """Of one address; None where everybody comes through a proxy."""
        self._http: set[HttpConnection] = set()
        self._of: Counter[str] = Counter()
        self._waiting: dict[HttpConnection, None] = {}
        """Those whose next request is not here yet, the longest first."""
        self._waiting_of: dict[str, dict[HttpConnection, None]] = {}
        self._sockets: dict[WebSocketConnection, None] = {}
        self._sockets_of: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._looks = 0

    @property
    def http_connections(self) -> int:
        """How many connections there are that are no sockets."""
        return len(self._http)

    @property
    def sockets(self) -> int:
        return len(self._sockets)

    def enter(self, connection: HttpConnection) -> None:
        """A connection was opened."""
        self._http.add(connection)
        self._of[connection.address] += 1
        self.awaits(connection)
        if self._are_too_many_of(connection.address):
            self._drop_longest(self._waiting_of[connection.address])
        if self._are_too_many():
            self._drop_longest(self._waiting)
        if self._timer is None:
            self._look_later()

    def _are_too_many_of(self, address: str) -> bool:
        if self._most_of_one is None or address == UNKNOWN:
            return False
        return self._of[address] > self._most_of_one

    def _are_too_many(self) -> bool:
        requests = len(self._http)
        return requests > MOST_REQUESTS or requests + len(self._sockets) > self._most

    def _drop_longest(self, idle: dict[HttpConnection, None]) -> None:
        """At the worst that is the newcomer: all others are being served."""
        longest = next(iter(idle), None)
        if longest is not None:
            self.leave(longest)
            longest.drop()

    def leave(self, connection: HttpConnection) -> None:
        """A connection is gone, or is a socket now."""
        if connection not in self._http:
            return
        self.serves(connection)
        self._http.discard(connection)
        self._of[connection.address] -= 1
        if not self._of[connection.address]:
            del self._of[connection.address]

    def awaits(self, connection: HttpConnection) -> None:
        """We wait for its next request."""
        if connection in self._http:
            self._waiting[connection] = None
            self._waiting_of.setdefault(connection.address, {})[connection] = None

    def serves(self, connection: HttpConnection) -> None:
        """Its request is here, all of it."""
        self._waiting.pop(connection, None)
        of_one = self._waiting_of.get(connection.address)
        if of_one is not None:
            of_one.pop(connection, None)
            if not of_one:
                del self._waiting_of[connection.address]

    def enter_socket(self, socket: WebSocketConnection) -> None:
        """A connection has become a socket."""
        self._sockets[socket] = None
        self._sockets_of[socket.address] += 1
        if self._most_of_one is None or socket.address == UNKNOWN:
            return
        if self._sockets_of[socket.address] > self._most_of_one + MOST_SENT_AWAY:
            socket.drop()

    def leave_socket(self, socket: WebSocketConnection) -> None:
        """A socket is gone."""
        if socket in self._sockets:
            del self._sockets[socket]
            self._sockets_of[socket.address] -= 1
            if not self._sockets_of[socket.address]:
                del self._sockets_of[socket.address]

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOKED_AT_EVERY, self._look)

    def _look(self) -> None:
        self._timer = None
        try:
            self._end_slow_ones(asyncio.get_running_loop().time())
        finally:  # whatever happened, or nobody would be looked at any more
            if self._http or self._sockets:
                self._look_later()

    def _end_slow_ones(self, now: float) -> None:
        self._looks += 1
        for connection in list(self._http):
            if connection.is_overdue(now):
                connection.send_away()
        if self._looks % SOCKETS_LOOKED_AT_EVERY == 0:
            for socket in list(self._sockets):
                socket.end_if_stuck(now)


def address_of(peer: tuple[str, int] | None) -> str:
    """The address of a connection as it is counted."""
    return counted_as(client_address({"client": peer}, 0))
