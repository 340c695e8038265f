"""Settings that hold for all tests."""

import os

import pytest
from hypothesis import HealthCheck, settings

from spielgeld.bots.preparing import is_prepared, prepare

# What JAX compiles runs only a few times here: compile quickly rather than well.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)

# How long an example takes says more about the machine than about the game.
settings.register_profile("spielgeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("spielgeld")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands follow the locale; tests that want another say so."""
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the players once, before workers and servers would all do it at the same time."""
    if not hasattr(config, "workerinput") and not is_prepared():
        prepare()
