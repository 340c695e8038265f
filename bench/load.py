"""Guards a promise: how many moves a server carries, and how quickly each is answered.

    pip install -e '.[bench,test]'
    python bench/load.py --tables 200                       # saturated: every seat moves at once
    python bench/load.py --tables 200 --think 1000          # paced: 500 to 1500 ms of thought
    python bench/load.py --tables 200 --peer --repeats 3    # alternating with boardgame.io
    python bench/load.py --tables 200 --nodes 2             # PostgreSQL and two processes
    python bench/load.py --tables 200 --nodes 2 --spread    # a table's seats at both of them
    python bench/load.py --tables 200 --nodes 2 --beside-one --repeats 3    # by turns with one
    python bench/load.py --tables 200 --nodes 2 --beside-apart --repeats 3  # with two separate ones
    python bench/load.py --tables 200 --nodes 3 --spread --news    # the cost of notifications
    python bench/load.py --idle 1000                        # started matches where nobody moves

Four seats a table play random legal moves of `it-full` over real sockets. Each match of three deals
(as the edition has it) is a new table: opened, joined and started by five requests. boardgame.io
opens one for every deal; with `--deals 1` ours does too. With several processes all who play at a
table come to one of them, by its code; with `--spread` its seats are at all of them in turn, which
is the worst case, and usual behind a proxy without a rule for tables. The columns are explained in
`peers/boardgameio/README.md`; ours count in the same way, over all processes, PostgreSQL's too. Our
server keeps every move in its durable store, boardgame.io in memory. Linux only: it reads `/proc`.
"""

import argparse
import asyncio
import gc
import os
import resource
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack

import uvloop

from load_report import (
    COLUMNS,
    ONE_NODE,
    Run,
    percentiles,
    print_heading,
    print_nodes_verdict,
    print_run,
    print_verdict,
)
from load_server import Servers, apart, machine_cpu, running_servers
from load_table import Notes, Table
from peers.boardgameio_run import run_peer

WARM_SECONDS = 3.0
STALLED_AFTER = 5.0
OTHERS = "other programs"
"""If they use much, only figures per CPU-second and paired runs are meaningful."""
MOST_IDLE_MB = 200
AT_ONCE = 16
"""How many tables are opened concurrently."""


def play_ours(options: argparse.Namespace) -> Run:
    """One run on fresh servers."""
    with running_servers(options.nodes, options.database, with_news=options.news) as servers:
        return uvloop.run(_play(servers, options))


def play_one_node(options: argparse.Namespace) -> Run:
    """The same load on one node with a PostgreSQL, and without others to hear of."""
    with running_servers(1, options.database, on_postgres=True) as servers:
        return uvloop.run(_play(servers, options))


def play_apart(options: argparse.Namespace) -> Run:
    """The same load on as many nodes, each alone with a PostgreSQL and its share of the tables.

    They fill the machine as a cluster does; one node alone leaves half of it free.
    """
    with ExitStack() as stack:
        alone = [
            stack.enter_context(running_servers(1, None, on_postgres=True))
            for _ in range(options.nodes)
        ]
        return uvloop.run(_play(apart(alone), options))


async def _play(servers: Servers, options: argparse.Namespace) -> Run:
    (run,) = await play_paces(servers, options, [options.think], WARM_SECONDS)
    return run


async def play_paces(
    servers: Servers, options: argparse.Namespace, thinks: Sequence[float], warm: float
) -> list[Run]:
    """The same tables at one pace after the other, a run for each."""
    notes = Notes()
    tables = _tables(options, options.tables, servers, 0.0, notes)
    rss_start = servers.rss
    await _at_once(table.sit_down for table in tables)
    rss = {"rss_start_mb": rss_start, "rss_connected_mb": servers.rss}
    runs: list[Run] = []
    for think in thinks:
        for table in tables:
            table.pace = think / 1000
        if not runs:
            await asyncio.gather(*[table.start() for table in tables])
        await asyncio.sleep(warm)
        gc.freeze()  # so that no garbage collection of the client counts as delay of the server
        runs.append(await _measure(servers, tables, notes, rss, options.seconds))
        notes.forget()
    await asyncio.gather(*[table.stop() for table in tables])
    return runs


async def _measure(
    servers: Servers, tables: list[Table], notes: Notes, rss: dict[str, float], seconds: float
) -> Run:
    load1 = os.getloadavg()[0]
    cores = await _cores_used(servers, notes, seconds)
    ended = time.perf_counter()
    server_cores = sum(cores[each.name] for each in (*servers.nodes, *servers.others))
    moves = len(notes.own) / seconds
    figures = {
        "moves_per_s": moves,
        "deals_per_s": notes.deals / seconds,
        **percentiles("own", notes.own),
        **percentiles("all", notes.everybody),
        "server_cores": server_cores,
        "client_cores": cores["client"],
        "moves_per_server_cpu_s": moves / server_cores,
        **rss,
        "rss_end_mb": servers.rss,
        "load1": load1,
    }
    stalled = sum(ended - table.last > STALLED_AFTER for table in tables)
    who = f"spielgeld, {servers.store}"
    return Run(who=who, figures=figures, cores=cores, stalled=stalled, errors=[*notes.errors])


def _tables(
    options: argparse.Namespace, count: int, servers: Servers, think: float | None, notes: Notes
) -> list[Table]:
    """So many, opened at every server by turns."""
    addresses = deque(servers.addresses)
    tables = []
    for _ in range(count):
        cluster = [addresses[0]] if servers.are_apart else list(addresses)
        tables.append(Table(cluster, think, options.deals, notes, spread=options.spread))
        addresses.rotate()
    return tables


async def _cores_used(servers: Servers, notes: Notes, seconds: float) -> dict[str, float]:
    """Take notes for so long; what each process used meanwhile."""
    processes = [*servers.nodes, *servers.others]
    before, news = [process.cpu for process in processes], servers.news_seconds()
    begun, client, machine = time.perf_counter(), time.process_time(), machine_cpu()
    notes.on = True
    await asyncio.sleep(seconds)
    notes.on = False
    took = time.perf_counter() - begun
    used = {
        process.name: (process.cpu - was) / took
        for process, was in zip(processes, before, strict=True)
    }
    used["client"] = (time.process_time() - client) / took
    busy = (machine_cpu() - machine) / took
    used[OTHERS] = max(0.0, busy - sum(used.values()))
    for name, spent in servers.news_seconds().items():
        used[f"news of {name}"] = (spent - news[name]) / took
    return used


async def _at_once(jobs: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """All of them, a few at a time."""
    free = asyncio.Semaphore(AT_ONCE)

    async def do(job: Callable[[], Awaitable[None]]) -> None:
        async with free:
            await job()

    await asyncio.gather(*[do(job) for job in jobs])


def play_peer(options: argparse.Namespace) -> Run | None:
    """The same load on boardgame.io; None if it did not play cleanly, and that is told."""
    try:
        told = dict(run_peer(options.tables, options.seconds, options.think))
    except RuntimeError as error:
        print(f"NOT COUNTED: {error}", flush=True)
        return None
    figures = {name: float(str(told[name])) for name in COLUMNS}
    return Run(who=f"boardgame.io {told['boardgameio']}", figures=figures)


def sit_idle(options: argparse.Namespace) -> None:
    """So many matches that have begun, with every seat connected and nobody moving."""
    with running_servers(options.nodes, options.database) as servers:
        uvloop.run(_sit_idle(servers, options))


async def _sit_idle(servers: Servers, options: argparse.Namespace) -> None:
    notes = Notes()
    tables = _tables(options, options.idle, servers, None, notes)
    rss_start = servers.rss
    await _at_once(table.sit_down for table in tables)
    rss_connected = servers.rss
    await _at_once(table.start for table in tables)
    await asyncio.sleep(WARM_SECONDS)
    cores = await _cores_used(servers, notes, options.seconds)
    dealt = sum(table.dealt for table in tables)
    print(f"{dealt} matches of {options.idle} tables dealt, four sockets each, {servers.store}")
    print(f"RSS at the start {rss_start:.0f} MB, with all connected {rss_connected:.0f} MB")
    print(f"RSS with all matches begun {servers.rss:.0f} MB ({MOST_IDLE_MB} MB allowed for 1,000)")
    print("cores: " + ", ".join(f"{name} {used:.3f}" for name, used in cores.items()))
    for error in notes.errors[:10]:
        print("ERROR:", error)
    await asyncio.gather(*[table.stop() for table in tables])


def compare(options: argparse.Namespace) -> None:
    """Our runs, by turns with boardgame.io's, or with those of one node, if asked for."""
    print(f"{options.tables} tables, think {options.think:.0f} ms, {options.seconds:.0f} s")
    print_heading()
    pairs: list[tuple[Run, Run]] = []
    beside: dict[str, list[tuple[Run, Run]]] = {ONE_NODE: [], "nodes apart": []}
    for _ in range(options.repeats):
        ours = play_ours(options)
        print_run(ours)
        if options.peer and (theirs := play_peer(options)):
            print_run(theirs)
            pairs.append((ours, theirs))  # whole pairs only: each saw the machine equally busy
        if options.beside_one:
            print_run(one := play_one_node(options))
            beside[ONE_NODE].append((ours, one))
        if options.beside_apart:
            print_run(alone := play_apart(options))
            beside["nodes apart"].append((ours, alone))
    if pairs:
        print_verdict(pairs, deals=options.deals, paced=options.think > 0)
    for others, compared in beside.items():
        if compared:
            print_nodes_verdict(others, compared)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="measured, after a warm-up")
    parser.add_argument("--think", type=float, default=0.0, metavar="MS", help="before each move")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--deals", type=int, default=3, help="of a match")
    parser.add_argument("--peer", action="store_true", help="by turns with boardgame.io")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--spread", action="store_true", help="a table's seats over all nodes")
    parser.add_argument("--beside-one", action="store_true", help="by turns with one node")
    parser.add_argument("--beside-apart", action="store_true", help="with separate nodes")
    parser.add_argument("--news", action="store_true", help="what notifications cost each node")
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL on this machine")
    parser.add_argument("--idle", type=int, metavar="TABLES", help="only sit there")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.idle:
        sit_idle(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
