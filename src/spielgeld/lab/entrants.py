"""The bots that enter an arena: published ones by name, one's own by file and class."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from spielgeld.bots import Bot, make_bot
from spielgeld.bots.loading import bot_file, load_bot
from spielgeld.engine import Unreadable


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under the name it has in the results; a process that needs it makes it."""

    name: str
    source: str
    """A name of the registry, or `path.py:Class`."""
    digest: str = ""
    """Of the file of a bot of one's own: another text is another bot."""

    def make(self) -> Bot:
        """The bot itself."""
        if self.digest:
            _, made = load_bot(self.source)
            return made()
        return make_bot(self.source)


def read_entrants(names: Sequence[str], places: Sequence[str]) -> tuple[Entrant, ...]:
    """Bots of the registry by name, then one's own by `path.py:Class`; each is made once here."""
    published = [_published(name) for name in names]
    entrants = (*published, *[_own(place) for place in places])
    twice = {each.name for each in entrants if [e.name for e in entrants].count(each.name) > 1}
    if twice:
        raise Unreadable("bot_twice", f"two bots have the name {sorted(twice)[0]}")
    if len(entrants) < 2:
        raise Unreadable("bots", "an arena needs two bots at least")
    return entrants


def _published(name: str) -> Entrant:
    make_bot(name)
    return Entrant(name, name)


def _own(place: str) -> Entrant:
    name, _ = load_bot(place)
    return Entrant(name, place, sha256(bot_file(place).read_bytes()).hexdigest())
