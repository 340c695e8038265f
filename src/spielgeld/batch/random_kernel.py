"""Random play in one kernel of a GPU: a deal stays in registers for many rounds.

`random_play.play` is the same arithmetic, cut by the compiler into kernels that pass all words of
all deals through memory, several times a round.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas
from jax.experimental.pallas import triton

from spielgeld.batch.piles import Array
from spielgeld.batch.random_play import Deal, Places, Span, some_rounds

BLOCK = 128
"""Deals in one block of threads; the number of deals is a multiple of it."""
_WARPS = 4


@partial(jax.jit, static_argnames=("span", "interpret"))
def play_in_kernel(
    places: Places, deal: Deal, number: Array, *, span: Span, interpret: bool = False
) -> Deal:
    """What `random_play.play` does; without a GPU only to be interpreted."""
    games = places.keys.shape
    broadcast = jax.tree.map(lambda each: jnp.broadcast_to(each, games), (places, deal))
    inputs, shape = jax.tree.flatten(broadcast)
    results, deal_shape = jax.tree.flatten(deal)

    def kernel(number: Any, *refs: Any) -> None:
        places, deal = jax.tree.unflatten(shape, [each[:] for each in refs[: len(inputs)]])
        done = some_rounds(places, deal, number[0], span)
        for ref, words in zip(refs[len(inputs) :], jax.tree.leaves(done), strict=True):
            ref[:] = words

    block = pallas.BlockSpec((BLOCK,), lambda at: (at,))
    found = pallas.pallas_call(
        kernel,
        grid=(games[0] // BLOCK,),
        in_specs=[pallas.BlockSpec((1,), lambda _: (0,)), *[block] * len(inputs)],
        out_specs=[block] * len(results),
        out_shape=[jax.eval_shape(jnp.zeros_like, places.keys)] * len(results),
        compiler_params=triton.CompilerParams(num_warps=_WARPS),
        interpret=interpret,
    )(jnp.broadcast_to(number, 1), *inputs)
    made: Deal = jax.tree.unflatten(deal_shape, found)
    return made
