"""Guards a promise: the longest legal record does no harm. Makes one as long as a match can be.

Everybody keeps their bid, and just before the deal would end for lack of change, one card is drawn.

    python bench/long_record.py [DEALS] > long.json
"""

import json
import sys
from random import Random

from spielgeld.engine import (
    KEEP,
    TAKE_RIGHT,
    Bid,
    Event,
    Match,
    Step,
    deal_cards,
    draw_removed,
    find_edition,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld.engine.records import Record, make_record
from spielgeld.engine.rules.ending import STALL_AFTER

EDITION, PLAYERS, MOST_DEALS = "pl", 6, 9


def long_record(deals: int = MOST_DEALS) -> Record:
    """Return the record of so many deals of 311 rounds each."""
    rng = Random(1)
    removed = draw_removed(find_edition(EDITION), PLAYERS, rng.randrange)
    setup = set_up(EDITION, PLAYERS, removed=removed, house_rules={"deals": deals})
    match = start_match(setup)
    events: list[Event] = []
    while match.awaits != "nothing":
        step = _next_step(match, rng)
        match = step.match
        events += step.events
    return make_record(setup, [f"p{seat}" for seat in range(PLAYERS)], events)


def _next_step(match: Match, rng: Random) -> Step:
    if match.awaits == "cards":
        return deal_cards(match, shuffle(match.setup.cards, rng.randrange))
    if match.deal is None:
        raise RuntimeError("no deal is under way")
    is_last_chance = match.deal.idle_refills == STALL_AFTER - 1
    if match.awaits == "bids":
        first, *others = match.deal.hands
        bids = [Bid(first[:3] if is_last_chance else first[:1])]
        return reveal(match, bids + [Bid(hand[:1]) for hand in others])
    seat = match.deal.waiting[0]
    return take_turn(match, seat, TAKE_RIGHT if is_last_chance and seat == 0 else KEEP)


if __name__ == "__main__":
    json.dump(long_record(*map(int, sys.argv[1:2])), sys.stdout)
