"""Which tests are slow: what `pytest -m "not slow"` leaves out, so that it answers in a minute.

In that lane there are also fewer random examples (`examples`, `fewer`).

A test file that can start a process, a server, a browser or JAX is slow as a whole: it is known by
its folder or by what it imports, so nobody has to remember it, and the fast lane does not even
import it. So is a test that asks for a fixture that starts one. A test whose cases take more than
about two seconds together, for another reason, is marked by hand.
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).parents[2]
FAST_LANE = "fast lane"
"""The name of Hypothesis's settings there."""
STARTERS = frozenset(
    {
        "Cluster",
        "Page",
        "SCRIPT",
        "ServerProcess",
        "alone",
        "schemathesis",
        "serving",
        "subprocess",
        "uvicorn",
    }
)
"""Names that a test file imports to start something."""
STARTING_FIXTURES = frozenset(
    {
        "browser",
        "postgres_server",
        "postgres_url",
        "restartable_postgres",
        "server",
        "visit",
    }
)
SLOW_FOLDERS = (ROOT / "tests" / "browser", ROOT / "training")
"""All tests there start a browser or JAX: `-m "not slow"` need not even read them."""
LONGEST = ("test_image.py", "test_offline.py", "test_published_bots.py")
"""Files with a test that takes half a minute and more: begun last, it would be waited for alone."""
_IMPORT = re.compile(r"^(?:from \S+ )?import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def imported_names(file: Path) -> frozenset[str]:
    """The names in the import statements of a test file, read without importing it."""
    statements = _IMPORT.findall(file.read_text(encoding="utf-8"))
    return frozenset(re.findall(r"\w+", " ".join(statements)))


def is_slow_file(path: Path, names: Collection[str]) -> bool:
    """Whether every test of a file is slow, by its folder and the names it imports."""
    is_there = any(path.is_relative_to(folder) for folder in SLOW_FOLDERS)
    return is_there or not STARTERS.isdisjoint(names)


def is_slow(path: Path, names: Collection[str], fixtures: Collection[str]) -> bool:
    """Whether a test is slow: by its file, or by the fixtures it asks for."""
    return is_slow_file(path, names) or not STARTING_FIXTURES.isdisjoint(fixtures)


def fewer(count: int) -> int:
    """So many random examples, a fifth of them in the fast lane."""
    return count // 5 if settings.get_current_profile_name() == FAST_LANE else count


def examples(count: int, steps: int = 50) -> settings:
    """Settings for so many random examples, a fifth of them in the fast lane."""
    return settings(max_examples=fewer(count), stateful_step_count=steps)
