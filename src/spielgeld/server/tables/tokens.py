"""Seats' tokens: what is kept of them, and which seat one opens."""

import hashlib

from spielgeld.engine import NotAllowed
from spielgeld.table import decisions
from spielgeld.table.state import TableState


def token_hash(token: str) -> str:
    """What is kept of a seat's token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def seat_with(state: TableState, token: str) -> int:
    """The seat the token opens; refused with `wrong_token`."""
    return seat_with_hash(state, token_hash(token))


def seat_with_hash(state: TableState, hashed: str) -> int:
    """The same by the token's hash."""
    seat = decisions.seat_of(state, hashed)
    if seat is None:
        raise NotAllowed("wrong_token", "that token opens no seat of this table")
    return seat


def seat_for(state: TableState, token: str | None) -> int | None:
    """The seat the token opens; None for a watcher, if watching is allowed."""
    if token is None:
        if state.agreement.watchers == "nobody":
            raise NotAllowed("no_watchers", "this table is not open to watchers")
        return None
    return seat_with(state, token)
