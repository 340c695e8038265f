"""What a transport may offer beyond ASGI's `receive` and `send`."""

from collections.abc import Callable
from typing import Protocol

EXTENSION = "spielgeld.socket"
"""Under this name a transport puts its `Socket` into the scope's extensions."""


class Socket(Protocol):
    reader: Callable[[str], bool] | None
    """Takes a message at once, if it can; else it comes by `receive`."""
    close_timeout: float
    """Seconds for the client to agree that the connection closes."""

    def write_at_once(self, text: bytes) -> bool:
        """Write a message if there is room; else it has to go by `send`."""
        ...


class PlainSocket:
    """For a transport that offers nothing."""

    reader: Callable[[str], bool] | None = None
    close_timeout = 0.0

    def write_at_once(self, text: bytes) -> bool:  # noqa: ARG002
        return False
