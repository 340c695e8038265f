"""Ahead-of-time compilation of the heuristic players, so that nobody waits for it at the table."""

import os
import sys
from collections.abc import Iterator, Sequence
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
from spielgeld.fast import jit
from spielgeld.fast.jit import IS_COMPILED

FOLDERS = (Path(__file__).parent / "heuristic", Path(jit.__file__).parent)
"""Where the source of the players is."""


def is_prepared(
    folder: Path = FOLDERS[0], last: str = "policy.choose_turn", more: Sequence[Path] = ()
) -> bool:
    """Return True if nothing needs compiling, or Numba's cache is newer than the source.

    `last` is the function of the folder that is compiled last, `more` other source that matters.
    """
    if not IS_COMPILED:
        return True
    sources = [*more, *[file for each in FOLDERS for file in each.glob("*.py")]]
    newest = max([file.stat().st_mtime for file in sources])
    index = f"{last}-*.py{sys.version_info.major}{sys.version_info.minor}.nbi"
    kept = [file for cache in _cache_folders(folder) for file in cache.glob(index)]
    return any(each.stat().st_mtime >= newest for each in kept)


def prepare() -> None:
    """Clear Numba's cache and compile everything."""
    clear_cache()
    load()


def load() -> None:
    """Ask a compiled player for bids and a turn, so that all machine code is loaded.

    Processes forked afterwards have it; each of the others loads it for itself.
    """
    from spielgeld.bots.heuristic.bot import HeuristicBot  # noqa: PLC0415 - slow to import

    setup, rng = set_up("it", 5), Random(0)
    dealt = deal_cards(start_match(setup), shuffle(setup.cards, rng.randrange)).match
    bot = HeuristicBot()
    bids = [bot.choose_bid(view_of(dealt, seat), rng) for seat in range(setup.players)]
    shown = reveal(dealt, bids).match
    if shown.deal:
        bot.choose_turn(view_of(shown, shown.deal.waiting[0]), rng)


def _cache_folders(folder: Path) -> Iterator[Path]:
    """Numba's cache folders for a source folder.

    Below NUMBA_CACHE_DIR; else `__pycache__`, if it can be written to; else in the user's cache.
    """
    beside, configured = folder / "__pycache__", os.environ.get("NUMBA_CACHE_DIR")
    if configured:
        yield from Path(configured).glob(f"{folder.name}_*")
    elif os.access(beside if beside.exists() else folder, os.W_OK):
        yield beside
    else:
        from numba.misc.appdirs import AppDirs  # noqa: PLC0415 - only for a read-only install

        numba = AppDirs(appname="numba", appauthor=False)  # type: ignore[no-untyped-call]
        yield from Path(numba.user_cache_dir).glob(f"{folder.name}_*")


def clear_cache(folders: Sequence[Path] = FOLDERS) -> None:
    """Delete the cache: Numba recompiles a changed file, but not the files that call into it."""
    for kept in [kept for folder in folders for kept in _cache_folders(folder)]:
        for index in kept.glob("*.nbi"):
            with suppress(OSError):  # in a read-only folder there is no cache of Numba's
                index.unlink()
