"""The rules in JAX: equality with `engine/`, and how fast random play is, on whatever JAX finds.

python bench/batch.py --equal 100000 --random-equal 4000
python bench/batch.py --games 1048576
"""

import argparse
import os
import sys
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from spielgeld.engine.setup import FULL_TABLE

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


def _engine(task: tuple[int, str]) -> object:
    from support.batch_equality import play_on_engine  # noqa: PLC0415 - in the worker

    return play_on_engine(*task)


def equality(deals: int, part: int) -> None:
    """Random deals of random rule mixes on both, compared after every round."""
    os.environ["JAX_PLATFORMS"] = "cpu"  # for the workers, which only make records
    tasks = [(part, f"equality {at}") for at in range(deals // part)]
    began, rounds = time.monotonic(), 0
    with get_context("spawn").Pool() as pool:
        made = pool.imap(_engine, tasks)
        first = next(made)
        os.environ.pop("JAX_PLATFORMS")
        from support.batch_equality import check  # noqa: PLC0415 - JAX starts here

        rounds += check(first)  # type: ignore[arg-type]
        for played in made:
            rounds += check(played)  # type: ignore[arg-type]
    seconds = time.monotonic() - began
    print(
        f"{len(tasks) * part} deals, {rounds} rounds equal on engine/ and batch/ in {seconds:.0f} s"
    )


def _places(edition: str, players: int, games: int, seed: int) -> tuple[Any, Any]:
    """Places for random play, and the first deals there."""
    import jax  # noqa: PLC0415 - starts the device
    import jax.numpy as jnp  # noqa: PLC0415

    from spielgeld.batch.chance import keys_of  # noqa: PLC0415
    from spielgeld.batch.numbers import rules_as_numbers  # noqa: PLC0415
    from spielgeld.batch.piles import CURRENCIES  # noqa: PLC0415
    from spielgeld.batch.random_play import Places, deal_out  # noqa: PLC0415
    from spielgeld.batch.words import whole_deck  # noqa: PLC0415
    from spielgeld.engine import find_edition  # noqa: PLC0415

    rules = rules_as_numbers(find_edition(edition).rules, players)
    rules = jax.tree.map(jnp.uint32, rules)
    in_game = jnp.arange(CURRENCIES) >= FULL_TABLE - players
    places = Places(rules, whole_deck(rules, in_game), keys_of(games, seed))
    first = jax.jit(deal_out, static_argnames="players")(
        places.deck, places.keys, jnp.uint32(0), players=players
    )
    return places, first


def _decisions(deal: Any) -> int:
    return int(np.asarray(deal.decisions).astype(np.int64).sum())


def random_play(games: int, renew: int, edition: str) -> None:
    """Random 5-player deals with scores; a decision is a bid or a turn."""
    import jax.numpy as jnp  # noqa: PLC0415 - starts the device

    from spielgeld.batch.random_play import AT_ONCE, Span, play  # noqa: PLC0415

    players, span = 5, Span(32, renew)
    go_on = partial(play, span=span)
    began = time.monotonic()
    places, deal = _places(edition, players, games, 1)
    number = AT_ONCE
    deal = go_on(places, deal, jnp.uint32(number))
    before = _decisions(deal)
    print(f"compiled in {time.monotonic() - began:.0f} s")
    for _ in range(5):
        number += span.words
        began = time.monotonic()
        deal = go_on(places, deal, jnp.uint32(number & 0xFFFFFFFF))
        deal.decisions.block_until_ready()
        seconds = time.monotonic() - began
        now = _decisions(deal)
        speed, live = (
            (now - before) / seconds / 1e9,
            (now - before) / 10 / (span.times * renew * games),
        )
        print(f"{edition}, {games} games, renewed every {renew} rounds:", end="")
        print(f" {speed:.3f} G decisions/s ({live:.0%} of the games live)", flush=True)
        before = now


def random_equality(deals: int) -> None:
    """Random play against `engine/`, all numbers of players."""
    from support.random_play_equality import check, play_at_random  # noqa: PLC0415 - starts JAX

    for players in range(3, 7):
        rounds = check(play_at_random(deals // 4, players, players))
        print(
            f"random play, {players} players: {deals // 4} deals, {rounds} rounds equal", flush=True
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--equal", type=int, default=0, help="deals to compare")
    options.add_argument("--part", type=int, default=2000)
    options.add_argument("--games", type=int, default=0, help="random deals at once")
    options.add_argument("--random-equal", type=int, default=0, help="random deals to compare")
    options.add_argument("--edition", default="it")
    options.add_argument("--renew", type=int, default=8)
    chosen = options.parse_args()
    if chosen.equal:
        equality(chosen.equal, chosen.part)
    if chosen.random_equal:
        random_equality(chosen.random_equal)
    if chosen.games:
        random_play(chosen.games, chosen.renew, chosen.edition)


if __name__ == "__main__":
    main()
