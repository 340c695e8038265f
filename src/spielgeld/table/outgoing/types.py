"""The shapes of views and events as JSON; `encoding.py` makes them.

Cards are their names, a bid is the list of its cards with `*` last, a turn is written as in a
record. What all seats share is a part of its own, so that it can be encoded once for all of them.
"""

from msgspec import Struct

from spielgeld.engine.editions import RuleValue
from spielgeld.engine.history import AheadBy
from spielgeld.engine.moves import Row, TurnCode
from spielgeld.engine.rules.match_winner import WonBy
from spielgeld.engine.state import Awaits, LastRound


class CurrencyScore(Struct, frozen=True, kw_only=True):
    """What the notes of one currency bring: their sum, what it scores, and the trios."""

    currency: str
    total: int
    points: int
    trios: list[int]
    bonus: int


class CoinScore(Struct, frozen=True, kw_only=True):
    """What the coins of one kind bring."""

    kind: str
    count: int
    points: int
    trios: int
    bonus: int


class HandScore(Struct, frozen=True, kw_only=True):
    """A hand counted line by line."""

    currencies: list[CurrencyScore]
    coins: list[CoinScore]
    total: int


class Place(Struct, frozen=True, kw_only=True):
    """A seat's place in the order of a round; `ahead_by` says why it comes before the next."""

    seat: int
    worth: int
    bluff: bool
    lowest: str
    ahead_by: AheadBy | None


class Result(Struct, frozen=True, kw_only=True):
    """How a match ended; several winners share the win."""

    winners: list[int]
    totals: list[int]
    deals_won: list[int]
    won_by: WonBy


class Dealt(Struct, frozen=True, kw_only=True, tag_field="type", tag="dealt"):
    """A deal was set up; what the reader may not know is null."""

    deal: int
    cards: list[str] | None
    hands: list[list[str] | None]
    right: list[str]
    left: list[str]
    deck_size: int


class Revealed(Struct, frozen=True, kw_only=True, tag_field="type", tag="revealed"):
    """All bids were turned up; who is missing in the order sits the round out."""

    round: int
    bids: list[list[str]]
    order: list[Place]


class Exchanged(Struct, frozen=True, kw_only=True, tag_field="type", tag="exchanged"):
    """A seat took its turn; `waiting` are the seats that have still to act, first to last."""

    seat: int
    turn: TurnCode
    given: list[str]
    taken: list[str]
    waiting: list[int]


class Refilled(Struct, frozen=True, kw_only=True, tag_field="type", tag="refilled"):
    """The rows were refilled from the deck; the lists are what was added."""

    first: Row
    right: list[str]
    left: list[str]
    deck_size: int


class LastRoundAnnounced(Struct, frozen=True, kw_only=True, tag_field="type", tag="last_round"):
    """The round that now begins is the last of the deal."""

    round: int
    reason: LastRound


class Scored(Struct, frozen=True, kw_only=True, tag_field="type", tag="scored"):
    """A deal is over; from now on all of it is open."""

    deal: int
    hands: list[list[str]]
    breakdown: list[HandScore]
    scores: list[int]


class MatchWon(Struct, frozen=True, kw_only=True, tag_field="type", tag="match_won"):
    """The match is over."""

    result: Result


Event = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon
"""What happened; `type` tells them apart."""


class Scoring(Struct, frozen=True, kw_only=True):
    """What hands are counted by, to draw how far one has come; the counting is the server's.

    A currency scores in full from `full_from` on; a smaller sum loses the `fee`. All its notes
    together are worth `most`. `trio_size` alike of one of `trio_values` bring `trio_bonus`; coins
    that are alike do so where `coin_trios`.
    """

    fee: int
    full_from: int
    most: int
    trio_size: int
    trio_values: list[int]
    trio_bonus: int
    coin_trios: bool


class Agreed(Struct, frozen=True, kw_only=True):
    """What the table agreed on before the first deal; `cards` are all money cards of a deal."""

    edition: str
    rules: dict[str, RuleValue]
    house_rules: dict[str, RuleValue]
    players: int
    removed: list[str]
    cards: list[str]
    scoring: Scoring


class SharedView(Struct, frozen=True, kw_only=True):
    """What everybody may see. Lists with an entry per seat go by seat number."""

    scores: list[list[int]]
    awaits: Awaits
    deal: int
    round: int
    last_round: LastRound | None
    right: list[str]
    left: list[str]
    deck_size: int
    turned_up: list[str]
    hand_sizes: list[int]
    known: list[list[str]]
    unknown: list[int]
    has_bid: list[bool]
    bid_sizes: list[int | None]
    lying: list[list[str]]
    waiting: list[int]
    open_deck: list[str]
    idle_refills: int


class OwnView(Struct, frozen=True, kw_only=True):
    """What only the owner of a seat may see; `worth` is that of the hand.

    `score` is what would count if the deal ended now, the lying bid included.
    """

    seat: int
    hand: list[str]
    unseen: list[str]
    legal_turns: list[TurnCode]
    score: HandScore
    worth: dict[str, int]


class DealView(Struct, frozen=True, kw_only=True):
    """Everything one seat knows; a spectator has nothing of its own."""

    shared: SharedView
    own: OwnView | None


class OpenView(Struct, frozen=True, kw_only=True):
    """What a deal hides, for who studies it afterwards: all hands, and the deck's next cards."""

    hands: list[list[str]]
    deck: list[str]
