"""Compiling the players once, before anybody waits for one."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
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
from spielgeld.fast import compiling
from spielgeld.fast.compiling import IS_COMPILED

_PLAYERS = Path(__file__).parent / "heuristic"
_FOLDERS = (_PLAYERS, Path(compiling.__file__).parent)
_COMPILED_LAST = f"ahead.try_turns-*.py{sys.version_info.major}{sys.version_info.minor}.nbi"


def is_prepared() -> bool:
    """Whether there is nothing to compile, or it lies compiled where Numba keeps it, no older."""
    if not IS_COMPILED:
        return True
    newest = max([file.stat().st_mtime for folder in _FOLDERS for file in folder.glob("*.py")])
    kept = [file for folder in _kept_in(_PLAYERS) for file in folder.glob(_COMPILED_LAST)]
    return any(each.stat().st_mtime >= newest for each in kept)


def prepare() -> None:
    """Ask each kind of compiled player for a bid and a turn, so that all of it is compiled."""
    _forget_what_was_compiled()
    from spielgeld.bots.heuristic.bot import HeuristicBot  # noqa: PLC0415 - takes its time
    from spielgeld.bots.heuristic.search_bot import SearchBot  # noqa: PLC0415

    setup, rng = set_up("it", 5), Random(0)
    dealt = deal_cards(start_match(setup), shuffle(setup.cards, rng.randrange)).match
    for bot in (HeuristicBot(), SearchBot(effort=1)):
        bids = [bot.choose_bid(view_of(dealt, seat), rng) for seat in range(setup.players)]
        shown = reveal(dealt, bids).match
        if shown.deal:
            bot.choose_turn(view_of(shown, shown.deal.waiting[0]), rng)


def _kept_in(folder: Path) -> Iterator[Path]:
    """Where Numba keeps what it made of the folder's code: beside it, or where it was told to."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    if told:
        yield from Path(told).glob(f"{folder.name}_*")
    else:
        yield folder / "__pycache__"


def _forget_what_was_compiled() -> None:
    """Numba compiles a changed file anew, but not the files that call into it."""
    for kept in [kept for folder in _FOLDERS for kept in _kept_in(folder)]:
        for index in kept.glob("*.nbi"):
            with suppress(OSError):  # where we may not write, Numba keeps its own elsewhere
                index.unlink()
