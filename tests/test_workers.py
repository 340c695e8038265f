"""Work on all cores: results in order, failures come through, a killed process never hangs it."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from spielgeld.workers import core_count, on_all_cores


def double(number: int) -> int:
    return 2 * number


def fail_at_forty(number: int) -> int:
    if number == 40:
        raise ValueError("forty")
    return number


def die_at_thirty(number: int) -> bytes:
    """Killed while others write as much as they can."""
    if number == 30:
        os.kill(os.getpid(), signal.SIGKILL)
    return bytes(1_000_000)


@pytest.mark.parametrize("count", [0, 1, 5, 6, 10, 11, 1000])
def test_results_come_in_order(count: int) -> None:
    assert list(on_all_cores(double, range(count), per_task=5)) == [2 * n for n in range(count)]


def test_what_the_work_raises_comes_through() -> None:
    with pytest.raises(ValueError, match="forty"):
        list(on_all_cores(fail_at_forty, range(100), per_task=5))


def test_who_has_enough_may_stop() -> None:
    assert list(islice(on_all_cores(double, iter(range(10**9)), per_task=5), 7))[-1] == 12


def test_items_are_not_drawn_far_ahead() -> None:
    drawn = []

    def draw() -> Iterator[int]:
        for number in range(10**6):
            drawn.append(number)
            yield number

    results = on_all_cores(double, draw(), per_task=1)
    assert next(results) == 0
    assert len(drawn) < 1000
    results.close()  # type: ignore[attr-defined]


def mark(folder: Path) -> None:
    (folder / str(os.getpid())).touch()


def test_every_process_ends_in_order(tmp_path: Path) -> None:
    list(on_all_cores(double, range(100), per_task=5, at_end=partial(mark, tmp_path)))
    assert len(list(tmp_path.iterdir())) == core_count()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_killed_process_is_told() -> None:
    with pytest.raises(BrokenProcessPool):
        list(on_all_cores(die_at_thirty, range(100), per_task=1))


def die_while_writing(number: int) -> bytes:
    """The process of one item is killed when it has handed over half of a message."""

    def write_half(pipe: Connection, message: bytes) -> None:
        os.write(pipe.fileno(), message[: len(message) // 2])
        os.kill(os.getpid(), signal.SIGKILL)

    if number == 30:
        Connection._send = write_half  # type: ignore[attr-defined]  # in this process alone
    return bytes(1_000_000)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_process_killed_while_it_writes_is_told() -> None:
    told: list[BrokenProcessPool] = []

    def work() -> None:
        try:
            list(on_all_cores(die_while_writing, range(100), per_task=1))
        except BrokenProcessPool as broken:
            told.append(broken)

    waiting = threading.Thread(target=work, daemon=True)
    waiting.start()
    waiting.join(60)
    assert told, "somebody still waits for the other half of a message"
