"""Tells the user when a command first has to compile the players."""

import sys
from collections.abc import Iterable

from spielgeld.bots import BOTS
from spielgeld.bots.compilation import is_prepared, prepare
from spielgeld.cli.reader_language import FOR_PROGRAMS
from spielgeld.texts import tell


def prepare_bots(names: Iterable[str] = BOTS, language: str = FOR_PROGRAMS) -> None:
    """Compile the players if one of these needs it and the cache is stale."""
    kinds = {BOTS[name].kind for name in names if name in BOTS}
    if kinds <= {"yardstick", "own"} or is_prepared():
        return
    sys.stderr.write(tell(language, "bots.compiling") + "\n")
    sys.stderr.flush()
    prepare()
    if not is_prepared():  # Numba found no folder it may write to
        sys.stderr.write(tell(language, "bots.not_kept") + "\n")
