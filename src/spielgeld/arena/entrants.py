"""The bots of an arena: published ones by name, your own by file, and programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from spielgeld.arena.programs import SECONDS, ProgramBot, files_of
from spielgeld.bots import Bot, make_bot
from spielgeld.bots.bot_files import bot_file, load_bot
from spielgeld.engine import Unreadable


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot by its name in the results; each worker process creates its own instance."""

    name: str
    source: str
    """A name of the registry, `path.py:Class`, or a command."""
    digest: str = ""
    """Hash of the source of a bot loaded from a file: changed code is another bot."""
    program_seconds: float = 0.0
    """For an outside program: how long an answer may take."""

    def make(self) -> Bot:
        """Create the bot."""
        if self.program_seconds:
            return ProgramBot(self.source, self.program_seconds)
        if self.digest:
            _, made = load_bot(self.source)
            return made()
        return make_bot(self.source)


def read_entrants(
    names: Sequence[str],
    places: Sequence[str],
    programs: Sequence[str] = (),
    program_seconds: float = SECONDS,
) -> tuple[Entrant, ...]:
    """Bots by name, one's own by `path.py:Class`, then programs; each is created once here."""
    entrants = (
        *[_named(name) for name in names],
        *[_own(place) for place in places],
        *[_program(command, program_seconds) for command in programs],
    )
    twice = {each.name for each in entrants if [e.name for e in entrants].count(each.name) > 1}
    if twice:
        raise Unreadable("bot_twice", f"two bots have the name {sorted(twice)[0]}")
    if len(entrants) < 2:
        raise Unreadable("bots", "an arena needs two bots at least")
    return entrants


def _named(name: str) -> Entrant:
    make_bot(name)
    return Entrant(name, name)


def _own(place: str) -> Entrant:
    name, _ = load_bot(place)
    return Entrant(name, place, sha256(bot_file(place).read_bytes()).hexdigest())


def _program(command: str, seconds: float) -> Entrant:
    bot = ProgramBot(command, seconds)
    name = bot.hello()
    bot.close()
    text = b"".join([command.encode(), *[file.read_bytes() for file in files_of(command)]])
    return Entrant(name, command, sha256(text).hexdigest(), seconds)
