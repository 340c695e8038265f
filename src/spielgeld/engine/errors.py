"""Two families of refusal: it cannot be read, or it is not allowed now.

Every refusal has a stable `code` for programs and a sentence for people that quotes the input.
"""

from reprlib import Repr


class Refusal(ValueError):
    """Something was refused. Raised only as one of the two families below."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        """Stable name of the reason, for programs."""
        self.sentence = sentence
        """The reason in words, quoting the input."""

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str]]:
        return type(self), (self.code, self.sentence)


class Unreadable(Refusal):
    """The input means nothing here: an unknown card, edition, rule, a broken record."""


class NotAllowed(Refusal):
    """The input is understood, but the rules forbid it in this position."""


_short = Repr()
_short.maxlevel = 3
_short.maxlist = _short.maxdict = 8
_short.maxstring = _short.maxlong = 40
_short.fillvalue = "…"


def quoted(value: object) -> str:
    """The value as it may stand in a sentence: short, on one line, harmless to terminals."""
    try:
        return _short.repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a very long number"
