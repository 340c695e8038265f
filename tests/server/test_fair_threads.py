"""Long work by fair turns: one address waits for itself, and nobody for who is gone."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from spielgeld.server.access.costs import Queue
from spielgeld.server.api import long_work
from spielgeld.server.api.long_work import LongWork
from spielgeld.server.work import fair_threads
from spielgeld.server.work.fair_threads import FairThreads, FairTurns, NotWanted
from support.tables import refused
from support.waiting import until

FLOODER, NEWCOMER, THIRD = "192.0.2.1", "192.0.2.2", "192.0.2.3"


def run(act: Callable[[], Awaitable[None]]) -> None:
    async def scene() -> None:
        await act()

    asyncio.run(scene())


class Gate:
    """Work that waits to be let go, and notes who came through."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.begun: list[str] = []

    def __call__(self, name: str) -> str:
        self.begun.append(name)
        assert self.go_on.wait(10)
        return name

    async def until_begun(self, count: int) -> None:
        await until(lambda: len(self.begun) >= count, f"{count} that are let in")


def test_another_address_does_not_wait_behind_a_flood() -> None:
    async def act() -> None:
        threads, gate = FairThreads("test", Queue(3, 2)), Gate()
        flood = [
            asyncio.create_task(threads.run(FLOODER, gate, f"flood {number}"))
            for number in range(50)
        ]
        await gate.until_begun(2)
        newcomer = asyncio.create_task(threads.run(NEWCOMER, gate, "newcomer"))
        await gate.until_begun(3)
        assert gate.begun == ["flood 0", "flood 1", "newcomer"]
        gate.go_on.set()
        assert await newcomer == "newcomer"
        assert len(await asyncio.gather(*flood)) == 50

    run(act)


def test_addresses_take_turns() -> None:
    async def act() -> None:
        turns, came = FairTurns(Queue(2, 1)), []
        full = asyncio.Event()

        async def hold(address: str) -> None:
            async with turns.turn(address):
                await full.wait()

        async def come(address: str) -> None:
            async with turns.turn(address):
                came.append(address)
                await asyncio.sleep(0)

        first = asyncio.create_task(hold("192.0.2.8"))
        other = asyncio.create_task(hold("192.0.2.9"))
        await asyncio.sleep(0)
        waiting = [FLOODER] * 4 + [NEWCOMER] * 2 + [THIRD]
        tasks = [asyncio.create_task(come(address)) for address in waiting]
        await asyncio.sleep(0)
        other.cancel()
        await asyncio.gather(*tasks)
        full.set()
        await first
        assert came == [FLOODER, NEWCOMER, THIRD, FLOODER, NEWCOMER, FLOODER, FLOODER]

    run(act)


def test_a_household_of_ipv6_has_one_turn() -> None:
    async def act() -> None:
        threads, gate = FairThreads("test", Queue(2, 1)), Gate()
        flood = [
            asyncio.create_task(threads.run(f"2001:db8::{number}", gate, "flood"))
            for number in range(1, 20)
        ]
        await gate.until_begun(1)
        other = asyncio.create_task(threads.run("2001:db8:0:1::1", gate, "newcomer"))
        await gate.until_begun(2)
        assert gate.begun == ["flood", "newcomer"]
        gate.go_on.set()
        await asyncio.gather(other, *flood)

    run(act)


def test_who_stops_waiting_leaves_no_trace() -> None:
    async def act() -> None:
        threads, gate = FairThreads("test", Queue(2, 1)), Gate()
        first = asyncio.create_task(threads.run(FLOODER, gate, "first"))
        await gate.until_begun(1)
        given_up = [asyncio.create_task(threads.run(FLOODER, gate, "never")) for _ in range(20)]
        last = asyncio.create_task(threads.run(FLOODER, gate, "last"))
        await asyncio.sleep(0)
        for task in given_up:
            task.cancel()
        gate.go_on.set()
        assert [await first, await last] == ["first", "last"]
        assert gate.begun == ["first", "last"]
        assert threads.turns.queued == 0

    run(act)


def test_work_that_goes_on_for_nobody_keeps_its_turn() -> None:
    async def act() -> None:
        threads, gate = FairThreads("test", Queue(2, 1)), Gate()
        first = asyncio.create_task(threads.run(FLOODER, gate, "first"))
        await gate.until_begun(1)
        first.cancel()
        second = asyncio.create_task(threads.run(FLOODER, gate, "second"))
        while not threads.turns.queued:
            await asyncio.sleep(0)
        assert gate.begun == ["first"]
        gate.go_on.set()
        assert await second == "second"

    run(act)


def test_what_is_not_wanted_any_more_is_not_begun() -> None:
    async def act() -> None:
        threads, gate = FairThreads("test", Queue(2, 1)), Gate()
        first = asyncio.create_task(threads.run(FLOODER, gate, "first"))
        await gate.until_begun(1)
        dropped = asyncio.create_task(threads.run(FLOODER, gate, "dropped", wanted=lambda: False))
        gate.go_on.set()
        await first
        with pytest.raises(NotWanted):
            await dropped
        assert gate.begun == ["first"]
        assert await threads.run(FLOODER, gate, "next") == "next"

    run(act)


def test_too_many_who_wait_are_refused_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "LONG_WORK", Queue(2, 1, waiting_of_one=3))

    async def act() -> None:
        go_on = asyncio.Event()
        begun: list[str] = []

        async def work(name: str) -> None:
            begun.append(name)
            await go_on.wait()

        kind: Any = LongWork(lambda work, *arguments: work(*arguments))
        tasks = [asyncio.create_task(kind.work(FLOODER, work, "flood")) for _ in range(4)]
        await asyncio.sleep(0)
        with refused("busy", seconds=fair_threads.TRY_AGAIN):
            await kind.work(FLOODER, work, "more")
        other = asyncio.create_task(kind.work(NEWCOMER, work, "newcomer"))
        while len(begun) < 2:
            await asyncio.sleep(0)
        assert begun == ["flood", "newcomer"]
        go_on.set()
        await asyncio.gather(other, *tasks)

    run(act)
