"""One server, or several that share a database, as real processes."""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from spielgeld.server.app import DATABASE_FILE
from spielgeld.server.store import Store, open_store
from spielgeld.table.entries import AnyEntry, read_entry
from support.server_process import NO_LIMITS, ServerProcess, serving
from support.servers import PostgresServer

FLAGS = (
    *NO_LIMITS,
    *("--messages-per-second", "1000000", "--message-burst", "1000000"),
    *("--connections-per-address", "10000", "--log-level", "warning"),
)


@dataclass(frozen=True)
class Cluster:
    """The nodes, and where their tables are kept."""

    nodes: Sequence[ServerProcess]
    place: str

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Direct access to the store."""
        store = open_store(self.place)
        store.migrate()
        try:
            yield store
        finally:
            store.close()

    def log(self, code: str) -> list[AnyEntry]:
        """The log of a table, from the store."""
        with self.store() as store:
            return [read_entry(data) for data in store.load(code).entries]


@contextmanager
def alone(folder: Path) -> Iterator[Cluster]:
    """One node with its embedded store."""
    with serving(folder, *FLAGS) as node:
        yield Cluster([node], str(folder / "data" / DATABASE_FILE))


@contextmanager
def sharing(folder: Path, count: int, database: str, *more: str) -> Iterator[Cluster]:
    """That many nodes on one PostgreSQL, all started at once."""
    flags = [*FLAGS, "--database", database, *more]
    with ExitStack() as stack:
        with ThreadPoolExecutor(count) as threads:
            folders = [folder / str(number) for number in range(count)]
            starting = [threads.submit(ServerProcess, each, *flags) for each in folders]
        for each in starting:
            if not each.exception():
                stack.callback(each.result().kill)
        yield Cluster([each.result() for each in starting], database)


@contextmanager
def running(store: str, count: int) -> Iterator[Cluster]:
    """Nodes on a fresh store of that kind, with all that they need."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="spielgeld-")))
        if store == "sqlite":
            yield stack.enter_context(alone(folder))
            return
        postgres = PostgresServer()
        stack.callback(postgres.remove)
        yield stack.enter_context(sharing(folder, count, postgres.url))
