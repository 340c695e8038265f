"""A second, independent implementation of the scoring, from the text of the rules."""

from collections.abc import Collection

from spielgeld.engine import Card, Setup

NOTE_NAMES = ("20a", "20b", "20c", "30a", "30b", "30c", "40", "50", "60")

SUM_SCORES = {
    **dict.fromkeys(range(0, 101, 10), 0),
    110: 10,
    120: 20,
    130: 30,
    140: 40,
    150: 50,
    160: 60,
    170: 70,
    180: 80,
    190: 90,
    200: 200,
    210: 210,
    220: 220,
    230: 230,
    240: 240,
    250: 250,
    260: 260,
    270: 270,
    280: 280,
    290: 290,
    300: 300,
}
COIN_BONUS = (0, 0, 0, 100, 100, 100, 200)


def currency_by_hand(names: Collection[str]) -> int:
    """What these notes of one currency score; `names` lack the currency."""
    points = SUM_SCORES[sum(int(name[:2]) for name in names)]
    if {"20a", "20b", "20c"} <= set(names):
        points += 100
    if {"30a", "30b", "30c"} <= set(names):
        points += 100
    return points


def coins_by_hand(count: int, face: int, *, coin_trios: bool) -> int:
    return count * face + (COIN_BONUS[count] if coin_trios else 0)


def hand_by_hand(setup: Setup, hand: Collection[Card], *, coin_trios: bool) -> int:
    names = {card.code for card in hand}
    points = 0
    for currency in setup.edition.currencies:
        points += currency_by_hand([n for n in NOTE_NAMES if currency.code + n in names])
    for kind, face in (("KR10", 10), ("AG10", 10), ("AU20", 20)):
        count = sum(kind + letter in names for letter in "abcdef")
        points += coins_by_hand(count, face, coin_trios=coin_trios)
    return points
