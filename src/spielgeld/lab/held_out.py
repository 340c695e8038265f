"""The held-out pool: players that nothing is ever trained, tuned or chosen against.

A test set: a player trained against an opponent plays well against that one, so strength is
measured against opponents it has never met. `bench/held_out.py` made the tempers in the file;
`strangers.py` has two players that are not tempers.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files

from spielgeld.bots import Bot
from spielgeld.bots.heuristic.bot import HeuristicBot
from spielgeld.bots.heuristic.temper import Temper
from spielgeld.bots.registry import named
from spielgeld.lab.strangers import Collector, Sniper


def held_out_tempers() -> dict[str, Temper]:
    """The heuristic players of the pool."""
    content = json.loads((files(__package__) / "held_out.json").read_bytes())
    return {name: Temper(**numbers) for name, numbers in content["tempers"].items()}


HELD_OUT: Mapping[str, Callable[[], Bot]] = {
    **{name: partial(HeuristicBot, temper) for name, temper in held_out_tempers().items()},
    "held-out-11": Collector,
    "held-out-12": Sniper,
}
"""All players of the pool by name; they are no published bots."""


def make_held_out(name: str) -> Bot:
    """The player of that name; refused with code `bot` if there is none."""
    return named(name, HELD_OUT)()
