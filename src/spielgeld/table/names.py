"""Names people give themselves: any script, but nothing that could mislead."""

import unicodedata
from collections.abc import Callable, Iterable

from spielgeld.engine import NotAllowed, Unreadable
from spielgeld.table.lookalikes import alike

MOST_CHARACTERS = 24
MOST_BYTES = 96
MOST_MARKS = 3
"""Non-spacing marks on one letter: the most that any language writes. More would cover what is
above or below the name.
"""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that are invisible, unassigned, or turn the direction of writing."""
_JOINERS = {"\u200c", "\u200d"}
"""Needed to write some languages, and for pictures made of several."""
_BLANKS = set(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u303f\u3164\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Letters, marks and symbols without a glyph, although their category does not say so."""


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
    if _most_marks(shown) > MOST_MARKS:
        raise Unreadable(
            "name_marks", f"a letter of a name has at most {MOST_MARKS} marks", most=MOST_MARKS
        )
    if any(alike(shown, other) for other in taken):
        raise NotAllowed("name_taken", f"somebody here is called {shown}, or nearly so", name=shown)
    return shown


def _most_marks(name: str) -> int:
    """Return the largest number of non-spacing marks on one letter."""
    most = count = 0
    for each in name:
        kind = unicodedata.category(each)
        if kind in {"Mn", "Me"}:
            count += 1
            most = max(most, count)
        elif kind not in {"Mc", "Cf"}:  # these continue the same letter
            count = 0
    return most


def bot_names(
    bots: Iterable[str | None],
    taken: Iterable[str],
    same: Callable[[str, str], bool] = alike,
) -> list[str | None]:
    """A name for each bot that no other seat has: `greedy`, `greedy 2`."""
    used = list(taken)
    names: list[str | None] = []
    for bot in bots:
        name, count = bot, 1
        while name is not None and any(same(name, other) for other in used):
            count += 1
            name = f"{bot} {count}"
        if name is not None:
            used.append(name)
        names.append(name)
    return names
