"""One seat does whatever it wants; the others have only the answers of `docs/waiting.md`.

What the seat does is found by Hypothesis and then done again and again until the match is over. No
decision, no pause and no start may take longer than `docs/waiting.md` promises, so the match ends
in time. The bots take their pace: there is always a moment between a question and its answer.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from spielgeld.engine import Refusal
from spielgeld.table import clocks, commands, decisions, entries
from spielgeld.table.effects import MOST_TAKEN_OVER, SALT_SECONDS, apply
from spielgeld.table.state import Question
from spielgeld.table.transitions import replay_table
from support.chance import examples
from support.tables import CODE, Table, agreed, clock

pytestmark = pytest.mark.slow

SECONDS = st.sampled_from([0.4, 0.9, 3.0, 20.0, 59.0, 61.0, 95.0])
TICK = 0.5
"""Seconds after which people look at the table again."""
SLACK = 4 * TICK
DEALS = 2
Deed = Callable[[], object]


class Company:
    """A table, its bots with their pace, and everybody who wants to play on."""

    def __init__(self, table: Table, nasty: int) -> None:
        self.table = table
        self.state = table.state
        self.nasty = nasty
        self.others = [
            seat
            for seat, each in enumerate(table.state.seats)
            if each.token is not None and seat != nasty
        ]
        self.reflexes: list[Deed] = []
        """What the one does whenever somebody looks."""
        self.waited: defaultdict[object, float] = defaultdict(float)
        """Seconds the others have waited for each decision of the one, for the start, in pauses."""
        self._asked: dict[Question, float] = {}
        self._said = 0

    @property
    def is_over(self) -> bool:
        return self.state.status == "finished"

    def say(self, seat: int, kind: type[Any], /, **fields: Any) -> bool:
        """A command of the seat's owner; returns False if it is refused."""
        self._said += 1
        command = kind(id=f"{self._said}", **fields)
        try:
            self.table.do(decisions.decide(self.state, seat, command, self.table.now))
        except Refusal:
            return False
        return True

    def wait(self, seconds: float) -> None:
        """Let time pass, in which bots answer and the others do what they can."""
        until = self.table.now + seconds
        while self.table.now < until and not self.is_over:
            tick = min(TICK, until - self.table.now)
            self._note(tick)
            self.table.wait(tick)
            for reflex in self.reflexes:
                reflex()
            self.go_on()

    def _note(self, tick: float) -> None:
        """The others wait for the one, or do not; never for longer than is promised."""
        what, pace = self.state.what, self.state.agreement.bot_pace
        if what == "start" or self.state.paused:
            key: object = "a pause" if self.state.paused else "the start"
            most = clocks.PAUSE_SECONDS if self.state.paused else clocks.START_SECONDS
        elif self.state.awaited == (self.nasty,) and what != "salts":
            key = (what, self.state.round)
            most = clocks.NUDGE_AFTER + clocks.HAND_OVER_AFTER + pace
        else:
            key, most = ("others", what, self.state.round), 10 * pace + SALT_SECONDS
        self.waited[key] += tick
        assert self.waited[key] <= most + SLACK, key

    def go_on(self) -> None:
        """Everybody but one does all they can, until nothing more can be done."""
        while not self.is_over and (self._let_bots_answer() or self._let_others_act()):
            pass

    def _let_bots_answer(self) -> bool:
        for question in self.state.questions:
            self._asked.setdefault(question, self.table.now + self.state.agreement.bot_pace)
        due = [each for each, at in self._asked.items() if at <= self.table.now]
        for question in due:
            del self._asked[question]
            if question in self.state.questions:
                self.table.answer(question)
        return bool(due)

    def _let_others_act(self) -> bool:
        return any(self._act(seat) for seat in self.others)

    def _act(self, seat: int) -> bool:
        """Do the first thing that helps the match on; returns False if there is none."""
        state = self.state
        until = clocks.host_until(state)
        if state.host != seat and until is not None and until <= self.table.now:
            return self.say(seat, commands.BecomeHost)
        if state.status == "waiting":
            return state.host == seat and self.say(seat, commands.Start)
        if state.paused:
            return state.host == seat and self.say(seat, commands.Resume)
        if seat in state.awaited:
            return self._decide(seat)
        return self._press(seat)

    def _decide(self, seat: int) -> bool:
        deal, number = self.state.round
        if self.state.what == "bids":
            cards = self.table.some_bid(seat).codes
            return self.say(seat, commands.LayBid, deal=deal, round=number, cards=cards)
        if self.state.what == "turn":
            turn = self.table.bot_rng.choice(self.table.clients[seat].view["hand"]["legal_turns"])
            return self.say(seat, commands.TakeTurn, deal=deal, round=number, turn=turn)
        if self.state.what == "salts":
            return self.say(seat, commands.Salt, deal=deal + 1, salt="00")
        return self.say(seat, commands.Ready, deal=deal + 1)

    def _press(self, seat: int) -> bool:
        """Nudge the one who lets everybody wait, and hand the seat over."""
        state, idle = self.state, self.state.seats[self.nasty]
        is_awaited = self.nasty in state.awaited and state.what != "salts" and not idle.sat_in
        if not is_awaited or state.agreement.clock is not None:
            return False
        spent = clocks.spent(state, self.nasty, self.table.now)
        if idle.nudged is None:
            return spent >= clocks.NUDGE_AFTER and self.say(seat, commands.Nudge, seat=self.nasty)
        is_late = spent >= idle.nudged + clocks.HAND_OVER_AFTER
        return is_late and self.say(seat, commands.HandOver, seat=self.nasty)

    def check_hand_overs(self) -> None:
        """One for each decision, and three in all until a bot keeps the seat for a deal."""
        taken_over: Counter[object] = Counter()
        by_hand = 0
        state = replay_table(CODE, [entries.read_entry(self.table.log[0])])
        for data in self.table.log[1:]:
            entry = entries.read_entry(data)
            if isinstance(entry, entries.SatIn) and entry.reason in {"clock", "handed_over"}:
                taken_over[state.what, state.round] += 1
                by_hand += entry.reason == "handed_over"
            apply(state, entry)
        assert max(taken_over.values(), default=0) <= 1
        assert by_hand <= MOST_TAKEN_OVER + DEALS


class OneAgainstAll(RuleBasedStateMachine):
    """What one seat does, and does again."""

    company: Company

    @initialize(
        people=st.integers(2, 3),
        is_host=st.booleans(),
        begun=st.sampled_from([True, True, False]),
        pace=st.sampled_from([1.0, 2.5, 10.0]),
        edition=st.sampled_from(["fr", "it-full"]),
        timed=st.sampled_from([False, False, True]),
    )
    def open(
        self, *, people: int, is_host: bool, begun: bool, pace: float, edition: str, timed: bool
    ) -> None:
        limits = clock(bid=20, turn=20, reserve=5) if timed else None
        rules = {"deals": DEALS}
        agreement = agreed(people, 4 - people, edition, rules=rules, bot_pace=pace, clock=limits)
        table = Table(agreement, look_every=0)  # `test_any_order.py` looks
        for _ in range(people):
            table.arrive(table.join())
        self.script: list[Deed] = []
        self.waited = 0.0
        self.company = Company(table, 0 if is_host else 1)
        if begun:
            self.company.say(0, commands.Start)
        self.company.go_on()

    def do(self, deed: Deed) -> None:
        """Do it now, and again later."""
        self.script.append(deed)
        deed()
        self.company.go_on()

    def say(self, kind: type[Any], /, **fields: Any) -> None:
        company = self.company
        self.do(lambda: company.say(company.nasty, kind, **fields))

    # ------------------------------------------------------------ all one can do

    @rule(seconds=SECONDS)
    def wait(self, seconds: float) -> None:
        self.waited += seconds
        self.do(lambda: self.company.wait(seconds))

    @rule(
        kind=st.sampled_from(
            [
                commands.TakeBack,
                commands.Pause,
                commands.Pause,
                commands.Resume,
                commands.BecomeHost,
            ]
        )
    )
    def plain(self, kind: type[Any]) -> None:
        self.say(kind)

    @rule()
    def leave(self) -> None:
        company, one = self.company, self.company.nasty
        # Before the match that is the end of it.
        self.do(lambda: company.state.status == "playing" and company.say(one, commands.Leave))

    @rule(
        kind=st.sampled_from(
            [commands.Nudge, commands.HandOver, commands.MoreTime, commands.FreeSeat]
        ),
        seat=st.integers(0, 3),
    )
    def press(self, kind: type[Any], seat: int) -> None:
        self.say(kind, seat=seat)

    @rule(seat=st.integers(0, 3), on=st.booleans())
    def mute(self, seat: int, on: bool) -> None:
        self.say(commands.Mute, seat=seat, on=on)

    @rule()
    def talk(self) -> None:
        self.say(commands.Say, phrase="hurry")

    @rule(fill=st.sampled_from([None, "random"]))
    def start(self, fill: str | None) -> None:
        self.say(commands.Start, fill_with=fill)

    @rule(deed=st.sampled_from(["bid", "withdraw", "plan", "turn", "ready", "salt"]))
    def play(self, deed: str) -> None:
        company = self.company

        def now() -> None:
            state, seat = company.state, company.nasty
            deal, number = state.round
            at = {"deal": deal, "round": number}
            if deed == "bid" and state.what == "bids":
                cards = company.table.some_bid(seat).codes
                company.say(seat, commands.LayBid, **at, cards=cards)
            elif deed == "withdraw":
                company.say(seat, commands.WithdrawBid, **at)
            elif deed == "plan":
                company.say(seat, commands.MakePlan, **at, wishes=["keep"])
            elif deed == "turn":
                company.say(seat, commands.TakeTurn, **at, turn="keep")
            elif deed == "ready":
                company.say(seat, commands.Ready, deal=deal + 1)
            elif deed == "salt":
                company.say(seat, commands.Salt, deal=deal + 1, salt="")

        self.do(now)

    @rule(node=st.sampled_from(["one", "two"]))
    def arrive(self, node: str) -> None:
        def now() -> None:
            with suppress(Refusal):  # there have been too many arrivals
                self.company.table.arrive(self.company.nasty, node=node)

        self.do(now)

    @rule(node=st.sampled_from(["one", "two"]))
    def go(self, node: str) -> None:
        self.do(lambda: self.company.table.go(self.company.nasty, node=node))

    @rule(
        kinds=st.lists(
            st.sampled_from([commands.TakeBack, commands.Pause, commands.Resume, commands.Leave]),
            min_size=1,
            max_size=3,
        )
    )
    def reflex(self, kinds: list[type[Any]]) -> None:
        """Do this whenever somebody looks."""
        company = self.company

        def at_once() -> None:
            for kind in kinds:
                if company.state.status == "playing":
                    company.say(company.nasty, kind)

        company.reflexes.append(at_once)

    # ------------------------------------------------------------ and again

    def teardown(self) -> None:
        """The same for ever: still the match comes to its end."""
        if not hasattr(self, "company"):
            return
        script = self.script if self.waited else [*self.script, lambda: self.company.wait(1.0)]
        while not self.company.is_over:
            for deed in script:
                deed()
                self.company.go_on()
        self.company.check_hand_overs()


TestOneAgainstAll = OneAgainstAll.TestCase
TestOneAgainstAll.settings = examples(20, steps=12)
