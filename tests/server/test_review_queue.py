"""Reviews: one at a time, a few wait, what is done once is kept."""

import asyncio
import json
import os
import stat
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped]
import pytest

from spielgeld.advice import review as advice_review
from spielgeld.advice.types import Review
from spielgeld.engine.records import Record, checker, count_steps, make_record, record_line
from spielgeld.server.access.costs import LONG_REVIEW, REVIEWS
from spielgeld.server.api.endpoint import Asked
from spielgeld.server.api.long_work import all_long_work, run_here
from spielgeld.server.api.review_endpoints import ReviewRequest, review_record
from spielgeld.server.reviews import cache, queue
from spielgeld.server.reviews.cache import ReviewCache
from spielgeld.server.reviews.process import review_in_process
from spielgeld.server.reviews.queue import (
    ReviewFailed,
    ReviewQueue,
    ReviewState,
    name_of,
    work_of,
)
from spielgeld.server.reviews.worker import Progress, work_out
from support.play import random_setup, random_steps
from support.tables import refused
from support.waiting import until

pytestmark = pytest.mark.process

FAKE = (sys.executable, str(Path(__file__).parent / "fake_reviewing.py"))


def a_record(how: str, gate: object = "", more: str = "", steps: int = 0) -> Record:
    """What the stand-in reads."""
    rounds: list[dict[str, Any]] = [{"bids": []} for _ in range(steps)]
    deals = [{"rounds": rounds}]
    return {"players": [how, str(gate), more], "deals": deals}  # type: ignore[typeddict-item]


def wish(record: Record, seat: int) -> tuple[bytes, int]:
    return work_of(record, seat), count_steps(record)


def own_name(record: Record, seat: int) -> str:
    return name_of(work_of(record, seat))


def workers() -> list[int]:
    """The processes that work something out now."""
    children = psutil.Process().children()
    return [each.pid for each in children if FAKE[1] in each.cmdline()]


async def until_there(reviews: ReviewQueue, name: str) -> ReviewState:
    await until(lambda: reviews.look(name).review is not None, "the review")
    return reviews.look(name)


async def until_begun(reviews: ReviewQueue, name: str) -> None:
    await until(lambda: reviews.look(name).total > 0, "a review that is begun")


def run(folder: Path, act: Callable[[ReviewQueue], Awaitable[None]]) -> None:
    async def scene() -> None:
        reviews = ReviewQueue(folder, partial(review_in_process, command=FAKE))
        try:
            await act(reviews)
        finally:
            await reviews.close()

    asyncio.run(scene())


def test_a_review_is_begun_waited_for_and_read(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        record = a_record("slow", gate)
        begun = reviews.ask(*wish(record, 2), "Ann's")
        assert (begun.done, begun.total, begun.review) == (0, 0, None)
        await until_begun(reviews, begun.id)
        assert reviews.ask(*wish(record, 2), "Ann's") == ReviewState(
            id=begun.id, done=1, total=2, worst=[], review=None
        )
        gate.touch()
        found = await until_there(reviews, begun.id)
        review = msgspec.json.decode(msgspec.json.encode(found), type=ReviewState).review
        assert review is not None
        assert (review.seat, review.luck) == (2, 0.07)

    run(tmp_path / "kept", act)


def test_the_same_match_and_seat_have_the_same_name_and_others_have_another() -> None:
    record = a_record("a", "b")
    assert own_name(record, 0) == own_name(a_record("a", "b"), 0)
    assert len({own_name(record, 0), own_name(record, 1), own_name(a_record("a", "c"), 0)}) == 3
    # Reviews that a server has kept are found again after an update that does not change them.
    del record["deals"]  # type: ignore[misc]
    assert own_name(record, 1).startswith("c6b4a8ec82073b36")


NO_REVIEW = Review(seat=0, decisions=[], curve=[], worst=[], skill=0.0, luck=0.0, habits=[])


def review_of(seat: int) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(NO_REVIEW, seat=seat))


class Enough(Exception):
    """What follows takes long, and is not asked about."""


def enough(*_: object) -> None:
    raise Enough


def test_nothing_that_was_just_encoded_is_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is replayed once for the answer; the process then replays it for itself."""
    rng = Random(1)
    setup = random_setup("nl", 3, rng, {"deals": 1})
    events = [event for step in random_steps(setup, rng) for event in step.events]
    record = json.loads(record_line(make_record(setup, ["Ann", "Bo", "Cy"], events)))
    reviewed = msgspec.Raw(review_of(0))
    calls: list[Any] = []
    monkeypatch.setattr(advice_review, "decisions_of", enough)

    def count(module: Any, name: str) -> None:
        real = getattr(module, name)

        def counted(*given: Any, **more: Any) -> Any:
            calls.append(name)
            return real(*given, **more)

        monkeypatch.setattr(module, name, counted)

    async def reviewer(work: bytes) -> AsyncGenerator[Progress, None]:
        calls.append("process")
        with pytest.raises(Enough):
            work_out(work, calls.append)
        yield Progress(review=reviewed)

    async def scene() -> None:
        services: Any = SimpleNamespace(
            long_work=all_long_work(run_here), reviews=ReviewQueue(tmp_path, reviewer)
        )
        asked = msgspec.json.encode(ReviewRequest(record=record, seat=0))
        call = Asked(
            services=services,
            path={},
            body=asked,
            query=None,
            authorization=None,
            client="Ann's",
            base_url="",
        )
        count(checker, "replay_steps")
        count(advice_review, "replay_steps")
        count(json, "loads")
        count(msgspec.json, "decode")
        count(msgspec.json, "encode")
        state = await review_record.handler(call)
        assert isinstance(state, ReviewState)
        await until_there(services.reviews, state.id)

    asyncio.run(scene())
    assert calls[:3] == ["decode", "encode", "loads"]
    assert calls[3:8] == ["replay_steps", "encode", "process", "decode", "replay_steps"]
    assert set(calls[8:]) <= {"replay_steps"}


def test_a_restart_keeps_what_is_done_and_forgets_the_rest(tmp_path: Path) -> None:
    names: list[str] = []

    async def before(reviews: ReviewQueue) -> None:
        names.append(reviews.ask(*wish(a_record("quick"), 0), "Ann's").id)
        await until_there(reviews, names[0])
        names.append(reviews.ask(*wish(a_record("slow", tmp_path / "never"), 0), "Ann's").id)

    async def after(reviews: ReviewQueue) -> None:
        assert reviews.look(names[0]).review is not None
        with refused("no_such_review"):
            reviews.look(names[1])

    run(tmp_path / "kept", before)
    run(tmp_path / "kept", after)


def test_one_that_was_damaged_on_the_disk_is_worked_out_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / f"{own_name(a_record('quick'), 0)}.json").write_bytes(b'{"seat": 0')

    async def act(reviews: ReviewQueue) -> None:
        begun = reviews.ask(*wish(a_record("quick"), 0), "Ann's")
        assert begun.review is None
        assert (await until_there(reviews, begun.id)).review is not None

    run(kept, act)


def test_one_at_a_time_a_few_wait_and_more_are_refused(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        asked = [
            reviews.ask(*wish(a_record("slow", gate, str(number)), 0), f"{number}").id
            for number in range(1 + REVIEWS.waiting)
        ]
        with refused("busy", seconds=queue.TRY_AGAIN):
            reviews.ask(*wish(a_record("quick"), 0), "Ann's")
        await until_begun(reviews, asked[0])
        assert len(workers()) == 1
        assert [reviews.look(name).total for name in asked[1:]] == [0] * REVIEWS.waiting
        gate.touch()
        for name in asked:
            await until_there(reviews, name)
        await until_there(reviews, reviews.ask(*wish(a_record("quick"), 0), "Ann's").id)

    run(tmp_path / "kept", act)


def test_a_long_one_keeps_no_short_one_waiting(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        long = reviews.ask(*wish(a_record("slow", gate, steps=LONG_REVIEW), 0), "Ann's").id
        also_long = reviews.ask(*wish(a_record("quick", steps=LONG_REVIEW), 0), "Bo's").id
        await until_begun(reviews, long)
        for number in range(3):
            short = reviews.ask(*wish(a_record("quick", steps=number), 0), "Cy's").id
            assert (await until_there(reviews, short)).review is not None
        assert reviews.look(also_long).total == 0
        gate.touch()
        await until_there(reviews, also_long)

    run(tmp_path / "kept", act)


def test_a_finished_one_is_not_decoded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(reviews: ReviewQueue) -> None:
        name = reviews.ask(*wish(a_record("quick"), 0), "Ann's").id
        await until_there(reviews, name)
        monkeypatch.setattr(msgspec.json, "decode", enough)
        for _ in range(3):
            assert reviews.look(name).review is not None

    run(tmp_path / "kept", act)


def test_a_household_of_ipv6_counts_as_one_address(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        for number in range(REVIEWS.waiting_of_one):
            reviews.ask(*wish(a_record("slow", gate, str(number)), 0), f"2001:db8::{number}")
        with refused("busy", seconds=queue.TRY_AGAIN):
            reviews.ask(*wish(a_record("quick"), 0), "2001:db8::9")
        reviews.ask(*wish(a_record("quick"), 0), "2001:db8:0:1::9")
        gate.touch()

    run(tmp_path / "kept", act)


def test_another_address_comes_between_two_of_one(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gates = [tmp_path / "first", tmp_path / "second"]
        own = [reviews.ask(*wish(a_record("slow", gate), 0), "Ann's").id for gate in gates]
        other = reviews.ask(*wish(a_record("quick"), 0), "Bo's").id
        gates[0].touch()
        assert (await until_there(reviews, own[0])).review is not None
        assert (await until_there(reviews, other)).review is not None
        assert reviews.look(own[1]).review is None
        gates[1].touch()
        await until_there(reviews, own[1])

    run(tmp_path / "kept", act)


def test_one_that_nobody_waits_for_makes_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gone = reviews.ask(*wish(a_record("slow", tmp_path / "never"), 0), "Ann's").id
        await until_begun(reviews, gone)
        other = reviews.ask(*wish(a_record("quick"), 0), "Bo's").id
        monkeypatch.setattr(queue, "FORGOTTEN_AFTER", 0.2)
        assert (await until_there(reviews, other)).review is not None
        with refused("no_such_review"):
            reviews.look(gone)

    run(tmp_path / "kept", act)


def test_one_address_cannot_take_all_places(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        for number in range(REVIEWS.waiting_of_one):
            reviews.ask(*wish(a_record("slow", gate, str(number)), 0), "Ann's")
        with refused("busy", seconds=queue.TRY_AGAIN):
            reviews.ask(*wish(a_record("quick"), 0), "Ann's")
        other = reviews.ask(*wish(a_record("quick"), 0), "Bo's")
        gate.touch()
        await until_there(reviews, other.id)

    run(tmp_path / "kept", act)


def test_one_that_nobody_asks_for_any_more_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(reviews: ReviewQueue) -> None:
        gate = tmp_path / "gate"
        first = reviews.ask(*wish(a_record("slow", gate), 0), "Ann's").id
        left = reviews.ask(*wish(a_record("slow", tmp_path / "never"), 0), "Ann's").id
        last = reviews.ask(*wish(a_record("quick"), 0), "Bo's").id
        monkeypatch.setattr(queue, "FORGOTTEN_AFTER", 0.3)
        until = time.monotonic() + 0.6
        while reviews.look(first).review is None:
            if time.monotonic() > until:
                gate.touch()
            await asyncio.sleep(0.01)
            reviews.look(last)
        await until_there(reviews, last)
        with refused("no_such_review"):
            reviews.look(left)

    run(tmp_path / "kept", act)


def test_one_that_fails_is_told_once_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        name = reviews.ask(*wish(a_record("broken"), 0), "Ann's").id
        with pytest.raises(ReviewFailed):
            await until_there(reviews, name)
        await until_there(reviews, reviews.ask(*wish(a_record("quick"), 0), "Ann's").id)
        assert reviews.ask(*wish(a_record("broken"), 0), "Ann's").total == 0

    run(tmp_path / "kept", act)


def test_one_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "LONGEST", 0.5)

    async def act(reviews: ReviewQueue) -> None:
        name = reviews.ask(*wish(a_record("slow", tmp_path / "never"), 0), "Ann's").id
        with pytest.raises(ReviewFailed):
            await until_there(reviews, name)
        assert not workers()

    run(tmp_path / "kept", act)


def test_names_that_are_none_are_looked_for_nowhere(tmp_path: Path) -> None:
    async def act(reviews: ReviewQueue) -> None:
        (tmp_path / "secret.json").write_text("{}")
        for name in ("", "../secret", "x" * 64, "A" * 64):
            with refused("no_such_review"):
                reviews.look(name)

    run(tmp_path / "kept", act)


# ---------------------------------------------------------------- where they are kept


def test_the_cache_holds_so_many_and_the_oldest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ON_DISK", 3)
    monkeypatch.setattr(cache, "IN_MEMORY", 2)
    kept = ReviewCache(tmp_path / "kept")
    for number in range(5):
        kept.put(str(number), review_of(number))
        for file in (tmp_path / "kept").iterdir():  # each a second older than the next
            os.utime(file, (int(file.stem), int(file.stem)))
    assert [kept.find(str(number)) for number in range(5)] == [
        None,
        None,
        *map(review_of, (2, 3, 4)),
    ]
    assert len(list((tmp_path / "kept").iterdir())) == 3


@pytest.mark.parametrize("is_there", [False, True])
def test_nobody_else_can_read_them(is_there: bool, tmp_path: Path) -> None:
    """Whether SQLite has made the data folder, another program, or, with PostgreSQL, nobody."""
    data = tmp_path / "data"
    before = os.umask(0)
    try:
        if is_there:
            data.mkdir(mode=0o755)
        ReviewCache(data / "reviews").put("a", b"1")
    finally:
        os.umask(before)
    made = [data / "reviews", data / "reviews" / "a.json"]
    assert [mode(path) for path in made] == [0o700, 0o600]
    assert mode(data) == (0o755 if is_there else 0o700)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_without_a_disk_the_last_ones_are_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = ReviewCache(tmp_path / "file" / "below")
    kept.put("a", review_of(1))
    assert kept.find("a") == review_of(1)


# ---------------------------------------------------------------- over HTTP
