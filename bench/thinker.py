"""Measures research: a model of other players (`training/thinker.md`), and a search that uses it.

    pip install -e '.[test]' -e ./training
    python -m spielgeld_training.thinker --folder runs/thinker --seconds 240
    python bench/thinker.py judge --folder runs/thinker
    python bench/thinker.py worlds --folder runs/thinker
    python bench/thinker.py search --folder runs/thinker --ways plain "with 8 32 0 .5 0"
    python bench/thinker.py compare --folder runs/thinker

Every line printed is JSON. The pool is `held-out` (the yardsticks, the tempers of the held-out pool
and four odd players) or `validation` (wide draws): none of them is among those the model learns
from. Settings are chosen with `validation` only.

`judge`: how well the model foresees bids and turns, beside simpler models.
`worlds`: whether worlds weighted by the bids already seen are better than unweighted ones.
`search`: one searching champion among four players of one kind (`same`) or four champions
(`none`). A way is `plain`, or: whose policy the rivals have (`with` or `without` counts, `true`,
`self`), bids, worlds, guesses at each hand (0: unweighted; -1: open hands), the weight of the
network's own opinion, and the exponent of the weights of worlds.
`compare`: all ways searched so far beside `plain`, on the same decks.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from advice_calibration import picture
from champion_arrays import YARDSTICKS
from held_out import held_out_tempers
from spielgeld.bots.heuristic.temper import Temper
from spielgeld_training.choices import League
from spielgeld_training.tables import Group
from spielgeld_training.tempers import ODD
from spielgeld_training.thinker.calibrate import calibrated, lines
from spielgeld_training.thinker.fit import init_learner, load_average
from spielgeld_training.thinker.judge import judged
from spielgeld_training.thinker.players import drawn, league_of, many_processes
from spielgeld_training.thinker.search import Deals, Knobs, Way, play_decks

VALIDATION = 24
SEED = 20261120
SEEDS = {"validation": SEED, "held-out": SEED + 1000}
"""Nothing is chosen by the decks of the held-out pool either."""


def players_of(pool: str) -> tuple[dict[str, Temper], list[str]]:
    """Return the tempers of a pool, and the names of all its heuristic players."""
    if pool == "held-out":
        tempers = YARDSTICKS | held_out_tempers()
        return tempers, [*tempers, *ODD]
    tempers = drawn("thinker validation", VALIDATION)
    return tempers, [*tempers]


def pool_of(name: str, processes: int) -> League:
    """Return a league of a pool."""
    tempers, names = players_of(name)
    with many_processes(processes) as mapping:
        odd = len(names) > len(tempers)
        return league_of(tempers, odd=odd, distortion=None, mapping=mapping)


def way_of(text: str) -> tuple[Way | None, Knobs]:
    """Return a way of searching, as it is written on the command line."""
    if text == "plain":
        return None, Knobs(jnp.float32(0), jnp.float32(0))
    rivals, bids, worlds, guesses, blend, belief = text.split()
    way = Way(rivals, int(bids), int(worlds), int(guesses))
    return way, Knobs(jnp.float32(blend), jnp.float32(belief))


def search(chosen: argparse.Namespace, league: League) -> Iterator[dict[str, Any]]:
    """Play the decks in each way; keep the results in the folder, after every repetition."""
    fitted = (chosen.folder / "model.npz").exists()
    models = load_average(chosen.folder) if fitted else init_learner(jax.random.key(0)).average
    chosen.results.mkdir(parents=True, exist_ok=True)
    for company in chosen.company:
        for text in chosen.ways:
            began, parts = time.monotonic(), []
            way, knobs = way_of(text)
            name = f"{chosen.pool}_{company}_{text.replace(' ', '_')}.deals.npz"
            for at in range(chosen.repeats):
                parts.append(
                    play_decks(
                        league,
                        models,
                        knobs,
                        jax.random.key(SEEDS[chosen.pool] + at),
                        company=company,
                        way=way,
                        games=chosen.games,
                        times=chosen.times,
                    )
                )
                deals = Deals(*(np.concatenate(each) for each in zip(*parts, strict=True)))
                np.savez(chosen.results / name, **deals._asdict())
            share = float(deals.share[deals.over].mean())
            seconds = round(time.monotonic() - began, 1)
            yield {"company": company, "way": text, "share": round(share, 4), "seconds": seconds}


def compare(chosen: argparse.Namespace, names: list[str]) -> Iterator[dict[str, Any]]:
    """Compare the ways with `plain` on the same decks."""
    for company in chosen.company:
        files = sorted(chosen.results.glob(f"{chosen.pool}_{company}_*.deals.npz"))
        ways = {each.name.split("_", 2)[2].removesuffix(".deals.npz"): each for each in files}
        if "plain" not in ways:
            continue
        plain = np.load(ways["plain"])
        for way, file in ways.items():
            found = np.load(file)
            number = min(len(plain["over"]), len(found["over"]))
            which = plain["over"][:number] & found["over"][:number]
            more = (found["share"][:number] - plain["share"][:number])[which]
            share, temper = found["share"][:number][which], found["temper"][:number][which]
            line: dict[str, Any] = {"company": company, "way": way.replace("_", " ")}
            line |= {"deals": len(more), "share": mean_of(share), "more than plain": mean_of(more)}
            if company == "same":
                line["by kind"] = {
                    name: mean_of(more[temper == at]) for at, name in enumerate(names)
                }
                by_kind = [more[temper == at] for at in range(len(names))]
                some = [each for each in by_kind if len(each)]
                line["mean of kinds"] = round(float(np.mean([each.mean() for each in some])), 4)
            yield line


def mean_of(numbers: Any) -> list[float]:
    """Return a mean and half of its 95 % interval."""
    wide = 1.96 * numbers.std() / max(len(numbers), 1) ** 0.5
    return [round(float(each), 4) for each in (numbers.mean(), wide)] if len(numbers) else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("judge", "worlds", "search", "compare"))
    parser.add_argument("--folder", type=Path, required=True, help="of the fitted model")
    parser.add_argument(
        "--results", type=Path, help="folder of results; default: that of the model"
    )
    parser.add_argument("--pool", choices=("held-out", "validation"), default="held-out")
    parser.add_argument("--company", nargs="+", default=["same", "none"])
    parser.add_argument("--ways", nargs="+", default=["plain"])
    parser.add_argument("--games", type=int, default=256, help="tables at once")
    parser.add_argument("--times", type=int, default=8, help="decks at each table")
    parser.add_argument("--repeats", type=int, default=1, help="how often to repeat all that")
    parser.add_argument("--guesses", type=int, default=64, help="of `worlds`: at each hand")
    parser.add_argument("--picture", type=Path, help="of `worlds`: an SVG of the calibration")
    parser.add_argument("--processes", type=int, default=1, help="to make the players' tables")
    chosen = parser.parse_args()
    chosen.results = chosen.results or chosen.folder
    for line in found_lines(chosen):
        print(json.dumps(line), flush=True)


def found_lines(chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    names = players_of(chosen.pool)[1]
    if chosen.what == "compare":
        yield from compare(chosen, names)
        return
    league = pool_of(chosen.pool, chosen.processes)
    if chosen.what == "search":
        yield from search(chosen, league)
    elif chosen.what == "worlds":
        groups = (Group(chosen.games, 1, "same"),)
        models, key = load_average(chosen.folder), jax.random.key(SEED)
        found = calibrated(league, models, key, groups=groups, guesses=chosen.guesses)
        written = list(lines(found))
        if chosen.picture:
            shown = {
                f"exponent {line['exponent']}": line["calibration"]
                for line in written
                if "calibration" in line
            }
            chosen.picture.write_text(picture(shown), encoding="utf-8")
        yield from written
    else:
        size = {"games": chosen.games, "rounds": 16, "times": chosen.times, "seed": SEED}
        yield from judged(load_average(chosen.folder), league, names, **size)


if __name__ == "__main__":
    main()
