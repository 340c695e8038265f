"""What the load test reads of the messages: only what a random player must know.

The decoder skips the rest, which is cheaper than decoding it.
"""

import msgspec
from msgspec import Struct


class Awaiting(Struct):
    what: str
    seats: list[int]


class TablePart(Struct):
    status: str = ""
    awaiting: Awaiting | None = None


class DealPart(Struct):
    deal: int = 0
    round: int = 0


class HandPart(Struct):
    hand: list[str] | None = None
    legal_turns: list[str | int] | None = None


class Happened(Struct):
    type: str
    seat: int | None = None


class Welcome(Struct, tag_field="type", tag="welcome"):
    seat: int


class Update(Struct, tag_field="type", tag="update"):
    events: list[Happened]
    table: TablePart | None = None
    deal: DealPart | None = None
    hand: HandPart | None = None


class Accepted(Struct, tag_field="type", tag="accepted"):
    pass


class Refused(Struct, tag_field="type", tag="refused"):
    code: str
    arguments: dict[str, object]


class Bye(Struct, tag_field="type", tag="bye"):
    code: str


class Seated(Struct):
    code: str
    token: str


read_message = msgspec.json.Decoder(Welcome | Update | Accepted | Refused | Bye).decode
read_seated = msgspec.json.Decoder(Seated).decode
