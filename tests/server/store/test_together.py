"""Several starts at once, and a writer who is killed."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from server.store.appends import append, log_of, put
from spielgeld.server.store import Store, open_store

TESTS = Path(__file__).parent.parent.parent
KILLED = (
    "import asyncio, sys; from server.store.appends import log_of, write_until_killed;"
    "asyncio.run(write_until_killed(sys.argv[1]))"
)


def all_at_once(*jobs: Callable[[], object]) -> None:
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> None:
        gate.wait()
        job()

    with ThreadPoolExecutor(len(jobs)) as threads:
        for done in [threads.submit(run, job) for job in jobs]:
            done.result()


def test_processes_may_start_at_once(address: str) -> None:
    stores: list[Store] = []

    def start() -> None:
        store = open_store(address)
        stores.append(store)
        store.migrate()

    all_at_once(start, start, start, start)
    assert put(stores[0], append("t", 0, b"1")) == [True]
    assert [log_of(store, "t") for store in stores] == [[b"1"]] * 4
    for store in stores:
        store.close()


@pytest.mark.process
def test_what_was_accepted_is_there_after_the_writer_was_killed(tmp_path: Path) -> None:
    address = str(tmp_path / "tables.db")
    accepted = {f"table{number}": 0 for number in range(8)}
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, address], stdout=subprocess.PIPE, text=True, cwd=TESTS
    ) as writer:
        assert writer.stdout is not None
        lines = list(islice(writer.stdout, 1500))
        writer.kill()
        lines += [line for line in writer.stdout if line.endswith("\n")]
    for line in lines:
        table, number = line.split()
        accepted[table] = int(number)
    assert sum(accepted.values()) >= 1500
    again = open_store(address)
    again.migrate()
    for table, least in accepted.items():
        log = log_of(again, table)
        assert log == [b"%d" % known for known in range(1, len(log) + 1)]
        assert len(log) >= least
    again.close()
