"""Playing a whole match among bots."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from spielgeld.bots.bot import Bot
from spielgeld.engine import (
    Card,
    Match,
    Setup,
    Step,
    deal_cards,
    reveal,
    start_match,
    take_turn,
    view_of,
)


def play_match(
    setup: Setup,
    bots: Sequence[Bot],
    chances: Sequence[Random],
    card_order: Callable[[int], Sequence[Card]],
) -> Iterator[Step]:
    """Play a match and yield its steps; one bot and generator per seat, a card order per deal."""
    match = start_match(setup)
    while match.awaits != "nothing":
        step = _next_step(match, bots, chances, card_order)
        yield step
        match = step.match


def _next_step(
    match: Match,
    bots: Sequence[Bot],
    chances: Sequence[Random],
    card_order: Callable[[int], Sequence[Card]],
) -> Step:
    if match.awaits == "cards":
        return deal_cards(match, card_order(len(match.scores) + 1))
    if match.deal and match.awaits == "turn":
        seat = match.deal.waiting[0]
        turn = bots[seat].choose_turn(view_of(match, seat), chances[seat])
        return take_turn(match, seat, turn)
    seats = zip(bots, chances, strict=True)
    bids = [
        bot.choose_bid(view_of(match, seat), chance) for seat, (bot, chance) in enumerate(seats)
    ]
    return reveal(match, bids)
