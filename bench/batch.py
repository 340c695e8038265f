"""The rules in JAX: equality with `engine/`, and how fast random play is, on whatever JAX finds.

python bench/batch.py --equal 100000 --games 262144
"""

import argparse
import os
import sys
import time
from multiprocessing import get_context
from pathlib import Path

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


def random_play(games: int, renew: int) -> None:
    """Random 5-player deals of `it` with scores; a decision is a bid or a turn, 10 a round."""
    import jax  # noqa: PLC0415 - starts the device
    import jax.numpy as jnp  # noqa: PLC0415

    from spielgeld.batch.deal import Rules  # noqa: PLC0415
    from spielgeld.batch.random_play import first_deals, play  # noqa: PLC0415

    rules = jax.tree.map(jnp.asarray, Rules(5, 0, 0, 0, 0, 0, 0))
    key = jax.random.key(1, impl="unsafe_rbg")
    began = time.monotonic()
    deals = first_deals(rules, key, games=games)
    deals, played, _ = play(rules, deals, key, rounds=8, renew=renew)
    played.block_until_ready()
    print(f"compiled in {time.monotonic() - began:.0f} s")
    for again in range(3):
        began = time.monotonic()
        deals, played, _ = play(rules, deals, jax.random.fold_in(key, again), rounds=8, renew=renew)
        rounds = int(played)
        seconds = time.monotonic() - began
        speed, live = rounds * 10 / seconds / 1e9, rounds / (8 * renew * games)
        print(f"{games} games, renewed every {renew} rounds: {speed:.2f} G decisions/s", end="")
        print(f" ({live:.0%} of the games live)")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--equal", type=int, default=0, help="deals to compare")
    options.add_argument("--part", type=int, default=2000)
    options.add_argument("--games", type=int, default=0, help="random deals at once")
    options.add_argument("--renew", type=int, default=8)
    chosen = options.parse_args()
    if chosen.equal:
        equality(chosen.equal, chosen.part)
    if chosen.games:
        random_play(chosen.games, chosen.renew)


if __name__ == "__main__":
    main()
