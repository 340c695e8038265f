"""Loading bots from people's own files: `path/to/my_bot.py:MyBot`."""

import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from spielgeld.bots.bot import Bot
from spielgeld.engine import Unreadable, quoted

METHODS = ("choose_bid", "choose_turn")


def load_bot(place: str) -> tuple[str, Callable[[], Bot]]:
    """The name and the factory of the bot in `path.py:Class`; refused if it cannot be a bot.

    Each process that needs the bot calls this itself: a class loaded from a file cannot be pickled.
    """
    path, _, name = place.rpartition(":")
    if not path or not name.isidentifier():
        raise Unreadable(
            "bot_place",
            f"a bot of your own is named path.py:Class, not {quoted(place)}",
            found=quoted(place),
        )
    made = getattr(_load_module(Path(path)), name, None)
    if not isinstance(made, type):
        raise Unreadable(
            "bot_class",
            f"there is no class {quoted(name)} in {quoted(path)}",
            found=quoted(name),
            file=quoted(path),
        )
    _check_bot(made)
    return name, made


def bot_file(place: str) -> Path:
    """The file that `path.py:Class` names."""
    return Path(place.rpartition(":")[0])


def _load_module(path: Path) -> ModuleType:
    if not path.is_file():
        raise Unreadable(
            "bot_file", f"there is no file {quoted(str(path))}", found=quoted(str(path))
        )
    whole = str(path.resolve())
    name = f"spielgeld_bot_{sha256(whole.encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_loader(name, SourceFileLoader(name, whole))
    assert spec  # noqa: S101 - never None for a file
    assert spec.loader  # noqa: S101
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise Unreadable(
            "bot_file",
            f"{quoted(str(path))} cannot be run: {error_text(error)}",
            why="bot_file_broken",
            found=quoted(str(path)),
            error=error_text(error),
        ) from error
    return module


def _check_bot(made: type) -> None:
    try:
        bot = made()
    except (Exception, SystemExit) as error:
        raise Unreadable(
            "bot_made",
            f"{made.__name__}() fails: {error_text(error)}",
            name=made.__name__,
            error=error_text(error),
        ) from error
    missing = [name for name in METHODS if not callable(getattr(bot, name, None))]
    if missing:
        raise Unreadable(
            "bot_methods",
            f"{made.__name__} lacks {' and '.join(missing)}",
            name=made.__name__,
            missing=missing,
        )


def error_text(error: BaseException) -> str:
    """A one-line description of an exception in somebody else's code."""
    return quoted(f"{type(error).__name__}: {error}")[1:-1]
