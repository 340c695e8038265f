"""Kills servers under load, again and again, and looks whether anything was lost or done twice.

    pip install -e '.[test]'
    python bench/kill_loop.py                                       # a thousand kills, SQLite
    python bench/kill_loop.py --store postgresql --nodes 2          # and Valkey; one node at a time

On many tables two people and two bots play match after match. The people note what they were told;
they lay other bids first, take bids up again, make plans. A node is killed at a random moment,
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
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from spielgeld.table.entries import read_entry
from support.cluster import Cluster, running
from support.killing import Killer, NotedMatch, faults_of, play_while_killing

TOLD_EVERY = 10.0
FAULTS_SHOWN = 20


async def _play(cluster: Cluster, killer: Killer, kills: int, tables: int) -> list[NotedMatch]:
    played: list[NotedMatch] = []
    telling = asyncio.create_task(_tell(killer, kills, played))
    await play_while_killing(cluster.urls, killer, kills, tables, played)
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
            log = [read_entry(data) for data in store.read(match.code)]
            entries += len(log)
            faults += faults_of(match, log, store.record(match.code) or b"")
    return faults, entries


def _report(killer: Killer, played: list[NotedMatch], entries: int, faults: list[str]) -> None:
    journals = [journal for match in played for journal in match.journals]
    accepted = sum(len(journal.accepted) for journal in journals)
    refused = sum(len(journal.refused) for journal in journals)
    greeted = sum([journal.greetings for journal in journals], Counter[str]())
    print(f"kills             {killer.kills}, of them {killer.at_start} while starting")
    print(f"matches finished  {len(played)}, with {entries} entries in their logs")
    print(f"actions           {accepted} accepted, {refused} refused")
    print(f"people came       {greeted['welcome']} to a fresh view, {greeted['resumed']} resumed")
    print(f"faults            {len(faults)}")
    for fault in faults[:FAULTS_SHOWN]:
        print("  ", fault)


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill servers under load; nothing may be lost.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="more than one need postgresql")
    parser.add_argument("--seed", type=int, default=0, help="other matches and other moments")
    options = parser.parse_args()
    if options.nodes > 1 and options.store == "sqlite":
        parser.error("an SQLite file is for one node")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running(options.store, options.nodes) as cluster:
        killer = Killer(cluster.nodes, Random(options.seed))
        played = asyncio.run(_play(cluster, killer, options.kills, options.tables))
        faults, entries = _judge(cluster, played)
        _report(killer, played, entries, faults)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
