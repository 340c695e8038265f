"""What a table agrees on before the first deal: edition, house rules, players, currencies out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spielgeld.engine.cards import BLUFF, COINS, NOTES, Card, Pile, pile
from spielgeld.engine.editions import (
    Edition,
    Rules,
    RuleValue,
    differences,
    find_edition,
    with_house_rules,
)
from spielgeld.engine.errors import Unreadable, plain, quoted
from spielgeld.engine.moves import Bid

FULL_TABLE = 5
"""With this many players all currencies are in the game; each player fewer takes one out."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Made by `set_up`; the same for all deals of a match and known to everybody."""

    edition: Edition
    rules: Rules
    """The edition's rules with the house rules applied."""
    players: int
    """How many seats; they are numbered from 0."""
    removed: tuple[str, ...]
    """The currencies that left the game (R7)."""
    cards: Pile = field(repr=False)
    """All money cards of a deal."""
    _by_code: Mapping[str, Card] = field(repr=False, compare=False)

    @property
    def house_rules(self) -> dict[str, RuleValue]:
        """What the table overrode."""
        return differences(self.rules, self.edition.rules)

    def check_seat(self, seat: int) -> None:
        """Refuse, with code `seat`, a seat that is not at this table."""
        if type(seat) is not int or not 0 <= seat < self.players:
            seats = f"0 to {self.players - 1}"
            raise Unreadable(
                "seat",
                f"there is no seat {quoted(seat)}; there are {seats}",
                found=plain(seat),
                last=self.players - 1,
            )

    def card(self, code: str) -> Card:
        """The card of that name; refused with code `card` if this match has none."""
        if code not in self._by_code:
            raise Unreadable(
                "card", f"there is no card {quoted(code)} in this match", found=quoted(code)
            )
        return self._by_code[code]

    def bid(self, codes: str | Sequence[str]) -> Bid:
        """A bid from the names of its cards: `"Y20a P40 *"`."""
        names = codes.split() if isinstance(codes, str) else list(codes)
        money = [name for name in names if name != BLUFF]
        if len(names) - len(money) > 1:
            raise Unreadable(
                "bluff_twice",
                f"{quoted(names)} holds more than one bluff card",
                found=quoted(names),
            )
        return Bid(pile(self.card(name) for name in money), bluff=len(money) < len(names))


def set_up(
    edition: str,
    players: int,
    *,
    removed: Sequence[str] = (),
    house_rules: Mapping[str, object] | None = None,
) -> Setup:
    """Agree on a match; what does not exist or does not fit is refused with a code.

    With fewer than five players `removed` must name the currencies that leave the game;
    `draw_removed` draws them.
    """
    chosen = find_edition(edition)
    rules = with_house_rules(chosen.rules, house_rules or {})
    check_players(chosen, players)
    check_removed(chosen, players, removed)
    cards = (*NOTES[chosen.currencies], *COINS[rules.coins])
    kept = tuple(card for card in cards if card.kind not in removed)
    return Setup(chosen, rules, players, tuple(removed), kept, {card.code: card for card in kept})


def whole_game(edition: str, house_rules: Mapping[str, object] | None = None) -> Setup:
    """Return the edition with the house rules and all of its cards."""
    return set_up(edition, FULL_TABLE, house_rules=house_rules)


def removed_count(players: int) -> int:
    """How many currencies leave the game."""
    return max(0, FULL_TABLE - players)


def check_players(edition: Edition, players: int) -> None:
    """Refuse, with code `players`, a number of players the edition does not admit (R1)."""
    if type(players) is not int or players not in edition.players:
        least, most = edition.players[0], edition.players[-1]
        raise Unreadable(
            "players",
            f"edition {edition.key} is for {least} to {most} players, not {quoted(players)}",
            edition=edition.key,
            least=least,
            most=most,
            found=plain(players),
        )


def check_removed(edition: Edition, players: int, removed: Sequence[str]) -> None:
    """Refuse, with code `removed`, currencies that cannot be the ones that leave (R7)."""
    codes = [currency.code for currency in edition.currencies]
    if isinstance(removed, str):
        raise Unreadable(
            "removed",
            f"a list of currencies is wanted, not {quoted(removed)}",
            why="removed_no_list",
            found=quoted(removed),
        )
    for code in removed:
        if code not in codes:
            raise Unreadable(
                "removed",
                f"{quoted(code)} is not a currency here; there are {', '.join(codes)}",
                why="removed_unknown",
                found=quoted(code),
                names=codes,
            )
    count = removed_count(players)
    if len(removed) != count or len(set(removed)) != count:
        raise Unreadable(
            "removed",
            f"with {players} players the number of different currencies that leave the game"
            f" is {count}, and here are {quoted(list(removed))}",
            why="removed_count",
            players=players,
            count=count,
            found=quoted(list(removed)),
        )
