"""Fair turns in every order of asking, leaving, finishing and failing: no turn is ever lost."""

import asyncio
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielgeld.server.access.costs import Queue
from spielgeld.server.work.fair_threads import FairTurns

ADDRESSES = ("192.0.2.1", "192.0.2.2", "192.0.2.3")
Deed = tuple[str, int]
"""What happens, and to which address or request."""


class Scene:
    """Requests that ask for turns, leave, finish or fail; several such things in one loop turn."""

    def __init__(self, at_once: int, of_one: int) -> None:
        self.at_once, self.of_one = at_once, of_one
        self.turns = FairTurns(Queue(at_once, of_one))
        self.requests: list[tuple[str, asyncio.Task[None], asyncio.Future[None]]] = []
        self.running: dict[int, str] = {}
        self.came: list[int] = []

    def ask(self, address: str) -> None:
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._take_turn(len(self.requests), address, over))
        self.requests.append((address, task, over))

    async def _take_turn(self, number: int, address: str, over: "asyncio.Future[None]") -> None:
        async with self.turns.turn(address):
            self.running[number] = address
            self.came.append(number)
            try:
                self.check_limits()
                await over
            finally:
                del self.running[number]

    def do(self, deed: str, number: int) -> None:
        if deed == "ask":
            self.ask(ADDRESSES[number % len(ADDRESSES)])
            return
        open_ones = [each for each in self.requests if not each[1].done()]
        if not open_ones:
            return
        _, task, over = open_ones[number % len(open_ones)]
        if deed == "leave":
            task.cancel()
        elif deed == "finish" and not over.done():
            over.set_result(None)
        elif deed == "fail" and not over.done():
            over.set_exception(RuntimeError("it failed"))

    def check_limits(self) -> None:
        assert len(self.running) <= self.at_once
        assert max(Counter(self.running.values()).values(), default=0) <= self.of_one

    def check_nobody_waits_in_vain(self) -> None:
        own = Counter(self.running.values())
        for number, (address, task, _) in enumerate(self.requests):
            if not task.done() and number not in self.running:
                assert len(self.running) == self.at_once or own[address] == self.of_one

    async def end(self) -> None:
        """Everybody finishes; then there is room for as many as at the beginning."""
        await settle()
        self.check_nobody_waits_in_vain()
        while not all(task.done() for _, task, _ in self.requests):
            for number in list(self.running):
                over = self.requests[number][2]
                if not over.done():
                    over.set_result(None)
            await settle()
        await asyncio.gather(*[task for _, task, _ in self.requests], return_exceptions=True)
        assert self.turns.queued == 0
        begun = len(self.came)
        for number in range(self.at_once):
            self.ask(f"198.51.100.{number}")
        await settle()
        assert len(self.came) - begun == self.at_once
        for _, task, _ in self.requests:
            task.cancel()
        await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def play(deeds: tuple[Deed, ...], at_once: int, of_one: int) -> None:
    scene = Scene(at_once, of_one)
    for deed, number in deeds:
        if deed == "wait":
            await asyncio.sleep(0)
            scene.check_limits()
        else:
            scene.do(deed, number)
    await scene.end()


SHORT: tuple[Deed, ...] = (
    ("ask", 0),
    ("ask", 1),
    ("leave", -1),
    ("leave", 0),
    ("finish", 0),
    ("fail", 0),
    ("wait", 0),
)


@pytest.mark.slow
def test_no_turn_is_lost_in_any_short_order() -> None:
    """All orders of five, after one request of each of two addresses has its turn or waits."""

    async def all_orders() -> None:
        begin: tuple[Deed, ...] = (("ask", 0), ("ask", 0), ("ask", 1), ("wait", 0))
        for order in product(SHORT, repeat=5):
            await play(begin + order, 2, 1)

    asyncio.run(all_orders())


@given(
    st.lists(
        st.tuples(st.sampled_from(["ask", "leave", "finish", "fail", "wait"]), st.integers(0, 9)),
        max_size=60,
    ),
    st.sampled_from([(2, 1), (3, 2), (4, 2)]),
)
def test_no_turn_is_lost_in_any_order(deeds: list[Deed], limits: tuple[int, int]) -> None:
    asyncio.run(play(tuple(deeds), *limits))


def test_the_turn_of_a_request_that_leaves_in_the_same_moment_goes_to_the_next() -> None:
    async def scene() -> None:
        turns = FairTurns(Queue(2, 1))
        over = asyncio.Event()

        async def take(address: str) -> str:
            async with turns.turn(address):
                await over.wait()
            return address

        first = asyncio.create_task(take(ADDRESSES[0]))
        await asyncio.sleep(0)
        leaving = asyncio.create_task(take(ADDRESSES[0]))
        last = asyncio.create_task(take(ADDRESSES[0]))
        await asyncio.sleep(0)
        over.set()
        leaving.cancel()
        async with asyncio.timeout(5):
            assert [await first, await last] == [ADDRESSES[0]] * 2
        assert turns.queued == 0

    asyncio.run(scene())


def test_an_address_that_has_many_requests_delays_another_by_one_turn_at_most() -> None:
    async def scene() -> None:
        turns = FairTurns(Queue(2, 1))
        came: list[str] = []

        async def take(address: str) -> None:
            async with turns.turn(address):
                came.append(address)
                await asyncio.sleep(0)

        flood = [asyncio.create_task(take(each)) for each in ADDRESSES[:2] for _ in range(50)]
        await asyncio.sleep(0)
        before = len(came)
        newcomer = asyncio.create_task(take(ADDRESSES[2]))
        await newcomer
        assert came.index(ADDRESSES[2]) - before <= 4
        await asyncio.gather(*flood)

    asyncio.run(scene())
