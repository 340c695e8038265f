"""On a busy server what arrives together is handled together; elsewhere nobody waits."""

from collections.abc import Callable
from typing import Any

from spielgeld.server.quick_sockets import _Arrivals


class Clock:
    """An event loop by hand: it notes what is to be called, and when."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, pause: float, call: Callable[[], None]) -> None:
        self.calls.append((round(self.now + pause, 3), call))

    def call_soon(self, call: Callable[[], None]) -> None:
        self.call_later(0.0, call)

    def run(self) -> list[float]:
        """Call all that is due in its time, and say when that was."""
        times = []
        while self.calls:
            when, call = self.calls.pop(0)
            self.now = max(self.now, when)
            times.append(when)
            call()
        return times


class Socket:
    """Notes when it was let in."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.active_in = 0
        self.let_in_at: list[float] = []

    def let_in(self) -> None:
        self.let_in_at.append(self.clock.now)


def the_door() -> tuple[Clock, Any, list[float]]:
    clock, after = Clock(), []
    arrivals = _Arrivals(clock, lambda: after.append(clock.now))  # type: ignore[arg-type]
    return clock, arrivals, after


def test_few_are_let_in_at_once() -> None:
    clock, arrivals, after = the_door()
    one = Socket(clock)
    for _ in range(500):
        arrivals.add(one)
        assert clock.run() == [round(clock.now, 3)]
        clock.now += 0.005
    assert len(one.let_in_at) == len(after) == 500


def busy_door() -> tuple[Clock, Any, list[float]]:
    clock, arrivals, after = the_door()
    for _ in range(100):
        arrivals.add(Socket(clock))
    clock.run()
    clock.now += 1.0
    after.clear()
    return clock, arrivals, after


def test_on_a_busy_server_a_moment_is_waited_for_more() -> None:
    clock, arrivals, after = busy_door()
    first, second, third = [Socket(clock) for _ in range(3)]
    arrivals.add(first)
    clock.run()
    assert first.let_in_at == [1001.0]
    clock.now = 1001.01
    arrivals.add(second)
    clock.now = 1001.02
    arrivals.add(third)
    clock.run()
    assert second.let_in_at == third.let_in_at == [1001.03]
    assert after == [1001.0, 1001.03]


def test_after_a_quiet_second_nobody_waits_any_more() -> None:
    clock, arrivals, _ = busy_door()
    clock.now += 1.0
    sockets = [Socket(clock), Socket(clock)]
    for socket in sockets:
        arrivals.add(socket)
        clock.run()
        clock.now += 0.001
    assert [socket.let_in_at for socket in sockets] == [[1002.0], [1002.001]]


def test_a_crowd_comes_in_by_groups_in_its_order() -> None:
    clock, arrivals, after = the_door()
    sockets = [Socket(clock) for _ in range(150)]
    for socket in sockets:
        arrivals.add(socket)
    for group in (64, 128, 150):
        _, call = clock.calls.pop(0)
        call()
        assert [bool(socket.let_in_at) for socket in sockets] == [
            number < group for number in range(150)
        ]
    assert len(after) == 3
    assert clock.calls == []


def test_the_door_opens_again_although_something_failed() -> None:
    clock, arrivals, _ = the_door()
    arrivals._after = lambda: 1 // 0
    arrivals.add(Socket(clock))
    try:
        clock.run()
    except ZeroDivisionError:
        arrivals._after = lambda: None
    late = Socket(clock)
    arrivals.add(late)
    clock.run()
    assert late.let_in_at
