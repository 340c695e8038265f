"""What the tests of holding up a table share: an adversary, Bo, and bots."""

from typing import Any

from spielgeld.table import clocks, commands
from support.tables import Table, agreed, started

ADVERSARY, BO = 0, 1


def events_of(table: Table, kind: str) -> list[dict[str, object]]:
    """All events of a kind that Bo heard."""
    return [event for event in table.clients[BO].events if event["type"] == kind]


def answer(table: Table, seat: int) -> None:
    """The bot of that seat makes its decision."""
    table.answer(next(each for each in table.state.questions if each.seat == seat))


def idle(**more: Any) -> Table:
    """Bo and the bots have bid, the adversary has not."""
    table = started(agreed(2, 1, **more))
    table.bid(BO)
    answer(table, 2)
    return table


def hand_over(table: Table) -> None:
    """Nudge the adversary, wait, and hand the seat over."""
    table.wait(clocks.NUDGE_AFTER)
    table.send(BO, commands.Nudge, seat=ADVERSARY)
    table.wait(clocks.HAND_OVER_AFTER)
    table.send(BO, commands.HandOver, seat=ADVERSARY)


def until_awaited(table: Table) -> None:
    """Play until the table waits for the adversary alone."""
    while (
        table.state.awaited != (ADVERSARY,)
        or table.state.questions
        or table.what not in {"bids", "turn", "ready"}
    ):
        others = [seat for seat in table.state.awaited if seat != ADVERSARY]
        if table.what == "ready" and others:
            table.send(BO, commands.Ready, deal=len(table.state.playing.scores) + 1)
        elif table.state.questions or table.what == "salts":
            table.step()
        elif table.what == "bids":
            table.bid(BO)
        else:
            table.turn(BO)
