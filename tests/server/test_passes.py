"""The rules of passes, one by one, on a database that delays, loses and fails."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from spielgeld.engine import Refusal
from spielgeld.server.tables.jobs import Decide
from spielgeld.server.upkeep.presence import leave
from spielgeld.table import commands, decisions
from spielgeld.table.entries import Arrived, Lost, Outage, RequestRefused, Went
from support.pass_world import Person, Process, World


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.check()
    world.close()


def arrived(world: World, place: int = 0, person: int = 0) -> tuple[Person, Process]:
    """A person who has been greeted at a process."""
    ann, process = world.people[person], world.processes[place]
    ann.connect(process)
    world.settle()
    assert ann.line
    assert ann.line.is_greeted
    return ann, process


def send(world: World, person: Person, name: str, kind: str = "pause") -> None:
    """Send a command that is read at once; the pass waits for the lock."""
    person.say(name, kind)
    assert person.line
    person.line.read()
    world.run()


def test_nothing_is_answered_before_the_commit(world: World) -> None:
    ann, process = arrived(world)
    seen = ann.seen
    send(world, ann, "x")
    world.go_on(world.step(process, "lock"))
    commit = world.step(process, "commit")
    assert (ann.seen, ann.accepted) == (seen, set())
    world.go_on(commit)
    assert ann.seen is not None
    assert seen is not None
    assert (ann.seen, ann.accepted) == (seen + 1, {"x"})


def test_refusals_wait_for_the_rollback(world: World) -> None:
    ann, process = arrived(world)
    send(world, ann, "x", "resume")
    world.go_on(world.step(process, "lock"))
    end = world.step(process, "end")
    assert ann.refused == {}
    world.go_on(end)
    assert ann.refused == {"x": "not_paused"}


def test_a_refusal_is_decided_again_if_the_rollback_fails(world: World) -> None:
    ann, process = arrived(world)
    ben, other = arrived(world, 1, person=1)
    send(world, ann, "x", "resume")
    world.go_on(world.step(process, "lock"))
    world.database.end_transaction(process.lane)
    ann_elsewhere = ann.connect(other)
    world.settle()
    assert ann_elsewhere.is_greeted
    assert ann.refused == {"x": "not_paused"}
    assert ben.line


@pytest.mark.parametrize("is_written", [True, False])
def test_an_unanswered_commit_drops_the_copy(world: World, is_written: bool) -> None:
    ann, process = arrived(world)
    line = ann.line
    send(world, ann, "x")
    world.go_on(world.step(process, "lock"))
    world.go_on(world.step(process, "commit"), "lost" if is_written else "failed")
    assert line
    assert line.is_closed
    assert world.code not in process.tables.registry.tables
    assert (ann.accepted, ann.refused) == (set(), {})
    assert ("x" in world.database.ids(world.code)) is is_written
    ann.connect(world.processes[1])
    world.settle()
    assert ann.accepted == {"x"}


def test_a_command_left_behind_is_dropped(world: World) -> None:
    ann, _ = arrived(world)
    ann.say("x", "pause")
    left = ann.line
    assert left
    ann.unanswered.clear()  # as if the page had given it up
    ann.connect(world.processes[1])
    world.settle()
    left.read()
    world.settle()
    assert "x" not in world.database.ids(world.code)
    assert left.is_closed


def test_a_page_that_returns_does_not_revive_its_command(world: World) -> None:
    """It is refused elsewhere; then the page comes back to the first process."""
    ann, first = arrived(world)
    ann.say("x", "resume")
    left = ann.line
    assert left
    ann.connect(world.processes[1])
    world.settle()
    ann.line.read() if ann.line and ann.line.inbox else None
    world.settle()
    assert ann.refused == {"x": "not_paused"}
    ann.connect(first)
    world.settle()
    send(world, ann, "y")
    world.settle()
    assert ann.accepted == {"y"}
    left.read()  # now it could be carried out
    world.settle()
    assert world.database.ids(world.code) == ["y"]


def test_a_late_went_does_nothing(world: World) -> None:
    ann, first = arrived(world)
    line = ann.line
    assert line
    ann.connect(world.processes[1])
    world.settle()
    name = line.connection.name
    world.run(leave(first.tables.registry, first.tables.worker, world.code, name))
    world.settle()
    assert not [each for each in world.database.log(world.code) if isinstance(each, Went)]


def test_a_connection_that_ends_is_logged_after_a_while(world: World) -> None:
    ann, _ = arrived(world)
    line = ann.line
    assert line
    line.hang_up()
    world.wait(2.0)
    world.settle()
    (went,) = [each for each in world.database.log(world.code) if isinstance(each, Went)]
    assert went.connection == line.connection.name


@pytest.mark.parametrize("is_repeated", [False, True])
def test_a_hung_up_request_is_not_decided(world: World, is_repeated: bool) -> None:
    _, process = arrived(world)
    table = process.tables.registry.tables[world.code]
    decided: list[float] = []

    def decide(_: Any, now: float) -> list[Any]:
        decided.append(now)
        return []

    async def ask() -> asyncio.Task[None]:
        return asyncio.create_task(process.tables.worker.do(table, decide))

    asking: list[asyncio.Task[None]] = []

    async def begin() -> None:
        asking.append(await ask())

    world.run(begin())
    if is_repeated:
        world.go_on(world.step(process, "lock"))
        world.go_on(world.step(process, "end"), "failed")
    world.run(asking[0].cancel)
    before = len(decided)
    assert before == is_repeated
    world.settle()
    assert len(decided) == before


def test_nobody_is_shown_less_than_before(world: World) -> None:
    """The news are lost, and the client comes to a process that has an older copy."""
    ann, _ = arrived(world)
    arrived(world, 1, person=1)
    world.notes.clear()
    for number in range(3):
        send(world, ann, f"x{number}", "pause" if number % 2 == 0 else "resume")
        world.settle()
    world.notes.clear()
    seen = ann.seen
    behind = world.processes[1].tables.registry.tables[world.code]
    assert behind.number < len(world.database.log(world.code))
    ann.connect(world.processes[1])
    world.settle()
    assert ann.seen is not None
    assert seen is not None
    assert ann.seen >= seen


def test_a_view_has_all_that_was_durable_when_it_was_asked_for(world: World) -> None:
    ann, _ = arrived(world)
    arrived(world, 1, person=1)
    send(world, ann, "x")
    world.settle()
    other = world.processes[1]
    table = other.tables.registry.tables[world.code]
    seen: list[bool] = []

    async def look() -> None:
        asking = other.tables.worker.ask_newest(table, lambda state: state.paused)
        seen.append(await asking)

    world.loop.create_task(look())
    world.run()
    assert seen == []  # not from the copy
    world.settle()
    assert seen == [True]


def test_nobody_reads_a_copy_while_its_pass_runs(world: World) -> None:
    ann, process = arrived(world)
    table = process.tables.registry.tables[world.code]
    send(world, ann, "x")
    world.go_on(world.step(process, "lock"))
    seen: list[bool] = []

    async def look() -> None:
        seen.append(await process.tables.worker.ask(table, lambda state: state.paused))

    world.loop.create_task(look())
    world.run()
    assert seen == []
    world.go_on(world.step(process, "commit"))
    assert seen == [True]


def test_another_history_drops_the_copy(world: World) -> None:
    """A failover has lost a commit, and somebody has written another in its place."""
    ann, first = arrived(world)
    ben, _ = arrived(world, 1, person=1)
    send(world, ann, "x")
    world.settle()
    row = world.database.rows[world.code]
    del row.entries[-1:]
    said = {"type": "said", "seat": 1, "phrase": "hello"}
    other = json.dumps({"type": "social", "at": 1e9, "event": said}).encode()
    row.entries.append(other)
    row.head = 7
    line = ann.line
    ann.accepted.clear()
    ann.seen = ben.seen = None
    send(world, ann, "y", "resume")
    world.settle()
    assert line
    assert line.is_closed
    assert world.code not in first.tables.registry.tables or ann.line is None


def test_a_deleted_table_is_noticed(world: World) -> None:
    ann, first = arrived(world)
    row = world.database.rows.pop(world.code)
    send(world, ann, "x")
    for _ in range(30):
        if world.database.steps:
            world.go_on(world.database.steps[0])
        world.wait(0.05)
    assert world.code not in first.tables.registry.tables
    world.database.rows[world.code] = row


def test_a_job_at_a_locked_table_is_sent_back_in_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielgeld.server.tables.jobs.PATIENCE", -1.0)
    ann, first = arrived(world)
    line = ann.line
    world.database.rows[world.code].holder = world.processes[1].lane
    send(world, ann, "x")
    for _ in range(20):
        if world.database.steps:
            world.go_on(world.database.steps[0])
        world.wait(0.05)
    assert line
    assert line.is_closed
    assert (ann.accepted, ann.refused) == (set(), {})
    world.database.rows[world.code].holder = None
    assert first.tables.registry.tables[world.code].waiting == []


def test_the_people_of_a_silent_process_are_disconnected_before_anything_else(
    world: World,
) -> None:
    arrived(world)
    world.processes[1].others.silent = {"p0"}
    arrived(world, 1, person=1)
    told = [type(each) for each in world.database.log(world.code)][-3:]
    assert told == [Arrived, Lost, Arrived]


def test_people_come_back_if_their_process_was_wrongly_thought_dead(world: World) -> None:
    ann, _ = arrived(world)
    line = ann.line
    assert line
    world.processes[1].others.silent = {"p0"}
    arrived(world, 1, person=1)
    for note in [*world.notes]:
        world.tell(note)
    world.settle()
    assert line.is_closed
    ann.connect(world.processes[0])
    world.settle()
    assert ann.line
    assert ann.line.is_greeted


def test_an_outage_counts_for_nobody(world: World) -> None:
    ann, process = arrived(world)
    arrived(world, 0, person=1)
    world.wait(100.0)
    process.others.outage = world.database.now
    world.wait(1.0)
    send(world, ann, "x")
    world.settle()
    log = world.database.log(world.code)
    assert [type(each) for each in log].count(Outage) == 1
    table = process.tables.registry.tables[world.code]
    assert max(seat.spent for seat in table.state.seats) < 5
    send(world, ann, "y", "resume")
    world.settle()
    log = world.database.log(world.code)
    assert [type(each) for each in log].count(Outage) == 1


def join(state: Any, now: float) -> list[Any]:
    return decisions.join(state, "Cy", "a hash", None, now)


def start(state: Any, now: float) -> list[Any]:
    return decisions.decide(state, 0, commands.Start(id="x"), now)


@pytest.mark.parametrize("decide", [join, start])
def test_a_refused_request_with_a_key_stays_refused(world: World, decide: Decide) -> None:
    """Its first copy was delayed, and would be carried out after the second was refused."""
    _, first = arrived(world)
    refusals: list[str] = []

    async def ask(process: Process) -> None:
        table = await process.tables.registry.find(world.code)
        try:
            await process.tables.worker.do(
                table,
                lambda state, now: decisions.once(state, "key", lambda: decide(state, now), now),
                lambda: decisions.check_refused(table.state, "key"),
            )
        except Refusal as refusal:
            refusals.append(refusal.code)

    for process in world.processes:
        world.loop.create_task(ask(process))
        world.settle()
    assert refusals == ["already_started"] * 2
    log = world.database.log(world.code)
    assert len([each for each in log if isinstance(each, RequestRefused)]) == 1
    assert first.tables.registry.tables


def test_a_command_that_comes_while_its_table_is_read_waits_for_the_next_pass(
    world: World,
) -> None:
    ann, process = arrived(world)
    arrived(world, 1, person=1)
    for note in [*world.notes]:
        world.tell(note)
    reading = world.step(process, "newer")
    send(world, ann, "x")
    line = ann.line
    world.go_on(reading)
    world.settle()
    assert ann.accepted == {"x"}
    assert ann.line is line


def test_a_fault_of_ours_drops_the_table_and_leaves_nobody_waiting(world: World) -> None:
    ann, process = arrived(world)
    line = ann.line
    table = process.tables.registry.tables[world.code]
    refusals: list[str] = []

    def fail(_: Any, __: float) -> list[Any]:
        raise RuntimeError("a fault")

    async def ask() -> None:
        try:
            await process.tables.worker.do(table, fail)
        except Refusal as refusal:
            refusals.append(refusal.code)

    world.loop.create_task(ask())
    world.settle()
    assert refusals == ["come_back"]
    assert line
    assert line.is_closed
    assert world.database.rows[world.code].holder is None


def test_a_process_where_nobody_listens_reads_no_news(world: World) -> None:
    ann, _ = arrived(world)
    other = world.processes[1]
    world.run(other.tables.registry.find(world.code))
    behind = other.tables.registry.tables[world.code]
    send(world, ann, "x")
    world.settle()
    for note in [*world.notes]:
        world.tell(note)
    assert not world.waits(other)
    assert behind.number < len(world.database.log(world.code))
    arrived(world, 1, person=1)
    assert behind.number == len(world.database.log(world.code))
