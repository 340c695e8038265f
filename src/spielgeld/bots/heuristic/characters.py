"""Players with a character, and a ladder of players who think things through better and better."""

from dataclasses import replace

from spielgeld.bots.heuristic.temper import BEST, Temper

PERSONALITIES: dict[str, Temper] = {
    "pincher": replace(BEST, thrift=0.5),
    "hoarder": replace(BEST, devotion=0.45),
    "trios": replace(BEST, trio_worth=1.8, trio_hope=0.3),
    "spoiler": replace(BEST, spite=0.5),
    "bluffer": replace(BEST, even_first=70.0, even_second=42.0, stubbornness=8.0),
    "banker": replace(BEST, caution=0.5),
}
"""None of them is silly: each beats `penny` (`docs/bots.md`)."""

LEVELS: dict[str, Temper] = {
    "level1": replace(BEST, haste=250.0),
    "level2": replace(BEST, haste=130.0),
    "level3": replace(BEST, haste=70.0),
    "level4": replace(BEST, haste=35.0),
    "level5": replace(BEST, haste=12.0),
}
"""All want the same; the lower ones misjudge more what a choice is worth."""

TEMPERS: dict[str, Temper] = {**PERSONALITIES, **LEVELS, "best": BEST}
"""All of them by name."""
