"""What is played: edition, players, house rules; and the deals drawn for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from spielgeld.engine import (
    EDITIONS,
    Card,
    Setup,
    Unreadable,
    draw_removed,
    find_edition,
    quoted,
    set_up,
    shuffle,
)
from spielgeld.research.deal import CardByCard

ANY = "any"


@dataclass(frozen=True)
class Conditions:
    """What an environment plays: single deals, with the currencies that leave drawn for each."""

    edition: str = "it"
    """One of the editions; `any` draws one for every deal."""
    players: int = 4
    house_rules: Mapping[str, object] = field(default_factory=dict)
    removed: Sequence[str] | None = None
    """The currencies that leave the game; None draws them for every deal."""

    def __post_init__(self) -> None:
        self.draw_setup(Random(0))

    def draw_setup(self, rng: Random) -> Setup:
        """A table for one deal."""
        edition = find_edition(self._draw_edition(rng))
        fits = type(self.players) is int and self.players in edition.players
        removed = self.removed
        if removed is None:
            removed = draw_removed(edition, self.players, rng.randrange) if fits else ()
        rules = {**self.house_rules, "deals": 1}
        return set_up(edition.key, self.players, removed=removed, house_rules=rules)

    def draw_deal(self, rng: Random) -> CardByCard:
        """A deal that nobody has begun."""
        setup = self.draw_setup(rng)
        order: Sequence[Card] = shuffle(setup.cards, rng.randrange)
        return CardByCard.deal(setup, order)

    def _draw_edition(self, rng: Random) -> str:
        if self.edition != ANY:
            return self.edition
        fitting = [key for key, each in EDITIONS.items() if self.players in each.players]
        if not fitting:
            raise Unreadable(
                "players", f"no edition is for {quoted(self.players)}", found=quoted(self.players)
            )
        return rng.choice(fitting)
