"""Seats' tokens: the part of them that is kept, and the seat that one opens."""

import hashlib

from spielgeld.engine import NotAllowed
from spielgeld.table import decisions
from spielgeld.table.state import TableState


def token_hash(token: str) -> str:
    """Return the part of a seat's token that is kept."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def seat_with(state: TableState, token: str) -> int:
    """Return the seat that the token opens; refused with `wrong_token`."""
    seat = decisions.seat_of(state, token_hash(token))
    if seat is None:
        raise NotAllowed("wrong_token", "that token opens no seat of this table")
    return seat


def seat_for(state: TableState, token: str | None) -> int | None:
    """Return the seat that the token opens, or None for a watcher, if watching is allowed."""
    if token is None:
        if state.agreement.watchers == "nobody":
            raise NotAllowed("no_watchers", "this table is not open to watchers")
        return None
    return seat_with(state, token)
