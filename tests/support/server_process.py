"""`spielgeld serve` as a real process that tests can kill, stop and start again."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

SCRIPT = Path(sys.executable).parent / "spielgeld"
READY = "Press Ctrl-C to stop it.\n"
NO_LIMITS = ("--tables-per-hour", "1000000", "--joins-per-hour", "1000000")
"""All tests of one worker come from one address."""
_PATIENCE = 60.0
_PLAIN: dict[str, Any] = {"trust_env": False, "verify": False, "timeout": _PATIENCE}
"""Options of httpx: loading certificates is slow, and no test needs them."""


class ServerProcess:
    """A server on a free port with a data folder of its own; it comes back at the same address."""

    def __init__(self, folder: Path, *flags: str, port: int = 0, under: Sequence[str] = ()) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._under = under
        self._flags = flags
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def socket_url(self) -> str:
        """Where sockets are, but for the table's code."""
        return f"ws://127.0.0.1:{self._port}/ws/"

    @property
    def lines(self) -> list[str]:
        """What it wrote to standard error, also before it was started again."""
        return (self.folder / "stderr").read_text().splitlines()

    @property
    def memory(self) -> int:
        """Bytes it holds now."""
        assert self._process
        size: int = psutil.Process(self._process.pid).memory_info().rss
        return size

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [*self._under, str(SCRIPT), "serve", "--no-browser", "--port", str(self._port)]
        command += ["--data", str(self.folder / "data"), *self._flags]
        kept = {name: value for name, value in os.environ.items() if "SPIELGELD_" not in name}
        with (
            (self.folder / "stdout").open("wb") as out,
            (self.folder / "stderr").open("ab") as err,
        ):
            self._process = subprocess.Popen(command, env=kept, stdout=out, stderr=err)
        self._port = self._announced_port()

    def _announced_port(self) -> int:
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            said = (self.folder / "stdout").read_text()
            if said.endswith(READY):
                found = re.search(r"http://[^/]*:(\d+)/", said)  # another, if it has a public one
                assert found or self._port, said
                return int(found[1]) if found else self._port
            assert self._process
            assert self._process.poll() is None, self.lines
            time.sleep(0.01)
        self.kill()
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """Stop the process (SIGSTOP) until `thaw`."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Shut it down gracefully; returns its exit code."""
        assert self._process
        self._process.terminate()
        return self._process.wait(_PATIENCE)

    def restart(self) -> None:
        """Kill it and start it again on the same port and data."""
        self.kill()
        self.start()

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> httpx.Response:
        """One HTTP request."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with httpx.Client(base_url=self.url, **_PLAIN) as client:
            return client.request(method, path, json=body, headers=headers)


@contextmanager
def serving(
    folder: Path, *flags: str, port: int = 0, under: Sequence[str] = ()
) -> Iterator[ServerProcess]:
    """A server for as long as it is needed; on that port, and under another command, if need be."""
    server = ServerProcess(folder, *flags, port=port, under=under)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests of a worker that do it no harm."""
    flags = (*NO_LIMITS, "--log-level", "debug", "--messages-per-second", "100000")
    with serving(tmp_path_factory.mktemp("server"), *flags, "--message-burst", "100000") as started:
        yield started
