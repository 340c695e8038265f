"""Guards a promise: a review calls blunders mistakes, and good decisions not.

    python bench/advice_honesty.py --tables 200      # mistakes by player
    python bench/advice_honesty.py --rollouts 1000   # estimated losses against rollouts
    python bench/advice_honesty.py --blunders 300    # whether true blunders are called mistakes

Set OPENBLAS_NUM_THREADS=1. Results are stored in files under `--folder`, so that a command resumes
where it ended (`advice_rollouts.py`). With `--fit` the standard error of an estimated loss is
fitted to positions with an even number and written where advice reads it; those with an odd number
are the test set.

For estimated losses, the best choice is compared with the one whose loss is nearest to a number
drawn from 0 to 40 %, so that large losses are as frequent as small ones. Blunders are choices known
to be bad (`advice_rollouts.planted`) that lose a tenth or more in rollouts, and again in a second,
independent set of rollouts.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from advice_rollouts import Plan, planted, rolled_out, told_to_lose
from advice_tables import any_table, kept, new_table, play_all, some_names
from spielgeld.advice import calibration as advice_calibration
from spielgeld.advice.calibration import calibration, deal_chances
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.prospects import look
from spielgeld.advice.review import error_of, is_mistake
from spielgeld.bots.champion.valuation import Valued, value_many
from spielgeld.engine import Bid

Array = Any
JUDGED = ("champion", "level5", "level4", "level3", "level2", "level1")
TOGETHER = 16
TOLD = Plan("rollouts", told_to_lose, worlds=8)
PLANTED = Plan("planted", planted, worlds=8)
SURELY = Plan("planted", planted, worlds=32, again="surely")
BLUNDER = 0.1
"""A blunder loses at least this much of the chance to win the deal."""
BINS = ((0, 0.02), (0.02, 0.05), (0.05, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 1))


def decisions_at(name: str, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """By table: every decision of that player; rivals and cards come from the number alone."""
    tables = []
    for number in numbers:
        rng = Random(f"judged {number}")
        setup = any_table(rng)
        names = some_names(setup.players, rng)
        tables.append(new_table(setup, [name, *names[1:]], rng))
    play_all(tables)
    for number, table in zip(numbers, tables, strict=True):
        decisions = [*decisions_of(table.steps, 0)]
        valued = {at: each for part in ("bid", "turn") for at, each in _valued(decisions, part)}
        rows = [_row(decisions[at], valued[at]) for at in range(len(decisions))]
        yield {"player": name, "number": number, "decisions": rows}


def _valued(decisions: Sequence[Decision], what: str) -> Iterator[tuple[int, list[Valued]]]:
    """By number of a decision of that kind: the champion's values of the choices."""
    places = [at for at, each in enumerate(decisions) if each.what == what]
    bids = [[each] if isinstance(each := decisions[at].chosen, Bid) else [] for at in places]
    yield from zip(places, value_many([decisions[at].view for at in places], bids), strict=True)


def _row(decision: Decision, valued: Sequence[Valued]) -> dict[str, Any]:
    """The best choice and the one made, as `advice_rollouts.py` writes them."""
    players, deck = decision.match.setup.players, decision.view.deck_size
    chances = deal_chances(
        calibration(), players, deck, [e.chance for e in valued], [e.lead for e in valued]
    )
    made = [at for at, each in enumerate(valued) if look(each.choice) == look(decision.chosen)]
    pair = [valued[max(among, key=chances.__getitem__)] for among in (range(len(valued)), made)]
    return {
        "players": players,
        "deck": deck,
        "chances": [each.chance for each in pair],
        "leads": [each.lead for each in pair],
    }


def mistakes(tables: int, folder: Path) -> None:
    """Print how many of each player's decisions are called mistakes, and what they give up."""
    print("| player | decisions | called mistakes | given up by a decision | in a deal |")
    print("|---|---|---|---|---|")
    called, given = {}, {}
    for name in JUDGED:
        rows = kept(
            folder / f"advice-decisions-{name}.jsonl",
            range(tables),
            TOGETHER,
            partial(decisions_at, name),
        )
        lost = [[told_of(each) for each in row["decisions"]] for row in rows]
        counts = np.array([len(each) for each in lost], float)
        called[name] = counts, np.array([sum(map(is_mistake, each)) for each in lost], float)
        given[name] = counts, np.array([sum(each) for each in lost])
        a_deal = given[name][1].mean()
        shares = f"{_interval(*called[name])} | {_interval(*given[name])} | {a_deal:.3f}"
        print(f"| `{name}` | {counts.sum():.0f} | {shares} |", flush=True)
    for what, found in (("called mistakes", called), ("given up by a decision", given)):
        print(f"level2 over level4, {what}: {_times(found['level2'], found['level4'])}")


def _resampled(tables: int) -> Array:
    """Bootstrap resamples of tables, not of decisions: those of one deal are correlated."""
    return np.random.default_rng(1).integers(0, tables, (2000, tables))


def _interval(counts: Array, sums: Array) -> str:
    drawn = _resampled(len(counts))
    low, high = np.quantile(sums[drawn].sum(1) / counts[drawn].sum(1), (0.025, 0.975))
    return f"{sums.sum() / counts.sum():.4f} ({low:.4f}–{high:.4f})"


def _times(one: tuple[Array, Array], other: tuple[Array, Array]) -> str:
    """The ratio of two shares with its interval; both played at the same tables."""
    drawn = _resampled(len(one[0]))

    def share(of: tuple[Array, Array]) -> Array:
        return of[1][drawn].sum(1) / of[0][drawn].sum(1)

    low, high = np.quantile(share(one) / share(other), (0.025, 0.975))
    ratio = (one[1].sum() / one[0].sum()) / (other[1].sum() / other[0].sum())
    return f"{ratio:.2f} × ({low:.2f}–{high:.2f})"


def told_of(row: dict[str, Any]) -> float:
    """The review's estimate of what the other choice loses."""
    best, other = deal_chances(
        calibration(), row["players"], row["deck"], row["chances"], row["leads"]
    )
    return max(0.0, float(best - other))


class Rolled:
    """Estimated losses, and what rollouts measured."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.number = np.array([row["number"] for row in rows])
        self.told = np.array([told_of(row) for row in rows])
        trials = np.array([row["lost"] for row in rows])
        self.true = trials.mean(1)
        self.noise = self._noise(trials.var(1, ddof=1) / trials.shape[1])

    def _noise(self, single: Array) -> Array:
        """The variance of a mean of rollouts, pooled: one position alone is too uncertain."""
        inputs = np.column_stack([np.ones(len(self.told)), self.told, self.told**2])
        weights, *_ = np.linalg.lstsq(inputs, single, rcond=None)
        return np.maximum(inputs @ weights, 1e-3)

    def some(self, which: Array) -> "Rolled":
        found = object.__new__(Rolled)
        found.__dict__ = {name: column[which] for name, column in self.__dict__.items()}
        return found


def fitted_error(rolled: Rolled) -> list[float]:
    """The least error and the share of the loss, by maximum likelihood."""
    best = (-np.inf, 0.0, 0.0)
    for least in np.arange(0.0, 0.1, 0.0025):
        for share in np.arange(0.0, 1.5, 0.02):
            spread = rolled.noise + (least + share * rolled.told) ** 2
            fit = -(np.log(spread) + (rolled.true - rolled.told) ** 2 / spread).sum()
            best = max(best, (float(fit), float(least), float(share)))
    return [round(each, 4) for each in best[1:]]


def compare(rolled: Rolled) -> None:
    """Print estimates and measurements, and whether they agree within the estimated error."""
    told, true = rolled.told, rolled.true
    errors = np.array([error_of(each) for each in told])
    weights = 1 / (errors**2 + rolled.noise)
    slope = (weights * told * true).sum() / (weights * told**2).sum()
    error = (weights * told**2).sum() ** -0.5
    print(f"a told loss of 1 is {slope:.2f} in trials, standard error {error:.2f}")
    print("| told | positions | told, mean | in trials | standard error |\n|---|---|---|---|---|")
    for low, high in BINS:
        which = (told >= low) & (told < high)
        if which.sum() > 1:
            error = true[which].std(ddof=1) / which.sum() ** 0.5
            means = f"{told[which].mean():.3f} | {true[which].mean():.3f} | {error:.3f}"
            print(f"| {low:.2f}–{high:.2f} | {which.sum()} | {means} |")
    apart = np.abs(true - told) / np.sqrt(errors**2 + rolled.noise)
    inside = ", ".join(f"{(apart < bound).mean():.3f} within {bound}" for bound in (1, 2))
    print(f"of {len(told)} positions {inside} standard errors (.683 and .954 would be right)")
    print(f"mean square of such differences {(apart**2).mean():.2f} (1 would be right)")


def rollouts(count: int, folder: Path, is_fit: bool) -> None:
    """Print estimated losses, and the losses measured in rollouts among champions."""
    file = folder / "advice-rollouts.jsonl"
    rolled = Rolled(rolled_out(file, TOLD, range(count)))
    if is_fit:
        fitted = replace(
            calibration(), loss_error=fitted_error(rolled.some(rolled.number % 2 == 0))
        )
        target = Path(advice_calibration.__file__).with_name(advice_calibration.FILE)
        target.write_text(json.dumps(asdict(fitted), indent=1) + "\n")
        calibration.cache_clear()
    print(f"standard error of a told loss: {calibration().loss_error}; on what is held out:")
    compare(rolled.some(rolled.number % 2 == 1))
    print("all:")
    compare(rolled)


def blunders(count: int, folder: Path) -> None:
    """Print how many planted choices that truly lose a tenth are called mistakes."""
    rows = rolled_out(folder / "advice-planted.jsonl", PLANTED, range(count))
    compare(Rolled(rows))
    thought = [row["number"] for row in rows if np.mean(row["lost"]) >= BLUNDER]
    again = rolled_out(folder / "advice-blunders.jsonl", SURELY, thought)
    print(f"{len(thought)} of {count} planted choices lost {BLUNDER} and more in their trials")
    lost = np.array([row["lost"] for row in again])
    called = np.array([is_mistake(told_of(row)) for row in again])
    error = lost.std(1, ddof=1) / lost.shape[1] ** 0.5
    for name, least in (("", BLUNDER), (" by a standard error", BLUNDER + error)):
        which = lost.mean(1) >= least
        share = called[which].mean()
        wide = 1.96 * (share * (1 - share) / which.sum()) ** 0.5
        print(
            f"{which.sum()} of these lost it in {lost.shape[1]} trials of their own too{name}: "
            f"called mistakes are {share:.3f} ± {wide:.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="for each player")
    parser.add_argument("--rollouts", type=int, default=0, help="positions")
    parser.add_argument("--blunders", type=int, default=0, help="planted choices")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    parser.add_argument("--fit", action="store_true", help="the error of a told loss")
    arguments = parser.parse_args()
    if arguments.rollouts:
        rollouts(arguments.rollouts, arguments.folder, arguments.fit)
    elif arguments.blunders:
        blunders(arguments.blunders, arguments.folder)
    else:
        mistakes(arguments.tables, arguments.folder)


if __name__ == "__main__":
    main()
