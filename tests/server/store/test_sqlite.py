"""The file: private, ours alone, and what is said when something is wrong with it."""

import os
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from server.store.appends import ROW, append, log_of
from spielgeld.server.store import StoreDown, StoreUnusable, sqlite
from spielgeld.server.store.sqlite import Sqlite


def opened(path: Path) -> Sqlite:
    store = Sqlite(str(path))
    store.migrate()
    return store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    file = tmp_path / "data" / "tables.db"
    before = os.umask(0)
    try:
        store = opened(file)
        store.write([append("t", 0, b"1")])
        assert mode(file.parent) == 0o700
        assert {mode(path) for path in file.parent.iterdir()} == {0o600}
        assert len(list(file.parent.iterdir())) == 3  # with the log of changes and its index
        store.close()
    finally:
        os.umask(before)


def test_accepted_means_synced(tmp_path: Path) -> None:
    store = opened(tmp_path / "tables.db")
    asked = [
        store.writer.execute(f"PRAGMA {name}").fetchone()
        for name in ("journal_mode", "synchronous")
    ]
    assert asked == [("wal",), (2,)]
    store.close()


@pytest.mark.parametrize("content", [b"not a database, but a long enough text " * 99, b"short"])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "tables.db"
    file.write_bytes(content)
    with pytest.raises(StoreUnusable, match=r"tables\.db is not a database\."):
        opened(file)
    assert file.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    content = file.read_bytes()
    with pytest.raises(StoreUnusable, match="another program's database"):
        opened(file)
    assert file.read_bytes() == content


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = opened(file)
    store.write([append(f"t{number}", 0, bytes(999)) for number in range(99)])
    store.close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreUnusable, match="is damaged"):
        log_of(opened(file), "t1")


def test_an_impossible_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable, match=r"cannot be opened \(.*/file: File exists\)"):
        opened(tmp_path / "file" / "tables.db")
    with pytest.raises(StoreUnusable, match=r"cannot be opened \(.*: Is a directory\)"):
        opened(tmp_path)


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = opened(file)
    store.writer.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")
    store.close()
    with pytest.raises(StoreUnusable, match=r"newer version of Spielgeld \(migration 9999\)"):
        opened(file)


def test_a_file_held_by_another_program_is_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.01)
    store = opened(tmp_path / "tables.db")
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreDown, match="held by another program"):
        store.write([append("t", 0, b"1")])
    other.close()
    assert store.write([append("t", 0, b"1")]) == [True]
    store.close()


def test_tables_that_begin_go_on_and_end_are_written_together(tmp_path: Path) -> None:
    store = opened(tmp_path / "tables.db")
    store.write([append("plain", 0, b"1"), append("ends", 0, b"1")])
    batch = [
        append("plain", 1, b"2"),
        append("ends", 1, b"2", record=b"R"),
        append("late", 5, b"6"),
        append("new", 0, b"1"),
    ]
    assert store.write(batch) == [True, True, False, True]
    assert log_of(store, "plain") == [b"1", b"2"]
    assert log_of(store, "ends") == [b"1", b"2"]
    assert store.record("ends") == b"R"
    assert log_of(store, "late") == []
    assert log_of(store, "new") == [b"1"]
    store.close()


def test_if_another_program_wrote_first_an_entry_loses(tmp_path: Path) -> None:
    store, other = opened(tmp_path / "tables.db"), opened(tmp_path / "tables.db")
    store.write([append("t", 0, b"1"), append("u", 0, b"1")])
    other.write([append("t", 1, b"theirs")])
    batch = [append("t", 1, b"ours"), append("u", 1, b"2")]
    assert store.write(batch) == [False, True]
    assert log_of(store, "t") == [b"1", b"theirs"]
    assert log_of(store, "u") == [b"1", b"2"]
    for each in (store, other):
        each.close()


FULL = """
import resource, sys
from pathlib import Path
from server.store.appends import append, log_of
from server.store.test_sqlite import no_room_for_more
no_room_for_more(Path(sys.argv[1]))
"""


def no_room_for_more(file: Path) -> None:
    """Runs in a process of its own, which may not write large files."""
    store = opened(file)
    store.write([append("t", 0, b"1")])
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    with pytest.raises(StoreUnusable, match="the disk failed or refused"):
        store.write([append("t", 1, bytes(500_000))])
    assert log_of(store, "t") == [b"1"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert store.write([append("t", 1, bytes(500_000))]) == [True]
    store.close()


@pytest.mark.process
def test_without_room_nothing_is_accepted_until_there_is_room_again(tmp_path: Path) -> None:
    tests = Path(__file__).parent.parent.parent
    command = [sys.executable, "-c", FULL, str(tmp_path / "tables.db")]
    subprocess.run(command, cwd=tests, check=True)
    store = opened(tmp_path / "tables.db")
    assert [len(entry) for entry in log_of(store, "t")] == [1, 500_000]
    store.close()


def test_nobody_is_connected_when_a_server_starts(tmp_path: Path) -> None:
    store = opened(tmp_path / "tables.db")
    store.write([append("t", 0, b"1", info=ROW, at=1.0)])
    assert store.listed(9) == [("t", ROW.summary)]
    store.close()
    again = opened(tmp_path / "tables.db")
    assert again.listed(9) == []
    again.close()
