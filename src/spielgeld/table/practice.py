"""Practice: go on from any moment of a record, or from a named position, with unseen cards new."""

import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, TypedDict

from spielgeld.engine import NotAllowed, Unreadable, quoted
from spielgeld.engine.records import Record, replay
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


def practice_from(record: Record, step: int | None, seat: int, rng: Random) -> Record:
    """The match after that many steps of the record, with new cards wherever the seat saw none."""
    moment = record if step is None else rewind(record, step)
    steps = replay(moment)
    if not steps or steps[-1].match.awaits == "nothing":
        raise NotAllowed("nothing_to_play", "there is nothing left to play at that step")
    steps[-1].match.setup.check_seat(seat)
    anew = reshuffle(moment, seat, rng)
    # They are stored with the table, but never sent.
    anew["players"] = [name[:MOST_CHARACTERS] for name in anew["players"]]
    return anew


def deal_again(record: Record, number: int, seat: int) -> Record:
    """That deal as a new match, with the same cards in the same order.

    Only a finished deal: the cards of any other are secret.
    """
    deals = record["deals"]
    if number > len(deals) or "scores" not in deals[number - 1]:
        raise NotAllowed("deal_not_over", f"deal {number} is not over", deal=number)
    deal = deals[number - 1]
    again: Record = {
        "format": record["format"],
        "edition": record["edition"],
        "rules": {**record["rules"], "deals": 1},
        "players": [name[:MOST_CHARACTERS] for name in record["players"]],
        "deals": [{"removed": deal["removed"], "cards": deal["cards"], "rounds": []}],
    }
    replay(again)[-1].match.setup.check_seat(seat)
    return again


def practice_agreement(record: Record, seat: int, bot: str, bot_pace: float) -> Agreement:
    """A table where bots have all other seats."""
    players = len(record["players"])
    rules: dict[str, Any] = record["rules"]
    seats = [SeatWish(bot=None if each == seat else bot) for each in range(players)]
    return Agreement(edition=record["edition"], rules=rules, seats=seats, bot_pace=bot_pace)
