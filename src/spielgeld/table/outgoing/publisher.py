"""Makes the messages to each seat and to watchers: a whole view, or what changed in it.

The part that all seats share is encoded once. A view is an allow-list of what may be seen; nothing
here ever reads a seed, a token, or another seat's sealed bid.
"""

from collections import deque
from typing import Any, NamedTuple

import msgspec

from spielgeld.engine import RULE_VALUES, bids_seen, commitment
from spielgeld.table import clocks
from spielgeld.table.effects import Effect
from spielgeld.table.hints import hints_are_on
from spielgeld.table.outgoing import messages, views
from spielgeld.table.outgoing.differences import Changes, OwnHands, SharedCards, only_turns
from spielgeld.table.outgoing.encoding import agreed_json, shared_json
from spielgeld.table.outgoing.types import Agreed, SharedView
from spielgeld.table.play import plannable
from spielgeld.table.state import Seat, TableState, What

UPDATES_KEPT = 32
"""Updates kept for reconnecting clients; one that missed more gets a fresh view."""

WATCHERS = -1
"""The index of the watchers among the recipients."""

_NOTHING_PUBLIC = b'"events":[]'

_encode = msgspec.json.Encoder().encode


class EncodedUpdate(NamedTuple):
    """An update for one recipient, in parts; assembled only if somebody listens."""

    number: int
    shared: bytes
    """The part all have in common."""
    own: bytes

    @property
    def message(self) -> bytes:
        return b'{"type":"update","n":%d,%b%b}' % self


class Publisher:
    """Remembers what was last sent of one table, to send only changes.

    A recipient is a seat, or the watchers. Updates are made only for recipients that have been
    registered by `welcome` or `missed`: not for bots, for example.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._agreed: Agreed | None = None
        self._rules = {name: getattr(state.rules, name) for name in RULE_VALUES}
        self._kept: dict[int, deque[EncodedUpdate]] = {}
        """The last updates of those who have been greeted."""
        self._sent: list[int] = state.sent
        self._awaiting: tuple[What, tuple[int, ...]] = (state.what, state.awaited)
        self._look()

    def updates(self, happened: Effect) -> dict[int, EncodedUpdate]:
        """The updates for an entry that was applied, by recipient."""
        if not self._kept:
            return {}
        state, updates = self._state, {}
        is_public = happened.events or happened.is_public
        shared = self._shared_part(happened) if is_public else _NOTHING_PUBLIC
        own_parts = self._own_parts(happened)
        self._match = state.match
        sent, self._sent = self._sent, state.sent
        for recipient, kept in self._kept.items():
            number = state.sent[recipient]
            if number != sent[recipient]:
                update = EncodedUpdate(number, shared, own_parts.get(recipient, b""))
                kept.append(update)
                updates[recipient] = update
        return updates

    def missed(self, seat: int | None, seen: int) -> list[bytes] | None:
        """The updates after that number; None if they are no longer kept, or never were."""
        recipient = _recipient(seat)
        kept, missing = self._kept.get(recipient, ()), self._state.sent[recipient] - seen
        if not 0 <= missing <= len(kept):
            return None
        self._greet(recipient)
        return [update.message for update in list(kept)[len(kept) - missing :]]

    def welcome(self, seat: int | None, at: float) -> bytes:
        """A fresh view."""
        self._greet(_recipient(seat))
        view = views.FullView(
            table=self._table,
            deal=self._deal_view(),
            own=None if seat is None else self._own[seat],
            hand=None if seat is None else self._hands.whole(seat),
            history=[msgspec.Raw(event) for event in self._state.history],  # type: ignore[misc]
        )
        number = self._state.sent[_recipient(seat)]
        message = messages.Welcome(
            protocol=messages.PROTOCOL, n=number, seat=seat, at=at, view=view
        )
        return _encode(message)

    def _greet(self, recipient: int) -> None:
        if recipient in self._kept:
            return
        if not self._kept:
            self._look()
        self._kept[recipient] = deque(maxlen=UPDATES_KEPT)
        if recipient != WATCHERS:
            self._own[recipient] = self._own_state(recipient)
            self._hands.begin(recipient)

    def _look(self) -> None:
        """Remember what is visible now: changes are relative to it."""
        match = self._match = self._state.match
        self._table = self._table_view()
        self._cards = SharedCards(match)
        self._bids = bids_seen(match.setup, self._state.placed) if match else None
        self._hands = OwnHands(match)
        self._own: dict[int, views.OwnState] = {}
        self._sent = self._state.sent

    def _shared_part(self, happened: Effect) -> bytes:
        """The events, and what changed for everybody."""
        part: dict[str, object] = {"events": happened.events}
        if table := self._moved() if happened.is_move else self._rearranged():
            part["table"] = table
        if deal := self._deal_changes():
            part["deal"] = deal
        return _encode(part)[1:-1]

    def _moved(self) -> dict[str, object]:
        """What a move changed of the table view."""
        state, before = self._state, self._table
        changes: dict[str, object] = {}
        awaiting = (state.what, state.awaited)
        if awaiting != self._awaiting:
            self._awaiting = awaiting
            changes["awaiting"] = _awaiting_view(state, *awaiting)
        if state.status != before.status:
            changes["status"] = state.status
        if state.agreement.clock is not None and (clocks := _clocks(state)) != before.clocks:
            changes["clocks"] = clocks
        if changes:
            self._table = msgspec.structs.replace(before, **changes)
        return changes

    def _rearranged(self) -> dict[str, object]:
        """What any other entry changed of the table view."""
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

    def _own_parts(self, happened: Effect) -> dict[int, bytes]:
        """What changed for each seat alone."""
        match, seats = self._state.match, happened.own
        parts: dict[int, bytes] = {}
        hands: dict[int, Changes] = {}
        if match is not None and match is not self._match:
            hands = self._hands.follow(match)
            if not only_turns(self._match, match):
                # With the last bid, and at the end of a round, everybody's bids and plans are gone.
                seats = tuple(self._own)
        own_changes = self._own_moved if happened.is_move else self._own_rearranged
        for seat in seats:
            if seat in self._own and (changes := own_changes(seat)):
                parts[seat] = b',"own":' + _encode(changes)
        for seat, changes in hands.items():
            if changes:
                parts[seat] = parts.get(seat, b"") + b',"hand":' + _encode(changes)
        return parts

    def _own_moved(self, number: int) -> dict[str, object]:
        """What changed for the seat alone by a move: its bid and its plan, if anything."""
        before = self._own[number]
        changes: dict[str, object] = {}
        if (bid := self._bid_of(number)) != before.bid:
            changes["bid"] = bid
        if (plan := self._plan_of(number)) != before.plan:
            changes["plan"] = plan
        if changes:
            self._own[number] = msgspec.structs.replace(before, **changes)
        return changes

    def _own_rearranged(self, number: int) -> dict[str, object]:
        """What changed for the seat alone by anything else."""
        before, self._own[number] = self._own[number], self._own_state(number)
        return _changes(before, self._own[number])

    def _bid_of(self, seat: int) -> list[str] | None:
        bid = self._state.sealed.get(seat)
        return bid.codes if bid else None

    def _plan_of(self, seat: int) -> list[str | int]:
        return list(self._state.plans.get(seat, ()))

    def _own_state(self, number: int) -> views.OwnState:
        state, seat = self._state, self._state.seats[number]
        return views.OwnState(
            bid=self._bid_of(number),
            plan=self._plan_of(number),  # type: ignore[arg-type]
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
            host_until=_host_until(state),
            paused=state.paused,
            awaiting=_awaiting_view(state, *self._awaiting),
            clocks=_clocks(state),
            shuffle=_shuffle_view(state),
            setup=self._agreed,
            rematch=state.rematch,
        )


def _recipient(seat: int | None) -> int:
    return WATCHERS if seat is None else seat


def seat_view(seat: Seat) -> views.SeatView:
    """Who sits there, for everybody to see."""
    return views.SeatView(
        kind="person" if seat.is_person else "open" if seat.is_open else "bot",
        name=seat.name,
        bot=seat.bot,
        connected=seat.is_connected,
        played_by_bot=seat.sat_in,
        back_after=seat.back_after,
    )


def _awaiting_view(state: TableState, what: What, seats: tuple[int, ...]) -> views.Awaiting:
    """What the table waits for; whose salt is missing stays secret."""
    named = [] if what == "salts" else list(seats)
    nudged = [seat for seat in named if state.seats[seat].nudged is not None]
    return views.Awaiting(what=what, seats=named, nudged=nudged)


def _host_until(state: TableState) -> float | None:
    until = clocks.host_until(state)
    return None if until is None else round(until, 2)


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
