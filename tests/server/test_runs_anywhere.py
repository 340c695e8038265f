"""What runs tables needs neither a web framework nor NumPy: it is to run elsewhere, too."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

TESTS = Path(__file__).parent.parent

MATCH = """
import sys
for name in ("numpy", "numba", "starlette", "uvicorn", "websockets", "h11", "jax",
             "prometheus_client"):
    sys.modules[name] = None  # as if it were not installed

import asyncio, time
from pathlib import Path
import spielgeld.local.server
import spielgeld.server.sockets.endpoint
from spielgeld.server.store import open_store
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import a_node

def does(command):
    return lambda state, now: decisions.decide(state, 0, command, now)

class Deaf:
    name = "one.1"
    def post(self, message): ...
    def dismiss(self, code): ...

async def play():
    async with a_node(open_store(str(Path(sys.argv[1]) / "tables.sqlite3"))) as node:
        bots = [SeatWish(bot=bot) for bot in sys.argv[2].split()]
        agreement = Agreement(edition="pl", seats=[SeatWish(), *bots], bot_pace=0.0)
        opened = entries.Opened(at=time.time(), agreement=agreement)
        join = lambda state, now: decisions.join(state, "Ann", "token", 0, now)
        arrive = lambda state, now: decisions.arrive(state, 0, "page", "one.1", now)
        node.worker.connections.add("one.1")
        table = await node.registry.open(opened, [join])
        await node.worker.do(table, arrive)
        table.listeners[0].add(Deaf())
        await node.worker.do(table, does(commands.Start(id="start")))
        await node.worker.do(table, lambda _, now: [entries.SatIn(at=now, seat=0, reason="left")])
        while not table.state.match or not table.state.match.scores:
            await asyncio.sleep(0.01)
        print(table.state.match.scores)

asyncio.run(asyncio.wait_for(play(), 60))
"""


@pytest.mark.parametrize(
    "bots",
    [
        "level1 level2 level3 level4 level5",
        "pincher hoarder trios spoiler bluffer",
        "banker best champion greedy penny",
    ],
)
def test_a_deal_is_played_without_web_framework_and_numpy(tmp_path: Path, bots: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MATCH, str(tmp_path), bots],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("((")
