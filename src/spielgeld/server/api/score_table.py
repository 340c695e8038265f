"""What every set of notes and coins scores: with it the score pad adds up without a server."""

from functools import cache
from itertools import product
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from spielgeld.engine.cards import COINS, NOTE_COPIES, Pile
from spielgeld.engine.editions import EDITIONS, with_house_rules
from spielgeld.engine.rules.scoring import score_currency, score_hand
from spielgeld.server.api.endpoint import Call, endpoint
from spielgeld.table.outgoing.encoding import score_json
from spielgeld.table.outgoing.types import CoinScore


class NotesScore(Struct, frozen=True, kw_only=True):
    """What some notes of one currency bring: their sum, what it scores, and the trios."""

    total: int
    points: int
    trios: list[int]
    bonus: int


_BY_KIND = "By the kind of coin: what one of them brings, what two bring, and so on."


class ScoreTable(Struct, frozen=True, kw_only=True):
    """What every set of notes of a currency, and every number of coins of a kind, brings.

    It holds for every edition: the lines of a hand are one for each currency and one for each kind
    of coin in it, and the hand scores the points and bonuses of its lines.
    """

    values: Annotated[list[int], Meta(description="The values a currency has notes of.")]
    notes: Annotated[
        dict[str, NotesScore],
        Meta(description="By how many notes of each value there are, a digit each: 31001."),
    ]
    coins: Annotated[dict[str, list[CoinScore]], Meta(description=_BY_KIND)]
    coins_with_trios: Annotated[
        dict[str, list[CoinScore]],
        Meta(description="The same where the rule coin_trios holds."),
    ]


@cache
def counted_sets() -> ScoreTable:
    """The table, counted by the engine."""
    return ScoreTable(
        values=list(NOTE_COPIES),
        notes={"".join(map(str, counts)): _notes(counts) for counts in _sets() if any(counts)},
        coins=_coins(coin_trios=False),
        coins_with_trios=_coins(coin_trios=True),
    )


def _sets() -> list[tuple[int, ...]]:
    """How many of each value a hand can hold of one currency."""
    return list(product(*[range(copies + 1) for copies in NOTE_COPIES.values()]))


def _notes(counts: tuple[int, ...]) -> NotesScore:
    values = [value for value, count in zip(NOTE_COPIES, counts, strict=True) for _ in range(count)]
    score = score_currency("", tuple(values))
    return msgspec.convert(score, NotesScore, from_attributes=True)


def _coins(*, coin_trios: bool) -> dict[str, list[CoinScore]]:
    kinds: dict[str, Pile] = {}
    for coin in [coin for coins in COINS.values() for coin in coins]:
        kinds[coin.kind] = (*kinds.get(coin.kind, ()), coin)
    return {kind: _counted(coins, coin_trios) for kind, coins in kinds.items()}


def _counted(coins: Pile, coin_trios: bool) -> list[CoinScore]:
    edition = next(iter(EDITIONS.values()))
    rules = with_house_rules(edition.rules, {"coin_trios": coin_trios})
    hands = [coins[: count + 1] for count in range(len(coins))]
    return [score_json(score_hand(rules, hand)).coins[0] for hand in hands]


@endpoint("GET", "/api/score/table")
async def score_table(_: Call) -> ScoreTable:
    """Return what all sets of notes and coins bring."""
    return counted_sets()
