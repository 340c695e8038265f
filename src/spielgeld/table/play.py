"""The match at the table: shuffle, sealed bids, reveal, turns and plans."""

from collections.abc import Sequence
from functools import cache

import msgspec

from spielgeld.engine import (
    FairStream,
    Match,
    NotAllowed,
    Step,
    Turn,
    commitment,
    deal_cards,
    draw_removed,
    event_for,
    legal_turns,
    quoted,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld.engine import events as happened
from spielgeld.engine.editions import find_edition
from spielgeld.engine.moves import turn_code, turn_from_code
from spielgeld.engine.records import make_record, replay_steps, write_shuffle
from spielgeld.engine.records.format import Record
from spielgeld.engine.rules import exchange
from spielgeld.table import clocks
from spielgeld.table.outgoing import events
from spielgeld.table.outgoing.encoding import event_json
from spielgeld.table.state import Shuffle, TableState

Events = list[events.AnyEvent]

_encode = msgspec.json.Encoder().encode


def go_on_from(state: TableState, record: Record) -> Events:
    """Continue the one deal of the record; returns its events."""
    return [event for step in replay_steps(record, state.earlier) for event in _note(state, step)]


def commit(state: TableState, seed: bytes, until: float) -> Events:
    """Publish the commitment of the next deal's seed, and wait for salts."""
    deal_number = len(state.match.scores) + 1 if state.match else 1
    state.shuffle = Shuffle(deal_number, seed, until, {})
    state.ready.clear()
    published = commitment(seed).hex()
    event = events.SeedCommitted(deal=deal_number, commitment=published, until=until)
    return [event, *deal_if_salted(state)]


def deal_if_salted(state: TableState) -> Events:
    """Deal if all salts are there."""
    return deal(state) if state.shuffle and not state.awaited else []


def deal(state: TableState) -> Events:
    """Draw the deck from seed and salts, and deal."""
    drawn = state.shuffle
    if drawn is None:
        return []
    state.shuffle = None
    salts = [drawn.salts.get(seat, b"") for seat in range(len(state.seats))]
    stream = FairStream(drawn.seed, salts)
    is_first = state.match is None
    match = state.match or _first_match(state, stream)
    step = deal_cards(match, shuffle(match.setup.cards, stream.below))
    state.shuffles[drawn.deal] = write_shuffle(drawn.seed, salts, removed_drawn=is_first)
    return _note(state, step)


def _first_match(state: TableState, stream: FairStream) -> Match:
    agreement, players = state.agreement, len(state.seats)
    removed = draw_removed(find_edition(agreement.edition), players, stream.below)
    setup = set_up(agreement.edition, players, removed=removed, house_rules=agreement.rules)
    return start_match(setup)


def lay_bid(state: TableState, seat: int, cards: Sequence[str]) -> Events:
    """Seal the bid; the last one triggers the reveal."""
    bid = state.playing.setup.bid(cards)
    before = state.sealed.get(seat)
    state.sealed[seat] = bid
    state.seats[seat].note_change()
    if len(state.sealed) == len(state.seats):
        return _reveal(state)
    shown = state.rules.bid_size == "shown"
    if before is not None and (not shown or before.size == bid.size):
        return []  # no visible change
    return [events.BidSealed(seat=seat, size=bid.size if shown else None)]


def _reveal(state: TableState) -> Events:
    bids = [state.sealed[seat] for seat in range(len(state.seats))]
    state.sealed.clear()
    for seat in range(len(state.seats)):
        clocks.settle(state, seat)
    events = _note(state, reveal(state.playing, bids))
    return events + _follow_plans(state)


def take_turns(state: TableState, code: str | int) -> Events:
    """Take the turn of the seat to act, then the planned turns that follow it."""
    return _take_turn(state, code) + _follow_plans(state)


def _take_turn(state: TableState, code: str | int) -> Events:
    seat = state.deal.waiting[0]
    clocks.settle(state, seat)
    return _note(state, take_turn(state.playing, seat, as_turn(code)))


def as_turn(code: str | int) -> Turn:
    """The turn with this code."""
    turn = turn_from_code(code)
    if turn is None:
        raise NotAllowed("no_such_turn", f"{quoted(code)} is not a turn", found=quoted(code))
    return turn


def plannable(state: TableState, seat: int) -> tuple[str | int, ...]:
    """What a seat may plan: all it could do if it acted first, while every other bid lies."""
    return _turns_of_first(len(state.seats), seat)


@cache
def _turns_of_first(players: int, seat: int) -> tuple[str | int, ...]:
    others = [each for each in range(players) if each != seat]
    return tuple([turn_code(turn) for turn in exchange.legal_turns((seat, *others))])


def _follow_plans(state: TableState) -> Events:
    events: Events = []
    while (wish := _wish_of_next(state)) is not None:
        events += _take_turn(state, wish)
    return events


def _wish_of_next(state: TableState) -> str | int | None:
    """The first turn of the next seat's plan that is still legal, if it has a plan."""
    if not state.plans or state.playing.awaits != "turn":
        return None
    possible = {turn_code(turn) for turn in legal_turns(state.playing)}
    wishes = state.plans.get(state.deal.waiting[0], ())
    return next((wish for wish in wishes if wish in possible), None)


def _note(state: TableState, step: Step) -> Events:
    """Store the result of an engine step; returns its events without secrets."""
    state.match = step.match
    public: Events = []
    for event in step.events:
        if isinstance(event, happened.Dealt):
            state.history.clear()
            state.dealt = event
        seen = event_json(event_for(event, None))
        state.history.append(_encode(seen))
        public.append(seen)
        if isinstance(event, happened.Refilled):
            _begin_round(state)
        elif isinstance(event, happened.Scored):
            _begin_round(state)
            for seat in state.seats:
                seat.until_deal_ends = False
            public.append(_open_deal(state, event))
    if step.match.awaits == "nothing":
        state.status = "finished"
    return public


def _begin_round(state: TableState) -> None:
    state.plans.clear()
    for seat in state.seats:
        seat.changes = 0


def _open_deal(state: TableState, scored: happened.Scored) -> events.DealOpened:
    """Return the event that opens a finished deal: its deck, and the proof of its shuffle."""
    if state.dealt is None:
        raise LookupError("no cards are dealt yet")
    played = (state.dealt, *state.deal.history, scored)
    [deal] = make_record(state.playing.setup, (), played)["deals"]
    shuffled = state.shuffles.get(scored.deal)
    if shuffled:
        deal["shuffle"] = shuffled
    state.deals.append(_encode(deal))
    return events.DealOpened(
        deal=scored.deal,
        removed=list(state.playing.setup.removed),
        cards=[card.code for card in state.dealt.cards or ()],
        commitment=shuffled["commitment"] if shuffled else None,
        seed=shuffled["seed"] if shuffled else None,
        salts=shuffled["salts"] if shuffled else [],
        removed_drawn=shuffled["removed_drawn"] if shuffled else False,
    )
