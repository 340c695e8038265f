"""Counting bits, compiled to the processor's own instructions."""

from collections.abc import Callable
from typing import Any

from spielgeld.fast.compiling import IS_COMPILED


def _count(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def _lowest(word: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    return (word & -word).bit_length() - 1


def _as_instruction(name: str, *more: int) -> Any:
    """A function of one word that Numba replaces by this instruction."""
    from llvmlite import ir  # noqa: PLC0415 - may not be there
    from numba import types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        flags = [ir.Constant(ir.IntType(1), each) for each in more]
        return getattr(builder, name)(arguments[0], *flags)

    @intrinsic
    def instruction(_typing: Any, _word: Any) -> Any:
        return types.int64(types.int64), generate

    return instruction


count: Callable[[int], int] = _as_instruction("ctpop") if IS_COMPILED else _count
lowest: Callable[[int], int] = _as_instruction("cttz", 1) if IS_COMPILED else _lowest
