"""Trying choices out: in worlds that agree with what a seat knows, or in the one that was."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.bot import Mind, mind_of
from spielgeld.bots.heuristic.rollout_kernels import bid_all, play_out, trial
from spielgeld.bots.heuristic.rollouts import (
    Ends,
    decisions_left,
    ends_after_bids,
    ends_after_turns,
    likely_bids,
)
from spielgeld.bots.heuristic.temper import BEST
from spielgeld.engine import Bid, Match, Setup, Turn, View, settle_order, view_of
from spielgeld.fast.jit import IS_COMPILED, as_words
from spielgeld.fast.knowledge import knowledge_of, known_state, sample
from spielgeld.fast.steps import (
    DRAWN,
    HAND_COINS,
    HAND_NOTES,
    ORDER,
    SCORES,
    SECRET_COINS,
    SECRET_NOTES,
    deal_out,
    reveal,
    take_turn,
)
from spielgeld.fast.turns import number_of
from spielgeld.fast.words import layout_of

Choice = Bid | Turn
Numbers = NDArray[np.float64]

LIKELY = 12
"""How many bids are tried: those the heuristic values most."""
FIRST_WORLDS = 64 if IS_COMPILED else 8
"""Sampled worlds in which it is counted who acts first."""
_PLAIN_SHARE = 25
"""Plain Python is slower than compiled code by more than this, so it gets fewer worlds."""


def candidate_bids(view: View) -> list[Bid]:
    """The bids worth a thought, no two of which look alike; sitting out where that is a bid."""
    found = {look(bid): bid for bid in reversed(likely_bids(view, 2 * LIKELY))}
    bids = [*reversed(found.values())][:LIKELY]
    return [*bids, Bid((), bluff=True)] if view.setup.rules.bluff_only_bid else bids


def look(choice: Choice) -> object:
    """What people see of a choice: copies of a note are alike."""
    if isinstance(choice, Bid):
        return tuple(sorted([(card.kind, card.value) for card in choice.cards])), choice.bluff
    return choice


def world_count(view: View, choices: int, effort: int, least: int, most: int) -> int:
    """As many worlds as the effort allows, which depends on what everybody sees alone.

    The effort is how many bids and turns are played, all worlds and choices together.
    """
    if not IS_COMPILED:
        effort, least, most = effort // _PLAIN_SHARE, least // 8, most // 8
    return max(least, min(most, effort // (choices * decisions_left(view))))


def ends_after(view: View, choices: Sequence[Choice], worlds: int, rng: Random) -> Ends:
    """How the deal may end after each of these bids, or of these turns."""
    bids = [choice for choice in choices if isinstance(choice, Bid)]
    if bids:
        return ends_after_bids(view, bids, worlds, rng)
    turns = [choice for choice in choices if not isinstance(choice, Bid)]
    return ends_after_turns(view, turns, worlds, rng)


def first_chances(view: View, bids: Sequence[Bid], rng: Random) -> list[float]:
    """For each bid the chance to act first, where all others bid by rule of thumb."""
    mind, layout, seat = _mind(view.setup), layout_of(view.setup), view.seat or 0
    knowledge, room = knowledge_of(view), trial(mind.tables)
    first = [0] * len(bids)
    word = rng.getrandbits(62) | 1
    for _ in range(FIRST_WORLDS):
        word = sample(knowledge, room.world, word)
        bid_all(mind.tables, mind.outlook, room.world, room.notes, room.coins, room.weighed)
        others = [
            Bid(layout.pile(int(notes), int(coins)), bool(mind.tables.breaks_ties))
            for notes, coins in zip(room.notes, room.coins, strict=True)
        ][: view.setup.players]
        for at, bid in enumerate(bids):
            others[seat] = bid
            order = settle_order(view.setup.rules, others)
            first[at] += bool(order) and order[0].seat == seat
    return [count / FIRST_WORLDS for count in first]


def open_ends(
    match: Match, seat: int, choices: Sequence[Choice], others: Sequence[Bid] | None
) -> Ends:
    """How the deal ends after each choice with the cards as they truly lie.

    `others` are everybody's bids of the round, where the choice is a bid. All that comes later is
    played by rule of thumb, and by that alone, so there is one world.
    """
    mind, layout = _mind(match.setup), layout_of(match.setup)
    state, room = _open_state(match), trial(mind.tables)
    ends = np.zeros((len(choices), 1, match.setup.players), np.int64)
    for at, choice in enumerate(choices):
        room.after[:] = state
        if isinstance(choice, Bid):
            laid = [choice if each == seat else bid for each, bid in enumerate(others or ())]
            words = [layout.words(bid.cards) for bid in laid]
            notes, coins = as_words([each for each, _ in words]), as_words([c for _, c in words])
            bluffs = as_words([int(bid.bluff) for bid in laid])
            reveal(mind.tables, room.after, notes, coins, bluffs)
        else:
            take_turn(mind.tables, room.after, number_of(choice))
        play_out(mind.tables, mind.outlook, room.after, room)
        ends[at, 0] = room.after[SCORES : SCORES + match.setup.players]
    return ends


def whole_deals(setup: Setup, deals: int, rng: Random) -> Ends:
    """Points by deal and seat where everybody plays by rule of thumb.

    Each deal counts once for every rotation of the seats, so no seat is better than another.
    """
    mind, numbers = _mind(setup), layout_of(setup).numbers(setup.cards)
    room = trial(mind.tables)
    points = np.zeros((deals, setup.players), np.int64)
    for deal in range(deals):
        deal_out(room.after, setup.players, as_words(rng.sample(numbers, len(numbers))))
        play_out(mind.tables, mind.outlook, room.after, room)
        points[deal] = room.after[SCORES : SCORES + setup.players]
    return np.concatenate([np.roll(points, turned, axis=1) for turned in range(setup.players)])


def _open_state(match: Match) -> Any:
    """The match with all cards as they lie; what a seat alone has seen is still marked as such."""
    deal, layout = match.deal, layout_of(match.setup)
    if deal is None:
        raise ValueError("no deal has begun")
    state = known_state(view_of(match, None))
    for seat, (hand, secret) in enumerate(zip(deal.hands, deal.unseen, strict=True)):
        state[HAND_NOTES + seat], state[HAND_COINS + seat] = layout.words(hand)
        state[SECRET_NOTES + seat], state[SECRET_COINS + seat] = layout.words(secret)
    for at, number in enumerate(layout.numbers(deal.deck), start=int(state[DRAWN])):
        state[ORDER + at] = number
    return state


def _mind(setup: Setup) -> Mind:
    return mind_of(BEST, setup.rules, setup.players)
