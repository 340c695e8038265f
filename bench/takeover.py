"""How long a table's bots and clocks stand still when the node that runs them is killed.

    pip install -e '.[test]'
    python bench/takeover.py

Two nodes on PostgreSQL and Valkey. Ann opens a table on the first, which so runs it; Bo sits on the
second; two bots have the other seats. The first node is killed while the time for salts runs. What
is measured is from the kill until Bo sees both bots' bids: the clock has dealt by then, and the
bots were asked, both by the other node.
"""

import asyncio
import sys
import time
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.cluster import Cluster, running
from support.scenes import seated, sitting

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


def main() -> None:
    chance = Random(0)
    with running("postgresql", 2) as cluster:
        for number in range(1, TIMES + 1):
            seconds = asyncio.run(_stood_still(cluster, chance.uniform(1.0, 2.9)))
            print(f"{number:3} of {TIMES}: {seconds:.1f} s", flush=True)
            cluster.nodes[0].start()


if __name__ == "__main__":
    main()
