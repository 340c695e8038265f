"""The public record of a table: its finished deals, without secrets of the deal being played."""

from spielgeld.engine import Dealt, Event
from spielgeld.engine.records import Record, make_record, record_line
from spielgeld.table.state import TableState


def public_record(state: TableState) -> Record | None:
    """The match as far as it is open: its finished deals. None before the first deal."""
    if state.match is None:
        return None
    open_deals = len(state.match.scores)
    names = [seat.name or "" for seat in state.seats]
    record = make_record(state.match.setup, names, _events_of(state.events, open_deals))
    for index, deal in enumerate(record["deals"]):
        if index + 1 in state.shuffles:
            deal["shuffle"] = state.shuffles[index + 1]
    return record


def public_record_line(state: TableState) -> bytes | None:
    """The record as one line of JSON; it also names the bots, and says whether it was practice."""
    record = public_record(state)
    if record is None:
        return None
    bots = [seat.bot for seat in state.seats]
    return record_line(record, {"bots": bots, "practice": state.practice is not None})


def _events_of(events: list[Event], deals: int) -> list[Event]:
    """The events of the first deals, up to that number."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Dealt) and event.deal > deals:
            break
        kept.append(event)
    return kept
