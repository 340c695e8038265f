"""Counting bits with the processor's own instructions."""

from typing import Any

from spielgeld.fast.compiling import IS_COMPILED


if IS_COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def count(_typing: Any, word: Any) -> Any:
        """How many bits are set."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(_typing: Any, word: Any) -> Any:
        """The number of the lowest bit that is set."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            never_zero = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(arguments[0], never_zero)

        return types.int64(types.int64), generate
else:

    def count(word: int) -> int:
        """How many bits are set."""
        return word.bit_count()

    def lowest(word: int) -> int:
        """The number of the lowest bit that is set."""
        return (word & -word).bit_length() - 1
