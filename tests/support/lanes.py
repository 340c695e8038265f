"""Which tests are slow: what `pytest -m "not slow"` leaves out, so that it answers in a minute.

In that lane the laws are also tried on fewer random examples (`examples`).

A test file that can start a process, a server, a browser or JAX is slow as a whole: it is known by
what it imports, so nobody has to remember it. So is a test that asks for a fixture that starts one.
A test that takes more than about two seconds for another reason is marked by hand.
"""

from collections.abc import Collection
from pathlib import Path

from hypothesis import settings

FAST_LANE = "fast lane"
"""The name of Hypothesis's settings there."""
STARTERS = frozenset(
    {
        "Cluster",
        "Page",
        "SCRIPT",
        "ServerProcess",
        "alone",
        "jax",
        "serving",
        "subprocess",
        "uvicorn",
    }
)
"""Names in a test file that start something."""
STARTING_FIXTURES = frozenset(
    {
        "browser",
        "postgres_server",
        "postgres_url",
        "redis_server",
        "redis_url",
        "restartable_postgres",
        "restartable_redis",
        "server",
        "visit",
    }
)
SLOW_FOLDERS = frozenset({"batch", "browser", "train"})
"""All of these start something: `-m "not slow"` need not even read them."""


def is_slow(path: Path, names: Collection[str], fixtures: Collection[str]) -> bool:
    """Whether a test is slow, by its file, the names in that file and the fixtures it asks for."""
    return (
        path.parent.name in SLOW_FOLDERS
        or not STARTERS.isdisjoint(names)
        or not STARTING_FIXTURES.isdisjoint(fixtures)
    )


def examples(count: int, steps: int = 50) -> settings:
    """Settings for so many random examples, a fifth of them in the fast lane."""
    is_fast = settings.get_current_profile_name() == FAST_LANE
    return settings(max_examples=count // 5 if is_fast else count, stateful_step_count=steps)
