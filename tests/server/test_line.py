"""Who is taken up when: bids early, nobody too late, and a crowd by groups."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from spielgeld.server.tables.scheduler import Line


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

    def run(self) -> None:
        """Call all that is due, each in its time."""
        while self.calls:
            when, call = self.calls.pop(0)
            self.now = max(self.now, when)
            call()


def a_table(what: str = "bids", orders: int = 1) -> Any:
    state = SimpleNamespace(what=what)
    return SimpleNamespace(state=state, orders=["order"] * orders, active_in=0)


@dataclass
class Scene:
    """A line, and who was taken up when."""

    clock: Clock = field(default_factory=Clock)
    taken: list[tuple[float, list[Any]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line = Line(self.clock, self._note)  # type: ignore[arg-type]

    def _note(self, tables: list[Any]) -> None:
        self.taken.append((round(self.clock.now, 3), tables))

    def arrive(self, at: float, *tables: Any) -> None:
        self.clock.now = at
        for table in tables:
            self.line.add(table)

    @property
    def order(self) -> list[Any]:
        return [table for _, tables in self.taken for table in tables]


def test_few_are_taken_up_at_once() -> None:
    scene, one = Scene(), a_table()
    for number in range(500):
        scene.arrive(1000.0 + number * 0.005, one)
        scene.clock.run()
    assert scene.taken == [(round(1000.0 + number * 0.005, 3), [one]) for number in range(500)]


def busy() -> Scene:
    scene = Scene()
    scene.arrive(1000.0, *[a_table() for _ in range(60)])
    scene.clock.run()
    scene.taken.clear()
    return scene


def test_on_a_busy_server_a_moment_is_waited_for_more() -> None:
    scene = busy()
    first, second, third = a_table(), a_table(), a_table()
    scene.arrive(1001.0, first)
    scene.clock.run()
    scene.arrive(1001.01, second)
    scene.arrive(1001.02, third)
    scene.clock.run()
    assert scene.taken == [(1001.0, [first]), (1001.03, [second, third])]


def test_after_a_quiet_second_nobody_waits_any_more() -> None:
    scene = busy()
    first, second = a_table(), a_table()
    for at, table in ((1002.0, first), (1002.001, second)):
        scene.arrive(at, table)
        scene.clock.run()
    assert scene.taken == [(1002.0, [first]), (1002.001, [second])]


def test_one_restless_table_makes_no_busy_server() -> None:
    scene, restless, other = Scene(), a_table(), a_table()
    for number in range(100):
        scene.arrive(1000.0 + number * 0.01, restless)
        scene.clock.run()
    scene.taken.clear()
    scene.arrive(1001.0, restless)
    scene.clock.run()
    scene.arrive(1001.001, other)
    scene.clock.run()
    assert scene.taken == [(1001.0, [restless]), (1001.001, [other])]


def test_a_crowd_is_taken_up_by_groups_in_its_order() -> None:
    scene = Scene()
    tables = [a_table() for _ in range(150)]
    scene.arrive(1000.0, *tables)
    scene.clock.run()
    assert [len(group) for _, group in scene.taken] == [64, 64, 22]
    assert scene.order == tables


def test_a_group_is_full_with_so_many_orders() -> None:
    scene = Scene()
    scene.arrive(1000.0, a_table(orders=60), a_table(orders=60), a_table(orders=1))
    scene.clock.run()
    assert [len(group) for _, group in scene.taken] == [2, 1]


@pytest.mark.parametrize(("later", "is_ahead"), [(0.02, True), (0.04, False)])
def test_bids_are_ahead_of_turns_but_no_turn_waits_for_ever(later: float, is_ahead: bool) -> None:
    scene = Scene()
    turns, bids = a_table("turn"), a_table("bids")
    scene.arrive(1000.0, turns)
    scene.arrive(1000.0 + later, bids)
    scene.clock.run()
    assert scene.order == ([bids, turns] if is_ahead else [turns, bids])


def test_what_comes_while_a_group_is_taken_up_is_not_forgotten() -> None:
    scene = Scene()
    late = a_table()

    def take_up(tables: list[Any]) -> None:
        scene.taken.append((scene.clock.now, tables))
        if late not in tables:
            scene.line.add(late)

    scene.line._take_up = take_up
    scene.arrive(1000.0, a_table())
    scene.clock.run()
    assert late in scene.order


def test_the_line_moves_on_although_something_failed() -> None:
    scene = Scene()
    scene.line._take_up = lambda _: 1 // 0  # type: ignore[assignment]
    scene.arrive(1000.0, a_table())
    with pytest.raises(ZeroDivisionError):
        scene.clock.run()
    scene.line._take_up = scene._note
    late = a_table()
    scene.arrive(1000.1, late)
    scene.clock.run()
    assert scene.order == [late]
