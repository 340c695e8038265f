"""The tempers of the published heuristic players: six characters, levels 1 to 3, and `best`."""

from dataclasses import replace

from spielgeld.bots.heuristic.temper import BEST, BEST_2026_11, Temper

PERSONALITIES: dict[str, Temper] = {
    "pincher": replace(BEST_2026_11, thrift=0.5),
    "hoarder": replace(BEST_2026_11, devotion=0.45),
    "trios": replace(BEST_2026_11, trio_worth=1.8, trio_hope=0.3),
    "spoiler": replace(BEST_2026_11, spite=0.5),
    "bluffer": replace(BEST_2026_11, even_first=70.0, even_second=42.0, stubbornness=8.0),
    "banker": replace(BEST_2026_11, caution=0.5),
}
"""None of them is silly: each beats `penny` (`docs/bots.md`)."""

LEVELS: dict[str, Temper] = {
    "level1": replace(BEST_2026_11, haste=250.0),
    "level2": replace(BEST_2026_11, haste=130.0),
    "level3": replace(BEST_2026_11, haste=70.0),
}
"""All have the same parameters, but for haste: lower levels make larger errors."""

FORMER: dict[str, Temper] = {
    "level4-2026-11": replace(BEST_2026_11, haste=35.0),
    "level5-2026-11": replace(BEST_2026_11, haste=12.0),
    "best-2026-11": BEST_2026_11,
}
"""Earlier versions, which have a successor."""

TEMPERS: dict[str, Temper] = {**PERSONALITIES, **LEVELS, "best": BEST, **FORMER}
"""All of them by name."""
