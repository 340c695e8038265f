"""What goes over HTTP where no table is needed. Docstrings become the documentation."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from spielgeld.engine import EDITIONS, RULE_VALUES, RuleValue
from spielgeld.server.access.costs import MOST_VIEWS
from spielgeld.table.outgoing.types import (
    Agreed,
    DealView,
    Event,
    HandScore,
    OpenView,
    Place,
    Result,
)

MOST_HANDS = 6
MOST_DEALS = 9

EditionKey = Annotated[
    str,
    Meta(description="The key of an edition.", extra_json_schema={"enum": list(EDITIONS)}),
]
HouseRules = Annotated[
    dict[str, RuleValue],
    Meta(
        description="The rules in which the table differs from the edition.",
        extra_json_schema={
            "propertyNames": {"enum": list(RULE_VALUES)},
            "properties": {name: {"enum": list(values)} for name, values in RULE_VALUES.items()},
        },
    ),
]
CardName = Annotated[
    str,
    Meta(description="Such as Y20a.", extra_json_schema={"pattern": "^[A-Z]{1,3}[1-6]0[a-f]?$"}),
]
BidCard = Annotated[
    str,
    Meta(
        description="A card such as Y20a, * for the bluff card, or #17: the lowest number printed"
        " on the real cards of the bid, which then counts in place of ours.",
        extra_json_schema={"pattern": "^([A-Z]{1,3}[1-6]0[a-f]?|[*]|#[0-9]{1,9})$"},
    ),
]
Hand = Annotated[list[CardName], Meta(max_length=75)]
BidCards = Annotated[list[BidCard], Meta(max_length=76)]
Hands = Annotated[list[Hand], Meta(max_length=MOST_HANDS)]


class RefusalBody(Struct, frozen=True, kw_only=True):
    """Why something was refused: a stable code, and what the words about it have to name."""

    code: str
    arguments: dict[str, Any]


class CardInfo(Struct, frozen=True, kw_only=True):
    """One note or coin: its name, its currency or metal, its value, the serial that breaks ties."""

    code: str
    kind: str
    value: int
    serial: int
    is_coin: bool


class CurrencyInfo(Struct, frozen=True, kw_only=True):
    """A currency as card names spell it, and its name in English."""

    code: str
    name: str


class EditionInfo(Struct, frozen=True, kw_only=True):
    """One published rulebook with all its cards."""

    key: str
    language: str
    title: str
    players: Annotated[list[int], Meta(description="How many may play.")]
    currencies: list[CurrencyInfo]
    rules: dict[str, RuleValue]
    cards: list[CardInfo]


class Editions(Struct, frozen=True, kw_only=True):
    """Every edition, and what house rules can change."""

    editions: list[EditionInfo]
    rule_values: Annotated[
        dict[str, list[RuleValue]], Meta(description="Every value a rule can have, by its name.")
    ]
    coins: Annotated[
        dict[str, list[CardInfo]], Meta(description="The coins under each value of the rule coins.")
    ]


class BotInfo(Struct, frozen=True, kw_only=True):
    """A bot: the name by which a seat is given to it, and what kind of player it is."""

    id: str
    kind: Literal["level", "personality", "strong", "yardstick", "own"]


class Bots(Struct, frozen=True, kw_only=True):
    """The bots that can take a seat, in the order people meet them."""

    bots: list[BotInfo]


class RulesQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose rules, and in which language."""

    edition: EditionKey
    language: Annotated[
        Literal["de", "en", "fr", "it", "nl", "pl"], Meta(description="Of the words.")
    ]


class RulesParagraph(Struct, frozen=True, kw_only=True):
    """One rule in words."""

    name: Annotated[str, Meta(description="Of the rule; the same in all languages and editions.")]
    text: Annotated[str, Meta(description="What the rulebook says, in our words.")]
    rulings: Annotated[
        list[str], Meta(description="Our decisions where this rulebook leaves a gap: R1 …")
    ]
    words: Annotated[
        str, Meta(description="Other words for the same, to be searched but not shown.")
    ]
    differs_in: Annotated[list[str], Meta(description="The editions in which this rule differs.")]


class RulesChapter(Struct, frozen=True, kw_only=True):
    """Rules that belong together."""

    title: str
    paragraphs: list[RulesParagraph]


class RulingInWords(Struct, frozen=True, kw_only=True):
    """A question that the rulebook of the edition leaves open, and our answer."""

    number: str
    question: str
    answer: str


class RulesInWords(Struct, frozen=True, kw_only=True):
    """The rules of an edition, to be read by people, and every ruling it needs."""

    edition: EditionKey
    language: str
    chapters: list[RulesChapter]
    rulings: list[RulingInWords]


class ScoreRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hands to be counted; for a whole match, the hands of every deal, by seat."""

    edition: EditionKey
    house_rules: HouseRules = {}
    hands: Hands = []
    deals: Annotated[list[Hands], Meta(max_length=MOST_DEALS)] = []


class Scores(Struct, frozen=True, kw_only=True):
    """The counted hands; `match` says who wins if the deals are all there are."""

    hands: list[HandScore]
    deals: list[list[HandScore]]
    match: Result | None


class OrderRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bids of a round, by seat."""

    edition: EditionKey
    house_rules: HouseRules = {}
    bids: Annotated[list[BidCards], Meta(min_length=2, max_length=MOST_HANDS)]


class Order(Struct, frozen=True, kw_only=True):
    """Who acts first, and who sits the round out."""

    order: list[Place]
    sits_out: list[int]


class CheckedRecord(Struct, frozen=True, kw_only=True):
    """Whether a record tells of a possible match; if not, what is wrong, in which line and place.

    Of a record that is fine, the line is where it begins.
    """

    line: int
    ok: bool
    code: str | None
    place: str | None
    arguments: dict[str, Any]


class CheckedRecords(Struct, frozen=True, kw_only=True):
    """What was found in a file of records, in its order."""

    records: list[CheckedRecord]


class ViewsQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose knowledge, and which steps."""

    seat: Annotated[
        Literal["0", "1", "2", "3", "4", "5", "spectator", "all"],
        Meta(description="A seat, a spectator, or all: everything open."),
    ]
    first: Annotated[int, Meta(ge=0, le=100_000, description="The first step.")] = field(
        name="from", default=0
    )
    count: Annotated[int, Meta(ge=1, le=MOST_VIEWS, description="How many steps.")] = MOST_VIEWS


class RecordStep(Struct, frozen=True, kw_only=True):
    """What happened at one step of a match, and what the reader then knew."""

    number: int
    events: list[Event]
    view: DealView
    open: Annotated[
        OpenView | None, Meta(description="What was hidden from everybody; only for seat=all.")
    ]


class RecordViews(Struct, frozen=True, kw_only=True):
    """Some steps of a recorded match; nothing is agreed before its first deal."""

    players: list[str]
    agreed: Agreed | None
    finished: bool
    total: Annotated[int, Meta(description="How many steps the record has.")]
    steps: list[RecordStep]
