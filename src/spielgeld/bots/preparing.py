"""Compiling the players once, before anybody waits for one."""

from pathlib import Path
from random import Random

from spielgeld.engine import (
    deal_cards,
    reveal,
    set_up,
    shuffle,
    start_match,
    view_of,
)
from spielgeld.fast.compiling import IS_COMPILED


def is_prepared() -> bool:
    """Whether there is nothing to compile, or it lies compiled beside the code."""
    kept = Path(__file__).parent / "heuristic" / "__pycache__"
    return not IS_COMPILED or any(kept.glob("ahead.try_turns*.nbi"))


def prepare() -> None:
    """Ask each kind of compiled player for a bid and a turn, so that all of it is compiled."""
    from spielgeld.bots.heuristic.bot import HeuristicBot  # noqa: PLC0415 - takes its time
    from spielgeld.bots.heuristic.search_bot import SearchBot  # noqa: PLC0415

    setup, rng = set_up("it", 5), Random(0)
    dealt = deal_cards(start_match(setup), shuffle(setup.cards, rng.randrange)).match
    for bot in (HeuristicBot(), SearchBot(effort=1)):
        bids = [bot.choose_bid(view_of(dealt, seat), rng) for seat in range(setup.players)]
        shown = reveal(dealt, bids).match
        if shown.deal:
            bot.choose_turn(view_of(shown, shown.deal.waiting[0]), rng)
