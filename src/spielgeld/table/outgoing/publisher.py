"""What each seat and the watchers are told: a whole view, or what changed in it.

What all seats share is encoded once for all of them. A view is made by naming what may be seen;
nothing here ever reads a seed, a token, or another seat's sealed bid.
"""

from collections import deque
from typing import Any, NamedTuple

import msgspec

from spielgeld.engine import RULE_VALUES, bids_seen, commitment
from spielgeld.table import clocks
from spielgeld.table.effects import Effect
from spielgeld.table.hints import hints_are_on
from spielgeld.table.outgoing import messages, views
from spielgeld.table.outgoing.differences import Changes, OwnHands, SharedCards
from spielgeld.table.outgoing.encoding import agreed_json, shared_json
from spielgeld.table.outgoing.types import Agreed, SharedView
from spielgeld.table.play import plannable
from spielgeld.table.state import Seat, TableState, What

UPDATES_KEPT = 32
"""Updates a client may have missed before it gets a fresh view."""

_NOTHING_PUBLIC = b'"events":[]'

_encode = msgspec.json.Encoder().encode


class EncodedUpdate(NamedTuple):
    """What one recipient is told; made a message only for who listens."""

    number: int
    shared: bytes
    """The part all have in common."""
    own: bytes

    @property
    def message(self) -> bytes:
        return b'{"type":"update","n":%d,%b%b}' % self


class Publisher:
    """Remembers what everybody has been shown of one table, to tell only what changes."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._agreed: Agreed | None = None
        self._rules = {name: getattr(state.rules, name) for name in RULE_VALUES}
        self._match = state.match
        self._awaiting: tuple[What, tuple[int, ...]] = (state.what, state.awaited)
        self._table = self._table_view()
        self._cards = SharedCards(state.match)
        self._hands = OwnHands(state.match)
        self._bids = bids_seen(state.match.setup, state.placed) if state.match else None
        seats = range(len(state.seats))
        self._own = [self._own_state(seat) for seat in seats]
        self._sent = state.sent
        self._kept: list[deque[EncodedUpdate]] = [deque(maxlen=UPDATES_KEPT) for _ in state.sent]

    def updates(self, happened: Effect) -> list[EncodedUpdate | None]:
        """The update for each seat, then for the watchers, after an entry was applied."""
        state = self._state
        shared = self._shared_part(happened) if happened.events else _NOTHING_PUBLIC
        own_parts = self._own_parts(happened)
        self._match = state.match
        updates: list[EncodedUpdate | None] = []
        sent, self._sent = self._sent, state.sent
        recipients = zip(sent, state.sent, own_parts, self._kept, strict=True)
        for before, number, own, kept in recipients:
            if number == before:  # it does not reach them
                updates.append(None)
                continue
            update = EncodedUpdate(number, shared, own)
            kept.append(update)
            updates.append(update)
        return updates

    def missed(self, seat: int | None, seen: int) -> list[bytes] | None:
        """The updates after that number; None if they are no longer kept, or never were."""
        recipient = -1 if seat is None else seat
        kept, missing = self._kept[recipient], self._state.sent[recipient] - seen
        if not 0 <= missing <= len(kept):
            return None
        return [update.message for update in list(kept)[len(kept) - missing :]]

    def welcome(self, seat: int | None, at: float) -> bytes:
        """A fresh view."""
        view = views.FullView(
            table=self._table,
            deal=self._deal_view(),
            own=None if seat is None else self._own[seat],
            hand=None if seat is None else self._hands.whole(seat),
            history=[msgspec.Raw(event) for event in self._state.history],  # type: ignore[misc]
        )
        number = self._state.sent[-1 if seat is None else seat]
        message = messages.Welcome(
            protocol=messages.PROTOCOL, n=number, seat=seat, at=at, view=view
        )
        return _encode(message)

    def _shared_part(self, happened: Effect) -> bytes:
        """The events, and what changed for everybody."""
        part: dict[str, object] = {"events": happened.events}
        if table := self._moved() if happened.is_move else self._rearranged():
            part["table"] = table
        if deal := self._deal_changes():
            part["deal"] = deal
        return _encode(part)[1:-1]

    def _moved(self) -> dict[str, object]:
        """What changed of the table by a move: nobody sat down, got up, or paused."""
        state, before = self._state, self._table
        changes: dict[str, object] = {}
        awaiting = (state.what, state.awaited)
        if awaiting != self._awaiting:
            self._awaiting = awaiting
            changes["awaiting"] = _awaiting_view(*awaiting)
        if state.status != before.status:
            changes["status"] = state.status
        if state.agreement.clock is not None and (clocks := _clocks(state)) != before.clocks:
            changes["clocks"] = clocks
        if changes:
            self._table = msgspec.structs.replace(before, **changes)
        return changes

    def _rearranged(self) -> dict[str, object]:
        """What changed of the table by anything else."""
        before, self._table = self._table, self._table_view()
        return _changes(before, self._table)

    def _deal_view(self) -> SharedView | None:
        view = self._state.view(None)
        return shared_json(view) if view else None

    def _deal_changes(self) -> dict[str, object]:
        """What changed of the cards everybody sees."""
        state = self._state
        match = state.match
        if match is None:
            return {}
        changes = {} if match is self._match else self._cards.follow(match)
        bids = bids_seen(match.setup, state.placed)
        if bids != self._bids:
            changes["has_bid"], changes["bid_sizes"] = bids
            self._bids = bids
        return changes

    def _own_parts(self, happened: Effect) -> list[bytes]:
        """What changed for each seat alone."""
        match, seats = self._state.match, range(len(self._own))
        parts = [b""] * len(self._kept)
        hands: dict[int, Changes] = {}
        if match is not None and match is not self._match:
            hands = self._hands.follow(match)
        # With the last bid, and at the end of a round, everybody's bids and plans are gone.
        for seat in seats if len(hands) == len(seats) else happened.own:
            own = self._own_state(seat)
            changes = _changes(self._own[seat], own)
            self._own[seat] = own
            parts[seat] = b',"own":' + _encode(changes) if changes else b""
        for seat, changes in hands.items():
            parts[seat] += b',"hand":' + _encode(changes) if changes else b""
        return parts

    def _own_state(self, number: int) -> views.OwnState:
        state, seat = self._state, self._state.seats[number]
        bid = state.sealed.get(number)
        return views.OwnState(
            bid=bid.codes if bid else None,
            plan=list(state.plans.get(number, ())),  # type: ignore[arg-type]
            plannable=list(plannable(state, number)),  # type: ignore[arg-type]
            muted=sorted(seat.muted),
            hints=hints_are_on(state, number),
        )

    def _table_view(self) -> views.TableView:
        state = self._state
        if self._agreed is None and state.match is not None:
            self._agreed = agreed_json(state.match.setup)
        self._awaiting = (state.what, state.awaited)
        return views.TableView(
            code=state.code,
            agreement=state.agreement,
            rules=self._rules,
            practice=state.practice is not None,
            status=state.status,
            seats=[seat_view(seat) for seat in state.seats],
            host=state.host,
            paused=state.paused,
            awaiting=_awaiting_view(*self._awaiting),
            clocks=_clocks(state),
            shuffle=_shuffle_view(state),
            setup=self._agreed,
            rematch=state.rematch,
        )


def seat_view(seat: Seat) -> views.SeatView:
    """Who sits there, for everybody to see."""
    return views.SeatView(
        kind="person" if seat.is_person else "open" if seat.is_open else "bot",
        name=seat.name,
        bot=seat.bot,
        connected=seat.is_connected,
        played_by_bot=seat.sat_in,
    )


def _awaiting_view(what: What, seats: tuple[int, ...]) -> views.Awaiting:
    """Whose salt is missing is nobody's business."""
    return views.Awaiting(what=what, seats=[] if what == "salts" else list(seats))


def _clocks(state: TableState) -> list[views.ClockView | None]:
    if state.agreement.clock is None:
        return [None] * len(state.seats)
    return [_clock_view(state, number) for number in range(len(state.seats))]


def _clock_view(state: TableState, number: int) -> views.ClockView | None:
    seat = state.seats[number]
    if not seat.is_person or number not in state.awaited:
        return None
    allowed = clocks.limit(state, number)
    if allowed is None:
        return None
    left = max(0.0, allowed - seat.spent)
    runs = state.others_there(number) and not state.paused and not seat.sat_in
    return views.ClockView(
        until=round(state.now + left, 2) if runs else None,
        left=round(left, 2) if not runs else 0.0,
        reserve=round(seat.reserve, 2),
    )


def _shuffle_view(state: TableState) -> views.ShuffleView | None:
    """What is public of the shuffle of the deal about to begin, or under way."""
    if state.shuffle is not None:
        published = commitment(state.shuffle.seed).hex()
        return views.ShuffleView(
            deal=state.shuffle.deal, commitment=published, until=state.shuffle.until
        )
    deal, _ = state.round
    shuffled = state.shuffles.get(deal)
    if shuffled is None:
        return None
    return views.ShuffleView(deal=deal, commitment=shuffled["commitment"], until=0.0)


def _changes(before: Any, after: Any) -> dict[str, object]:
    """The fields in which two parts of a view differ, with the later one's values."""
    if after is None or before is after:
        return {}
    if before is None:
        return msgspec.structs.asdict(after)
    return {
        field: value
        for field in after.__struct_fields__
        if (value := getattr(after, field)) is not (old := getattr(before, field)) and value != old
    }
