"""Guards a promise: the chances that hints and reviews show come true, to within .03.

    python bench/advice_calibration.py build/advice-*.npz            # check what is published
    python bench/advice_calibration.py build/advice-*.npz --fit      # fit to these tables, check
    python bench/advice_calibration.py build/advice-*.npz --picture docs/images/reliability.svg

`bench/advice_matches.py` makes the files. The published parameters are fitted to all tables; they
are cross-validated: each half of the tables is predicted by a fit to the other half.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from spielgeld.advice import calibration as advice_calibration
from spielgeld.advice.calibration import (
    KNEE,
    Calibration,
    calibration,
    deal_chances,
    deal_inputs,
    logit,
)
from spielgeld.advice.match_chances import MatchSituation, match_chances, modelled
from spielgeld.engine import Rules, find_edition, with_house_rules

Array = Any
Table = Mapping[str, Array]
TENTHS = 10
WANTED = 0.03
SIDE = 240
"""The width of a diagram."""
_LEAST = 200
"""A tenth with fewer decisions is left out."""
_START = Calibration(
    players={str(players): 0.0 for players in range(3, 7)},
    deal=[1.0, 0.0, 0.0, 0.0],
    bend=[0.0, 1.0, 0.0],
    match={str(to_come): [0.0, 1.0, 0.0] for to_come in range(3)},
    spread=[60.0, 3.0],
    deal_spread={str(players): 200.0 for players in range(3, 7)},
    sharpness=1.0,
    deal_sharpness=1.0,
    loss_error=[0.005, 0.25],
)


def read(files: list[Path]) -> Table:
    """All rows of the files, with tables and positions renumbered."""
    parts = [dict(np.load(file)) for file in files]
    for number, part in enumerate(parts):
        part["match"] = part["match"] + 1_000_000 * number
        part["moment"] = part["moment"] + 10**12 * number
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def some(table: Table, which: Array) -> Table:
    """The selected rows."""
    return {name: column[which] for name, column in table.items()}


def fit(table: Table) -> Calibration:
    """The parameters fitted to these rows."""
    once = some(table, table["context"] == 0)
    fitted = replace(_START, loss_error=calibration().loss_error, **_spreads(once))
    fitted = replace(fitted, **_fit_deal(once))
    told = deal_told(fitted, table)
    fitted = replace(
        fitted,
        match={
            str(to_come): _fit_match(fitted, some(table, which), told[which])
            for to_come in range(3)
            if (which := _to_come(table) == to_come).any()
        },
    )
    bids = some(table, table["is_turn"] == 0)
    first = some(bids, bids["context"] == 0)
    return replace(
        fitted,
        sharpness=_fit_sharpness(bids, match_told(fitted, bids), bids["match_share"]),
        deal_sharpness=_fit_sharpness(first, deal_told(fitted, first), first["deal_share"]),
    )


def _tables(table: Table) -> Iterator[tuple[str, Table]]:
    for players in range(3, 7):
        yield str(players), some(table, table["players"] == players)


def _to_come(table: Table) -> Array:
    return np.minimum(table["deals"] - table["deal"], 2)


def _spreads(table: Table) -> dict[str, Any]:
    errors = np.abs(table["deal_points"] - table["points"]) * np.sqrt(np.pi / 2)
    by_deck = np.column_stack([np.ones(len(errors)), table["deck"]])
    spread, *_ = np.linalg.lstsq(by_deck, errors, rcond=None)
    whole = {
        players: round(float(each["deal_points"][each["round"] == 1].std()), 1)
        for players, each in _tables(table)
    }
    return {"spread": _rounded(spread), "deal_spread": whole}


def _fit_deal(table: Table) -> dict[str, Any]:
    seats = (table["players"][:, None] == np.arange(3, 7)).astype(float)
    inputs = [
        deal_inputs(*row) for row in zip(table["chance"], table["lead"], table["deck"], strict=True)
    ]
    columns, came = np.column_stack([seats, inputs]), table["deal_share"]
    weights = _logistic(columns, came)
    odds = columns @ weights
    bend = _logistic(np.column_stack([odds**0, odds, np.maximum(odds - KNEE, 0)]), came)
    players = {str(at + 3): weights[at] for at in range(4)}
    return {"players": players, "deal": weights[4:], "bend": bend}


def _fit_match(fitted: Calibration, table: Table, told: Array) -> list[float]:
    ours = _model(fitted, table, told, modelled)
    even, own, of_deal = [
        np.array([logit(chance) for chance in chances])
        for chances in (1 / table["players"], ours, told)
    ]
    inputs = [np.ones(len(ours)), own, of_deal - even]
    return _logistic(np.column_stack(inputs), table["match_share"])


def _logistic(inputs: Array, shares: Array) -> list[float]:
    """Weights by Newton's method, with a little regularisation."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (shares - chance) - 1e-3 * weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return _rounded(weights)


def _rounded(numbers: Array) -> list[float]:
    return [round(float(each), 4) for each in numbers]


def deal_told(fitted: Calibration, table: Table) -> Array:
    """By row: the forecast chance to win the deal."""
    columns = [table[name] for name in ("players", "deck", "chance", "lead")]
    rows = zip(*columns, strict=True)
    return np.array(
        [
            deal_chances(fitted, players, deck, [chance], [lead])[0]
            for players, deck, chance, lead in rows
        ]
    )


def match_told(fitted: Calibration, table: Table) -> Array:
    """By row: the forecast chance to win the match."""
    return _model(fitted, table, deal_told(fitted, table), match_chances)


def _model(fitted: Calibration, table: Table, told: Array, model: Any) -> Array:
    standard = find_edition("it").rules
    found = np.zeros(len(told))
    for at in range(len(told)):
        rules = with_house_rules(
            standard,
            {
                "deals": int(table["deals"][at]),
                "match_winner": "total" if table["by_total"][at] else "most_deals",
            },
        )
        found[at] = model(fitted, _situation(table, at, rules), [float(told[at])])[0]
    return found


def _situation(table: Table, at: int, rules: Rules) -> MatchSituation:
    """The situation of the match, with the seat listed first."""
    players, done = int(table["players"][at]), int(table["deal"][at]) - 1
    before = table["scores"][at][:done, :players].tolist()
    return MatchSituation(rules, before, 0, players, int(table["deck"][at]))


def shared_out(table: Table, told: Array, sharpness: float) -> Array:
    """By row: the chance as curves show it, normalised over all seats."""
    _, moment = np.unique(table["moment"], return_inverse=True)
    sharp = told**sharpness
    return sharp / np.bincount(moment.ravel(), sharp)[moment.ravel()]


def _fit_sharpness(bids: Table, told: Array, came: Array) -> float:
    """The exponent with the highest likelihood."""
    tried = np.arange(0.8, 2.01, 0.02)
    fits = [(came * np.log(shared_out(bids, told, each))).sum() for each in tried]
    return round(float(tried[int(np.argmax(fits))]), 2)


def reliability(told: Array, came: Array) -> list[tuple[float, float, int]]:
    """By tenth of the forecast: its mean, the mean outcome, the number of decisions."""
    rows = []
    for tenth in range(TENTHS):
        which = np.minimum((told * TENTHS).astype(int), TENTHS - 1) == tenth
        if which.any():
            rows.append((float(told[which].mean()), float(came[which].mean()), int(which.sum())))
        else:
            rows.append((0.0, 0.0, 0))
    return rows


def show(name: str, rows: list[tuple[float, float, int]]) -> float:
    """Print a table; returns the largest error of a tenth with enough decisions."""
    print(f"{name}\n| told | came true | decisions |\n|---|---|---|")
    for told, came, decisions in rows:
        print(f"| {told:.3f} | {came:.3f} | {decisions:,} |")
    worst = max(abs(told - came) for told, came, decisions in rows if decisions >= _LEAST)
    print(f"largest error {worst:.3f} (wanted: at most {WANTED})\n")
    return worst


def picture(tables: Mapping[str, list[tuple[float, float, int]]]) -> str:
    """Diagrams side by side: forecast on the x-axis, outcome on the y-axis."""
    width = SIDE * len(tables)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + 20}" '
        'font-family="system-ui, sans-serif" font-size="12" role="img">',
        "<title>What was told, and what came true</title>",
        f'<rect width="{width}" height="{SIDE + 20}" fill="#fbf9f4"/>',
    ]
    for number, (name, rows) in enumerate(tables.items()):
        left, low, long = number * SIDE + 36, SIDE - 24, SIDE - 60
        parts.append(f'<path d="M{left} {low}v{-long}h{long}v{long}z" fill="#fff" stroke="#999"/>')
        parts.append(f'<path d="M{left} {low}l{long} {-long}" stroke="#bbb" fill="none"/>')
        for told, came, decisions in rows:
            if decisions >= _LEAST:
                x, y = left + told * long, low - came * long
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#2f5d50"/>')
        middle = left + long / 2
        parts.append(f'<text x="{middle}" y="20" text-anchor="middle">{name}</text>')
        parts.append(f'<text x="{middle}" y="{SIDE + 4}" text-anchor="middle">told</text>')
        at = f'x="{left - 12}" y="{low - long / 2}"'
        turned = f'transform="rotate(-90 {left - 12} {low - long / 2})"'
        parts.append(f'<text {at} {turned} text-anchor="middle">came true</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


Tenths = list[tuple[float, float, int]]


def checked(halves: Sequence[tuple[Calibration, Table]]) -> dict[str, Tenths]:
    """Forecasts against outcomes; each part of the rows is predicted by its own fit."""
    told: dict[str, list[tuple[Array, Array]]] = {}
    for fitted, rows in halves:
        once = some(rows, rows["context"] == 0)
        chances = match_told(fitted, rows)
        is_bid = rows["is_turn"] == 0
        bids, first = some(rows, is_bid), some(once, once["is_turn"] == 0)
        shared = shared_out(bids, chances[is_bid], fitted.sharpness)
        deal = shared_out(first, deal_told(fitted, first), fitted.deal_sharpness)
        for name, part in {
            "the deal": (deal_told(fitted, once), once["deal_share"]),
            "the match": (chances, rows["match_share"]),
            "the match, everybody's": (shared, bids["match_share"]),
            "the deal, everybody's": (deal, first["deal_share"]),
        }.items():
            told.setdefault(name, []).append(part)
    return {
        name: reliability(*(np.concatenate(each) for each in zip(*parts, strict=True)))
        for name, parts in told.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    table = read(arguments.files)
    halves = [some(table, table["match"] % 2 == half) for half in (0, 1)]
    if arguments.fit:
        target = Path(advice_calibration.__file__).with_name(advice_calibration.FILE)
        target.write_text(json.dumps(asdict(fit(table)), indent=1) + "\n")
        told_by = [fit(half) for half in reversed(halves)]
    else:
        told_by = [calibration()] * len(halves)
    decisions = int((table["context"] == 0).sum())
    print(f"{len(np.unique(table['match']))} tables, {decisions:,} decisions")
    tables = checked([*zip(told_by, halves, strict=True)])
    for name, table_of_tenths in tables.items():
        show(name, table_of_tenths)
    if arguments.picture:
        arguments.picture.write_text(picture(tables))


if __name__ == "__main__":
    main()
