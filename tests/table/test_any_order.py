"""Whatever people, bots, time and networks do, in any order: what must hold, holds.

Most of what must hold is looked at by the table of these tests itself, after every entry.
"""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from spielgeld.engine import EDITIONS, NotAllowed, Refusal, legal_bids
from spielgeld.table import clocks, commands, decisions, entries, phrases
from spielgeld.table.agreement import Agreement
from spielgeld.table.outgoing.publisher import Publisher
from spielgeld.table.transitions import carry_out, replay_table
from support.chance import examples
from support.tables import CODE, Table, agreed, clock, hashed

SEATS = st.integers(0, 4)
PEOPLE = st.integers(0, 2)
"""Of the people who sit there: the first, the second, the third."""
NODES = st.sampled_from(["one", "two"])
TURNS = st.sampled_from(["right", "left", "keep", 0, 1, 2, 3])
SECONDS = st.sampled_from([0.25, 1.0, 2.75, 3.0, 10.0, 30.0, 60.0, 90.0])
COMMANDS = st.sampled_from(get_args(commands.TableCommand))


def some_agreement(
    *, people: int, bots: int, edition: str, size: str, timed: bool, start: str
) -> Agreement:
    return agreed(
        people,
        max(bots, 3 - people),
        edition=edition,
        rules={"bid_size": size, "deals": 2},
        clock=clock(bid=20, turn=10, reserve=5) if timed else None,
        start=start,
        watchers="link",
    )


class AnyOrder(RuleBasedStateMachine):
    """A table where anything may happen next."""

    table: Table

    @initialize(
        agreement=st.builds(
            some_agreement,
            people=st.integers(1, 3),
            bots=st.integers(0, 2),
            edition=st.sampled_from(list(EDITIONS)),
            size=st.sampled_from(["hidden", "shown"]),
            timed=st.booleans(),
            start=st.sampled_from(["host", "full"]),
        ),
        begin=st.sampled_from([True, True, True, False]),
    )
    def open(self, agreement: Agreement, begin: bool) -> None:
        self.sent: list[tuple[int, commands.Command]] = []
        self.table = Table(agreement)
        if begin:
            while any(seat.is_open for seat in self.table.state.seats):
                self.table.arrive(self.table.join())
            self.attempt(0, commands.Start)
            self.table.wait(3)

    def attempt(self, seat: int, kind: type[commands.Command], /, **fields: Any) -> bool:
        """Say this as the owner of the seat; a refusal is an answer too."""
        fields.setdefault("id", f"any {len(self.sent)}")
        self.sent.append((seat, kind(**fields)))
        try:
            self.table.send(seat, kind, **fields)
        except Refusal:
            return False
        return True

    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.table.state.seats) if seat.is_person]

    def seat(self, person: int) -> int:
        people = self.people()
        return people[person % len(people)]

    # ------------------------------------------------------------ coming and going

    @rule(seat=st.none() | SEATS)
    def join(self, seat: int | None) -> None:
        state = self.table.state
        is_free = any(
            each.is_open for number, each in enumerate(state.seats) if seat in {None, number}
        )
        if state.status == "waiting" and is_free:
            self.table.join(f"person {len(self.table.tokens)}", seat)
        else:
            with pytest.raises(NotAllowed):
                self.table.join("somebody", seat)

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, node=NODES)
    def arrive(self, person: int, node: str) -> None:
        self.table.arrive(self.seat(person), node=node)
        seat = self.table.state.seats[self.seat(person)]
        assert seat.sat_in == (seat.back_after is not None)

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, node=NODES)
    def go(self, person: int, node: str) -> None:
        self.table.go(self.seat(person), node=node)

    @rule(node=NODES)
    def lose_node(self, node: str) -> None:
        self.table.do(decisions.lose(self.table.state, [node], self.table.now))

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, kind=st.sampled_from([commands.Leave, commands.TakeBack, commands.Pause]))
    def company(self, person: int, kind: type[commands.Command]) -> None:
        self.attempt(self.seat(person), kind)

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE)
    def become_host(self, person: int) -> None:
        state, seat = self.table.state, self.seat(person)
        host, until = state.host, clocks.host_until(state)
        is_late = until is not None and self.table.now >= until
        is_host = self.attempt(seat, commands.BecomeHost)
        assert is_host == (host == seat) or is_late
        assert state.host == (seat if is_host else host)

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, whom=SEATS)
    def free_seat(self, person: int, whom: int) -> None:
        seats = self.table.state.seats
        was_there = whom < len(seats) and seats[whom].is_connected
        assert not self.attempt(self.seat(person), commands.FreeSeat, seat=whom) or not was_there

    @precondition(lambda self: self.table.state.paused)
    @rule()
    def resume(self) -> None:
        assert self.table.state.host is not None
        assert self.attempt(self.table.state.host, commands.Resume)

    @precondition(lambda self: self.people() and self.table.state.status == "waiting")
    @rule(person=PEOPLE, bot=st.sampled_from([None, "greedy"]))
    def start(self, person: int, bot: str | None) -> None:
        self.attempt(self.seat(person), commands.Start, fill_with=bot)

    # ------------------------------------------------------------ playing

    @precondition(lambda self: self.table.state.what == "bids" and not self.table.state.paused)
    @rule(person=PEOPLE, other=st.booleans())
    def bid(self, person: int, other: bool) -> None:
        state, seat = self.table.state, self.seat(person)
        deal, number = state.round
        cards = self.table.some_bid(seat).codes
        if other and len({*state.sealed, seat}) < len(state.seats) and not state.kept(seat):
            self.nobody_sees_which(seat, cards)
        is_free = state.kept(seat) is None
        assert is_free == self.attempt(seat, commands.LayBid, deal=deal, round=number, cards=cards)

    def nobody_sees_which(self, seat: int, cards: list[str]) -> None:
        """Another bid, of the same size where sizes are shown, looks the same to the others."""
        shown = self.table.state.rules.bid_size == "shown"
        legal = legal_bids(self.table.state.playing, seat)
        draws = [legal.draw(self.table.bot_rng).codes for _ in range(8)]
        others = [bid for bid in draws if len(bid) == len(cards) or not shown]
        seen = [self.told_of(seat, bid) for bid in [cards, *others]]
        assert all(each == seen[0] for each in seen)

    def told_of(self, seat: int, cards: list[str]) -> list[Any]:
        """What everybody else would be told of this bid."""
        state = replay_table(CODE, [entries.read_entry(data) for data in self.table.log])
        publisher, told = Publisher(state), list[Any]()
        others = [*[each for each in range(len(state.seats)) if each != seat], None]
        for each in others:
            publisher.welcome(each, 0.0)
        deal, number = state.round
        command = commands.LayBid(id="twin", deal=deal, round=number, cards=cards)
        for done in carry_out(state, decisions.decide(state, seat, command, self.table.now), bytes):
            updates = publisher.updates(done.effect)
            told += [(to, each.message) for to, each in updates.items() if to != seat]
        return told + [(to, publisher.welcome(to, 0.0)) for to in others]

    @precondition(lambda self: self.table.state.sealed)
    @rule(person=PEOPLE)
    def withdraw(self, person: int) -> None:
        seat = self.seat(person)
        deal, number = self.table.state.round
        state = self.table.state
        lies = seat in state.sealed and not state.paused and state.kept(seat) is None
        stays = state.seats[seat].bot_decided and state.others_there(seat)
        done = self.attempt(seat, commands.WithdrawBid, deal=deal, round=number)
        assert done == (lies and not stays)

    @precondition(lambda self: self.table.state.what in {"bids", "turn"})
    @rule(person=PEOPLE, wishes=st.lists(TURNS, max_size=3))
    def plan(self, person: int, wishes: list[str | int]) -> None:
        deal, number = self.table.state.round
        self.attempt(self.seat(person), commands.MakePlan, deal=deal, round=number, wishes=wishes)

    @precondition(lambda self: self.table.state.what == "turn")
    @rule(person=PEOPLE, turn=TURNS)
    def turn(self, person: int, turn: str | int) -> None:
        deal, number = self.table.state.round
        self.attempt(self.seat(person), commands.TakeTurn, deal=deal, round=number, turn=turn)

    @precondition(lambda self: self.table.state.what in {"ready", "salts"})
    @rule(person=PEOPLE, deal=st.integers(1, 2))
    def ready_and_salt(self, person: int, deal: int) -> None:
        seat = self.seat(person)
        self.attempt(seat, commands.Ready, deal=deal)
        self.attempt(seat, commands.Salt, deal=deal, salt=f"{seat}{deal}" * 16)

    @precondition(lambda self: self.can_go_on())
    @rule(steps=st.sampled_from([1, 2, 5, 12, 400]))
    def play_on(self, steps: int) -> None:
        self.table.look_every = 1 if steps < 20 else 50
        for _ in range(steps):
            if not self.can_go_on():
                break
            self.table.step()
        self.table.look_every = 1

    def can_go_on(self) -> bool:
        """Whether somebody awaited can act: a bot that is asked, a person who is there."""
        state = self.table.state
        awaited = [seat for seat in state.awaited if not state.seats[seat].played_by_bot]
        return bool(
            state.status == "playing"
            and not state.paused
            and state.awake
            and (state.questions or state.what == "salts" or awaited)
        )

    # ------------------------------------------------------------ talking and pressing

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, phrase=st.sampled_from(get_args(phrases.Phrase)))
    def say(self, person: int, phrase: str) -> None:
        self.attempt(self.seat(person), commands.Say, phrase=phrase)

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, whom=SEATS, on=st.booleans())
    def mute(self, person: int, whom: int, on: bool) -> None:
        self.attempt(self.seat(person), commands.Mute, seat=whom, on=on)

    @precondition(lambda self: self.table.state.status == "playing")
    @rule(person=PEOPLE, whom=PEOPLE, late=st.booleans())
    def press(self, person: int, whom: int, late: bool) -> None:
        seat, idle = self.seat(person), self.seat(whom)
        self.attempt(seat, commands.MoreTime, seat=idle)
        if late:
            self.table.wait(clocks.NUDGE_AFTER)
        if self.attempt(seat, commands.Nudge, seat=idle):
            self.table.wait(clocks.HAND_OVER_AFTER)
            assert self.attempt(seat, commands.HandOver, seat=idle) == self.table.state.awake

    # ------------------------------------------------------------ time, repeats, nonsense

    @rule(seconds=SECONDS)
    def wait(self, seconds: float) -> None:
        self.table.wait(seconds)
        due = clocks.due(self.table.state)
        assert due is None or due > self.table.now

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 200))
    def repeat(self, which: int) -> None:
        seat, command = self.sent[which % len(self.sent)]
        if seat not in self.people():
            return
        known = command.id in self.table.state.seats[seat].heard
        before = len(self.table.log)
        if not self.attempt(seat, type(command), **msgspec.structs.asdict(command)):
            assert not known
        assert len(self.table.log) == before or not known

    @rule(token=st.text(max_size=8))
    def wrong_token(self, token: str) -> None:
        assert decisions.seat_of(self.table.state, hashed(token)) is None

    @precondition(lambda self: self.people())
    @rule(person=PEOPLE, kind=COMMANDS, number=st.integers(0, 9), cards=st.lists(TURNS, max_size=2))
    def out_of_season(
        self, person: int, kind: type[commands.Command], number: int, cards: list[object]
    ) -> None:
        nonsense: dict[str, Callable[[], object]] = {
            "id": lambda: f"odd {len(self.sent)} {number}",
            "cards": lambda: [str(card) for card in cards],
            "wishes": lambda: cards,
            "turn": lambda: number,
            "salt": lambda: "00" * number,
            "phrase": lambda: "hurry",
            "on": lambda: number % 2 == 0,
            "fill_with": lambda: None,
        }
        fields = {name: nonsense.get(name, lambda: number)() for name in kind.__struct_fields__}
        self.attempt(self.seat(person), kind, **fields)

    @rule()
    def restart(self) -> None:
        self.table.restart()

    # ------------------------------------------------------------ what must hold

    @invariant()
    def cards_are_conserved(self) -> None:
        match = self.table.state.match
        if match is None or match.deal is None:
            return
        deal = match.deal
        piles = [*deal.hands, *deal.lying, deal.right, deal.left, deal.deck]
        everywhere = [card.serial for pile in piles for card in pile]
        assert sorted(everywhere) == sorted(card.serial for card in match.setup.cards)

    @invariant()
    def sealed_bids_can_be_paid(self) -> None:
        state = self.table.state
        for seat, bid in state.sealed.items():
            assert set(bid.cards) <= set(state.deal.hands[seat])
        assert not state.sealed or state.what == "bids"

    @invariant()
    def the_table_is_never_stuck(self) -> None:
        state = self.table.state
        if not state.awake or state.paused or state.status != "playing":
            assert not state.questions
            return
        if all(state.seats[seat].played_by_bot for seat in state.awaited):
            assert state.questions or clocks.due(state) is not None

    @invariant()
    def nobody_waits_for_the_seat_without_need(self) -> None:
        state = self.table.state
        assert state.returning == []
        for number, seat in enumerate(state.seats):
            if seat.back_after is not None:
                assert seat.sat_in
                assert state.others_there(number)

    @invariant()
    def with_nobody_there_nothing_is_due(self) -> None:
        if not self.table.state.awake:
            assert clocks.due(self.table.state) is None
            assert not self.table.state.questions

    @invariant()
    def somebody_is_host_where_anybody_sits(self) -> None:
        people = self.people()
        assert self.table.state.host in people or not people

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.restart()


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = examples(30, steps=40)
