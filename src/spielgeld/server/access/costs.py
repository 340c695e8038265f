"""What every request and every message may cost: the limits of the server in one place.

`docs/limits.md` shows them; a test compares both, and finds endpoints and messages without limits.
What a seat may write into a table's log is limited by the table itself (`table/allowance.py`).
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from spielgeld.engine.records.format import MAX_BYTES
from spielgeld.table import allowance, phrases
from spielgeld.table.state import LATELY

Kind = Literal["check", "views", "practice", "review", "curve"]
"""A kind of long work; each has a queue of its own."""
Counted = Literal["tables", "joins"]
"""Something of which an address has so many an hour, which is a setting."""

# ---------------------------------------------------------------- requests

BODY = 4 * 1024
HANDS = 64 * 1024
"""Bytes of a body with hands to be counted: nine deals of six large hands."""
RECORD = 512 * 1024
"""Bytes of a body with one record. The longest that is replayed takes a third of it."""
MOST_STEPS = 7_000
"""Steps of a record that is checked, replayed, practised or reviewed.

Ten times the longest of 1,000 matches among bots in each edition with each number of players, of as
many deals as a table allows (695), rounded up: `python bench/longest_match.py`. The command line
has no such limit.
"""
MOST_DEAL_STEPS = 250
"""Steps of the deal from which a practice table goes on: a table replays them in one go.

The longest deal of such matches has 92 (with 400 matches of each kind).
"""
MOST_RECORDS = 1_000
"""Records in a file to be checked."""
MOST_VIEWS = 100
"""Steps of a record that are shown by one request."""


class RequestCost(NamedTuple):
    """What one request may cost."""

    body: int = 0
    """Bytes of its body."""
    work: Kind | None = None
    """The queue in which it waits for long work, which takes no more than `MOST_STEPS`."""
    counted: Counted | None = None


REQUESTS: Mapping[str, RequestCost] = {
    "open_table": RequestCost(BODY, counted="tables"),
    "lobby": RequestCost(),
    "look_at": RequestCost(),
    "join": RequestCost(BODY, counted="joins"),
    "leave": RequestCost(),
    "start": RequestCost(BODY),
    "rematch": RequestCost(counted="tables"),
    "device_link": RequestCost(),
    "qr_code": RequestCost(),
    "record": RequestCost(),
    "practise": RequestCost(RECORD, "practice", "tables"),
    "positions": RequestCost(),
    "review_table": RequestCost(work="review"),
    "deal_curve": RequestCost(work="curve"),
    "review_record": RequestCost(RECORD, "review"),
    "look_at_review": RequestCost(),
    "editions": RequestCost(),
    "rules": RequestCost(),
    "bots": RequestCost(),
    "score": RequestCost(HANDS),
    "score_table": RequestCost(),
    "order": RequestCost(BODY),
    "check_records": RequestCost(MAX_BYTES, "check"),
    "record_views": RequestCost(RECORD, "views"),
}
"""By the name of the endpoint."""


# ---------------------------------------------------------------- queues


class Queue(NamedTuple):
    """How many are worked on at once and may wait, in all and of one address."""

    at_once: int
    of_one: int
    waiting: int = 200
    waiting_of_one: int = 50
    """A whole school behind one address may come at once."""


LONG_WORK = Queue(2, 1)
"""Each kind of long work on records."""
PROCESSES = 3
"""Processes for all long work together."""
LARGE_BODIES = Queue(4, 2)
"""Bodies of more than `SMALL` bytes that are held for each kind of long work."""
SMALL = 64 * 1024
BODY_SECONDS = 10.0
BODY_RATE = 256 * 1024
"""The time in which a large body must be there: so many seconds, and one for so many bytes."""
HINTS = Queue(2, 1)
BOTS = Queue(3, 2)
"""Bots that think, by the address of the person who came to the table first. None is refused."""
REVIEWS = Queue(1, 1, waiting=4, waiting_of_one=2)
"""Reviews of matches of usual length; those of longer matches have another such queue."""
LONG_REVIEW = MOST_STEPS // 10
"""Steps of the longest match of usual length."""


# ---------------------------------------------------------------- messages

MOST_OF_A_SEAT = 16
"""Connections of one seat."""
MOST_UNSENT_BYTES = 512 * 1024
"""Bytes that may wait for a client that reads slowly."""
MOST_HINTS = 6
"""Hints a seat may ask for in one round."""


class MessageCost(NamedTuple):
    """What messages of one type may cost, besides their size and rate, which are settings."""

    a_round: int | None = None
    """So many of a seat in a round."""
    a_table: int | None = None
    """So many of a seat at one table."""
    a_while: tuple[int, float] | None = None
    """So many of a seat in so many seconds."""


_SOCIAL = MessageCost(a_table=allowance.MOST_BESIDE, a_while=(LATELY, allowance.WITHIN))
_CHANGE = MessageCost(allowance.MOST_CHANGES, allowance.MOST_CHANGES_IN_ALL)
_PLAY = MessageCost()
"""The rules of the game bound the number of these, or the time that has to pass between them."""

MESSAGES: Mapping[str, MessageCost] = {
    "hello": MessageCost(a_table=allowance.MOST_ARRIVALS),
    "lay_bid": _CHANGE,
    "withdraw_bid": _CHANGE,
    "make_plan": _CHANGE,
    "take_turn": _PLAY,
    "ready": _PLAY,
    "salt": _PLAY,
    "start": _PLAY,
    "free_seat": _PLAY,
    "become_host": _PLAY,
    "leave": _PLAY,
    "nudge": _PLAY,
    "hand_over": _PLAY,
    "take_back": MessageCost(a_table=allowance.MOST_RETURNS),
    "more_time": _SOCIAL,
    "pause": _SOCIAL,
    "resume": _PLAY,
    "mute": _SOCIAL,
    "say": _SOCIAL._replace(a_while=(phrases.MOST, phrases.WITHIN)),
    "preview_bid": _PLAY,
    "preview_turns": _PLAY,
    "ask_hint": MessageCost(a_round=MOST_HINTS),
    "ping": _PLAY,
}
"""By type."""
