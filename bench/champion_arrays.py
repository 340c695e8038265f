"""Guards a promise: how strong the champion is, as `docs/champion.md` says, in many deals at once.

    pip install -e '.[test]' -e ./training
    python bench/champion_arrays.py rows --times 44 --games 8192
    python bench/champion_arrays.py editions --times 20 --games 8192 --tables nl:5,pl:5,pl:6
    python bench/champion_arrays.py search --times 16 --games 256
    python bench/champion_arrays.py response --folder RUN --times 4

The champion is the published one, or that of a run (`--folder RUN`). It plays in JAX, on whatever
device JAX finds. Every line printed is JSON; `bench/champion_tables.py` makes tables of them.

`rows`: against the yardsticks and the tempers of the held-out pool, five players of `it`.
`editions`: against the yardsticks at all other tables.
`search`: how much one round of search wins that knows the champion's exact policy.
`response`: a run that learnt to beat the published champion (`respond = true`), among four of it.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from held_out import held_out_tempers
from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.network import LEAD
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST, BEST_2026_11, Temper
from spielgeld.engine import EDITIONS
from spielgeld_training.checkpoints import load_average, published
from spielgeld_training.choices import League, Selection
from spielgeld_training.measure import (
    LONGEST,
    Field,
    Shares,
    measure_shares,
    pooled,
    without_exploration,
)
from spielgeld_training.network import Params
from spielgeld_training.rollout import play_deals
from spielgeld_training.run import potential_table
from spielgeld_training.search import Effort, search_shares
from spielgeld_training.tables import Group, plain_menu
from spielgeld_training.tempers import ODD, tables_for

YARDSTICKS = {
    "best-2026-11": BEST_2026_11,
    "bluffer": PERSONALITIES["bluffer"],
    "best": BEST,
}
GAMES = 32768
SEED = 20261116


class Measure:
    """A champion to be measured, and the number of tables and rounds of tables."""

    def __init__(self, folder: Path | None, games: int, times: int, mixing: float) -> None:
        self.params = load_average(folder) if folder else published()
        self.potential = potential_table()
        self.games, self.times, self.rounds_begun = games, times, 0
        self.selection = without_exploration(mixing, LEAD / 512)

    def shares(self, players: dict[str, Temper], edition: str, seats: int) -> list[dict[str, Any]]:
        """Measure against these players and the odd ones; return a line for each."""
        tables, field = tables_for(list(players.values())), Field(edition, seats, self.games)
        parts = [
            measure_shares(self.params, self.potential, tables, self.selection, field, key)
            for key in self._keys()
        ]
        names = [*players, *(f"{name} (nearly)" for name in ODD)]
        return [
            {"edition": edition, "players": seats, **line} for line in lines(names, pooled(parts))
        ]

    def league(self, params: Params, snapshots: Params, selection: Selection) -> League:
        """Return a league of these networks at tables of five in `it`."""
        tempers = tables_for([BEST_2026_11], odd=False)
        potential, menu = jnp.asarray(self.potential), plain_menu("it", 5, 1)
        return League(params, snapshots, tempers, potential, menu, selection, self.selection)

    def _keys(self) -> Iterator[Any]:
        for _ in range(self.times):
            self.rounds_begun += 1
            yield jax.random.key(SEED + self.rounds_begun)


def interval(share: float, deals: float) -> list[float]:
    """Return a win share with its 95 % interval; splitting ties makes it a little too wide."""
    wide = 1.96 * np.sqrt(share * (1 - share) / max(deals, 1))
    return [round(float(each), 4) for each in (share, share - wide, share + wide)]


def lines(names: list[str], found: Shares) -> Iterator[dict[str, Any]]:
    for at, name in enumerate(names):
        yield {
            "against": name,
            "alone": interval(found.alone[at], found.alone_deals[at]),
            "alone_deals": int(found.alone_deals[at]),
            "among": interval(found.among[at], found.among_deals[at]),
            "among_deals": int(found.among_deals[at]),
        }


def rows(measure: Measure) -> Iterator[dict[str, Any]]:
    yield from measure.shares(YARDSTICKS | held_out_tempers(), "it", 5)


def editions(measure: Measure, wanted: str) -> Iterator[dict[str, Any]]:
    seats = [(players, key) for key, each in EDITIONS.items() for players in each.players]
    some = [each for each in seats if f"{each[1]}:{each[0]}" in wanted.split(",")]
    for players, edition in sorted(some or seats):
        yield from measure.shares(YARDSTICKS, edition, players)


def search(measure: Measure) -> Iterator[dict[str, Any]]:
    """Measure one round of search with the champion's exact policy, among four champions."""
    snapshots = jax.tree.map(lambda each: each[None], measure.params)
    league = measure.league(measure.params, snapshots, measure.selection)
    shares: list[float] = []
    for at in range(measure.times):
        found, over = search_shares(
            league, jax.random.key(at), games=measure.games, effort=Effort(), rounds=LONGEST
        )
        shares += [float(each) for each in found[over]]
    mean = interval(float(np.mean(shares)), len(shares))
    yield {"search": mean, "deals": len(shares), "mixing": float(measure.selection.mixing)}


def response(measure: Measure) -> Iterator[dict[str, Any]]:
    """Measure one network of a run among four published champions, nobody exploring."""
    champions = jax.tree.map(lambda each: each[None], published())
    groups = (Group(measure.games, 1, "snapshot"),)
    for name, own in (
        ("mixed", measure.selection),
        ("best bid always", without_exploration(0.0)),
    ):
        league = measure.league(measure.params, champions, own)
        won = deals = 0.0
        for at in range(measure.times):
            tally, _ = play_deals(league, jax.random.key(at), groups=groups, rounds=LONGEST)
            won, deals = won + float(tally.snapshots), deals + float(tally.snapshots_deals)
        yield {"response": interval(won / deals, deals), "deals": int(deals), "bids": name}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=("rows", "editions", "search", "response"))
    options.add_argument("--folder", type=Path, help="of a run")
    options.add_argument("--tables", default="", help="of editions: nl:5,pl:6; all if not given")
    options.add_argument("--times", type=int, default=1, help="rounds of tables")
    options.add_argument("--games", type=int, default=GAMES, help="tables at once, each way")
    options.add_argument("--mixing", type=float, default=MIXING / UNIT, help="another width")
    chosen = options.parse_args()
    measure = Measure(chosen.folder, chosen.games, chosen.times, chosen.mixing)
    if chosen.what == "editions":
        found = editions(measure, chosen.tables)
    else:
        found = {"rows": rows, "search": search, "response": response}[chosen.what](measure)
    for line in found:
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
