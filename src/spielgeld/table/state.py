"""A table at one moment. `effects.py` alone changes it, entry by entry."""

from typing import Literal, NamedTuple

from spielgeld.engine import Bid, Dealt, Match, Rules, View, view_of
from spielgeld.engine.records.format import Record, ShuffleRecord
from spielgeld.engine.state import Deal, Scores
from spielgeld.table.agreement import Agreement

Status = Literal["waiting", "playing", "finished"]
What = Literal["start", "salts", "ready", "bids", "turn", "nothing"]

IDS_REMEMBERED = 64
LATELY = 20
"""How many times of a seat's last social commands are remembered."""


class Question(NamedTuple):
    """What a seat's bot is asked. An answer counts only while the question stands."""

    seat: int
    what: Literal["bids", "turn"]
    deal: int
    round: int


Kept = Question | Literal["deal"]
"""What a bot keeps a seat for although its owner is back: a decision, or the rest of the deal."""


class Seat:
    """One seat: whose it is, and how its time runs."""

    __slots__ = (
        "arrivals",
        "away",
        "beside",
        "bot",
        "bot_decided",
        "changes",
        "changes_in_all",
        "extra",
        "heard",
        "held_up",
        "joined",
        "kept_for",
        "lately",
        "muted",
        "name",
        "nudged",
        "pages",
        "reserve",
        "reserved",
        "returns",
        "said",
        "sat_in",
        "spent",
        "taken_over",
        "token",
        "until_deal_ends",
    )

    def __init__(self, bot: str | None) -> None:
        self.bot = bot
        """The bot whose seat it is; None for a person's or an open one."""
        self.name: str | None = None
        self.token: str | None = None
        """SHA-256 of the person's token, in hex."""
        self.joined = 0
        """The number of the log entry with which the person sat down."""
        self.pages: dict[str, str] = {}
        """The connection of each of the person's pages."""
        self.sat_in = False
        """A bot plays for the person."""
        self.spent = 0.0
        """Seconds the decision at hand has taken so far."""
        self.extra = 0.0
        """Seconds others gave for the decision at hand."""
        self.reserve = 0.0
        """Seconds left beside the time every decision has."""
        self.away = 0.0
        """Seconds the person has been disconnected while somebody else waited."""
        self.nudged: float | None = None
        """What `spent` was when somebody nudged."""
        self.heard: dict[str, None] = {}
        """The ids of the seat's last messages."""
        self.said: tuple[float, ...] = ()
        """When the seat's last phrases were said."""
        self.muted: frozenset[int] = frozenset()
        self.kept_for: Kept | None = None
        """The owner is back; the bot keeps the seat for this first."""
        self.bot_decided = False
        """Whether a bot has made the decision at hand."""
        self.taken_over = 0
        """How often a bot took over while somebody waited, other than by the clock."""
        self.until_deal_ends = False
        """It took over too often: now it keeps the seat until the deal is over."""
        self.changes = 0
        """How often bid or plan changed in this round."""
        self.changes_in_all = 0
        self.beside = 0
        """How many entries of social commands came from this seat."""
        self.lately: tuple[float, ...] = ()
        """The times of the last of them."""
        self.arrivals = 0
        """How often the person was connected."""
        self.returns = 0
        """How often the person took the seat back from a bot."""
        self.held_up = 0.0
        """Seconds others have waited for this person as the host: to start, or to end a pause."""
        self.reserved = False
        """Kept for somebody who played the last match at this table."""

    def hear(self, message_id: str) -> None:
        """Remember the id, and forget the oldest."""
        self.heard[message_id] = None
        if len(self.heard) > IDS_REMEMBERED:
            del self.heard[next(iter(self.heard))]

    def note_beside(self, at: float) -> None:
        """A social command came from this seat."""
        self.beside += 1
        self.lately = (*self.lately, at)[-LATELY:]

    def note_change(self) -> None:
        """Bid or plan has changed."""
        self.changes += 1
        self.changes_in_all += 1

    @property
    def is_person(self) -> bool:
        return self.token is not None

    @property
    def is_open(self) -> bool:
        return self.token is None and self.bot is None

    @property
    def is_connected(self) -> bool:
        return bool(self.pages)

    @property
    def back_after(self) -> Literal["decision", "deal"] | None:
        """After what the owner, who is back, plays again."""
        if self.kept_for is None:
            return None
        return "deal" if self.kept_for == "deal" else "decision"

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None or self.sat_in


def process_of(connection: str) -> str:
    """The name of the process that has, or had, the connection."""
    return connection.partition(".")[0]


class Shuffle(NamedTuple):
    """The shuffle of a deal about to begin."""

    deal: int
    seed: bytes
    until: float
    """When the time for salts is over."""
    salts: dict[int, bytes]


class TableState:
    """Everything about a table. It is never sent: `outgoing` names what may be seen."""

    def __init__(
        self,
        code: str,
        agreement: Agreement,
        rules: Rules,
        practice: Record | None,
        seed: str | None = None,
    ):
        self.code = code
        self.agreement = agreement
        self.rules = rules
        self.practice = practice
        self.earlier: Scores = ()
        """The scores of the deals before the one that practice goes on from."""
        self.seed = seed
        """The seed of all random numbers of the table; None: they are drawn."""
        self.number = 0
        """Of the last entry applied."""
        self.opened_at = self.now = 0.0
        """When the first and the last entry were accepted."""
        self.status: Status = "waiting"
        self.seats = [Seat(wish.bot) for wish in agreement.seats]
        self.host: int | None = None
        self.paused = False
        self.match: Match | None = None
        self.dealt: Dealt | None = None
        """How the deal under way, or the one that ended last, began, with its secrets."""
        self.deals: list[bytes] = []
        """The finished deals, each as JSON, as the record has them."""
        self.history: list[bytes] = []
        """What happened in the deal under way, as everybody saw it, each event as JSON.

        Bytes, because many tables hold it for long, and the garbage collector does not track bytes.
        """
        self.shuffle: Shuffle | None = None
        self.shuffles: dict[int, ShuffleRecord] = {}
        """By number of the deal, with their seeds."""
        self.sealed: dict[int, Bid] = {}
        """The sealed bids. They are stored nowhere else in memory."""
        self.plans: dict[int, tuple[str | int, ...]] = {}
        self.ready: set[int] = set()
        self.rematch: str | None = None
        self.refused: dict[str, tuple[str, dict[str, object]]] = {}
        """Refused requests to sit down, by the hash of their token: code and arguments."""
        self.no_shows = 0
        """How many seats were taken before the match by people who never connected."""
        self.sent = [0] * (len(self.seats) + 1)
        """How many updates each seat has had; the last counter is the watchers'."""

    @property
    def awake(self) -> bool:
        """Whether any person is connected; otherwise no clock runs and no bot is asked."""
        return bool([True for seat in self.seats if seat.pages])

    @property
    def through(self) -> set[str]:
        """The processes through which people are connected."""
        return {process_of(each) for seat in self.seats for each in seat.pages.values()}

    @property
    def names(self) -> list[str]:
        """Of all who sit here."""
        return [seat.name for seat in self.seats if seat.name]

    def bots_to_come(self, bot: str | None) -> list[str | None]:
        """By seat: that bot where the seat is open."""
        return [bot if seat.is_open else None for seat in self.seats]

    def others_there(self, number: int) -> bool:
        """Whether another person is connected and waits for this seat."""
        return any(bool(seat.pages) for each, seat in enumerate(self.seats) if each != number)

    def keeps_waiting(self, number: int) -> bool:
        """Whether somebody waits for a decision of this seat."""
        is_awaited = self.what in ("bids", "turn", "ready") and number in self.awaited
        return is_awaited and self.others_there(number)

    def decision_of(self, number: int) -> Question | None:
        """The decision that is awaited of the seat, if any."""
        what = self.what
        if what not in ("bids", "turn") or number not in self.awaited:
            return None
        return Question(number, what, *self.round)

    def kept(self, number: int) -> Kept | None:
        """What a bot keeps the seat for if its owner comes back now.

        What others wait for is not handed back, so that nobody can hold them up by returning.
        """
        seat = self.seats[number]
        if not seat.sat_in or not self.others_there(number):
            return None
        if seat.until_deal_ends:
            return "deal"
        return self.decision_of(number)

    @property
    def returning(self) -> list[int]:
        """The seats whose owners are back, and which no bot has to keep any longer."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kept_for is not None and not self._is_kept_still(number)
        ]

    def _is_kept_still(self, number: int) -> bool:
        seat = self.seats[number]
        if not self.others_there(number):
            return False
        if seat.kept_for == "deal":
            return seat.until_deal_ends
        return self.decision_of(number) == seat.kept_for

    def heir(self, host: int) -> int | None:
        """The next host: connected people before others, then whoever joined first."""
        people = [
            (not seat.is_connected, seat.joined, number)
            for number, seat in enumerate(self.seats)
            if seat.is_person and number != host and (seat.is_connected or not seat.sat_in)
        ]
        return min(people)[2] if people else None

    @property
    def placed(self) -> dict[int, int]:
        """Who has bid, with the number of cards."""
        return {seat: bid.size for seat, bid in self.sealed.items()}

    def view(self, seat: int | None) -> View | None:
        """What the seat, or a watcher, may know of the cards; None before the first deal."""
        if self.match is None:
            return None
        return view_of(self.match, seat, self.placed)

    @property
    def what(self) -> What:
        """What the table waits for."""
        if self.status != "playing":
            return "start" if self.status == "waiting" else "nothing"
        if self.shuffle is not None:
            return "salts"
        deal = self.match.deal if self.match else None
        if deal is None or deal.scores is not None:
            return "ready"
        return "turn" if deal.waiting else "bids"

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats the table waits for."""
        what = self.what
        seats = range(len(self.seats))
        if what == "bids":
            return tuple([each for each in seats if each not in self.sealed])
        if what == "turn":
            return self.deal.waiting[:1]
        if what == "ready" and self.match is not None:  # the start itself calls the first deal
            return tuple([each for each in seats if self._plays(each) and each not in self.ready])
        if what == "salts" and self.shuffle:
            salts = self.shuffle.salts
            return tuple([each for each in seats if self._plays(each) and each not in salts])
        return ()

    def _plays(self, seat: int) -> bool:
        """Whether a person plays the seat now."""
        return not self.seats[seat].played_by_bot

    @property
    def playing(self) -> Match:
        """The match, where one has begun."""
        if self.match is None:
            raise LookupError("no cards are dealt yet")
        return self.match

    @property
    def deal(self) -> Deal:
        """The deal under way, where one has begun."""
        deal = self.playing.deal
        if deal is None:
            raise LookupError("no cards are dealt yet")
        return deal

    @property
    def round(self) -> tuple[int, int]:
        """The numbers of the deal and the round."""
        deal = self.match.deal if self.match else None
        return (deal.number, deal.round) if deal else (0, 0)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Which bots are asked now."""
        if not [True for seat in self.seats if seat.bot is not None or seat.sat_in]:
            return ()  # the usual case; this is called for every entry
        what = self.what
        if self.paused or not self.awake or what not in ("bids", "turn"):
            return ()
        deal, number = self.round
        return tuple(
            [
                Question(seat, what, deal, number)
                for seat in self.awaited
                if self.seats[seat].played_by_bot
            ]
        )
