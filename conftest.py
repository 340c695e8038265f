"""Settings for all tests, those of training included."""

import gc
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from random import SystemRandom
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from spielgeld.bots.compilation import is_prepared, prepare
from spielgeld.fast.jit import IS_COMPILED
from spielgeld.research.compiling import prepare as prepare_research
from spielgeld.workers import core_count
from support import chance

ROOT = Path(__file__).parent
FOLDERS = {"tests/browser": "browser", "training": "slow"}
"""The mark of every test below a folder."""
STARTING = ("browser", "server", "process", "postgres")
"""Marks of tests that may start a process."""
LEFT_OUT = (*STARTING, "slow")
"""Marks of tests that `--fast` leaves out."""

# Hundreds of processes start here, and each worker reads all test files. Where Python is told to
# keep no compiled files, every one of them would compile everything again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What JAX compiles runs only a few times here: compile quickly rather than well.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)
# And keep it: other workers, and later runs, need the same.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(ROOT / ".pytest_cache" / "jax"))
os.environ.setdefault("JAX_PERSISTENT_COMPILATION_CACHE_MIN_COMPILE_TIME_SECS", "0.3")

# How long an example takes says more about the machine than about the game.
settings.register_profile("spielgeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(chance.FAST_LANE, settings.get_profile("spielgeld"), max_examples=20)
settings.load_profile("spielgeld")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands follow the locale; tests that want another say so."""
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("spielgeld")
    group.addoption("--fast", action="store_true", help="only tests without a mark, fewer examples")
    group.addoption("--seed", type=int, help="draw the cases that an earlier run has drawn")


def pytest_configure(config: pytest.Config) -> None:
    """Compile everything once, before workers and servers would all do it at the same time."""
    options = config.option
    # The workers of xdist draw what the process draws that starts them.
    seed = options.seed if options.seed is not None else os.environ.get("DRAW_SEED")
    chance.seed = SystemRandom().randrange(10**6) if seed is None else int(seed)
    os.environ["DRAW_SEED"] = str(chance.seed)
    if options.fast:
        options.markexpr = f"not ({' or '.join(LEFT_OUT)})"
        options.ignore = [*(options.ignore or []), *FOLDERS]  # not even imported
        settings.load_profile(chance.FAST_LANE)
    if not hasattr(config, "workerinput") and not is_prepared():
        prepare()
    if not hasattr(config, "workerinput") and IS_COMPILED:
        prepare_research()


def pytest_report_header() -> str:
    return f"some cases are drawn: repeat this run with --seed {chance.seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Say again how to repeat a run, next to its failures."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(f"to draw the same cases again: --seed {chance.seed}")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of servers and browsers wait most of their time."""
    return core_count() + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for folder, mark in FOLDERS.items():
        for item in items:
            if item.path.is_relative_to(ROOT / folder):
                item.add_marker(mark)
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _starting_only_if_marked(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _starting_only_if_marked(item))


def _starting_only_if_marked(item: pytest.Item) -> Generator[None, object, object]:
    """Let only those tests start a process whose marks say so: `--fast` runs all others."""
    with pytest.MonkeyPatch.context() as patch:
        if not any(item.get_closest_marker(mark) for mark in STARTING):
            patch.setattr(subprocess.Popen, "__init__", _refuse_to_start)
        return (yield)


def _refuse_to_start(_: Any, command: Any, *__: Any, **___: Any) -> NoReturn:
    pytest.fail(f"a test without a mark ({', '.join(STARTING)}) starts {command}")


def pytest_collection_finish() -> None:
    """What is imported by now stays: the garbage collector need not look through it every time."""
    gc.collect()
    gc.freeze()
