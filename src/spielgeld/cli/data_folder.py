"""One server per data folder: a file lock that the system releases with the process."""

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from spielgeld.cli.file_locks import locked
from spielgeld.engine.errors import NotAllowed

_FILE = "running.json"
PATIENCE_SECONDS = 10.0
ANSWER_SECONDS = 2.0


class Running(NamedTuple):
    """The addresses of a running server, as its lock file has them."""

    address: str
    """The address shown to people."""
    local: str
    """The address on this machine."""
    network: Sequence[str]
    """The addresses on the local network, if it listens there."""


class Claim:
    """The right to serve a data folder, for as long as this process lives."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def tell(self, running: Running) -> None:
        """Write the server's address into the lock file, for a second start."""
        os.truncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, json.dumps(running._asdict()).encode())


def claim(folder: Path) -> Claim | None:
    """Create the data folder and lock it; None if another process holds the lock."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / _FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NotAllowed(
            "data_folder",
            f"the data folder {folder} cannot be written: {error.strerror}; choose one with --data",
            folder=str(folder),
        ) from error
    if not locked(descriptor):
        os.close(descriptor)
        return None
    os.truncate(descriptor, 0)  # the address that an earlier server wrote is no longer valid
    return Claim(descriptor)


def find_running(folder: Path) -> Running:
    """The server that holds the folder; waits until it answers."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError, ValueError, TypeError):
            written = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            running = Running(**written)
            if answers(running.local):
                return running
        time.sleep(0.1)
    raise NotAllowed(
        "data_folder_in_use",
        f"another process holds the data folder {folder} and does not answer; end it first",
        folder=str(folder),
    )


def answers(address: str) -> bool:
    """Whether `/healthz` answers at this address."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
