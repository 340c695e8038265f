"""What both stores promise."""

import time

import pytest

from server.store.appends import ROW, append
from spielgeld.server.store import Store, TableInfo, open_store

HOUR = 3600.0


def test_entries_come_back_in_order_from_any_number(store: Store) -> None:
    assert store.write([append("t", 0, b"one", b"two")], "n") == [True]
    assert store.write([append("t", 2, b"\0three")], "n") == [True]
    assert store.read("t") == [b"one", b"two", b"\0three"]
    assert store.read("t", 2) == [b"\0three"]
    assert store.read("t", 3) == []


def test_several_tables_are_read_together_each_from_its_number(store: Store) -> None:
    store.write([append("t", 0, b"1", b"2"), append("u", 0, b"a", b"b", b"c")], "n")
    wanted = [("u", 1), ("nowhere", 0), ("t", 0), ("u", 3), ("t", 1)]
    assert store.read_several(wanted) == [[b"b", b"c"], [], [b"1", b"2"], [], [b"2"]]
    assert store.read_several([]) == []


def test_an_unknown_table_has_no_entries_no_record_and_no_runner(store: Store) -> None:
    assert store.read("nowhere") == []
    assert store.record("nowhere") is None
    assert store.claim("nowhere", "n", 5) is None


def test_who_does_not_know_the_last_entry_writes_nothing(store: Store) -> None:
    store.write([append("t", 0, b"one", b"two", info=ROW)], "n")
    stale = append("t", 1, b"late", info=ROW._replace(summary=b"late"), record=b"late")
    early = append("t", 3, b"early")
    unknown = append("u", 1, b"nothing before it")
    assert store.write([stale], "m") == [False]
    assert store.write([early], "m") == [False]
    assert store.write([unknown], "m") == [False]
    assert store.read("t") == [b"one", b"two"]
    assert store.read("u") == []
    assert store.listed(9) == [("t", ROW.summary)]
    assert store.record("t") is None


def test_a_table_is_created_once(store: Store) -> None:
    assert store.write([append("t", 0, b"first")], "n") == [True]
    assert store.write([append("t", 0, b"second")], "m") == [False]
    assert store.read("t") == [b"first"]


def test_an_empty_batch_is_written(store: Store) -> None:
    assert store.write([], "n") == []


def test_appends_of_one_batch_build_upon_each_other(store: Store) -> None:
    batch = [append("t", 0, b"1"), append("u", 0, b"a"), append("t", 1, b"2", b"3", info=ROW)]
    assert store.write([*batch, append("t", 3, b"4")], "n") == [True] * 4
    assert store.read("t") == [b"1", b"2", b"3", b"4"]
    assert store.listed(9) == [("t", ROW.summary)]


def test_a_conflict_leaves_the_rest_of_the_batch_alone(store: Store) -> None:
    store.write([append("b", 0, b"1")], "n")
    batch = [append("a", 0, b"1"), append("b", 0, b"no"), append("c", 0, b"1")]
    assert store.write(batch, "n") == [True, False, True]
    assert [store.read(code) for code in "abc"] == [[b"1"]] * 3


def test_of_contradicting_appends_in_one_batch_the_first_wins(store: Store) -> None:
    store.write([append("t", 0, b"1")], "n")
    batch = [append("t", 1, b"2"), append("t", 1, b"two"), append("t", 2, b"3")]
    assert store.write(batch, "n") == [True, False, False]
    assert store.read("t") == [b"1", b"2"]


def test_a_stale_append_does_not_stop_a_right_one_in_the_same_batch(store: Store) -> None:
    store.write([append("t", 0, b"1", b"2")], "n")
    batch = [append("t", 0, b"no"), append("u", 0, b"a"), append("t", 2, b"3")]
    assert store.write(batch, "n") == [False, True, True]
    assert store.read("t") == [b"1", b"2", b"3"]
    assert store.read("u") == [b"a"]


def test_what_builds_upon_a_loser_falls_with_it(store: Store) -> None:
    store.write([append("t", 0, b"1", b"other")], "n")
    assert store.write([append("t", 1, b"mine"), append("t", 2, b"after mine")], "m") == [False] * 2
    assert store.read("t") == [b"1", b"other"]


def test_a_batch_that_cannot_be_written_leaves_nothing_behind(store: Store) -> None:
    wrong = append("u", 0, b"1", info=ROW._replace(status="no such status"))
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        store.write([append("t", 0, b"1"), wrong], "n")
    assert store.read("t") == []
    assert store.write([append("t", 0, b"1")], "n") == [True]


def test_entries_outlive_the_store_that_wrote_them(store: Store, address: str) -> None:
    store.write([append("t", 0, b"1", info=ROW, record=b"R")], "n")
    store.close()
    again = open_store(address)
    again.migrate()
    assert (again.read("t"), again.record("t")) == ([b"1"], b"R")
    again.close()


def test_the_lobby_lists_what_can_still_be_joined_or_watched_newest_first(store: Store) -> None:
    now = time.time()
    asleep = ROW._replace(awake=False)
    store.write(
        [
            append("old", 0, b"1", info=ROW._replace(summary=b"old"), at=now - 9),
            append("new", 0, b"1", info=TableInfo("waiting", True, False, b"new"), at=now),
            append("unlisted", 0, b"1", info=ROW._replace(listed=False)),
            append("bare", 0, b"1"),
            append("finished", 0, b"1", info=ROW._replace(status="finished")),
            append("left", 0, b"1", info=asleep, at=now - 2 * HOUR),
            append("kept", 0, b"1", info=ROW._replace(summary=b"kept"), at=now - 2 * HOUR),
        ],
        "n",
    )
    assert store.listed(9) == [("new", b"new"), ("old", b"old"), ("kept", b"kept")]
    assert store.listed(1) == [("new", b"new")]


def test_without_a_row_the_table_keeps_its_own_but_is_touched(store: Store) -> None:
    row = ROW._replace(awake=False)
    store.write([append("t", 0, b"1", info=row, at=time.time() - 2 * HOUR)], "n")
    assert store.listed(9) == []
    store.write([append("t", 1, b"2")], "n")
    assert store.listed(9) == [("t", row.summary)]


def test_a_rematch_replaces_the_record(store: Store) -> None:
    store.write([append("t", 0, b"1", record=b"first")], "n")
    assert store.record("t") == b"first"
    store.write([append("t", 1, b"2"), append("t", 2, b"3", record=b"second")], "n")
    assert store.record("t") == b"second"


def test_archiving_drops_finished_logs_and_keeps_their_records(store: Store) -> None:
    over = ROW._replace(status="finished", awake=False)
    store.write(
        [
            append("over", 0, b"1", b"2", info=over, record=b"R", at=100),
            append("later", 0, b"1", info=over, record=b"R", at=200),
            append("playing", 0, b"1", info=ROW, at=100),
            append("unrecorded", 0, b"1", info=over, at=100),
        ],
        "n",
    )
    assert store.archive(150) == 1
    assert store.read("over") == []
    assert store.record("over") == b"R"
    assert [store.read(code) for code in ("later", "playing", "unrecorded")] == [[b"1"]] * 3
    assert store.write([append("over", 2, b"3")], "n") == [False]
    assert store.archive(150) == 0


def test_purging_forgets_what_nobody_touched(store: Store) -> None:
    over = ROW._replace(status="finished")
    store.write([append("archived", 0, b"1", info=over, record=b"R", at=100)], "n")
    store.archive(150)
    store.write(
        [
            append("old", 0, b"1", info=over, record=b"R", at=100),
            append("played on", 0, b"1", record=b"R", at=100),
            append("new", 0, b"1", record=b"R", at=200),
        ],
        "n",
    )
    store.write([append("played on", 1, b"2", at=200)], "n")
    assert store.purge(150) == 2
    assert [store.record(code) for code in ("archived", "old")] == [None, None]
    assert store.read("old") == []
    assert store.read("played on") == [b"1", b"2"]
    assert [store.record(code) for code in ("played on", "new")] == [b"R", b"R"]
    assert store.purge(150) == 0


def test_more_tables_than_one_sweep_takes_are_all_purged(store: Store) -> None:
    store.write([append(f"t{number}", 0, b"1", at=1) for number in range(250)], "n")
    assert store.purge(2) == 250


def test_awake_tables_of_an_earlier_process_are_taken_over(store: Store) -> None:
    store.write([append("awake", 0, b"1", info=ROW), append("asleep", 0, b"1")], "earlier")
    assert store.beat("later", 0) == ["awake"]
    assert store.beat("later", 5) == []
    assert store.claim("awake", "later", 5) == "later"
    assert store.claim("asleep", "later", 5) == "later"


def test_the_creator_runs_a_table(store: Store) -> None:
    store.beat("n", 5)
    store.write([append("t", 0, b"1", info=ROW)], "n")
    assert store.beat("n", 5) == []
    assert store.claim("t", "n", 5) == "n"


def test_a_node_learns_which_awake_tables_it_runs_and_who_lives(store: Store) -> None:
    store.beat("n", 60)
    store.write([append("awake", 0, b"1", info=ROW), append("asleep", 0, b"1")], "n")
    assert store.cluster("n", 60) == (["awake"], ["n"])


def test_one_beat_takes_over_200_tables_at_most(store: Store) -> None:
    store.write([append(f"t{number}", 0, b"1", info=ROW) for number in range(250)], "dead")
    assert sorted(map(len, (store.beat("n", 5), store.beat("n", 5)))) == [50, 200]


def test_the_store_answers_a_ping(store: Store) -> None:
    store.ping()
    store.retire("n")


def test_what_would_go_can_be_counted_before(store: Store) -> None:
    over = ROW._replace(status="finished", awake=False)
    store.write([append("archived", 0, b"1", info=over, record=b"R", at=100)], "n")
    assert (store.count_finished(150), store.count_finished(100)) == (1, 0)
    store.archive(150)
    store.write([append("old", 0, b"1", info=over, record=b"R", at=100)], "n")
    store.write([append("new", 0, b"1", record=b"R", at=200)], "n")
    assert (store.count_finished(150), store.count_untouched(150)) == (1, 2)
    assert store.count_untouched(150) == store.purge(150)
    assert store.count_untouched(150) == 0


def test_a_note_is_kept_in_place_of_the_last(store: Store) -> None:
    assert store.note("purge") == b""
    store.keep_note("purge", b"first")
    store.keep_note("purge", b"second")
    store.keep_note("other", b"x")
    assert store.note("purge") == b"second"
