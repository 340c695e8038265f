"""The visual skeleton of a name: its letters without accents, by what they look like.

`lookalikes.txt` is Unicode's table of confusable characters (UTS 39, `confusables.txt`), written
shorter: `python tests/support/lookalikes_text.py confusables.txt` writes it again.

Accents, points and other optional marks do not distinguish names: Jose and José, Łukasz and Lukasz
cannot sit at one table. Vowels that are marks, as in Hindi or Thai, do distinguish them.
"""

import unicodedata
from functools import cache
from importlib.resources import files

_TABLE = files(__package__) / "lookalikes.txt"
_ALSO_LIKE = str.maketrans("ҀꞒҤҜҠҎӼӾʙҁꞓʜҥĸҝҡʍπҏᴛӽӿ", "CEHKKPXXbcehhkkkmnptxx")
"""Look-alikes of Latin letters which Unicode's table lacks. The Greek and Cyrillic letters that
these stand for there, such as є and п, differ from the Latin ones in a serif, a tail or a bar.
"""
_MACRON = "\u0304"
_OVERLAYS, _POINTS, _FIRST_ACCENT = (1, 6), range(10, 37), 200
"""Combining classes of marks without which a name is still the same name."""


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
    latin = "".join([each if each.isascii() else _shape(each) for each in written])
    return _skeleton(written), _skeleton(small), _skeleton(latin.casefold())


def _letters(text: str) -> str:
    """Return the decomposed letters and digits without accents, or the signs if there are none."""
    letters: list[str] = []
    signs: list[str] = []
    before = ""
    for each in unicodedata.normalize("NFD", text):
        if _is_mark(each):
            if _spells(each, before):
                letters.append(each)
        elif unicodedata.category(each)[0] not in "CZ":
            before = each
            is_letter = _counts(each) or _counts(_table().get(each, each)[0])
            (letters if is_letter else signs).append(each)
    return "".join(letters or signs)


def _spells(mark: str, letter: str) -> bool:
    """Return True if the mark is part of the spelling of a word, as a vowel sign is.

    Such a mark is of the same script as its letter. By Unicode's combining classes it is not an
    overlay, a Hebrew or Arabic point, or placed above, below or beside a letter of any script.
    """
    place = unicodedata.combining(mark)
    is_optional = place in _OVERLAYS or place in _POINTS or place >= _FIRST_ACCENT
    name = unicodedata.name(mark, "")
    if is_optional or unicodedata.category(mark) == "Me" or "VARIATION SELECTOR" in name:
        return False
    script = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return bool(script) and script in name


def _skeleton(letters: str) -> str:
    """Return Unicode's skeleton of a decomposed text, without accents."""
    return unicodedata.normalize("NFD", "".join([_shape(each) for each in letters]))


def _shape(character: str) -> str:
    """Return the characters that represent all look-alikes of this one.

    A Latin letter with a stroke, a tail or a hook looks like that letter. A macron is different: in
    Unicode's table nothing else distinguishes Б from В.
    """
    like = unicodedata.normalize("NFD", _table().get(character, character))
    if unicodedata.name(like[0], "").startswith("LATIN"):
        like = "".join([each for each in like if each == _MACRON or not _is_mark(each)])
    return like.translate(_ALSO_LIKE)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


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
