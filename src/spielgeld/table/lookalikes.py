"""The visual skeleton of a name, by Unicode's table of confusable characters (UTS 39).

`lookalikes.txt` is that table (UTS 39, `confusables.txt`), written shorter: `python
tests/support/lookalikes_text.py confusables.txt` makes it anew.
"""

import unicodedata
from functools import cache
from importlib.resources import files

_TABLE = files(__package__) / "lookalikes.txt"


def alike(one: str, other: str) -> bool:
    """Whether one name can be mistaken for the other; case is ignored."""
    return any(a == b for a, b in zip(_looks(one), _looks(other), strict=True))


def same_letters(one: str, other: str) -> bool:
    """Whether names are the same but for case, blanks and signs.

    Names that are derived whenever a log is read use this, not the table of lookalikes: a newer
    table must not change the names in a stored log.
    """
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    small = unicodedata.normalize("NFKC", name).casefold()
    return "".join([each for each in small if _counts(each)]) or small


def _looks(name: str) -> tuple[str, ...]:
    """What a name looks like as it is written, in small letters, and in small Latin ones.

    A capital I looks like a small l, a small i does not: Iona is neither "lona" nor Lona. So our
    own letters are made small before they are compared, and those of other scripts also after.
    """
    written = _letters(name)
    small = _letters(unicodedata.normalize("NFKC", name).casefold())
    latin = "".join([each if each.isascii() else _skeleton(each) for each in written])
    return _skeleton(written), _skeleton(small), _skeleton(latin.casefold())


def _letters(text: str) -> str:
    """Decomposed, without characters that distinguish no names, such as blanks and full stops."""
    apart = unicodedata.normalize("NFD", text)
    kept = [each for each in apart if _counts(each) or _counts(_table().get(each, each)[0])]
    return "".join(kept) or apart


def _skeleton(letters: str) -> str:
    """Unicode's skeleton of a decomposed text: each character by what stands for it."""
    table = _table()
    return unicodedata.normalize("NFD", "".join([table.get(each, each) for each in letters]))


def _counts(character: str) -> bool:
    """Whether the character distinguishes names; vowel signs do, variation selectors do not."""
    is_variant = unicodedata.name(character, "").startswith("VARIATION SELECTOR")
    return unicodedata.category(character)[0] in "LNM" and not is_variant


@cache
def _table() -> dict[str, str]:
    """By character: the one that represents all its lookalikes."""
    table: dict[str, str] = {}
    for line in _TABLE.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            like, _, characters = line.partition(":")
            prototype = "".join([chr(int(code, 16)) for code in like.split()])
            table |= {chr(int(code, 16)): prototype for code in characters.split()}
    return table
