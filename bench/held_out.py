"""The held-out pool: players that nothing is ever trained, tuned or chosen against.

A test set: a player trained against an opponent plays well against that one, so strength is
measured against opponents it has never met. The tempers are in `held_out.json`; `strangers.py` has
two players of another design. `docs/bots.md` says how they were made.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

import strangers
from spielgeld.arena.entrants import Entrant
from spielgeld.bots import Bot
from spielgeld.bots.heuristic.bot import HeuristicBot
from spielgeld.bots.heuristic.temper import Temper
from strangers import Collector, Sniper

POOL = Path(__file__).parent / "held_out.json"


def held_out_tempers() -> dict[str, Temper]:
    """Return the heuristic players of the pool."""
    content = json.loads(POOL.read_bytes())
    return {name: Temper(**numbers) for name, numbers in content["tempers"].items()}


HELD_OUT: Mapping[str, Callable[[], Bot]] = {
    **{name: partial(HeuristicBot, temper) for name, temper in held_out_tempers().items()},
    "held-out-11": Collector,
    "held-out-12": Sniper,
}
"""All players of the pool by name; they are no published bots."""


@dataclass(frozen=True, slots=True)
class HeldOutEntrant(Entrant):
    """A player of the pool in an arena."""

    def make(self) -> Bot:
        return HELD_OUT[self.source]()


def entrants(names: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the entrants of these names: published bots and players of the pool."""
    sources = [POOL.read_bytes(), Path(strangers.__file__).read_bytes()]
    digest = sha256(b"".join(sources)).hexdigest()
    return tuple(
        HeldOutEntrant(name, name, digest) if name in HELD_OUT else Entrant(name, name)
        for name in names
    )
