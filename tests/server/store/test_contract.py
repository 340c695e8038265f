"""What both stores promise."""

import time

import pytest

from server.store.appends import ROW, append, log_of, put
from spielgeld.server.store import Store, TableInfo, open_store

HOUR = 3600.0


def test_entries_come_back_in_order(store: Store) -> None:
    assert put(store, append("t", 0, b"one", b"two")) == [True]
    assert put(store, append("t", 2, b"\0three")) == [True]
    assert log_of(store, "t") == [b"one", b"two", b"\0three"]


def test_an_unknown_table_has_no_entries_no_record_and_no_summary(store: Store) -> None:
    put(store, append("t", 0, b"1", info=ROW))
    assert log_of(store, "nowhere") == []
    assert store.record("nowhere") is None
    assert store.summary("nowhere") is None
    assert store.summary("t") == ROW.summary


def test_who_does_not_know_the_last_entry_writes_nothing(store: Store) -> None:
    put(store, append("t", 0, b"one", b"two", info=ROW))
    stale = append("t", 1, b"late", info=ROW._replace(summary=b"late"), record=b"late")
    early = append("t", 3, b"early")
    unknown = append("u", 1, b"nothing before it")
    assert put(store, stale) == [False]
    assert put(store, early) == [False]
    assert put(store, unknown) == [False]
    assert log_of(store, "t") == [b"one", b"two"]
    assert log_of(store, "u") == []
    assert store.listed(9) == [("t", ROW.summary)]
    assert store.record("t") is None


def test_a_table_is_created_once(store: Store) -> None:
    assert put(store, append("t", 0, b"first")) == [True]
    assert put(store, append("t", 0, b"second")) == [False]
    assert log_of(store, "t") == [b"first"]


def test_a_conflict_leaves_the_rest_of_the_batch_alone(store: Store) -> None:
    put(store, append("b", 0, b"1"))
    batch = [append("a", 0, b"1"), append("b", 0, b"no"), append("c", 0, b"1")]
    assert put(store, *batch) == [True, False, True]
    assert [log_of(store, code) for code in "abc"] == [[b"1"]] * 3


def test_a_batch_that_cannot_be_written_leaves_nothing_behind(store: Store) -> None:
    put(store, append("t", 0, b"1"), append("u", 0, b"1"))
    wrong = append("u", 1, b"2", info=ROW._replace(status="no such status"))
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        put(store, append("t", 1, b"2"), wrong)
    assert log_of(store, "t") == [b"1"]
    assert put(store, append("t", 1, b"2")) == [True]


def test_entries_outlive_the_store_that_wrote_them(store: Store, address: str) -> None:
    put(store, append("t", 0, b"1", info=ROW, record=b"R"))
    store.close()
    again = open_store(address)
    again.migrate()
    assert (log_of(again, "t"), again.record("t")) == ([b"1"], b"R")
    again.close()


def test_the_lobby_lists_what_can_still_be_joined_or_watched_newest_first(store: Store) -> None:
    now = time.time()
    asleep = ROW._replace(through=())
    put(
        store,
        append("old", 0, b"1", info=ROW._replace(summary=b"old"), at=now - 9),
        append("new", 0, b"1", info=TableInfo("waiting", True, (), b"new"), at=now),
        append("unlisted", 0, b"1", info=ROW._replace(listed=False)),
        append("bare", 0, b"1"),
        append("finished", 0, b"1", info=ROW._replace(status="finished")),
        append("left", 0, b"1", info=asleep, at=now - 2 * HOUR),
        append("kept", 0, b"1", info=ROW._replace(summary=b"kept"), at=now - 2 * HOUR),
    )
    assert store.listed(9) == [("new", b"new"), ("old", b"old"), ("kept", b"kept")]
    assert store.listed(1) == [("new", b"new")]


def test_without_a_row_the_table_keeps_its_own_but_is_touched(store: Store) -> None:
    row = ROW._replace(through=())
    put(store, append("t", 0, b"1", info=row, at=time.time() - 2 * HOUR))
    assert store.listed(9) == []
    put(store, append("t", 1, b"2"))
    assert store.listed(9) == [("t", row.summary)]


def test_a_rematch_replaces_the_record(store: Store) -> None:
    put(store, append("t", 0, b"1", record=b"first"))
    assert store.record("t") == b"first"
    put(store, append("t", 1, b"2", b"3", record=b"second"))
    assert store.record("t") == b"second"


def test_archiving_drops_finished_logs_and_keeps_their_records(store: Store) -> None:
    over = ROW._replace(status="finished", through=())
    put(
        store,
        append("over", 0, b"1", b"2", info=over, record=b"R", at=100),
        append("later", 0, b"1", info=over, record=b"R", at=200),
        append("playing", 0, b"1", info=ROW, at=100),
        append("unrecorded", 0, b"1", info=over, at=100),
    )
    assert store.archive(150) == 1
    assert log_of(store, "over") == []
    assert store.record("over") == b"R"
    assert [log_of(store, code) for code in ("later", "playing", "unrecorded")] == [[b"1"]] * 3
    assert put(store, append("over", 2, b"3")) == [False]
    assert store.archive(150) == 0


def test_purging_forgets_what_nobody_touched(store: Store) -> None:
    over = ROW._replace(status="finished")
    put(store, append("archived", 0, b"1", info=over, record=b"R", at=100))
    store.archive(150)
    put(
        store,
        append("old", 0, b"1", info=over, record=b"R", at=100),
        append("played on", 0, b"1", record=b"R", at=100),
        append("new", 0, b"1", record=b"R", at=200),
    )
    put(store, append("played on", 1, b"2", at=200))
    assert store.purge(150) == 2
    assert [store.record(code) for code in ("archived", "old")] == [None, None]
    assert log_of(store, "old") == []
    assert log_of(store, "played on") == [b"1", b"2"]
    assert [store.record(code) for code in ("played on", "new")] == [b"R", b"R"]
    assert store.purge(150) == 0


def test_more_tables_than_one_sweep_takes_are_all_purged(store: Store) -> None:
    put(store, *[append(f"t{number}", 0, b"1", at=1) for number in range(250)])
    assert store.purge(2) == 250


def test_what_would_go_can_be_counted_before(store: Store) -> None:
    over = ROW._replace(status="finished", through=())
    put(store, append("archived", 0, b"1", info=over, record=b"R", at=100))
    assert (store.count_finished(150), store.count_finished(100)) == (1, 0)
    store.archive(150)
    put(store, append("old", 0, b"1", info=over, record=b"R", at=100))
    put(store, append("new", 0, b"1", record=b"R", at=200))
    assert (store.count_finished(150), store.count_untouched(150)) == (1, 2)
    assert store.count_untouched(150) == store.purge(150)
    assert store.count_untouched(150) == 0


def test_a_note_is_kept_in_place_of_the_last(store: Store) -> None:
    assert store.note("purge") == b""
    store.keep_note("purge", b"first")
    store.keep_note("purge", b"second")
    store.keep_note("other", b"x")
    assert store.note("purge") == b"second"
