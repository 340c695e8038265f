"""Starts what the load test plays on, as real processes, and reads what they use from `/proc`."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from load_socket import Address

TESTS = Path(__file__).parent.parent / "tests"
NEWS_SERVER = str(Path(__file__).with_name("news_server.py"))
NO_LIMIT = "1000000000"
RAISED = ("messages-per-second", "message-burst", "tables-per-hour", "joins-per-hour")
"""Rate limits that a load test would hit."""
SOCKETS = "10000"
"""As many as a node serves by default, here for one address."""
TICKS = os.sysconf("SC_CLK_TCK")
END_SECONDS = 30


@dataclass(frozen=True)
class Process:
    """A process, and its children, whose use of the machine is measured."""

    name: str
    pid: int

    @property
    def cpu(self) -> float:
        """Seconds of all threads, of children too, also of those that have ended."""
        return sum(map(_own_cpu, _family(self.pid)))

    @property
    def rss(self) -> float:
        """MB of memory (of the process alone)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def rss_of_family(self) -> float:
        """MB of memory of the process and its children."""
        return sum(Process(self.name, pid).rss for pid in _family(self.pid))

    @property
    def family_size(self) -> int:
        """Count the process and its children."""
        return len(_family(self.pid))


def machine_cpu() -> float:
    """CPU seconds of all cores and all processes."""
    user, nice, system, _, _, irq, soft, *_ = Path("/proc/stat").read_text().split()[1:]
    return sum(map(int, (user, nice, system, irq, soft))) / TICKS


def _own_cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _family(pid: int) -> list[int]:
    """The process and all its descendants."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return []
    return [pid, *[each for child in text.split() for each in _family(int(child))]]


@dataclass(frozen=True)
class Servers:
    """The processes that play, and what they keep their tables in."""

    addresses: list[Address]
    nodes: list[Process]
    others: list[Process]
    store: str
    are_apart: bool = False
    """Whether the nodes know nothing of each other: each is a cluster of one."""
    news: Path | None = None
    """The folder in which the nodes note what their notifications cost, if they do."""

    @property
    def rss(self) -> float:
        """MB of memory of all nodes."""
        return sum(node.rss for node in self.nodes)

    def news_seconds(self) -> dict[str, float]:
        """The CPU seconds that notifications have cost each node."""
        if self.news is None:
            return {}
        noted = {node.name: self.news / str(node.pid) for node in self.nodes}
        return {name: float(file.read_text()) for name, file in noted.items()}


def apart(alone: list[Servers]) -> Servers:
    """Several that have nothing to do with each other, measured together."""
    nodes = [node for each in alone for node in each.nodes]
    others = [other for each in alone for other in each.others]
    return Servers(
        [address for each in alone for address in each.addresses],
        [replace(node, name=f"node {at}") for at, node in enumerate(nodes, 1)],
        [replace(other, name=f"{other.name} {at}") for at, other in enumerate(others, 1)],
        f"{len(alone)} x {alone[0].store}",
        are_apart=True,
    )


@contextmanager
def running_servers(
    nodes: int,
    database: str | None,
    program: Sequence[str] = ("-m", "spielgeld"),
    *,
    on_postgres: bool = False,
    with_news: bool = False,
) -> Iterator[Servers]:
    """So many processes on fresh stores; PostgreSQL only where asked for or needed.

    `program` is what Python runs in place of the command `spielgeld`.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(_folder())
        if with_news:
            program = (NEWS_SERVER, str(folder))
        if (nodes > 1 or on_postgres) and not database:
            database = stack.enter_context(_postgres())
        flags = ["--database", database] if database else ["--data", str(folder)]
        others = [_postgres_process(database)] if database else []
        started = [
            stack.enter_context(_node(number, program, flags, folder))
            for number in range(1, nodes + 1)
        ]
        store = " and ".join(each.name for each in others) or "SQLite"
        yield Servers(
            [where for where, _ in started],
            [node for _, node in started],
            others,
            store,
            news=folder if with_news else None,
        )


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="spielgeld-load-") as folder:
        yield Path(folder)


@contextmanager
def _node(
    number: int, program: Sequence[str], flags: list[str], folder: Path
) -> Iterator[tuple[Address, Process]]:
    command = [sys.executable, *program, "serve", "--no-browser", "--port", "0", *flags]
    command += [word for name in RAISED for word in (f"--{name}", NO_LIMIT)]
    command += ["--connections-per-address", SOCKETS]
    log = folder / f"node{number}.log"
    with log.open("w") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        yield _address(server.stdout or (), log), Process(f"node {number}", server.pid)
        _tell_failures(log)
    finally:
        server.terminate()
        server.wait(END_SECONDS)


def _address(told: Iterable[str], log: Path) -> Address:
    for line in told:
        if found := re.search(r"http://([\d.]+):(\d+)/", line):
            return Address(found[1], int(found[2]))
    raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")


def _tell_failures(log: Path) -> None:
    """Print the warnings in the server's log."""
    with log.open() as lines:
        for line in lines:
            if '"level":"info"' not in line.replace(" ", ""):
                print("server:", line.strip()[:500], file=sys.stderr)


@contextmanager
def _postgres() -> Iterator[str]:
    sys.path.append(str(TESTS))
    from support.servers import PostgresServer  # noqa: PLC0415 - needs the extra `test`

    server = PostgresServer()
    try:
        yield server.url
    finally:
        server.remove()


def _postgres_process(url: str) -> Process:
    import psycopg  # noqa: PLC0415 - needs the extra `postgresql`

    with psycopg.connect(url) as connection:
        backend = connection.info.backend_pid
        parent = Path(f"/proc/{backend}/stat").read_text().rpartition(") ")[2].split()[1]
    return Process("PostgreSQL", int(parent))
