"""How long a table stands still when the node that runs it is killed: bots and clocks, and a bid.

    pip install -e '.[test]'
    python bench/takeover.py

Two nodes on PostgreSQL and Valkey. Ann opens a table on the first, which so runs it; Bo sits on the
second; two bots have the other seats. The first node is killed while the time for salts runs. What
is measured is from the kill until Bo sees both bots' bids: the clock has dealt by then, and the
bots were asked, both by the other node. Then once more, with the first node killed while all bid:
how long it takes until a bid that Bo sends at once is accepted.
"""

import asyncio
import sys
import time
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.cluster import Cluster, running
from support.scenes import begin, seated, sitting

TIMES = 10


async def _stood_still(cluster: Cluster, until_kill: float) -> float:
    people = seated(cluster)
    async with sitting(cluster.urls, *people) as (ann, bo):
        await ann.send("start")
        await asyncio.sleep(until_kill)
        await asyncio.to_thread(cluster.nodes[0].kill)
        killed = time.monotonic()
        await bo.until(lambda: (bo.view["deal"] or {}).get("has_bid", [])[2:] == [True, True])
        return time.monotonic() - killed


async def _bid_waited(cluster: Cluster) -> float:
    people = seated(cluster)
    async with sitting(cluster.urls, *people) as (ann, bo):
        now = await begin(ann, bo)
        await bo.send("lay_bid", **now, cards=bo.view["hand"]["hand"][:1])
        await asyncio.to_thread(cluster.nodes[0].kill)
        killed = time.monotonic()
        await bo.send("lay_bid", **now, cards=bo.view["hand"]["hand"][1:2])
        return time.monotonic() - killed


def main() -> None:
    chance = Random(0)
    with running("postgresql", 2) as cluster:
        for number in range(1, TIMES + 1):
            still = asyncio.run(_stood_still(cluster, chance.uniform(1.0, 2.9)))
            cluster.nodes[0].start()
            waited = asyncio.run(_bid_waited(cluster))
            cluster.nodes[0].start()
            print(f"{number:3} of {TIMES}: bots {still:.1f} s, a bid {waited:.2f} s", flush=True)


if __name__ == "__main__":
    main()
