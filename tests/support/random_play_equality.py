"""Whether random play on arrays keeps to the rules: its deals are replayed on `engine/`."""

from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import jax
import numpy as np

from spielgeld.batch import random_play as play
from spielgeld.batch.chance import Chance, keys_of
from spielgeld.batch.deal import RIGHT, TAKE_BID, Rules
from spielgeld.batch.numbers import numbers_of, rules_as_numbers
from spielgeld.batch.piles import SERIAL_OF
from spielgeld.batch.words import WORD_BITS, points, whole_deck
from spielgeld.engine import (
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Card,
    Match,
    Setup,
    TakeBid,
    Turn,
    deal_cards,
    pile,
    reveal,
    start_match,
    take_turn,
)
from support.batch_equality import MOST_ROUNDS, NotEqual
from support.play import any_setup

_ROWS: tuple[Turn, ...] = (TAKE_RIGHT, TAKE_LEFT, KEEP)


class Played(NamedTuple):
    """Random deals as arrays played them: before the first round, and by round."""

    setups: list[Setup]
    dealt: Any
    after: list[Any]
    told: list[Any]
    scores: Any
    """By seat."""


def play_at_random(deals: int, players: int, seed: int) -> Played:
    """Random deals of random rules, played to their end."""
    rng = Random(f"random play {seed}")
    setups = list(_setups(rng, players, deals))
    columns = zip(*(rules_as_numbers(each.rules, players) for each in setups), strict=True)
    rules = Rules(*(np.array(each, np.uint32) for each in columns))
    in_game = np.array(
        [[each.code not in setup.removed for each in setup.edition.currencies] for setup in setups]
    ).T
    keys = keys_of(deals, seed)
    deck = whole_deck(rules, in_game)
    deal = jax.jit(partial(play.deal_out, players=players))(deck, keys, np.uint32(0))
    one = jax.jit(lambda deal, number: play.random_round(rules, deal, Chance(keys, number)))
    dealt = jax.tree.map(np.asarray, deal)
    after: list[Any] = []
    told: list[Any] = []
    while not np.asarray(deal.over).all() and len(after) < MOST_ROUNDS:
        deal, chosen = one(deal, np.uint32((len(after) + 1) * play.AT_ONCE))
        after.append(jax.tree.map(np.asarray, deal))
        told.append(jax.tree.map(np.asarray, chosen))
    scores = [np.asarray(points(hand, rules.coin_trios)) for hand in deal.hands]
    return Played(setups, dealt, after, told, scores)


def _setups(rng: Random, players: int, deals: int) -> Iterator[Setup]:
    while deals:
        setup = any_setup(rng)
        if setup.players == players:
            deals -= 1
            yield setup


def check(played: Played) -> int:
    """Do the same on `engine/`; how many rounds were compared, or `NotEqual`."""
    return sum(_check_deal(played, at) for at in range(len(played.setups)))


def _check_deal(played: Played, at: int) -> int:
    setup = played.setups[at]
    by_serial = {int(SERIAL_OF[number]): card for card, number in numbers_of(setup).items()}

    def cards(words: Iterable[Any]) -> tuple[Card, ...]:
        bits = sum(int(word[at]) << WORD_BITS * place for place, word in enumerate(words))
        return pile(card for serial, card in by_serial.items() if bits >> serial & 1)

    def drawn(told: Any) -> Iterator[Card]:
        both = (told.left, told.right)
        for some in both if setup.rules.refill_first == "left" else both[::-1]:
            for words in some:
                yield from cards(words)

    start = played.dealt
    order = [card for words in (*start.hands, start.right, start.left) for card in cards(words)]
    order += [card for told in played.told for card in drawn(told)]
    order += [card for card in setup.cards if card not in set(order)]
    match = deal_cards(start_match(setup), order).match
    for done, (told, after) in enumerate(zip(played.told, played.after, strict=True), 1):
        match = _play_round(match, told, at, cards)
        _compare(match, after, at, cards, f"round {done} of deal {at}")
        if match.awaits == "nothing":
            scores = tuple(int(each[at]) for each in played.scores)
            if match.deal is None or scores != match.deal.scores:
                raise NotEqual(f"scores of deal {at}: {scores}")
            return done
    if played.after[-1].over[at]:
        raise NotEqual(f"deal {at} did not end on the engine")
    return len(played.after)  # a few random deals take more rounds than are played here


def _play_round(match: Match, told: Any, at: int, cards: Any) -> Match:
    """What was told, on the engine, which refuses what is not allowed."""
    pairs = zip(told.bids, told.bluffs, strict=True)
    match = reveal(match, [Bid(cards(bid), bluff=bool(bluff[at])) for bid, bluff in pairs]).match
    for numbers in told.turns:
        if match.awaits != "turn" or match.deal is None or not match.deal.waiting:
            break
        number = int(numbers[at])
        turn = _ROWS[number - RIGHT] if number < TAKE_BID else TakeBid(number - TAKE_BID)
        match = take_turn(match, match.deal.waiting[0], turn).match
    return match


def _compare(match: Match, after: Any, at: int, cards: Any, where: str) -> None:
    deal = match.deal
    if deal is None:
        raise NotEqual(f"nothing is dealt in {where}")
    pairs = {
        "hands": ([cards(words) for words in after.hands], list(deal.hands)),
        "right": (cards(after.right), deal.right),
        "left": (cards(after.left), deal.left),
        "deck": (cards(after.deck), pile(deal.deck)),
        "idle_refills": (int(after.idle_refills[at]), deal.idle_refills),
        "last_round": (bool(after.last_round[at]), deal.last_round is not None),
        "over": (bool(after.over[at]), deal.scores is not None),
    }
    for name, (found, wanted) in pairs.items():
        if found != wanted:
            raise NotEqual(f"{name} in {where}: {wanted} on engine/, {found} on arrays")
