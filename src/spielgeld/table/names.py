"""Names people give themselves: any script, but nothing that could mislead."""

import unicodedata
from collections.abc import Iterable

from spielgeld.engine import NotAllowed, Unreadable

MOST_CHARACTERS = 24
MOST_BYTES = 96
"""Some scripts put many marks on one letter; this bounds them."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that are invisible, unassigned, or turn the direction of writing."""
_JOINERS = {"\u200c", "\u200d"}
"""Needed to write some languages, and for pictures made of several."""
_BLANKS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols that nobody can see."""


def clean_name(name: str, taken: Iterable[str]) -> str:
    """The name as it will be shown; refused if it is empty, too long, misleading or taken."""
    shown = " ".join(unicodedata.normalize("NFC", name[: 8 * MOST_BYTES]).split())
    if not any(unicodedata.category(each)[0] in "LNPS" for each in shown):
        raise Unreadable("name_empty", "a name needs at least one letter")
    if len(shown) > MOST_CHARACTERS or len(shown.encode("utf-8", "replace")) > MOST_BYTES:
        raise Unreadable(
            "name_long", f"a name has at most {MOST_CHARACTERS} characters", most=MOST_CHARACTERS
        )
    for each in shown:
        hidden = unicodedata.category(each) in _HIDDEN and each not in _JOINERS
        if hidden or each in _BLANKS:
            raise Unreadable(
                "name_character",
                f"a name cannot hold U+{ord(each):04X}",
                character=f"U+{ord(each):04X}",
            )
    if _alike(shown) in {_alike(other) for other in taken}:
        raise NotAllowed("name_taken", f"somebody here is already called {shown}", name=shown)
    return shown


def _alike(name: str) -> str:
    """What two names share that people would take for the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join([each for each in folded if _counts(each)]) or folded


def _counts(character: str) -> bool:
    """Whether it makes a name another one; vowel signs do, the variants of a picture do not."""
    is_variant = unicodedata.name(character, "").startswith("VARIATION SELECTOR")
    return unicodedata.category(character)[0] in "LNM" and not is_variant


def bot_names(bots: Iterable[str | None], taken: Iterable[str]) -> list[str | None]:
    """A name for each bot that no other seat has: `greedy`, `greedy 2`."""
    used = {_alike(name) for name in taken}
    names: list[str | None] = []
    for bot in bots:
        name, count = bot, 1
        while name is not None and _alike(name) in used:
            count += 1
            name = f"{bot} {count}"
        if name is not None:
            used.add(_alike(name))
        names.append(name)
    return names
