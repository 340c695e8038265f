"""The codes of tables: drawn, and checked before the store is asked."""

import secrets

from spielgeld.engine import Unreadable

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 20
"""31 to the power of 20: nobody guesses a table."""
LOCAL_MARK = "1"
"""The code of a table that lives in a browser begins with it: no server's code does."""


def draw_code(mark: str) -> str:
    """The code of a new table; it begins with that mark."""
    return mark + "".join([secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)])


def check_code(code: str) -> None:
    """Refuse what cannot be the code of a table."""
    drawn = code.removeprefix(LOCAL_MARK)
    if len(drawn) != CODE_LENGTH or not set(drawn) <= set(CODE_ALPHABET):
        raise no_such_table()


def no_such_table() -> Unreadable:
    return Unreadable("no_such_table", "there is no such table")
