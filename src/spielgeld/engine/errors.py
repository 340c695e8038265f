"""Two families of refusal: it cannot be read, or it is not allowed now.

Every refusal has a stable `code` for programs and a sentence for people that quotes the input.
Its `arguments` are what a sentence in another language needs; `texts` has those sentences.
"""

from collections.abc import Sequence
from reprlib import Repr
from typing import Any


class Refusal(ValueError):
    """Something was refused. Raised only as one of the two families below."""

    def __init__(self, code: str, sentence: str, /, **arguments: object) -> None:
        super().__init__(sentence)
        self.code = code
        """Stable name of the reason, for programs."""
        self.sentence = sentence
        """The reason in words, quoting the input."""
        self.arguments = arguments
        """What the words are about: plain JSON values, none of them long.

        Where one code has several sentences, `why` names the one that is meant.
        """

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.sentence), self.__dict__


class Unreadable(Refusal):
    """The input means nothing here: an unknown card, edition, rule, a broken record."""


class NotAllowed(Refusal):
    """The input is understood, but the rules forbid it in this position."""


_short = Repr()
_short.maxlevel = 3
_short.maxlist = _short.maxdict = 8
_short.maxstring = _short.maxlong = 40
_short.fillvalue = "…"

_LARGE = 10**9


def quoted(value: object) -> str:
    """The value as it may stand in a sentence: short, on one line, harmless to terminals."""
    try:
        return _short.repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a very long number"


def plain(value: object) -> object:
    """The value as it may stand among arguments: small numbers as they are, the rest quoted."""
    small = value is None or (isinstance(value, int) and abs(value) < _LARGE)
    return value if small else quoted(value)


def first_few(names: Sequence[str]) -> list[str]:
    """The names as they may stand among arguments: not too many."""
    few = list(names[: _short.maxlist])
    return few if len(few) == len(names) else [*few, "…"]
