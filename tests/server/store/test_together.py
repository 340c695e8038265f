"""Several writers, several starts, and a writer who is killed."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from server.store.appends import append
from spielgeld.server.store import Store, open_store

TESTS = Path(__file__).parent.parent.parent
KILLED = (
    "import asyncio, sys; from server.store.appends import write_until_killed;"
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


def test_of_writers_fighting_over_a_table_exactly_one_wins_each_number(
    store: Store, address: str
) -> None:
    other = open_store(address)
    other.migrate()
    won: dict[str, dict[int, bytes]] = {"a": {}, "b": {}, "c": {}}

    def fight(store: Store, name: str) -> None:
        for attempt in range(60):
            number = len(store.read("t")) + 1
            entry = f"{name}{attempt}".encode()
            if store.write([append("t", number - 1, entry)], name) == [True]:
                won[name][number] = entry

    all_at_once(lambda: fight(store, "a"), lambda: fight(store, "b"), lambda: fight(other, "c"))
    other.close()
    log = dict(enumerate(store.read("t"), 1))
    assert sum(map(len, won.values())) == len(log) >= 60
    assert won["a"] | won["b"] | won["c"] == log


def test_batches_over_the_same_tables_never_deadlock_nor_both_win(
    store: Store, address: str
) -> None:
    other = open_store(address)
    other.migrate()
    codes = [f"table{number:02}" for number in range(40)]
    wins = []

    def write(store: Store, order: list[str]) -> None:
        for number in range(40):
            batch = [append(code, number, b"x") for code in order]
            wins.extend(store.write(batch, "n"))
            while len(store.read("table00")) <= number or len(store.read("table39")) <= number:
                pass  # both fight for the same number of all tables

    all_at_once(lambda: write(store, codes), lambda: write(other, codes[::-1]))
    other.close()
    assert all(len(store.read(code)) == 40 for code in codes)
    assert sum(wins) == 40 * 40


def test_nodes_may_start_at_once(address: str) -> None:
    stores: list[Store] = []

    def start() -> None:
        store = open_store(address)
        stores.append(store)
        store.migrate()

    all_at_once(start, start, start, start)
    assert stores[0].write([append("t", 0, b"1")], "n") == [True]
    assert [store.read("t") for store in stores] == [[b"1"]] * 4
    for store in stores:
        store.close()


def test_what_was_accepted_is_there_after_the_writer_was_killed(store: Store, address: str) -> None:
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
    store.close()
    again = open_store(address)
    again.migrate()
    for table, least in accepted.items():
        log = again.read(table)
        assert log == [b"%d" % known for known in range(1, len(log) + 1)]
        assert len(log) >= least
    again.close()
