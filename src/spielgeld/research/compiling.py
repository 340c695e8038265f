"""Compiles the core for all environments at once, and tells the user."""

import sys
from pathlib import Path

from spielgeld.bots.compilation import FOLDERS, clear_cache, is_prepared
from spielgeld.engine import Unreadable
from spielgeld.fast.jit import IS_COMPILED

_HERE = Path(__file__).parent
_CORE = [_HERE / name for name in ("actions.py", "observation.py", "core.py", "tables.py")]
_LAST = "core.redeal"
_WAIT = (
    "Compiling the research environments. This takes about 30 seconds of processor time and is"
    " done once.\n"
)
_NOT_KEPT = (
    "There is no folder for the machine code, so every start compiles again. Set NUMBA_CACHE_DIR"
    " to a folder that you can write to.\n"
)


_asked: set[str] = set()


def prepare() -> None:
    """Compile everything unless it is on disk; afterwards nothing compiles any more."""
    if _LAST in _asked:
        return
    _asked.add(_LAST)
    if not IS_COMPILED:
        raise Unreadable(
            "fast", "the research environments need Numba: pip install 'spielgeld[research]'"
        )
    if is_prepared(_HERE, _LAST, _CORE):
        return
    sys.stderr.write(_WAIT)
    sys.stderr.flush()
    clear_cache([_HERE] if is_prepared() else [_HERE, *FOLDERS])
    from spielgeld.research.tables import compile_all  # noqa: PLC0415 - it builds on this

    compile_all()
    if not is_prepared(_HERE, _LAST, _CORE):
        sys.stderr.write(_NOT_KEPT)
