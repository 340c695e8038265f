"""Just-in-time compilation with Numba where it is installed (extra `fast`) and allowed.

Elsewhere the same functions run as plain Python and NumPy is not imported. They work on integers
and flat sequences only: NumPy arrays for Numba, lists for plain Python, which reads and writes
lists many times faster than arrays. So there is one source for both, and a test that both
give the same results.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from spielgeld.fast.availability import CAN_COMPILE

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])

IS_COMPILED = CAN_COMPILE


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function compiled at its first call, and cached on disk where we may write."""
    if not IS_COMPILED:
        return function
    import numba  # noqa: PLC0415 - slow to import, and optional

    jit = numba.njit(nogil=True, error_model="numpy")
    machine_code = jit(function)
    with suppress(RuntimeError):  # no writable cache folder: compiled at every start
        machine_code.enable_caching()
    return machine_code


def ready(lists: T) -> T:
    """A named tuple of lists and numbers, with its lists as arrays if Numba compiles."""
    if not IS_COMPILED:
        return lists
    import numpy as np  # noqa: PLC0415 - optional; comes with Numba

    make: Callable[[Any], T] = type(lists)._make  # type: ignore[attr-defined]
    return make(np.array(each) if isinstance(each, list) else each for each in lists)


def as_words(numbers: list[int]) -> Any:
    """Integers as an array for compiled code, or a list for plain Python."""
    if not IS_COMPILED:
        return numbers
    import numpy as np  # noqa: PLC0415

    return np.array(numbers, np.int64)


def zeros(count: int, zero: int | float = 0) -> Any:
    """A buffer of that many zeros, integers or floats: an array, or a list for plain Python."""
    if not IS_COMPILED:
        return [zero] * count
    import numpy as np  # noqa: PLC0415

    return np.zeros(count, np.int64 if isinstance(zero, int) else np.float64)
