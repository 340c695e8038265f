"""A worked example for every edition: bids of a round that is played through, and a hand.

The words are in `texts`; what they leave open is filled in here by the engine's own reckoning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spielgeld.engine import (
    Bid,
    Card,
    Edition,
    HandScore,
    pile,
    score_hand,
    settle_order,
)
from spielgeld.engine.setup import whole_game
from spielgeld.texts import example_sentences, tell_amount, tell_kind, tell_list

SEATS = "abcd"
"""How the texts call the players' bids."""


@dataclass(frozen=True, slots=True)
class Example:
    """One edition's example. Turns go by seat, as records write them."""

    story: str
    """The text that tells it."""
    bids: tuple[str, ...]
    turns: tuple[tuple[int, str | int], ...]
    hand: str
    """What somebody holds when a deal is over."""


_CHAIN = ((1, "right"), (0, 2), (2, "right"))
_FROM_LEFT = ((0, "left"), (1, 2), (2, "left"))
_SITTING_OUT = ((1, 3), (3, "right"), (0, "keep"))

EXAMPLES: Mapping[str, Example] = {
    "it-full": Example(
        "tie_bluff",
        ("Y20b P40", "E60 *", "R30a SK20b"),
        _CHAIN,
        "USD60 USD50 USD40 USD30a USD30b USD20a SK20a SK20b SK20c R60 R50 R20a KR10a KR10b",
    ),
    "it": Example(
        "tie_serial",
        ("Y20c SF40", "P60 *", "USD30a R20a"),
        _FROM_LEFT,
        "P60 P50 P30a P30b P30c Y40 Y20a KR10a KR10b KR10c",
    ),
    "fr": Example(
        "tie_serial",
        ("E20a USD50", "SF40 R30b *", "USD30a Y20a"),
        _FROM_LEFT,
        "SF60 SF50 SF40 SF20a SF20b E30a E30b E30c KR10a",
    ),
    "nl": Example(
        "sits_out",
        ("P30a SF30b", "E40 R20b", "*", "USD30a"),
        _SITTING_OUT,
        "Y60 Y30a Y30b Y30c Y20a Y20b Y20c R60 R50 KR10a KR10b",
    ),
    "pl": Example(
        "sits_out",
        ("DM60", "GBP40 USD20b", "*", "ZL30a"),
        _SITTING_OUT,
        "DM60 DM50 DM40 DM30a DM20a ZL30a ZL30b ZL30c AU20a AU20b AU20c AG10a AG10b",
    ),
}
"""By the key of the edition."""


def tell_examples(language: str, edition: Edition) -> dict[str, str]:
    """The two paragraphs of the edition's example, by name."""
    example = EXAMPLES[edition.key]
    words = example_sentences(language)
    return {
        "example_round": words[example.story].format(**_round(language, edition, example)),
        "example_score": words["score"].format(**_counted(language, edition, example)),
    }


def _round(language: str, edition: Edition, example: Example) -> dict[str, object]:
    game = whole_game(edition.key)
    bids = [game.bid(text) for text in example.bids]
    places = {place.seat: place for place in settle_order(game.rules, bids)}
    values: dict[str, object] = {"tie": places[0].worth}
    for seat, place in places.items():
        letter = SEATS[seat]
        values[letter] = _cards(language, bids[seat])
        values[f"{letter}_low"] = _amount(language, place.lowest)
        values[f"{letter}_serial"] = place.lowest.serial
    return values


def _cards(language: str, bid: Bid) -> str:
    by_value = sorted(bid.cards, key=lambda card: -card.value)
    return tell_list(language, [_amount(language, card) for card in by_value])


def _amount(language: str, card: Card) -> str:
    return tell_amount(language, card.kind, card.value)


def _counted(language: str, edition: Edition, example: Example) -> dict[str, object]:
    game = whole_game(edition.key)
    cards = pile(game.card(name) for name in example.hand.split())
    counted = score_hand(game.rules, cards)
    lines = ", ".join(_lines(language, cards, counted))
    return {"lines": lines, "total": counted.total}


def _lines(language: str, cards: tuple[Card, ...], counted: HandScore) -> Iterator[str]:
    words = example_sentences(language)
    for line in counted.currencies:
        values = sorted((card.value for card in cards if card.kind == line.currency), reverse=True)
        yield words["currency"].format(
            name=tell_kind(language, line.currency),
            values=" + ".join(map(str, values)),
            sum=line.total,
            points=line.points,
        )
        yield from [words["trio"].format(value=value) for value in line.trios]
    for coins in counted.coins:
        yield words["coins"].format(
            name=tell_kind(language, coins.kind),
            count=coins.count,
            value=coins.points // coins.count,
            points=coins.points,
        )
        yield from [words["coin_trio"]] * coins.trios
