"""Guards a promise: nobody can starve others. Shows what players notice during attacks.

    pip install -e '.[bench,test]'
    python bench/attack.py                                  # this server, every attack
    python bench/attack.py --source OLD_CHECKOUT            # the server of another checkout first
    python bench/attack.py --ways idle_connections,bot_tables --seconds 20
    python bench/attack.py --alone      # players and the attack only: nobody comes in meanwhile
    python bench/attack.py --addresses 1,2,4 --seconds 20   # each attack from so many addresses
    python bench/attack.py --ways long_records --memory 10  # one server, attacked ten times
    python bench/attack.py --nginx      # everybody comes through nginx, set up by deploy/nginx.conf

For each attack a server is started on 127.0.0.1, allowed 1,024 open files, on a CPU core of its own
if there are two. Four tables of four play on it, with 100 to 300 ms of thought; a newcomer comes
again and again, fetches the page, sits down with quick bots, asks for a hint, practises and has a
record checked. All that comes from 127.0.0.1. The attack is a process of its own, with the
addresses from 127.0.0.66. It runs on Linux only, because it reads `/proc`.

Columns: ms until a player gets the update of their own move (median, 99th percentile); the 99th
percentile as a multiple of the one without an attack; ms the newcomer waited for each thing
(median, maximum); memory of the server with its processes at the end; whether a player at the
attacker's table can leave it. `-`: it never came; `(n)`: it failed, or took longer than 20 s, n
times.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from attack_newcomer import FELT, PATIENCE, Newcomer
from attack_nginx import nginx_before
from attack_ways import AT_LEAST, WAYS
from load_report import percentiles
from load_server import NO_LIMIT, Process
from load_socket import Address, post
from load_table import Notes, Table

FILES = 1_024
TABLES = 4
THINK = 0.2
CORES = sorted(os.sched_getaffinity(0))
BEGIN_SECONDS = 5.0
"""Seconds the attack runs before the measurement begins."""
REST = 700.0
"""Seconds after which every process of a server that nobody uses has ended."""
QUIET = {"name": "Ann", "agreement": {"edition": "nl", "seats": [{}, {}, {}], "start": "full"}}


@contextmanager
def a_server(
    source: Path | None, *, is_limited: bool = False, nginx: bool = False
) -> Iterator[tuple[Address, Process]]:
    """A fresh server, from another checkout if one is named; with its usual limits if asked for."""
    with tempfile.TemporaryDirectory(prefix="spielgeld-attack-") as folder:
        command = [sys.executable, "-m", "spielgeld", "serve", "--no-browser", "--port", "0"]
        command += ["--data", folder]
        if not is_limited:
            command += ["--tables-per-hour", NO_LIMIT, "--joins-per-hour", NO_LIMIT]
        command += ["--connections", "700", "--log-level", "error"]
        if nginx:
            command += ["--trusted-proxies", "1"]
        env = dict(os.environ)
        if source is not None:
            env["PYTHONPATH"] = str(source / "src")
        server = subprocess.Popen(
            command,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=_limit,  # noqa: PLW1509 - no threads yet
        )
        try:
            told = _announced(server)
            here, port = told[1], int(told[2])
            with nginx_before(port, Path(folder)) if nginx else nullcontext(port) as outer:
                yield Address(here, outer), Process("server", server.pid)
        finally:
            server.kill()
            server.wait()


def _limit() -> None:
    """Restrict the server to the first core and so many files."""
    if len(CORES) > 1:
        os.sched_setaffinity(0, {CORES[0]})
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def _announced(server: "subprocess.Popen[str]") -> "re.Match[str]":
    for line in server.stdout or ():
        if found := re.search(r"http://([\d.]+):(\d+)/", line):
            return found
    raise RuntimeError("the server did not start")


@dataclass(frozen=True)
class Felt:
    """What was measured during one attack."""

    name: str
    notes: Notes
    newcomer: Newcomer
    memory: float
    left: str

    @property
    def p99(self) -> float:
        """Milliseconds; infinite if no move was answered."""
        return percentiles("own", self.notes.own)["own_p99_ms"] if self.notes.own else float("inf")

    def row(self, quiet: "Felt | None") -> str:
        moves = percentiles("own", self.notes.own) if self.notes.own else {}
        cells = [" / ".join(f"{each:.0f}" for each in moves.values()) or "-"]
        cells.append(f"{self.p99 / quiet.p99:.1f} x" if quiet else "")
        for name, took in self.newcomer.took.items():
            cell = f"{statistics.median(took) * 1000:.0f} / {max(took) * 1000:.0f}" if took else "-"
            failed = self.newcomer.failed[name]
            cells.append(cell + (f" ({failed})" if failed else ""))
        lost = f", {len(self.notes.errors)} lost" if self.notes.errors else ""
        cells += [f"{self.memory:.0f}", self.left]
        return f"| {self.name} | {len(self.notes.own)}{lost} | {' | '.join(cells)} |"


async def run(
    way: str | None, source: Path | None, options: argparse.Namespace, given: Any
) -> Felt:
    """Measure one attack."""
    record, seconds = given["record"], options.seconds
    with a_server(source, nginx=options.nginx) as (server, process):
        notes = Notes()
        tables = [Table([server], THINK, 3, notes) for _ in range(TABLES)]
        for table in tables:
            await table.sit_down()
            await table.start()
        victim = json.loads(await post(server, "/api/tables", QUIET))
        path = f"/api/tables/{victim['code']}/join"
        attacker = json.loads(await post(server, path, {"name": "Eve"}))
        newcomer = Newcomer(server, record)
        await newcomer.visit()  # warm up: what is loaded once is loaded now
        newcomer.forget()
        seconds = max(seconds, AT_LEAST.get(way or "", 0.0))
        given = {**given, "code": victim["code"], "token": attacker["token"]}
        attack = _attack(way, server, seconds + BEGIN_SECONDS, given) if way else None
        await asyncio.sleep(BEGIN_SECONDS)
        notes.on = True
        if options.alone:
            await asyncio.sleep(seconds)
        else:
            await newcomer.visit_until(time.monotonic() + seconds)
        notes.on = False
        memory = process.rss_of_family
        left = await _leave(server, victim)
        if attack is not None:
            attack.kill()
            attack.wait()
        for table in tables:
            table.notes = Notes()
            await asyncio.wait_for(table.stop(), PATIENCE)
    return Felt(named(way, given), notes, newcomer, memory, left)


def named(way: str | None, given: Any) -> str:
    """Return what the row is called."""
    return f"{way}, {given['addresses']} addresses" if way else "no attack"


async def attack_again(way: str, times: int, seconds: float, given: Any) -> None:
    """Attack one server again and again, and print its memory.

    After the first time and the last the server comes to rest: the processes that it keeps for a
    minute have ended, and reviews are finished and in the cache. So from the second time on every
    attack asks the same of it.
    """
    with a_server(None, is_limited=True) as (server, process):
        for number in range(1, times + 1):
            attack = _attack(way, server, seconds, given)
            await asyncio.to_thread(attack.wait)
            await asyncio.sleep(2)
            alone, family = process.rss, process.rss_of_family
            others = process.family_size - 1
            print(f"{way}, time {number}: {alone:.1f} MB, with {others} processes {family:.1f} MB")
            if number in (1, times):
                print(f"at rest: {await _at_rest(process):.1f} MB", flush=True)
        newcomer = Newcomer(server, given["record"])
        await newcomer.visit()
        failed = [name for name, count in newcomer.failed.items() if count]
        print(f"blocked afterwards: {', '.join(failed) or 'nothing'}", flush=True)


async def _at_rest(process: Process) -> float:
    """Wait until the server has ended all other processes, and return its memory."""
    async with asyncio.timeout(REST):
        while process.family_size > 1:
            await asyncio.sleep(1)
    return process.rss


def _attack(way: str, server: Address, seconds: float, given: object) -> "subprocess.Popen[bytes]":
    script = Path(__file__).parent / "attack_ways.py"
    command = [sys.executable, str(script), way, server.host, str(server.port), str(seconds)]
    attack = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if attack.stdin is not None:
        attack.stdin.write(json.dumps(given).encode())
        attack.stdin.close()
    return attack


async def _leave(server: Address, victim: dict[str, str]) -> str:
    """Whether somebody can still leave the table the attacker sits at."""
    try:
        async with asyncio.timeout(PATIENCE):
            await post(server, f"/api/tables/{victim['code']}/leave", None, victim["token"])
    except Exception as error:
        found = re.search(r'"code":"(\w+)"', str(error))
        return found[1] if found else "no answer"
    return "yes"


def some_record() -> Any:
    """A match of bots."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.jsonl"
        command = [sys.executable, "-m", "spielgeld", "simulate", "1", "--seed", "7"]
        subprocess.run([*command, "--out", str(file)], check=True, capture_output=True)
        return json.loads(file.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--source", type=Path, help="a checkout whose server is attacked first")
    parser.add_argument("--ways", default=",".join(WAYS), help="which attacks, by commas")
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long each is felt")
    parser.add_argument("--addresses", default="1", help="how many attack, by commas")
    parser.add_argument("--memory", type=int, metavar="TIMES", help="attack so often, show memory")
    parser.add_argument("--alone", action="store_true", help="no newcomers, whose work costs CPU")
    parser.add_argument("--nginx", action="store_true", help="everybody comes through nginx")
    options = parser.parse_args()
    if len(CORES) > 1:
        os.sched_setaffinity(0, set(CORES[1:]))
    given = {"record": some_record(), "addresses": 1}
    ways = options.ways.split(",")
    if options.memory:
        for way in ways:
            asyncio.run(attack_again(way, options.memory, options.seconds, given))
        return
    for source in [options.source, None] if options.source else [None]:
        print(f"\nServer of {source or 'this checkout'}:\n")
        names = ["attack", "moves", "move", "p99", *FELT, "MB", "can leave"]
        print(f"| {' | '.join(names)} |\n|---|" + "---:|" * (len(names) - 1), flush=True)
        quiet = asyncio.run(run(None, source, options, given))
        print(quiet.row(None), flush=True)
        for way, count in product(ways, map(int, options.addresses.split(","))):
            many = {**given, "addresses": count}
            felt = asyncio.run(run(way, source, options, many))
            print(felt.row(quiet), flush=True)


if __name__ == "__main__":
    main()
