"""Whether `batch/` plays by the rules of `engine/`: the same deals on both, round by round."""

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.engine import KEEP as KEEP_TURN
from spielgeld.engine import (
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Card,
    Match,
    Setup,
    TakeBid,
    Turn,
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.deal import Deal, Rules
from spielgeld_training.batch.numbers import numbers_of, pile_of, rules_as_numbers
from spielgeld_training.batch.piles import CARDS, KINDS, SEATS
from support.play import any_setup

MOST_ROUNDS = 96
"""Longer deals are not compared; among random players none was seen."""

_REASONS = {
    None: batch_deal.GOES_ON,
    "deck_empty": batch_deal.DECK_EMPTY,
    "shortfall": batch_deal.SHORTFALL,
    "stall": batch_deal.STALL,
}
_TURNS: dict[Turn, int] = {
    TAKE_RIGHT: batch_deal.RIGHT,
    TAKE_LEFT: batch_deal.LEFT,
    KEEP_TURN: batch_deal.KEEP,
}
_CHOICES = ("bids", "bluffs", "turns")
_FOUND = ("place", "hands", "secret", "right", "left", "drawn", "round", "idle_refills")
_ENDS = ("last_round", "over", "scores")


class NotEqual(AssertionError):
    """The two disagree; the sentence says where."""


class Played(NamedTuple):
    """Random deals as `engine/` played them: by round, the choices and the resulting state."""

    rules: Rules
    in_game: Any
    order: Any
    rounds: Any
    chosen: dict[str, Any]
    found: dict[str, Any]


def play_on_engine(deals: int, seed: str) -> Played:
    """Random deals of random rules, in a form that `check` can replay."""
    rng = Random(seed)
    played = [_play(any_setup(rng), rng) for _ in range(deals)]
    rules = Rules(*(np.array(each) for each in zip(*(deal[0] for deal in played), strict=True)))
    in_game, order, rounds = (np.array([deal[at] for deal in played]) for at in (1, 2, 3))
    lists = [deal[4] for deal in played]
    arrays = {name: np.stack([_padded(each[name]) for each in lists]) for name in lists[0]}
    chosen = {name: arrays.pop(name) for name in _CHOICES}
    return Played(rules, in_game, order, rounds, chosen, arrays)


def _padded(rows: list[Any]) -> Any:
    array = np.array(rows, np.int16)
    return np.concatenate([array, np.zeros((MOST_ROUNDS - len(rows), *array.shape[1:]), np.int16)])


def _play(setup: Setup, rng: Random) -> tuple[Any, ...]:
    numbers = numbers_of(setup)
    order = shuffle(setup.cards, rng.randrange)
    match = deal_cards(start_match(setup), order).match
    told: dict[str, list[Any]] = {name: [] for name in (*_CHOICES, *_FOUND, *_ENDS)}
    small_bids = rng.random()
    while match.awaits != "nothing":
        match = _play_round(match, numbers, rng, small_bids, told)
    numbered = [numbers[card] for card in order]
    behind = [card for card in range(CARDS) if card not in set(numbered)]
    in_game = [int(each.code not in setup.removed) for each in setup.edition.currencies]
    rules = rules_as_numbers(setup.rules, setup.players)
    return rules, in_game, numbered + behind, len(told["bids"]), told


def _play_round(
    match: Match, numbers: dict[Card, int], rng: Random, small_bids: float, told: dict[str, Any]
) -> Match:
    """One round with random choices; records them and the resulting state."""
    bids = [_bid(match, seat, rng, small_bids) for seat in range(match.setup.players)]
    empty = SEATS - len(bids)
    told["bids"].append([pile_of(numbers, bid.cards) for bid in bids] + [[0] * KINDS] * empty)
    told["bluffs"].append([int(bid.bluff) for bid in bids] + [0] * empty)
    match = reveal(match, bids).match
    waiting = match.deal.waiting if match.deal else ()
    places = [batch_deal.NOT_WAITING] * SEATS
    for place, seat in enumerate(waiting):
        places[seat] = place
    turns = []
    while match.awaits == "turn" and match.deal:
        turn = rng.choice(legal_turns(match))
        turns.append(batch_deal.TAKE_BID + turn.seat if isinstance(turn, TakeBid) else _TURNS[turn])
        match = take_turn(match, match.deal.waiting[0], turn).match
    told["turns"].append(turns + [batch_deal.KEEP] * (SEATS - len(turns)))
    told["place"].append(places)
    _tell_state(match, numbers, told)
    return match


def _bid(match: Match, seat: int, rng: Random, small_bids: float) -> Bid:
    """Of any size, or of one card: these make short deals that end in other ways."""
    hand = match.deal.hands[seat] if match.deal else ()
    if hand and rng.random() < small_bids:
        return Bid((rng.choice(hand),), bluff=rng.random() < 0.5)
    return legal_bids(match, seat).draw(rng)


def _tell_state(match: Match, numbers: dict[Card, int], told: dict[str, Any]) -> None:
    deal = match.deal
    if deal is None:
        raise NotEqual("no cards are dealt")
    empty = SEATS - match.setup.players

    def by_seat(piles: Iterable[tuple[Card, ...]]) -> list[list[int]]:
        return [pile_of(numbers, each) for each in piles] + [[0] * KINDS] * empty

    told["hands"].append(by_seat(deal.hands))
    told["secret"].append(by_seat(deal.unseen))
    told["right"].append(pile_of(numbers, deal.right))
    told["left"].append(pile_of(numbers, deal.left))
    told["drawn"].append(len(match.setup.cards) - len(deal.deck))
    told["round"].append(deal.round)
    told["idle_refills"].append(deal.idle_refills)
    told["last_round"].append(_REASONS[deal.last_round])
    told["over"].append(int(deal.scores is not None))
    told["scores"].append([*(deal.scores or [0] * match.setup.players), *[0] * empty])


def _replay(rules: Rules, in_game: Any, order: Any, chosen: dict[str, Any]) -> dict[str, Any]:
    """The same choices on `batch/`: what one deal looks like after every round."""

    def one_round(deal: Deal, choices: dict[str, Any]) -> tuple[Deal, dict[str, Any]]:
        deal = batch_deal.reveal(deal, choices["bids"].astype(jnp.int32), choices["bluffs"])
        place = deal.place
        for turn in range(SEATS):
            deal = batch_deal.take_turn(deal, choices["turns"][turn])
        deal = batch_deal.end_round(deal)
        found = {name: getattr(deal, name) for name in (*_FOUND[1:], *_ENDS)}
        return deal, {name: each.astype(jnp.int16) for name, each in found.items()} | {
            "place": place.astype(jnp.int16)
        }

    dealt = batch_deal.deal_out(rules, in_game, order)
    found: dict[str, Any] = jax.lax.scan(one_round, dealt, chosen)[1]
    return found


_replay_all = jax.jit(jax.vmap(_replay))


def check(played: Played) -> int:
    """Replay the deals on `batch/`; returns how many rounds were compared, or raises `NotEqual`."""
    found = _replay_all(played.rules, played.in_game, played.order, played.chosen)
    counts = np.arange(MOST_ROUNDS) < played.rounds[:, None]
    for name, wanted in played.found.items():
        differs = np.asarray(found[name]) != wanted
        wrong = differs.reshape(*counts.shape, -1).any(-1) & counts
        if wrong.any():
            deal, at = np.argwhere(wrong)[0]
            raise NotEqual(
                f"{name} in round {at + 1} of deal {deal}: {wanted[deal, at].tolist()} on engine/,"
                f" {np.asarray(found[name])[deal, at].tolist()} on batch/"
            )
    return int(played.rounds.sum())
