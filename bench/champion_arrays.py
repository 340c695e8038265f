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

import numpy as np

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST, BEST_2026_11
from spielgeld.engine import EDITIONS
from spielgeld.lab.held_out import held_out_tempers

YARDSTICKS = {
    "best-2026-11": BEST_2026_11,
    "bluffer": PERSONALITIES["bluffer"],
    "best": BEST,
}
GAMES = 32768


def tell(**line: Any) -> None:
    print(json.dumps(line), flush=True)


class Measure:
    """The champion of a run, ready to be measured."""

    def __init__(self, folder: Path | None, games: int, **habit: float) -> None:
        from spielgeld.bots.champion.choice import MIXING  # noqa: PLC0415
        from spielgeld.bots.champion.network import LEAD  # noqa: PLC0415
        from spielgeld.bots.champion.scale import UNIT  # noqa: PLC0415
        from spielgeld_training.checkpoints import load_average, published  # noqa: PLC0415
        from spielgeld_training.run import potential_table  # noqa: PLC0415

        self.params = load_average(folder) if folder else published()
        self.potential = potential_table()
        self.games, self.calls = games, 0
        self.usual = {"mixing": MIXING / UNIT, "lead": LEAD / 512} | habit

    def shares(self, tempers: Any, times: int, field: dict[str, Any], **habit: float) -> Any:
        """The shares of all these players, in so many rounds of tables."""
        import jax  # noqa: PLC0415 - starts the device

        from spielgeld_training.measure import Field, pooled, shares, steady  # noqa: PLC0415

        where = Field(**{"games": self.games} | field)
        how = steady(**self.usual | habit)
        parts = []
        for _ in range(times):
            self.calls += 1
            key = jax.random.key(20261116 + self.calls)
            parts.append(shares(self.params, self.potential, tempers, how, where, key))
        return pooled(parts)


def interval(share: float, deals: float) -> list[float]:
    """A share of wins with its 95 % interval; ties that are split make it a little too wide."""
    wide = 1.96 * np.sqrt(share * (1 - share) / max(deals, 1))
    return [round(float(each), 4) for each in (share, share - wide, share + wide)]


def told(names: list[str], found: Any) -> Iterator[dict[str, Any]]:
    for at, name in enumerate(names):
        yield {
            "against": name,
            "alone": interval(found.alone[at], found.alone_deals[at]),
            "alone_deals": int(found.alone_deals[at]),
            "among": interval(found.among[at], found.among_deals[at]),
            "among_deals": int(found.among_deals[at]),
        }


def rows(measure: Measure, times: int) -> None:
    from spielgeld_training.tempers import ODD, tables_for  # noqa: PLC0415

    pool = YARDSTICKS | held_out_tempers()
    found = measure.shares(tables_for(list(pool.values())), times, {})
    for line in told([*pool, *(f"{name} (nearly)" for name in ODD)], found):
        tell(edition="it", players=5, **line)


def editions(measure: Measure, times: int, wanted: str) -> None:
    from spielgeld_training.tempers import ODD, tables_for  # noqa: PLC0415

    tables = tables_for(list(YARDSTICKS.values()))
    seats = [(players, key) for key, each in EDITIONS.items() for players in each.players]
    some = [each for each in seats if f"{each[1]}:{each[0]}" in wanted.split(",")]
    for players, edition in sorted(some or seats):
        found = measure.shares(tables, times, {"edition": edition, "players": players})
        for line in told([*YARDSTICKS, *(f"{name} (nearly)" for name in ODD)], found):
            tell(edition=edition, players=players, **line)


def search(measure: Measure, times: int) -> None:
    """One round of search with the champion's exact policy, among four champions."""
    import jax  # noqa: PLC0415 - starts the device
    import jax.numpy as jnp  # noqa: PLC0415

    from spielgeld_training.choices import League  # noqa: PLC0415
    from spielgeld_training.measure import LONGEST, steady  # noqa: PLC0415
    from spielgeld_training.search import Effort, search_shares  # noqa: PLC0415
    from spielgeld_training.tables import plain_menu  # noqa: PLC0415
    from spielgeld_training.tempers import tables_for  # noqa: PLC0415

    habit = steady(**measure.usual)
    tempers = tables_for([BEST_2026_11], odd=False)
    nets = measure.params, jax.tree.map(lambda each: each[None], measure.params)
    potential, menu = jnp.asarray(measure.potential), plain_menu("it", 5, 1)
    league = League(*nets, tempers, potential, menu, habit, habit)
    shares = []
    for at in range(times):
        found, over = search_shares(
            league, jax.random.key(at), games=measure.games, effort=Effort(), rounds=LONGEST
        )
        shares += [float(each) for each in found[over]]
    found = interval(float(np.mean(shares)), len(shares))
    tell(search=found, deals=len(shares), mixing=measure.usual["mixing"])


def response(measure: Measure, times: int) -> None:
    """One network of a run among four published champions, nobody exploring."""
    import jax  # noqa: PLC0415 - starts the device
    import jax.numpy as jnp  # noqa: PLC0415

    from spielgeld_training.checkpoints import published  # noqa: PLC0415
    from spielgeld_training.choices import League  # noqa: PLC0415
    from spielgeld_training.measure import LONGEST, steady  # noqa: PLC0415
    from spielgeld_training.rollout import play_deals  # noqa: PLC0415
    from spielgeld_training.tables import Group, plain_menu  # noqa: PLC0415
    from spielgeld_training.tempers import tables_for  # noqa: PLC0415

    habit = steady(**measure.usual)
    champions = jax.tree.map(lambda each: each[None], published())
    tempers = tables_for([BEST_2026_11], odd=False)
    potential, menu = jnp.asarray(measure.potential), plain_menu("it", 5, 1)
    groups = (Group(measure.games, 1, "snapshot"),)
    for name, its_habit in (("mixed", habit), ("best bid always", steady(0.0))):
        league = League(measure.params, champions, tempers, potential, menu, its_habit, habit)
        won = deals = 0.0
        for at in range(times):
            tally, _ = play_deals(league, jax.random.key(at), groups=groups, rounds=LONGEST)
            won, deals = won + float(tally.selves), deals + float(tally.selves_deals)
        tell(response=interval(won / deals, deals), deals=int(deals), bids=name)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=("rows", "editions", "search", "response"))
    options.add_argument("--folder", type=Path, help="of a run")
    options.add_argument("--tables", default="", help="of editions: nl:5,pl:6; all if not given")
    options.add_argument("--times", type=int, default=1, help="rounds of tables")
    options.add_argument("--games", type=int, default=GAMES, help="tables at once, each way")
    options.add_argument("--mixing", type=float, help="another width than that at the table")
    chosen = options.parse_args()
    habit = {} if chosen.mixing is None else {"mixing": chosen.mixing}
    measure = Measure(chosen.folder, chosen.games, **habit)
    if chosen.what == "editions":
        editions(measure, chosen.times, chosen.tables)
    else:
        {"rows": rows, "search": search, "response": response}[chosen.what](measure, chosen.times)


if __name__ == "__main__":
    main()
