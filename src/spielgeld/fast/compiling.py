"""Compiling with Numba where that is possible (extra `fast`); elsewhere the same code runs plain.

What is compiled works on plain integers and on flat sequences, which are arrays for Numba and
lists, many times quicker there, for plain Python. So there is one source for both, and a test
that they choose alike.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

import numpy as np

from spielgeld.fast.possible import CAN_COMPILE

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])

IS_COMPILED = CAN_COMPILE


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, made at its first call and kept on disk where we may write."""
    if not IS_COMPILED:
        return function
    import numba  # noqa: PLC0415 - takes a third of a second, and may not be there

    jit = numba.njit(nogil=True, error_model="numpy")
    machine_code = jit(function)
    with suppress(RuntimeError):  # there is no folder to keep it in: it is made at every start
        machine_code.enable_caching()
    return machine_code


def ready(arrays: T) -> T:
    """A named tuple of arrays and numbers in the form in which it is quick to look things up."""
    if IS_COMPILED:
        return arrays
    make: Callable[[Any], T] = type(arrays)._make  # type: ignore[attr-defined]
    return make(each.tolist() if isinstance(each, np.ndarray) else each for each in arrays)


def as_words(numbers: list[int]) -> Any:
    """Whole numbers in the form in which compiled or plain code takes them."""
    return np.array(numbers, np.int64) if IS_COMPILED else numbers
