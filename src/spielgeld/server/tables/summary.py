"""What the store and the lobby know of a table without replaying it."""

import msgspec
from msgspec import Struct

from spielgeld.server.store import TableInfo
from spielgeld.table import entries
from spielgeld.table.agreement import Agreement
from spielgeld.table.outgoing.publisher import seat_view
from spielgeld.table.outgoing.views import SeatView
from spielgeld.table.state import TableState

INFO_ENTRIES = {
    entries.Joined,
    entries.Left,
    entries.Started,
    entries.Arrived,
    entries.Went,
    entries.Lost,
    entries.SatIn,
    entries.TakenBack,
    entries.HostPassed,
}
"""The entries that may change it."""


class Summary(Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    code: str
    agreement: Agreement
    practice: bool
    status: str
    seats: list[SeatView]
    host: int | None
    opened_at: float


def summary_of(state: TableState) -> Summary:
    """What anybody with the table's code may know without sitting down."""
    return Summary(
        code=state.code,
        agreement=state.agreement,
        practice=state.practice is not None,
        status=state.status,
        seats=[seat_view(seat) for seat in state.seats],
        host=state.host,
        opened_at=state.opened_at,
    )


def info_of(state: TableState) -> TableInfo:
    """What the store keeps beside the log."""
    summary = msgspec.json.encode(summary_of(state))
    through = tuple(sorted(state.through))
    return TableInfo(state.status, state.agreement.listed, through, summary)
