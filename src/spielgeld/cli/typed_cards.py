"""Cards as people type them: letters may be left out, capitals do not matter."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spielgeld.engine import BLUFF, Card, Setup, Unreadable, quoted

_TYPED = re.compile(r"([A-Za-z]+)([0-9]+)([A-Za-z]?)")


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card whose letter may have been left out."""

    name: str
    """As it is written, without a letter that was left out: `Y20` or `Y20a`."""
    choices: tuple[Card, ...]
    """The cards it can be."""


def read_hand(setup: Setup, texts: Iterable[str]) -> tuple[list[TypedCard], bool]:
    """The typed notes and coins, one or several to a text, and whether the bluff card is there.

    Unknown cards are refused with code `card`, a second bluff card with `bluff_twice`.
    """
    names = [name for text in texts for name in re.split(r"[\s,]+", text) if name]
    if names.count(BLUFF) > 1:
        raise Unreadable(
            "bluff_twice", "a player has one bluff card, but more are named", found=BLUFF
        )
    return [_read_card(setup, name) for name in names if name != BLUFF], BLUFF in names


def _read_card(setup: Setup, text: str) -> TypedCard:
    typed = _TYPED.fullmatch(text)
    if typed:
        kind, value, letter = typed[1].upper(), typed[2], typed[3].lower()
        name = f"{kind}{value}{letter}"
        alike = [c for c in setup.cards if c.kind == kind and str(c.value) == value]
        choices = tuple([card for card in alike if card.code == name or not letter])
        if choices:
            return TypedCard(name, choices)
    kinds = sorted({card.kind for card in setup.cards})
    raise Unreadable(
        "card",
        f"there is no card {quoted(text)} in edition {setup.edition.key}; a card is written like"
        f" {setup.cards[0]}, with one of {' '.join(kinds)}",
        why="card_typed",
        found=quoted(text),
        example=setup.cards[0].code,
        names=kinds,
    )


def settle_letters(cards: Sequence[TypedCard]) -> list[Card]:
    """A different card for each typed one; more of a kind than exist are refused (`impossible`).

    Named letters are served first, those left open take what remains.
    """
    settled: dict[int, Card] = {}
    for index, typed in sorted(enumerate(cards), key=lambda each: len(each[1].choices)):
        free = [card for card in typed.choices if card not in settled.values()]
        if not free:
            raise _impossible(typed, cards)
        settled[index] = free[0]
    return [settled[index] for index in range(len(cards))]


def _impossible(typed: TypedCard, cards: Sequence[TypedCard]) -> Unreadable:
    if len(typed.choices) == 1:
        return Unreadable(
            "impossible",
            f"there is only one {typed.name}, but more are named",
            why="impossible_one",
            card=typed.name,
        )
    given = sum([each.choices[0] in typed.choices for each in cards])
    names = f"{typed.choices[0]} to {typed.choices[-1]}"
    return Unreadable(
        "impossible",
        f"there are only {len(typed.choices)} cards {typed.name} ({names}), but {given} are named",
        why="impossible_many",
        card=typed.name,
        names=[card.code for card in typed.choices],
    )
