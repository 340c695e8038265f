"""The secrets of a match, and the search for them in a text.

The truth is the record of the match, fetched after its end and replayed with the engine.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from spielgeld.engine import Bid, Card, Match, turn_code
from spielgeld.engine import events as happened
from spielgeld.engine.cards import COINS, NOTES
from spielgeld.engine.moves import Keep, TakeBid, TakeRow
from spielgeld.engine.records import replay

Json = dict[str, Any]

_NAMES = {card.code for cards in (*NOTES.values(), *COINS.values()) for card in cards}
_CARD = re.compile("|".join(sorted(_NAMES, key=len, reverse=True)))
_LONG_HEX = re.compile("[0-9a-f]{32,}")


def plain(value: Any) -> Any:
    """What the engine knows, as JSON has it."""
    match value:
        case Card():
            return value.code
        case Bid():
            return value.codes
        case TakeRow() | TakeBid() | Keep():
            return turn_code(value)
        case tuple() | list():
            return [plain(each) for each in value]
        case _ if is_dataclass(value):
            return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            return value


class Truth:
    """A finished match with all that was secret in it."""

    def __init__(self, record: Json, tokens: Iterable[str]) -> None:
        self.record = record
        steps = replay(record)  # type: ignore[arg-type]
        self.setup = steps[0].match.setup
        self.facts: list[tuple[happened.Event, Match]] = [
            (event, step.match) for step in steps for event in step.events
        ]
        self.shuffles: list[Json] = [deal.get("shuffle", {}) for deal in record["deals"]]
        tokens = list(tokens)
        self.tokens = [*tokens, *[hashlib.sha256(each.encode()).hexdigest() for each in tokens]]

    def scored_by(self, told: int) -> int:
        """How many deals are over once so many facts are known."""
        return sum(isinstance(event, happened.Scored) for event, _ in self.facts[:told])

    def secrets(self, finished: int) -> Iterator[tuple[str, str]]:
        """Everything no text may hold while so many deals are finished, with its kind."""
        for token in self.tokens:
            yield "token", token
        for shuffle in self.shuffles[finished:]:
            for salt in filter(None, shuffle.get("salts", [])):
                yield "salt", salt
            if seed := bytes.fromhex(shuffle.get("seed", "")):
                yield "seed", seed.hex()
                yield "seed", seed.hex().upper()
                yield "seed", str(int.from_bytes(seed))
                yield "seed", base64.b64encode(seed).decode().rstrip("=")
                yield "seed", base64.urlsafe_b64encode(seed).decode().rstrip("=")

    def public_hex(self, finished: int) -> set[str]:
        """The long numbers in hex that may be told by then."""
        shown = {shuffle.get("commitment", "") for shuffle in self.shuffles}
        for shuffle in self.shuffles[:finished]:
            shown |= {shuffle.get("seed", ""), *shuffle.get("salts", [])}
        return shown


def secrets_in(text: str, truth: Truth, finished: int) -> list[str]:
    """Tokens, seeds, salts, and whatever long number looks like one."""
    found = [f"a {kind}" for kind, secret in truth.secrets(finished) if secret in text]
    strange = set(_LONG_HEX.findall(text)) - truth.public_hex(finished)
    return found + ["a long number in hex" for _ in strange]


def leaks_in_log(text: str, truth: Truth, codes: Iterable[str]) -> list[str]:
    """What a diagnostic line or a metric must never hold, whenever it is written."""
    found = secrets_in(text, truth, 0)
    found += [f"the card {name}" for name in cards_in(text)]
    return found + ["the code of a table" for code in codes if code in text]


def cards_in(text: str) -> set[str]:
    """Every name of a card anywhere in the text, even in the middle of a word."""
    return set(_CARD.findall(text))
