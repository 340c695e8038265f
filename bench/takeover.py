"""Guards a promise: play goes on within seconds after a process of several was killed.

    pip install -e '.[test]'
    python bench/takeover.py
    python bench/takeover.py --times 200 --graceful     # SIGTERM instead of SIGKILL

Two processes on PostgreSQL. Ann sits at a table by way of the first, Bo by way of the second; two
bots have the other seats. The first process is killed while all bid. Measured from then: until a
bid that Bo sends at once is accepted, until one that Ann sends is (her client connects to the
second process), and until both bots have bid in the round after.
"""

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from spielgeld.client import RemoteSeat
from support.cluster import Cluster, running
from support.scenes import begin, seated, sitting

Json = dict[str, object]


async def _waits(cluster: Cluster, graceful: bool) -> tuple[float, float, float]:
    people = seated(cluster)
    async with sitting(cluster.urls, *people) as (ann, bo):
        now = await begin(ann, bo)
        first = cluster.nodes[0]
        ending = asyncio.to_thread(first.stop if graceful else first.kill)
        ended = asyncio.create_task(ending)
        if not graceful:
            await ended
        begun = time.monotonic()
        waits = await asyncio.gather(_bid(bo, now), _bid(ann, now))
        await bo.until(lambda: bo.view["deal"]["awaits"] != "bids")
        bots = time.monotonic() - begun
        await ended
        return waits[1], waits[0], bots


async def _bid(seat: RemoteSeat, now: Json) -> float:
    begun = time.monotonic()
    await seat.send("lay_bid", **now, cards=seat.view["hand"]["hand"][:1])
    return time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long people wait.")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--graceful", action="store_true", help="SIGTERM instead of SIGKILL")
    options = parser.parse_args()
    found: list[tuple[float, float, float]] = []
    with running("postgresql", 2) as cluster:
        for _ in range(options.times):
            found.append(asyncio.run(_waits(cluster, options.graceful)))
            cluster.nodes[0].start()
    for name, waits in zip(
        ("reconnecting", "elsewhere", "bots"), zip(*found, strict=True), strict=True
    ):
        median, worst = statistics.median(waits), max(waits)
        print(f"{name:12}  median {median:.2f} s  worst {worst:.2f} s  of {len(waits)}")


if __name__ == "__main__":
    main()
