"""Guards a promise: however often a server is killed, nothing is lost or done twice.

    pip install -e '.[test]'
    python bench/kill_loop.py                                       # a thousand kills, SQLite
    python bench/kill_loop.py --store postgresql --nodes 2 --freezing 0.1 --sum kills.json

With several servers the people connect through a proxy that sends every connection to any of them.
With `--sum` the results are added to those of earlier runs in that file: a long run may be done in
pieces, each with another `--seed`.

On many tables two people and two bots play match after match. The people note what they were told;
they lay other bids first, take bids up again, make plans. A server is killed at a random moment,
sometimes while it starts, and started again at the same address; the people come back by
themselves. In the end every match has to be finished, and every journal is compared with the log:

- what was accepted is in the log exactly once, as it was said by that seat;
- what was refused is not in the log, and nothing is there twice;
- the updates of every client were numbered without gaps and never went back;
- the view put together from updates is the view a fresh client gets;
- every record is what the log says, passes the check, and proves its shuffles.
"""

import argparse
import asyncio
import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from spielgeld.table.entries import read_entry
from support.cluster import Cluster, running
from support.killing import AnyServer, Killer, NotedMatch, faults_of, play_while_killing

TOLD_EVERY = 10.0
FAULTS_SHOWN = 20


async def _play(cluster: Cluster, killer: Killer, kills: int, tables: int) -> list[NotedMatch]:
    played: list[NotedMatch] = []
    telling = asyncio.create_task(_tell(killer, kills, played))
    async with AnyServer(cluster.nodes, killer.rng) as proxy:
        await play_while_killing([proxy.url], killer, kills, tables, played)
    telling.cancel()
    return played


async def _tell(killer: Killer, kills: int, played: list[NotedMatch]) -> None:
    began = time.monotonic()
    while True:
        await asyncio.sleep(TOLD_EVERY)
        passed = time.monotonic() - began
        print(
            f"{passed:6.0f} s  {killer.kills:5} of {kills} kills  {len(played):6} matches",
            flush=True,
        )


def _judge(cluster: Cluster, played: list[NotedMatch]) -> tuple[list[str], int]:
    """What is wrong, and how many entries were looked at."""
    faults, entries = [], 0
    with cluster.store() as store:
        for match in played:
            log = [read_entry(data) for data in store.load(match.code).entries]
            entries += len(log)
            faults += faults_of(match, log, store.record(match.code) or b"")
    return faults, entries


def _report(killer: Killer, played: list[NotedMatch], entries: int, faults: list[str]) -> None:
    journals = [journal for match in played for journal in match.journals]
    accepted = sum(len(journal.accepted) for journal in journals)
    refused = sum(len(journal.refused) for journal in journals)
    greeted = sum([journal.greetings for journal in journals], Counter[str]())
    print(f"kills             {killer.kills}, of them {killer.at_start} while starting")
    print(f"freezes           {killer.freezes}")
    print(f"matches finished  {len(played)}, with {entries} entries in their logs")
    print(f"actions           {accepted} accepted, {refused} refused")
    print(f"people came       {greeted['welcome']} to a fresh view, {greeted['resumed']} resumed")
    print(f"faults            {len(faults)}")
    for fault in faults[:FAULTS_SHOWN]:
        print("  ", fault)


def _add(file: Path, killer: Killer, played: list[NotedMatch], faults: list[str]) -> None:
    """Add this run to the sum of all runs."""
    found = json.loads(file.read_text()) if file.exists() else {}
    accepted = sum(len(journal.accepted) for match in played for journal in match.journals)
    refused = sum(len(journal.refused) for match in played for journal in match.journals)
    new = {
        "kills": killer.kills,
        "freezes": killer.freezes,
        "matches": len(played),
        "accepted": accepted,
        "refused": refused,
        "faults": len(faults),
    }
    file.write_text(json.dumps({name: found.get(name, 0) + count for name, count in new.items()}))


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill servers under load; nothing may be lost.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="more than one need postgresql")
    parser.add_argument("--freezing", type=float, default=0.0, help="freezes per kill or freeze")
    parser.add_argument("--longest", type=float, default=2.0, help="seconds between two kills")
    parser.add_argument("--sum", type=Path, metavar="FILE", help="add the results to this file")
    parser.add_argument("--seed", type=int, default=0, help="other matches and other moments")
    options = parser.parse_args()
    if options.nodes > 1 and options.store == "sqlite":
        parser.error("an SQLite file is for one server")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(options.store, options.nodes) as cluster:
        killer = Killer(
            cluster.nodes, Random(options.seed), freezing=options.freezing, longest=options.longest
        )
        played = asyncio.run(_play(cluster, killer, options.kills, options.tables))
        faults, entries = _judge(cluster, played)
        _report(killer, played, entries, faults)
    if options.sum:
        _add(options.sum, killer, played, faults)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
