"""What people do at a table, in a form that can be decided on any node.

All but a departure say whose they are by the hash of a seat's token. Nodes forward them
(`node_messages.py`).
"""

from msgspec import Struct

from spielgeld.server.tables.tokens import check_owner, seat_with_hash
from spielgeld.table import decisions
from spielgeld.table.commands import TableCommand
from spielgeld.table.entries import AnyEntry
from spielgeld.table.state import TableState


class SeatCommand(Struct, array_like=True, frozen=True, gc=False, tag="command"):
    """What a seat's owner said over a socket."""

    seat: int
    token: str
    command: TableCommand

    def decide(self, state: TableState, now: float) -> list[AnyEntry]:
        check_owner(state, self.seat, self.token)
        return decisions.decide(state, self.seat, self.command, now)


class Joining(Struct, array_like=True, frozen=True, gc=False, tag="joining"):
    """Somebody sits down."""

    name: str
    token: str
    seat: int | None
    """None: at any open seat."""

    def decide(self, state: TableState, now: float) -> list[AnyEntry]:
        return decisions.join(state, self.name, self.token, self.seat, now)


class Arrival(Struct, array_like=True, frozen=True, gc=False, tag="arrival"):
    """A seat's owner has connected through a node."""

    token: str
    node: str
    arrivals: int
    """How often they had arrived before."""

    def decide(self, state: TableState, now: float) -> list[AnyEntry]:
        seat = seat_with_hash(state, self.token)
        if state.seats[seat].arrivals != self.arrivals:
            # It comes late: they have been there, and may be gone. Who is there after all is logged
            # as present at the next heartbeat of their node.
            return []
        return decisions.arrive(state, seat, self.node, now)


class Departure(Struct, array_like=True, frozen=True, gc=False, tag="departure"):
    """The last connection of a seat's owner through a node has ended."""

    seat: int
    node: str

    def decide(self, state: TableState, now: float) -> list[AnyEntry]:
        return decisions.go(state, self.seat, self.node, now)


AnySeatCommand = SeatCommand | Joining | Arrival | Departure
