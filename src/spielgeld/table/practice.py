"""Practice: go on from any moment of a record, or from a named position, with unseen cards new."""

import json
from collections import deque
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple, TypedDict

from spielgeld.engine import NotAllowed, Unreadable, quoted
from spielgeld.engine.records import Record, replay, replay_steps
from spielgeld.engine.records.format import DealRecord
from spielgeld.engine.records.rewinder import reshuffle, rewind
from spielgeld.table.agreement import Agreement, SeatWish
from spielgeld.table.names import MOST_CHARACTERS


class Position(TypedDict):
    """A position to practise."""

    seat: int
    record: Record


@cache
def positions() -> dict[str, Position]:
    """All named positions."""
    found: dict[str, Position] = json.loads((files(__package__) / "positions.json").read_bytes())
    return found


def find_position(name: str) -> Position:
    """The position of that name; refused with code `position` if there is none."""
    if name not in positions():
        names = list(positions())
        raise Unreadable(
            "position", f"there is no position {quoted(name)}", name=quoted(name), names=names
        )
    return positions()[name]


class Start(NamedTuple):
    """Where practice begins."""

    record: Record
    """Only the deal under way, or the one that has just ended."""
    earlier: list[list[int]]
    """The scores of the deals before it."""


def practice_from(record: Record, step: int | None, seat: int, rng: Random) -> Start:
    """Return the match after that many steps, with new cards wherever the seat saw none."""
    moment = record if step is None else rewind(record, step)
    last = deque(replay_steps(moment), maxlen=1)
    if not last or last[0].match.awaits == "nothing":
        raise NotAllowed("nothing_to_play", "there is nothing left to play at that step")
    last[0].match.setup.check_seat(seat)
    *before, deal = reshuffle(moment, seat, rng)["deals"]
    deal.pop("shuffle", None)  # a proof of other cards, or of a deal that was played elsewhere
    return _start(record, deal, [each["scores"] for each in before])


def deal_again(record: Record, number: int, seat: int) -> Start:
    """Return that deal as a new match, with the same cards in the same order.

    Only a finished deal: the cards of any other are secret.
    """
    deals = record["deals"]
    if number > len(deals) or "scores" not in deals[number - 1]:
        raise NotAllowed("deal_not_over", f"deal {number} is not over", deal=number)
    deal = deals[number - 1]
    cards: DealRecord = {"removed": deal["removed"], "cards": deal["cards"], "rounds": []}
    start = _start(record, cards, [])
    start.record["rules"]["deals"] = 1
    replay(start.record)[-1].match.setup.check_seat(seat)
    return start


def _start(record: Record, deal: DealRecord, earlier: list[list[int]]) -> Start:
    only: Record = {
        "format": record["format"],
        "edition": record["edition"],
        "rules": dict(record["rules"]),
        # They are stored with the table, but never sent.
        "players": [name[:MOST_CHARACTERS] for name in record["players"]],
        "deals": [deal],
    }
    return Start(only, earlier)


def practice_agreement(record: Record, seat: int, bot: str, bot_pace: float) -> Agreement:
    """A table where bots have all other seats."""
    players = len(record["players"])
    rules: dict[str, Any] = record["rules"]
    seats = [SeatWish(bot=None if each == seat else bot) for each in range(players)]
    return Agreement(edition=record["edition"], rules=rules, seats=seats, bot_pace=bot_pace)
