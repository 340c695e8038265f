"""A table for tests: a clock moved by hand, a log of bytes, and a client on every seat.

Invariants are checked after every entry: updates are numbered without gaps, applied to the first
welcome they give the same view as a fresh welcome, and no message holds a card, a seed, a salt or a
token that its recipient must not know.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from spielgeld.bots import make_bot
from spielgeld.engine import Bid, Refusal, legal_bids, view_of
from spielgeld.table import clocks, commands, decisions, entries
from spielgeld.table.agreement import Agreement, Clock, SeatWish
from spielgeld.table.effects import open_table
from spielgeld.table.outgoing.encoding import view_json
from spielgeld.table.outgoing.publisher import WATCHERS, Publisher
from spielgeld.table.state import Question, Seat, TableState
from spielgeld.table.transitions import carry_out, replay_table
from support.table_client import Client, check_words, foreign_cards

CODE = "testtable"
NODE = "one"
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def agreed(people: int = 2, bots: int = 2, edition: str = "nl", **more: Any) -> Agreement:
    """An agreement with so many open seats, and after them so many bots."""
    seats = [SeatWish() for _ in range(people)] + [SeatWish(bot="random") for _ in range(bots)]
    return Agreement(edition=edition, seats=seats, **more)


def clock(bid: int = 30, turn: int = 20, reserve: int = 0) -> Clock:
    return Clock(bid=bid, turn=turn, reserve=reserve)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Table:
    """An open table, its log, and everybody who listens."""

    def __init__(
        self,
        agreement: Agreement | None = None,
        *,
        seed: int = 0,
        practice: Any = None,
        earlier: Any = (),
        look_every: int = 1,
    ) -> None:
        self.look_every = look_every
        """Views are compared after every so many entries; with 0 nothing is checked by itself."""
        self.now = 1000.0
        self.rng = Random(seed)
        self.bot_rng = Random(seed)
        opened = entries.Opened(
            at=self.now, agreement=agreement or agreed(), practice=practice, earlier=list(earlier)
        )
        self.log = [entries.write_entry(opened)]
        self.state = open_table(CODE, opened)
        self.publisher = Publisher(self.state)
        recipients: list[int | None] = [*range(len(self.state.seats)), None]
        self.clients = [Client(self.publisher.welcome(seat, self.now)) for seat in recipients]
        self.tokens: list[str] = []
        self.seeds: dict[int, str] = {}
        self.salts: dict[int, list[str]] = {}
        self._ids = 0

    @property
    def what(self) -> str:
        """What the table waits for."""
        return self.state.what

    @property
    def status(self) -> str:
        return self.state.status

    # ------------------------------------------------------------ entries and what they bring

    def do(self, decided: Sequence[entries.AnyEntry]) -> None:
        """Append entries to the log, and deliver the updates."""
        for done in carry_out(self.state, decided, lambda: self.rng.randbytes(32)):
            self.log.append(entries.write_entry(done.entry))
            self._note_secrets(done.entry)
            for number, update in self.publisher.updates(done.effect).items():
                self.clients[number].hear(update.message)
                if self.look_every:
                    self.check_secrets(number, update.message)
            if self.look_every and len(self.log) % self.look_every == 0:
                self._check_views()

    def _note_secrets(self, entry: entries.AnyEntry) -> None:
        deal = len(self.state.match.scores) + 1 if self.state.match else 1
        if isinstance(entry, entries.Committed):
            self.seeds[deal] = entry.seed
        if isinstance(entry, entries.Salted) and len(entry.salt) >= 16:
            self.salts.setdefault(deal, []).append(entry.salt)

    def _check_views(self) -> None:
        """The view a client has made of updates equals that of a fresh client."""
        fresh = Publisher(self.state)
        for number, client in enumerate(self.clients):
            seat = number if number < len(self.state.seats) else None
            welcome = fresh.welcome(seat, self.now)
            assert self.publisher.welcome(seat, self.now) == welcome
            told = msgspec.json.decode(welcome)
            assert (client.n, client.view) == (told["n"], told["view"])
            view = self.state.view(seat)
            if view is not None:
                seen = msgspec.to_builtins(view_json(view))
                assert (seen["shared"], seen["own"]) == (client.view["deal"], client.view["hand"])

    def check_secrets(self, number: int, message: bytes) -> None:
        over = len(self.state.match.scores) if self.state.match else 0
        secret = [seed for deal, seed in self.seeds.items() if deal > over]
        secret += [salt for deal, salts in self.salts.items() if deal > over for salt in salts]
        secret += [each for token in self.tokens for each in (token, hashed(token))]
        assert not [each for each in secret if each.encode() in message]
        seat = None if number == WATCHERS else number
        assert not foreign_cards(self.state, seat, message)

    # ------------------------------------------------------------ people

    def join(self, name: str | None = None, seat: int | None = None) -> int:
        """Sit down; the token is kept."""
        token = f"token-{len(self.tokens)}-{self.rng.getrandbits(128):032x}"
        taken = {each.name for each in self.state.seats}
        name = name or next(each for each in NAMES if each not in taken)
        self.do(decisions.join(self.state, name, hashed(token), seat, self.now))
        self.tokens.append(token)
        found = decisions.seat_of(self.state, hashed(token))
        assert found is not None
        return found

    def arrive(self, *seats: int, node: str = NODE) -> None:
        for seat in seats:
            self.do(decisions.arrive(self.state, seat, node, f"{node}.{seat}", self.now))

    def go(self, *seats: int, node: str = NODE) -> None:
        for seat in seats:
            self.do(decisions.go(self.state, seat, f"{node}.{seat}", self.now))

    def send(self, seat: int, kind: type[commands.Command], /, **fields: Any) -> str:
        """A message of the seat's owner; what is refused must leave everything as it was."""
        if "id" not in fields:
            self._ids += 1
            fields["id"] = f"message {self._ids}"
        before = essence(self.state)
        try:
            decided = decisions.decide(self.state, seat, kind(**fields), self.now)  # type: ignore[arg-type]
        except Refusal as refusal:
            assert essence(self.state) == before
            check_words(refusal)
            raise
        assert essence(self.state) == before
        self.do(decided)
        return str(fields["id"])

    def bid(self, seat: int, cards: Iterable[str] | None = None, **more: Any) -> str:
        """Lay these cards, or a random bid."""
        deal, number = self.state.round
        chosen = self.some_bid(seat).codes if cards is None else list(cards)
        return self.send(
            seat, commands.LayBid, **{"deal": deal, "round": number, "cards": chosen, **more}
        )

    def some_bid(self, seat: int) -> Bid:
        return legal_bids(self.state.playing, seat).draw(self.bot_rng)

    def withdraw(self, seat: int, **more: Any) -> str:
        deal, number = self.state.round
        return self.send(seat, commands.WithdrawBid, **{"deal": deal, "round": number, **more})

    def turn(self, seat: int, code: str | int | None = None, **more: Any) -> str:
        """Take this turn, or a random one."""
        deal, number = self.state.round
        if code is None:
            code = self.bot_rng.choice(self.clients[seat].view["hand"]["legal_turns"])
        return self.send(
            seat, commands.TakeTurn, **{"deal": deal, "round": number, "turn": code, **more}
        )

    def plan(self, seat: int, *wishes: str | int, **more: Any) -> str:
        deal, number = self.state.round
        return self.send(
            seat,
            commands.MakePlan,
            **{"deal": deal, "round": number, "wishes": list(wishes), **more},
        )

    # ------------------------------------------------------------ time and bots

    def wait(self, seconds: float) -> None:
        """Advance the clock, firing timers when they are due."""
        until, brought = self.now + seconds, 0
        while (due := clocks.due(self.state)) is not None and due <= until:
            brought += 1
            assert brought < 50, "time brings the same again and again"
            self.now = max(self.now, due)
            entry = clocks.tick(self.state, self.now)
            assert entry is not None
            self.do([entry])
        self.now = until

    def answer(self, question: Question) -> None:
        """The bot that is asked chooses from its view."""
        view = view_of(self.state.playing, question.seat)
        bot = make_bot("random")
        if question.what == "bids":
            bid = bot.choose_bid(view, self.bot_rng)
            self.do(decisions.answer_bid(self.state, question, bid, self.now))
        else:
            turn = bot.choose_turn(view, self.bot_rng)
            self.do(decisions.answer_turn(self.state, question, turn, self.now))

    def bots(self) -> None:
        """Let bots answer until none is asked any more."""
        while questions := self.state.questions:
            self.answer(questions[0])

    # ------------------------------------------------------------ playing at random

    def step(self) -> None:
        """Somebody the table waits for does something."""
        if self.state.questions:
            self.answer(self.state.questions[0])
        elif self.state.what == "salts":
            self.wait(3)
        else:
            seat = self.state.awaited[0]
            match self.state.what:
                case "bids":
                    self.bid(seat)
                case "turn":
                    self.turn(seat)
                case _:
                    self.send(seat, commands.Ready, deal=len(self.state.playing.scores) + 1)

    def until(self, what: str, *awaited: int) -> None:
        """Play at random until this is awaited (of this seat, if one is named)."""
        while self.state.what != what or (awaited and self.state.awaited != awaited):
            self.step()

    def finish(self) -> None:
        """Play the match to its end."""
        while self.state.status == "playing":
            self.step()

    # ------------------------------------------------------------ afterwards

    def restart(self) -> None:
        """The process died: the table is what its log says."""
        before = essence(self.state)
        self.state = replay_table(CODE, [entries.read_entry(data) for data in self.log])
        assert essence(self.state) == before
        self.publisher = Publisher(self.state)
        self._check_views()


def essence(state: TableState) -> tuple[object, ...]:
    """Everything that counts about a table."""
    publisher = Publisher(state)
    recipients: list[int | None] = [*range(len(state.seats)), None]
    seats = [{slot: getattr(seat, slot) for slot in Seat.__slots__} for seat in state.seats]
    return (
        [publisher.welcome(seat, 0.0) for seat in recipients],
        list(state.sent),
        clocks.due(state),
        state.questions,
        json.dumps(seats, default=list),
        (state.number, state.now, dict(state.plans), set(state.ready), dict(state.sealed)),
        (state.shuffle and (*state.shuffle[:-1], dict(state.shuffle.salts)), dict(state.shuffles)),
        (state.dealt, list(state.deals), state.match),
    )


def seated(agreement: Agreement | None = None, **more: Any) -> Table:
    """A table with a person on every open seat, all of them there."""
    table = Table(agreement, **more)
    while any(seat.is_open for seat in table.state.seats):
        table.arrive(table.join())
    return table


def started(agreement: Agreement | None = None, **more: Any) -> Table:
    """The same, with the first deal dealt."""
    table = seated(agreement, **more)
    if table.state.status == "waiting":
        table.send(0, commands.Start)
    table.wait(3)
    assert table.state.what == "bids"
    return table


def refused(code: str, **arguments: object) -> Any:
    """Expect a refusal with this code, and with these among its arguments."""

    def fits(refusal: Refusal) -> bool:
        check_words(refusal)
        return refusal.code == code and arguments.items() <= refusal.arguments.items()

    return pytest.raises(Refusal, check=fits)
