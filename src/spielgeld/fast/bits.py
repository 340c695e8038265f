"""Population count, compiled to the processor's instruction."""

from collections.abc import Callable
from typing import Any

from spielgeld.fast.jit import IS_COMPILED


def _count(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def _compiled_count() -> Any:
    """A function of one word that Numba replaces by the instruction."""
    from numba import types  # noqa: PLC0415 - may not be there
    from numba.extending import intrinsic  # noqa: PLC0415

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    @intrinsic
    def instruction(_typing: Any, _word: Any) -> Any:
        return types.int64(types.int64), generate

    return instruction


count: Callable[[int], int] = _compiled_count() if IS_COMPILED else _count
