"""The registry of bots by name, used by the server, the commands and the arena alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Literal

from spielgeld.bots.bot import Bot
from spielgeld.bots.greedy_bot import GreedyBot
from spielgeld.bots.penny_bot import PennyBot
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Unreadable, quoted
from spielgeld.fast.availability import HAS_NUMPY

Kind = Literal["level", "personality", "strong", "yardstick", "own"]
"""A level of the ladder, a character, one of the strongest, a yardstick, a user's own bot."""
MOST_CHARACTERS = 40
"""In the name of a bot."""

PUBLISHED: Mapping[str, Kind] = {
    "level1": "level",
    "level2": "level",
    "level3": "level",
    "level4": "level",
    "level5": "level",
    "pincher": "personality",
    "hoarder": "personality",
    "trios": "personality",
    "spoiler": "personality",
    "bluffer": "personality",
    "banker": "personality",
    "best": "strong",
    "champion": "strong",
    "random": "yardstick",
    "greedy": "yardstick",
    "penny": "yardstick",
}
"""The names of our bots, in the order people meet them. They are stable, and each has texts."""


def _heuristic(name: str) -> Bot:
    # Imported when first needed: loading compiled code takes time.
    from spielgeld.bots.heuristic.bot import HeuristicBot  # noqa: PLC0415
    from spielgeld.bots.heuristic.characters import TEMPERS  # noqa: PLC0415

    return HeuristicBot(TEMPERS[name])


def _champion(misjudging: int = 0) -> Bot:
    if not HAS_NUMPY:
        from spielgeld.bots.champion.lent import is_lent  # noqa: PLC0415

        if not is_lent():
            return _heuristic("best")  # the strongest bot that needs neither NumPy nor a judge
    from spielgeld.bots.champion.bot import ChampionBot  # noqa: PLC0415

    return ChampionBot(misjudging)


LEVEL4, LEVEL5 = 160, 60
"""The largest error these levels add to the value of a choice, in 1024ths of a win."""

_MAKERS: Mapping[str, Callable[[], Bot]] = {
    name: partial(_heuristic, name) for name in PUBLISHED
} | {
    "level4": partial(_champion, misjudging=LEVEL4),
    "level5": partial(_champion, misjudging=LEVEL5),
    "champion": _champion,
    "random": RandomBot,
    "greedy": GreedyBot,
    "penny": PennyBot,
}


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot that can take a seat."""

    kind: Kind
    make: Callable[[], Bot]


_bots = {name: BotEntry(kind, _MAKERS[name]) for name, kind in PUBLISHED.items()}
BOTS: Mapping[str, BotEntry] = MappingProxyType(_bots)
"""All bots in this process: the published ones, then those that were added."""
FORMER: Mapping[str, BotEntry] = {
    name: BotEntry("yardstick", partial(_heuristic, name))
    for name in ("level4-2026-11", "level5-2026-11", "best-2026-11")
}
"""Earlier versions of bots by their ids with a date, for measurements: not offered to people."""


def add_bot(name: str, make: Callable[[], Bot]) -> None:
    """Add a user's own bot under that name, for this process."""
    if name in {*PUBLISHED, *BOTS, *FORMER}:
        raise Unreadable("bot_taken", f"there is a bot {quoted(name)} already", found=quoted(name))
    if len(name) > MOST_CHARACTERS:
        raise Unreadable(
            "name_long", f"a name has at most {MOST_CHARACTERS} characters", most=MOST_CHARACTERS
        )
    _bots[name] = BotEntry("own", make)


def remove_bot(name: str) -> None:
    """Take a bot that was added from the list again."""
    if BOTS[name].kind == "own":
        del _bots[name]


def make_bot(name: str) -> Bot:
    """Return the bot of that name, former bots included; refused with code `bot`."""
    bots = {**BOTS, **FORMER}
    if name not in bots:
        raise Unreadable(
            "bot",
            f"there is no bot {quoted(name)}; there are {', '.join(BOTS)}",
            found=quoted(name),
            names=list(BOTS),
        )
    return bots[name].make()
