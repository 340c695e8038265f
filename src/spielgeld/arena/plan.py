"""What an arena plays. Every deck, line-up and stream of chance follows from the plan alone."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from pathlib import Path
from typing import Literal, NamedTuple

import spielgeld
from spielgeld import __version__
from spielgeld.arena.chance import CountedRandom, mixed
from spielgeld.arena.entrants import Entrant
from spielgeld.engine import Card, NotAllowed, Setup, draw_removed, find_edition, set_up, shuffle
from spielgeld.engine.editions import RuleValue
from spielgeld.engine.setup import check_players

FORMAT = "spielgeld-arena-1"
SINGLE_DEALS: dict[str, RuleValue] = {"deals": 1}
_LINE_UPS = -1
"""The stream of chance that draws mixed line-ups; those of decks have their numbers."""


class Field(NamedTuple):
    """One bot alone among bots of another kind."""

    one: str
    many: str


Table = Field | Literal["mixed"]
"""Who sits together: one against the field, or bots as different as possible."""


class Task(NamedTuple):
    """One deck at one table of the plan, to be played once in every rotation of the seats."""

    table: int
    deck: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays whom, by which rules, on how many decks."""

    edition: str
    players: int
    house_rules: tuple[tuple[str, RuleValue], ...]
    bots: tuple[Entrant, ...]
    tables: tuple[Table, ...]
    decks: int
    """Each is played at each table, once in every rotation."""
    seed: str

    @property
    def deals(self) -> int:
        """How many deals each table plays."""
        return self.decks * self.players

    @property
    def names(self) -> tuple[str, ...]:
        """Of the bots."""
        return tuple([bot.name for bot in self.bots])

    @property
    def key(self) -> int:
        """The seed as a number of 64 bits."""
        return int.from_bytes(hashlib.sha256(self.seed.encode()).digest()[:8], "big")

    @property
    def task_count(self) -> int:
        """How many tasks there are."""
        return self.decks * len(self.tables)

    def tasks(self, done: int = 0) -> Iterator[Task]:
        """All tasks in order but the first `done`: every table with one deck, then the next."""
        for number in range(done, self.task_count):
            deck, table = divmod(number, len(self.tables))
            yield Task(table, deck)

    def line_up(self, task: Task) -> tuple[str, ...]:
        """The bots of that task by place; a place has another seat in each rotation."""
        table = self.tables[task.table]
        if isinstance(table, Field):
            return (table.one, *[table.many] * (self.players - 1))
        return _mixed_line_ups(self)[task.deck]

    def deck(self, number: int) -> tuple[Setup, tuple[Card, ...]]:
        """The currencies that leave and the order of the cards: the same at every table."""
        chance = CountedRandom(mixed(self.key, number))
        edition = find_edition(self.edition)
        removed = draw_removed(edition, self.players, chance.randrange)
        rules = {**dict(self.house_rules), **SINGLE_DEALS}
        setup = set_up(self.edition, self.players, removed=removed, house_rules=rules)
        return setup, shuffle(setup.cards, chance.randrange)

    def stream(self, deck: int, place: int) -> int:
        """The random seed of one place of the line-up with one deck, in every rotation."""
        return mixed(self.key, deck, place)

    def header(self) -> bytes:
        """The plan as the first line of a file of results."""
        content = {
            "format": FORMAT,
            "spielgeld": __version__,
            "code": code_digest(),
            "edition": self.edition,
            "players": self.players,
            "house_rules": dict(self.house_rules),
            "decks": self.decks,
            "seed": self.seed,
            "bots": {bot.name: bot.digest or "published" for bot in self.bots},
            "tables": [t._asdict() if isinstance(t, Field) else t for t in self.tables],
            "seats": [list(rotation(self.players, each)) for each in range(self.players)],
        }
        return json.dumps(content).encode() + b"\n"


class Conditions(NamedTuple):
    """What is played at every table of a plan."""

    edition: str = "it"
    players: int = 5
    house_rules: Mapping[str, RuleValue] = {}


USUAL = Conditions()


def make_plan(
    bots: Sequence[Entrant],
    tables: Sequence[Table],
    deals: int,
    seed: str,
    conditions: Conditions = USUAL,
) -> Plan:
    """The plan with that many deals a table, rounded up to whole rotations, or a refusal."""
    edition, players, house_rules = conditions
    check_players(find_edition(edition), players)
    rules = dict(house_rules)
    if rules.pop("deals", 1) != 1:
        raise NotAllowed("arena_deals", "the arena plays single deals: leave the rule deals out")
    decks = -(-deals // players)
    return Plan(
        edition, players, tuple(sorted(rules.items())), tuple(bots), tuple(tables), decks, seed
    )


def all_tables(names: Sequence[str], kind: str) -> tuple[Table, ...]:
    """Every ordered pair as one against the field, mixed tables, or both."""
    fields = [Field(one, many) for one, many in permutations(names, 2)]
    both: tuple[Table, ...] = (*fields, "mixed")
    return {"field": tuple(fields), "mixed": both[-1:], "both": both}[kind]


def rotation(players: int, turned: int) -> tuple[int, ...]:
    """The seat of each place of the line-up after rotating by that many seats."""
    return tuple([(place + turned) % players for place in range(players)])


@cache
def code_digest() -> str:
    """A hash of the source of the engine and the bots: results of other code must not be mixed."""
    package = Path(spielgeld.__file__).parent
    digest = hashlib.sha256()
    for folder in ("bots", "engine", "fast"):
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=4)
def _mixed_line_ups(plan: Plan) -> tuple[tuple[str, ...], ...]:
    """A line-up for each deck: different bots if there are enough, each equally often in total."""
    chance = CountedRandom(mixed(plan.key, _LINE_UPS))
    played = dict.fromkeys(plan.names, 0)
    line_ups = []
    for _ in range(plan.decks):
        line_up: list[str] = []
        while len(line_up) < plan.players:
            lots = {name: chance.random() for name in plan.names}
            rarest = sorted(plan.names, key=lambda name: (played[name], lots[name]))
            line_up += rarest[: plan.players - len(line_up)]
        for name in line_up:
            played[name] += 1
        chance.shuffle(line_up)
        line_ups.append(tuple(line_up))
    return tuple(line_ups)
