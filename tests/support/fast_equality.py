"""Whether `fast/` plays by the rules of `engine/`: the same deal on both, compared step by step."""

from collections.abc import Iterator
from random import Random

import numpy as np

from spielgeld.engine import (
    Bid,
    Match,
    Setup,
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld.fast import steps
from spielgeld.fast.knowledge import AWAITED, REASONS
from spielgeld.fast.tables import tables_of
from spielgeld.fast.turns import number_of
from spielgeld.fast.words import Layout, Words, layout_of


class NotEqual(AssertionError):
    """The two disagree; the sentence says where."""


def check_deal(setup: Setup, rng: Random) -> int:
    """Play one random deal on both; how many decisions it had, or `NotEqual`."""
    layout, tables = layout_of(setup), tables_of(setup.rules)
    order = shuffle(setup.cards, rng.randrange)
    match = deal_cards(start_match(setup), order).match
    state = steps.new_state()
    steps.deal_out(state, setup.players, np.array(layout.numbers(order)))
    _compare(match, state, layout)
    small_bids = rng.random()
    decisions = 0
    while match.awaits != "nothing":
        if match.awaits == "bids":
            bids = list(_bids(match, rng, small_bids))
            words = [layout.words(bid.cards) for bid in bids]
            notes, coins = (np.array(each) for each in zip(*words, strict=True))
            steps.reveal(tables, state, notes, coins, np.array([int(bid.bluff) for bid in bids]))
            match = reveal(match, bids).match
            decisions += len(bids)
        else:
            turn = rng.choice(legal_turns(match))
            steps.take_turn(tables, state, number_of(turn))
            match = take_turn(match, _acting(match), turn).match
            decisions += 1
        _compare(match, state, layout)
    return decisions


def _acting(match: Match) -> int:
    return match.deal.waiting[0] if match.deal else 0


def _bids(match: Match, rng: Random, small_bids: float) -> Iterator[Bid]:
    """Bids of any size, or of one card: these make short deals that end in other ways."""
    for seat, hand in enumerate(match.deal.hands if match.deal else ()):
        if hand and rng.random() < small_bids:
            yield Bid((rng.choice(hand),), bluff=rng.random() < 0.5)
        else:
            yield legal_bids(match, seat).draw(rng)


def _compare(match: Match, state: Words, layout: Layout) -> None:
    deal = match.deal
    if deal is None:
        raise NotEqual("no cards are dealt")
    seats = range(match.setup.players)
    secrets = deal.unseen if deal.scores is None else None
    pairs: dict[str, tuple[object, object]] = {
        "round": (deal.round, state[steps.ROUND]),
        "awaits": (AWAITED[match.awaits], state[steps.AWAITS]),
        "right": (layout.words(deal.right), _pile(state, steps.RIGHT_NOTES, steps.RIGHT_COINS)),
        "left": (layout.words(deal.left), _pile(state, steps.LEFT_NOTES, steps.LEFT_COINS)),
        "deck": (layout.numbers(deal.deck), _deck(state)),
        "idle refills": (deal.idle_refills, state[steps.IDLE_REFILLS]),
        "last round": (REASONS[deal.last_round], state[steps.LAST_ROUND]),
        "waiting": (list(deal.waiting), _waiting(state)),
        "scores": (deal.scores or (0,) * len(seats), _by_seat(state, steps.SCORES, seats)),
    }
    for name, piles, notes, coins in (
        ("hands", deal.hands, steps.HAND_NOTES, steps.HAND_COINS),
        ("lying", deal.lying, steps.LYING_NOTES, steps.LYING_COINS),
        ("secrets", secrets, steps.SECRET_NOTES, steps.SECRET_COINS),
    ):
        for seat in seats if piles else ():
            found = _pile(state, notes + seat, coins + seat)
            pairs[f"{name} of seat {seat}"] = (layout.words(piles[seat]), found)  # type: ignore[index]
    for name, (wanted, got) in pairs.items():
        if wanted != got:
            raise NotEqual(
                f"{name}: {wanted} on engine/, {got} on fast/, in round {deal.round},"
                f" edition {match.setup.edition.key}, {match.setup.players} players,"
                f" house rules {match.setup.house_rules}"
            )


def _pile(state: Words, notes: int, coins: int) -> tuple[int, int]:
    return int(state[notes]), int(state[coins])


def _deck(state: Words) -> list[int]:
    left = state[steps.ORDER + state[steps.DRAWN] : steps.ORDER + state[steps.CARDS]]
    return [int(number) for number in left]


def _waiting(state: Words) -> list[int]:
    return [int(seat) for seat in state[steps.FIRST_WAITING :][: state[steps.WAITING]]]


def _by_seat(state: Words, place: int, seats: range) -> tuple[int, ...]:
    return tuple(int(state[place + seat]) for seat in seats)
