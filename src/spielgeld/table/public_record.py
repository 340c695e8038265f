"""The public record of a table: its finished deals, without secrets of the deal being played."""

from spielgeld.engine import Dealt, Event, match_result
from spielgeld.engine.editions import find_edition
from spielgeld.engine.records import Record, make_record, record_line
from spielgeld.table.state import TableState


def public_record(state: TableState) -> Record | None:
    """The match as far as it is open: its finished deals. None before the first deal."""
    if state.match is None:
        return None
    open_deals = len(state.match.scores)
    names = [seat.name or "" for seat in state.seats]
    record = make_record(state.match.setup, names, _events_of(state.events, open_deals))
    for number, deal in enumerate(record["deals"], start=1 + len(state.earlier)):
        if number in state.shuffles:
            deal["shuffle"] = state.shuffles[number]
    if state.earlier:
        _leave_out_earlier(state, record)
    return record


def _leave_out_earlier(state: TableState, record: Record) -> None:
    """Make the deals played here a match of their own: only the scores of the others are known."""
    deals = state.rules.deals - len(state.earlier)
    record["rules"].pop("deals", None)
    if deals != find_edition(record["edition"]).rules.deals:
        record["rules"]["deals"] = deals
    if "winners" in record:
        played = state.playing.scores[len(state.earlier) :]
        record["winners"] = list(match_result(state.rules, played).winners)


def public_record_line(state: TableState) -> bytes | None:
    """The record as one line of JSON; it also names the bots, and says whether it was practice."""
    record = public_record(state)
    if record is None:
        return None
    bots = [seat.bot for seat in state.seats]
    earlier = {"earlier_scores": state.earlier} if state.earlier else {}
    is_practice = state.practice is not None
    return record_line(record, {"bots": bots, "practice": is_practice, **earlier})


def _events_of(events: list[Event], deals: int) -> list[Event]:
    """The events of the first deals, up to that number."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Dealt) and event.deal > deals:
            break
        kept.append(event)
    return kept
