"""Settings for all tests, those of training included."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from spielgeld.bots.compilation import is_prepared, prepare
from spielgeld.fast.jit import IS_COMPILED
from spielgeld.research.compiling import prepare as prepare_research
from spielgeld.workers import core_count
from support.lanes import FAST_LANE, LONGEST, imported_names, is_slow, is_slow_file

# Hundreds of processes start here, and each worker reads all test files. Where Python is told to
# keep no compiled files, every one of them would compile everything again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What JAX compiles runs only a few times here: compile quickly rather than well.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)

# How long an example takes says more about the machine than about the game.
settings.register_profile("spielgeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(FAST_LANE, settings.get_profile("spielgeld"), max_examples=20)
settings.load_profile("spielgeld")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands follow the locale; tests that want another say so."""
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def pytest_configure(config: pytest.Config) -> None:
    """Compile everything once, before workers and servers would all do it at the same time."""
    if config.option.markexpr == "not slow":
        settings.load_profile(FAST_LANE)
    if not hasattr(config, "workerinput") and not is_prepared():
        prepare()
    if not hasattr(config, "workerinput") and IS_COMPILED:
        prepare_research()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of servers and browsers wait most of their time."""
    return core_count() + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The fast lane does not even import what is slow as a whole."""
    if config.option.markexpr != "not slow":
        return None
    if not collection_path.match("test_*.py"):
        return None
    return is_slow_file(collection_path, imported_names(collection_path)) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        assert isinstance(item, pytest.Function)
        if is_slow(item.path, imported_names(item.path), item.fixturenames):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What is imported by now stays: the garbage collector need not look through it every time."""
    gc.collect()
    gc.freeze()
