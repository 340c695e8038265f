"""What a table agrees on when it is opened."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from spielgeld.bots import make_bot
from spielgeld.engine import EDITIONS, Rules, Unreadable, with_house_rules
from spielgeld.engine.editions import find_edition
from spielgeld.engine.setup import check_players

MOST_SEATS = 6

Seconds = Annotated[int, Meta(ge=5, le=3600)]
BotName = Annotated[str, Meta(max_length=40)]


class Clock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a decision may take; overtime is taken from the seat's reserve."""

    bid: Seconds
    turn: Seconds
    reserve: Annotated[int, Meta(ge=0, le=3600)] = 0


class SeatWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit there: a bot by its name, or whoever comes."""

    bot: BotName | None = None


class Agreement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything people settle before they sit down."""

    edition: Annotated[str, Meta(max_length=40, examples=list(EDITIONS))]
    rules: dict[str, bool | int | str] = {}
    """House rules: what the table overrides, by the names of the rules."""
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MOST_SEATS)]
    listed: bool = False
    """Whether the lobby shows the table."""
    watchers: Literal["nobody", "link"] = "nobody"
    """Who may watch: nobody, or anyone who has the link."""
    clock: Clock | None = None
    start: Literal["host", "full"] = "host"
    """Who starts the match: the host, or the last person to sit down."""
    fill_with: BotName | None = None
    """The bot that takes every seat still open at the start."""
    bot_pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """Seconds between a question to a bot and its answer, however hard the question is."""
    hints: Literal["bots_only", "everybody", "nobody"] = "bots_only"
    """Who may ask for hints: whoever plays against bots alone, everybody, or nobody."""


def check_agreement(agreement: Agreement) -> None:
    """Refuse an agreement that cannot be played on this server."""
    agreed_rules(agreement)
    for bot in [agreement.fill_with, *[wish.bot for wish in agreement.seats]]:
        if bot is not None:
            make_bot(bot)


def check_seed(agreement: Agreement, seed: str | None) -> None:
    """Refuse a seed where several people may sit: it reveals everybody's cards."""
    people = [wish for wish in agreement.seats if wish.bot is None]
    if seed is not None and (len(people) > 1 or agreement.watchers != "nobody"):
        raise Unreadable("seed_shared", "only a table for one person may carry a seed")


def agreed_rules(agreement: Agreement) -> Rules:
    """The rules of the table; an agreement that can be played nowhere is refused.

    Names of bots are not checked: an old table whose bot is gone must still be readable.
    """
    edition = find_edition(agreement.edition)
    rules = with_house_rules(edition.rules, agreement.rules)
    check_players(edition, len(agreement.seats))
    if all(wish.bot is not None for wish in agreement.seats):
        raise Unreadable("no_open_seat", "a table needs a seat for a person")
    return rules
