"""Guards a promise: play goes on within seconds after a process of several was killed.

    pip install -e '.[test]'
    python bench/takeover.py                            # 200 tables at once
    python bench/takeover.py --tables 1 --times 10      # one table, killed ten times
    python bench/takeover.py --graceful                 # SIGTERM instead of SIGKILL

Two processes on PostgreSQL. At each table Ann sits by way of the first, Bo by way of the second;
two bots have the other seats. The first process is killed while all bid. Measured from then: until
a bid that Bo sends at once is accepted ("elsewhere"), until one that Ann sends is (her client
connects to the second process: "reconnecting"), and until both bots have bid in the round after
("bots"). At a tenth as many tables, the clock for salts runs when the first process, which has set
the timer, is killed: "clocks" is how much later than it should the deal begins.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from spielgeld.client import RemoteSeat
from spielgeld.table.effects import SALT_SECONDS
from support.cluster import Cluster, running
from support.scenes import begin, seated, sitting

Json = dict[str, object]
Waits = dict[str, list[float]]

AT_ONCE = 16
"""Tables that are opened at the same time."""


class PlayTable:
    """A table where all bid when the process is killed."""

    def __init__(self, ann: RemoteSeat, bo: RemoteSeat) -> None:
        self._ann, self._bo = ann, bo

    async def prepare(self) -> None:
        self._now = await begin(self._ann, self._bo)

    async def measure(self, killed: float, waits: Waits) -> None:
        bo, ann = self._bo, self._ann
        await asyncio.gather(
            self._bid(bo, waits["elsewhere"]), self._bid(ann, waits["reconnecting"])
        )
        await bo.until(lambda: bo.view["deal"]["awaits"] != "bids")
        waits["bots"].append(time.monotonic() - killed)

    async def _bid(self, seat: RemoteSeat, waits: list[float]) -> None:
        begun = time.monotonic()
        await seat.send("lay_bid", **self._now, cards=seat.view["hand"]["hand"][:1])
        waits.append(time.monotonic() - begun)


class ClockTable:
    """A table where nobody sends a salt, so the deal begins when a timer says so."""

    def __init__(self, ann: RemoteSeat, bo: RemoteSeat) -> None:
        self._ann, self._bo = ann, bo

    async def prepare(self) -> None:
        await self._ann.send("start")
        self._due = time.monotonic() + SALT_SECONDS

    async def measure(self, _: float, waits: Waits) -> None:
        bo = self._bo
        await bo.until(lambda: bo.view["deal"])
        waits["clocks"].append(max(0.0, time.monotonic() - self._due))


async def _measure(cluster: Cluster, count: int, waits: Waits, *, graceful: bool) -> None:
    kinds: list[Callable[..., Any]] = [PlayTable] * count
    clocks: list[Callable[..., Any]] = [ClockTable] * max(1, count // 10)
    async with AsyncExitStack() as stack:

        async def sit_down(kind: Callable[..., Any]) -> Any:
            people = await asyncio.to_thread(seated, cluster)
            return kind(*await stack.enter_async_context(sitting(cluster.urls, *people)))

        tables = await _some_at_once([partial(sit_down, kind) for kind in kinds + clocks])
        await _some_at_once([table.prepare for table in tables[:count]])
        await _some_at_once([table.prepare for table in tables[count:]])
        first = cluster.nodes[0]
        killed = time.monotonic()
        ending = asyncio.create_task(asyncio.to_thread(first.stop if graceful else first.kill))
        if not graceful:
            await ending
        await asyncio.gather(*[table.measure(killed, waits) for table in tables])
        await ending


async def _some_at_once(jobs: list[Callable[[], Awaitable[Any]]]) -> list[Any]:
    free = asyncio.Semaphore(AT_ONCE)

    async def do(job: Callable[[], Awaitable[Any]]) -> Any:
        async with free:
            return await job()

    return await asyncio.gather(*[do(job) for job in jobs])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long people wait.")
    parser.add_argument("--tables", type=int, default=200, help="at once")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--graceful", action="store_true", help="SIGTERM instead of SIGKILL")
    options = parser.parse_args()
    waits: Waits = {name: [] for name in ("reconnecting", "elsewhere", "bots", "clocks")}
    with running("postgresql", 2) as cluster:
        for _ in range(options.times):
            measuring = _measure(cluster, options.tables, waits, graceful=options.graceful)
            asyncio.run(measuring)
            cluster.nodes[0].start()
    for name, found in waits.items():
        median, worst = statistics.median(found), max(found)
        print(f"{name:12}  median {median:.2f} s  worst {worst:.2f} s  of {len(found)}")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
