"""The listening socket, and the limit of open files its connections need."""

import errno
import os
import socket
import sys
from itertools import count
from typing import NamedTuple

from spielgeld.engine.errors import NotAllowed, Unreadable, quoted
from spielgeld.server.access.addresses import in_url
from spielgeld.server.settings.options import FIRST_PORT
from spielgeld.server.transport.guards import MOST_IDLE

_PORTS_TRIED = 100
_WISHED_FILES = 65_536
_OWN_FILES = 256
"""File descriptors the server needs besides its sockets, a generous estimate."""
_FOR_REQUESTS = 64
"""Of those, a reserve for HTTP requests while all sockets are in use."""
_LEAST_QUEUE, _MOST_QUEUE = 100, 512
"""Bounds of the listen backlog. Where it is full, a client retries a second later. All connections
in it are accepted in one go, before `OpenConnections` counts them: each takes a file descriptor,
and 500 take some 30 ms."""
FETCH_SECONDS = 60.0
"""Seconds for a client to fetch anything of what is sent to it. On Linux only."""
_ALL_HOSTS = ("::", "0.0.0.0")  # noqa: S104 - named here, listened on only when asked


def all_addresses() -> str:
    """The host that stands for every address of this machine, IPv6 too where there is any."""
    return "::" if socket.has_dualstack_ipv6() else "0.0.0.0"  # noqa: S104 - that is what --lan is


def on_all_addresses(host: str) -> bool:
    """Whether listening on this host means listening on every address."""
    return host in _ALL_HOSTS


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port, or without one on the first that is free from 8420 on."""
    family, host = _resolved(host)
    if port is not None:
        return _listen(family, host, port)
    for candidate in count(FIRST_PORT):
        try:
            return _listen(family, host, candidate)
        except NotAllowed as refusal:
            if refusal.code != "port_taken" or candidate == FIRST_PORT + _PORTS_TRIED:
                raise
    raise AssertionError


def local_address(listening: socket.socket) -> str:
    """Where this machine itself reaches the socket."""
    host, port = listening.getsockname()[:2]
    return web_address("127.0.0.1" if on_all_addresses(host) else host, port)


def web_address(host: str, port: int) -> str:
    """The address to type into a browser."""
    return f"http://{in_url(host)}:{port}/"


def raise_file_limit(connections: int) -> int | None:
    """Raise the limit of open files for that many sockets; returns the limit, if there is one."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return None
    wished = max(soft, connections + _OWN_FILES, _WISHED_FILES)
    if hard != unlimited:
        wished = min(wished, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    except (OSError, ValueError):  # macOS may allow less than its hard limit says
        wished = soft
    return wished


class Capacity(NamedTuple):
    """How many connections this process can have."""

    sockets: int
    in_all: int
    """All connections: sockets, and a reserve for HTTP requests."""
    queue: int
    """The listen backlog."""


def capacity(connections: int, files: int | None) -> Capacity:
    """How many connections fit into the limit of open files."""
    if files is None:
        return Capacity(connections, sys.maxsize, _MOST_QUEUE)
    spare = files - _OWN_FILES - MOST_IDLE - connections
    queue = min(_MOST_QUEUE, _LEAST_QUEUE + max(0, spare))
    in_all = max(files - _OWN_FILES + _FOR_REQUESTS - (queue - _LEAST_QUEUE), files // 2)
    return Capacity(min(connections, max(in_all - _FOR_REQUESTS, in_all // 2)), in_all, queue)


def lacks_files(connections: int, files: int | None) -> int | None:
    """The number of files needed, if the limit is too low for that many connections; else None."""
    needed = connections + _OWN_FILES
    return None if files is None or files >= needed else needed


def _resolved(host: str) -> tuple[socket.AddressFamily, str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        name = quoted(host)
        raise Unreadable("host", f"there is no host {name} here", found=name) from error
    # On some machines localhost is ::1 first; people and links mean 127.0.0.1.
    found.sort(key=lambda each: each[0] != socket.AF_INET)
    family, _, _, _, place = found[0]
    return family, str(place[0])


def _listen(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    try:
        door = socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
    except OSError as error:
        raise _refused(error, host, port) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(FETCH_SECONDS * 1000))
    return door


def _refused(error: OSError, host: str, port: int) -> NotAllowed:
    place = f"{in_url(host)}:{port}"
    if error.errno == errno.EADDRINUSE:
        sentence = f"{place} is taken; choose another with --port, or none for the next free one"
        return NotAllowed("port_taken", sentence, place=place, port=port)
    if error.errno in (errno.EACCES, errno.EPERM):
        sentence = f"you may not listen on port {port}; ports from 1024 on are for everybody"
        return NotAllowed("port_forbidden", sentence, port=port)
    if error.errno == errno.EADDRNOTAVAIL:
        return NotAllowed("host_foreign", f"{host} is not an address of this machine", address=host)
    reason = os.strerror(error.errno) if error.errno else str(error)
    sentence = f"cannot listen on {place}: {reason}"
    return NotAllowed("listen", sentence, place=place, reason=reason)
