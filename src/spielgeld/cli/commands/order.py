"""`spielgeld order`: who acts first, and why."""

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Literal

from spielgeld.cli.game_options import read_house_rules
from spielgeld.cli.language import choose_edition, choose_language
from spielgeld.cli.output import answer, faint, harmless, heading
from spielgeld.cli.typed_cards import TypedCard, read_hand, settle_letters
from spielgeld.engine import (
    Bid,
    Card,
    Pile,
    Place,
    Setup,
    Unreadable,
    check_bid,
    pile,
    settle_order,
)
from spielgeld.engine.history import AheadBy
from spielgeld.engine.setup import whole_game
from spielgeld.texts import tell

_PRINTED = re.compile(r"#([0-9]{1,9})(?![0-9])")
"""A number printed on a real card: `Y20#17`, or `#17` for the lowest of the bid."""


@dataclass(frozen=True, slots=True)
class TypedBid:
    """A player's bid as it was typed."""

    name: str
    cards: list[TypedCard]
    bluff: bool
    printed: int | None
    """The lowest number printed on its real cards, where it was given."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's place in the order, and why it comes before the next."""

    name: str
    place: Place
    lowest: Pile
    """The card that decides a tie; several candidates where its letter was left out."""
    ahead_by: AheadBy | Literal["letter"] | None
    """Why it is ahead of the next; `letter` if that depends on a letter that was left out."""
    printed: int | None
    """The lowest number printed on its real cards, where it was given."""


def run(arguments: Namespace) -> None:
    """Say in which order the players act."""
    language = choose_language(arguments)
    game = whole_game(choose_edition(arguments), read_house_rules(arguments.house_rules))
    typed = [
        _read_bid(language, game, text, number)
        for number, text in enumerate(arguments.bids, start=1)
    ]
    _check_count(game, len(typed))
    order = _rank(game, typed)
    sits_out = [bid.name for bid in typed if not bid.cards]
    plain = {"order": [_plain(each) for each in order], "sits_out": sits_out}
    answer(arguments, plain, _lines(language, order, sits_out))


def _lines(language: str, order: Sequence[Ranked], sits_out: Sequence[str]) -> Iterator[str]:
    for number, (ranked, following) in enumerate(pairwise([*order, None]), start=1):
        if ranked:
            yield from _place_lines(language, number, ranked, following)
    for name in sits_out:
        yield tell(language, "order.sits_out", name=harmless(name))
    if any(each.ahead_by == "serial" and each.printed is None for each in order):
        yield faint(tell(language, "order.ours"))


def _read_bid(language: str, game: Setup, text: str, number: int) -> TypedBid:
    name, _, cards = text.rpartition(":")
    printed = [int(each) for each in _PRINTED.findall(cards)]
    typed, bluff = read_hand(game, [_PRINTED.sub(" ", cards)])
    check_bid(game.rules, game.cards, Bid(pile(settle_letters(typed)), bluff))
    lowest = min(printed, default=None)
    nameless = tell(language, "order.player", number=number)
    return TypedBid(name.strip() or nameless, typed, bluff, lowest)


def _check_count(game: Setup, bids: int) -> None:
    most = game.edition.players[-1]
    if not 2 <= bids <= most:
        raise Unreadable(
            "players",
            f"2 to {most} bids can be compared, not {bids}",
            why="bids_count",
            most=most,
            found=bids,
        )


def _settle(game: Setup, typed: Sequence[TypedBid], cards: Sequence[Card]) -> tuple[Place, ...]:
    """The order for these cards; printed numbers take precedence over ours."""
    printed = {seat: bid.printed for seat, bid in enumerate(typed) if bid.printed is not None}
    return settle_order(game.rules, _bids(typed, cards), printed)


def _bids(typed: Sequence[TypedBid], cards: Sequence[Card]) -> list[Bid]:
    """The bids made of these cards, which are listed bid after bid."""
    bids = []
    start = 0
    for bid in typed:
        end = start + len(bid.cards)
        bids.append(Bid(pile(cards[start:end]), bid.bluff))
        start = end
    return bids


def _rank(game: Setup, typed: Sequence[TypedBid]) -> list[Ranked]:
    settled = settle_letters([card for bid in typed for card in bid.cards])
    order = _settle(game, typed, settled)
    orders = [order, *_other_orders(game, typed, settled)]
    ranked = []
    for place, following in pairwise([*order, None]):
        if place is None:
            continue
        ahead_by: AheadBy | Literal["letter"] | None = place.ahead_by
        if following and any(_acts_before(following.seat, place.seat, each) for each in orders):
            ahead_by = "letter"
        lowest = {each.lowest for places in orders for each in places if each.seat == place.seat}
        bid = typed[place.seat]
        ranked.append(Ranked(bid.name, place, pile(lowest), ahead_by, bid.printed))
    return ranked


def _acts_before(seat: int, other: int, order: Sequence[Place]) -> bool:
    seats = [place.seat for place in order]
    return seats.index(seat) < seats.index(other)


def _other_orders(
    game: Setup, typed: Sequence[TypedBid], settled: Sequence[Card]
) -> Iterator[tuple[Place, ...]]:
    """The order for every other choice of letters for the cards that were typed without one.

    Serials are consecutive within a kind and value, so each group can be varied on its own.
    """
    cards = [card for bid in typed for card in bid.cards]
    for name in dict.fromkeys(card.name for card in cards if len(card.choices) > 1):
        indices = [index for index, card in enumerate(cards) if card.name == name]
        taken = [card for index, card in enumerate(settled) if index not in indices]
        free = [card for card in cards[indices[0]].choices if card not in taken]
        for letters in permutations(free, len(indices)):
            trial = list(settled)
            for index, card in zip(indices, letters, strict=True):
                trial[index] = card
            yield _settle(game, typed, trial)


def _place_lines(
    language: str, number: int, ranked: Ranked, following: Ranked | None
) -> Iterator[str]:
    place = ranked.place
    key = "order.place_bluff" if place.bluff else "order.place"
    name = harmless(ranked.name)
    yield heading(tell(language, key, number=number, name=name, worth=place.worth))
    if following:
        yield f"   {_reason(language, ranked, following)}"


def _reason(language: str, ranked: Ranked, following: Ranked) -> str:
    values: dict[str, object] = {
        "name": harmless(ranked.name),
        "next": harmless(following.name),
        "worth": ranked.place.worth,
        "next_worth": following.place.worth,
    }
    key: str = ranked.ahead_by or "worth"
    if key == "letter":
        values["card"] = _name(max(ranked.lowest, following.lowest, key=len))
    elif key == "serial" and ranked.printed is not None:
        key = "printed"
        values |= {"low": ranked.printed, "high": following.printed}
    elif key == "serial":
        values["low"] = _with_serial(language, ranked.lowest)
        values["high"] = _with_serial(language, following.lowest)
    return tell(language, f"order.{key}", **values)


def _name(choices: Pile) -> str:
    """The name of a card that can be any of these: without a letter if there are several."""
    first = choices[0]
    return first.code if len(choices) == 1 else f"{first.kind}{first.value}"


def _with_serial(language: str, choices: Pile) -> str:
    serials = f" {tell(language, 'order.or')} ".join(str(card.serial) for card in choices)
    return tell(language, "order.card", card=_name(choices), serials=serials)


def _plain(ranked: Ranked) -> dict[str, object]:
    return {
        "name": ranked.name,
        "bid": ranked.place.seat,
        "worth": ranked.place.worth,
        "bluff": ranked.place.bluff,
        "lowest": _name(ranked.lowest),
        "printed": ranked.printed,
        "ahead_by": ranked.ahead_by,
    }
