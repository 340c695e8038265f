"""A disk without room: everybody is told so, nothing accepted is lost, and it goes on by itself."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spielgeld.server.store import StoreDown, StoreUnusable, write_probe
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.store.write_probe import WriteProbe
from support.raw_sockets import answer_to, ending, greet, open_alone, say, socket_to
from support.server_process import ServerProcess, serving
from support.waiting import until

pytestmark = pytest.mark.server

MOUNT, UMOUNT = shutil.which("mount") or "", shutil.which("umount") or ""
WISH: Any = {"edition": "nl", "seats": [{}, {"bot": "random"}, {"bot": "random"}]}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, where one can be had."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = [MOUNT, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if not MOUNT or os.geteuid() != 0:
        pytest.skip("only root mounts file systems")
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run([UMOUNT, str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room there is."""
    file = folder / "ballast"
    with file.open("wb", buffering=0) as ballast:
        for size in (65536, 4096):
            try:
                while ballast.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return file


def ready(server: ServerProcess) -> int:
    return server.ask("GET", "/readyz").status_code


async def until_ready(server: ServerProcess, status: int) -> None:
    await until(lambda: ready(server) == status, f"/readyz with {status}")


def test_a_full_disk_is_told_and_room_is_noticed(small_disk: Path) -> None:
    async def play(server: ServerProcess) -> None:
        opened = open_alone(server)
        async with socket_to(server, opened["code"]) as ann:
            await greet(ann, opened["token"])
            ballast = fill(small_disk)
            tries = 1
            while (refused := await open_another(server)) is None:
                tries += 1
                assert tries < 10_000
            assert refused == "store_down"
            assert server.ask("GET", "/healthz").status_code == 200
            await until_ready(server, 503)
            await say(ann, "start", id="full")
            # Not answered, because nobody knows whether it was done: it is to be sent again.
            assert await ending(ann) == ("store_down", 4503)
        async with socket_to(server, opened["code"]) as ann:
            assert (await greet(ann, opened["token"]))["code"] == "store_down"
        assert server.ask("GET", f"/api/tables/{opened['code']}").status_code == 200
        ballast.unlink()
        async with socket_to(server, opened["code"]) as ann:
            assert (await greet(ann, opened["token"]))["type"] == "welcome"
            await say(ann, "start", id="full")
            assert (await answer_to(ann, "full"))["type"] == "accepted"
        assert await open_another(server) is None
        await until_ready(server, 200)

    async def open_another(server: ServerProcess) -> str | None:
        body = {"name": "Bo", "agreement": WISH}
        answer = await asyncio.to_thread(server.ask, "POST", "/api/tables", body)
        if answer.status_code == 201:
            return None
        assert answer.status_code == 503
        code: str = answer.json()["code"]
        return code

    flags = ("--tables-per-hour", "100000", "--log-format", "json")
    with serving(small_disk, *flags) as server:
        asyncio.run(play(server))
        told = [line for line in server.lines if '"level":"error"' in line]
        assert told == []


def test_a_database_that_cannot_grow_answers_store_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Sqlite(str(tmp_path / "tables.sqlite3"))
    store.migrate()
    (pages,) = store.writer.execute("PRAGMA page_count").fetchone()
    store.writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnusable, match="the disk is full"):
        store.keep_note("large", bytes(400_000))
    store.writer.execute(f"PRAGMA max_page_count = {pages + 100}")
    store.keep_note("room", b"again")
    assert store.note("room") == b"again"
    store.ping()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write_probe, "GOOD_FOR", 0.0)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(StoreDown, match="No space left"):
            store.ping()
    store.ping()
    store.close()


def test_the_disk_is_not_tried_each_time_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, tries = WriteProbe(tmp_path / "tables.sqlite3"), 0

    def once() -> None:
        nonlocal tries
        tries += 1

    monkeypatch.setattr(space, "try_to_write", once)
    for _ in range(100):
        space.check()
    assert tries == 1
    assert list(tmp_path.iterdir()) == []
