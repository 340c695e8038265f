"""How many random examples the tests draw, and the seed that they are drawn with.

`conftest.py` sets both before it imports any test.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import settings

FAST_LANE = "fast lane"
"""The name of Hypothesis's settings under `--fast`."""
seed = 0

Case = TypeVar("Case")


def drawn(cases: Sequence[Case], count: int) -> list[Case]:
    """Draw that many of the cases, in their order; another run draws others."""
    chosen = set(Random(f"{seed} {len(cases)} {count}").sample(range(len(cases)), count))
    return [case for number, case in enumerate(cases) if number in chosen]


def fewer(count: int) -> int:
    """Return the number of random examples: that many, or a fifth of it in the fast lane."""
    return count // 5 if settings.get_current_profile_name() == FAST_LANE else count


def examples(count: int, steps: int = 50) -> settings:
    """Return settings for that many random examples, or a fifth of them in the fast lane."""
    return settings(max_examples=fewer(count), stateful_step_count=steps)
