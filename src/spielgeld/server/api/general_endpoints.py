"""Endpoints that need no table: editions, rules, bots, scores, the order of bids, records."""

import re
from collections.abc import Sequence

import msgspec

from spielgeld.bots import BOTS
from spielgeld.engine import (
    BLUFF,
    EDITIONS,
    RULE_VALUES,
    Card,
    Edition,
    HandScore,
    Setup,
    check_bid,
    find_edition,
    match_result,
    pile,
    score_hand,
    settle_order,
)
from spielgeld.engine.cards import COINS, NOTES
from spielgeld.engine.setup import whole_game
from spielgeld.rulebook import editions_that_differ, rulings_of, tell_rules
from spielgeld.server.api.endpoint import Asked, Call, NoQuery, endpoint
from spielgeld.server.api.refusals import unreadable
from spielgeld.server.api.types import (
    BotInfo,
    Bots,
    CardInfo,
    CurrencyInfo,
    EditionInfo,
    Editions,
    Order,
    OrderRequest,
    RulesChapter,
    RulesInWords,
    RulesParagraph,
    RulesQuery,
    RulingInWords,
    ScoreRequest,
    Scores,
)
from spielgeld.table.outgoing.encoding import place_json, result_json, score_json

_NUMBER = re.compile(r"#[0-9]{1,9}").fullmatch


@endpoint("GET", "/api/editions")
async def editions(_: Call) -> Editions:
    """Return every edition with its rules and cards."""
    return all_editions()


def all_editions() -> Editions:
    """The same for who writes it into a file."""
    return Editions(
        editions=[_edition_info(edition) for edition in EDITIONS.values()],
        rule_values={name: list(values) for name, values in RULE_VALUES.items()},
        coins={value: _card_infos(coins) for value, coins in COINS.items()},
    )


def _edition_info(edition: Edition) -> EditionInfo:
    cards = (*NOTES[edition.currencies], *COINS[edition.rules.coins])
    return EditionInfo(
        key=edition.key,
        language=edition.language,
        title=edition.title,
        players=list(edition.players),
        currencies=msgspec.convert(edition.currencies, list[CurrencyInfo], from_attributes=True),
        rules={name: getattr(edition.rules, name) for name in RULE_VALUES},
        cards=_card_infos(cards),
    )


def _card_infos(cards: Sequence[Card]) -> list[CardInfo]:
    return msgspec.convert(cards, list[CardInfo], from_attributes=True)


@endpoint("GET", "/api/rules", refusals={400: ("edition",)})
async def rules(call: Asked[None, RulesQuery]) -> RulesInWords:
    """Return the rules of an edition in words, in one of six languages."""
    asked = call.query
    edition = find_edition(asked.edition)
    chapters = tell_rules(asked.language, edition)
    return RulesInWords(
        edition=asked.edition,
        language=asked.language,
        chapters=[
            RulesChapter(
                title=chapter.title,
                paragraphs=[
                    RulesParagraph(
                        name=paragraph.name,
                        text=paragraph.text,
                        rulings=[ruling.number for ruling in paragraph.rulings],
                        words=paragraph.words,
                        differs_in=list(editions_that_differ(asked.language, paragraph)),
                    )
                    for paragraph in chapter.paragraphs
                ],
            )
            for chapter in chapters
        ],
        rulings=msgspec.convert(
            rulings_of(asked.language, edition), list[RulingInWords], from_attributes=True
        ),
    )


@endpoint("GET", "/api/bots")
async def bots(_: Call) -> Bots:
    """Return the bots that can take a seat."""
    return Bots(bots=[BotInfo(id=name, kind=bot.kind) for name, bot in BOTS.items()])


@endpoint("POST", "/api/score", refusals={400: ("card", "card_twice", "edition", "hands", "rule")})
async def score(call: Asked[ScoreRequest, NoQuery]) -> Scores:
    """Count hands, or all deals of a match."""
    asked = call.body
    game = whole_game(asked.edition, asked.house_rules)
    _check_same_seats(asked.deals)
    deals = [_count(game, hands) for hands in asked.deals]
    points = [[counted.total for counted in deal] for deal in deals]
    return Scores(
        hands=[score_json(counted) for counted in _count(game, asked.hands)],
        deals=[[score_json(counted) for counted in deal] for deal in deals],
        match=result_json(match_result(game.rules, points)) if points else None,
    )


def _check_same_seats(deals: Sequence[Sequence[object]]) -> None:
    for number, hands in enumerate(deals, 1):
        if not hands or len(hands) != len(deals[0]):
            raise unreadable("hands", deal=number, wanted=len(deals[0]), found=len(hands))


def _count(game: Setup, hands: Sequence[Sequence[str]]) -> list[HandScore]:
    _check_once(hands)
    return [score_hand(game.rules, pile(game.card(name) for name in names)) for names in hands]


def _check_once(groups: Sequence[Sequence[str]]) -> None:
    """Refuse a card that lies in two places; every player has a bluff card of their own."""
    seen: set[str] = set()
    for name in [name for names in groups for name in names if name != BLUFF]:
        if name in seen:
            raise unreadable("card_twice", card=name)
        seen.add(name)


@endpoint(
    "POST",
    "/api/order",
    refusals={
        400: ("bluff_twice", "card", "card_twice", "edition", "players", "rule"),
        409: ("bid_bluff_alone", "bid_empty", "printed_missing", "printed_twice"),
    },
)
async def order(call: Asked[OrderRequest, NoQuery]) -> Order:
    """Say in which order the bids of a round act, and why."""
    asked = call.body
    game = whole_game(asked.edition, asked.house_rules)
    most = game.edition.players[-1]
    if len(asked.bids) > most:
        found = len(asked.bids)
        raise unreadable("players", edition=game.edition.key, least=2, most=most, found=found)
    cards = [[name for name in names if not _NUMBER(name)] for names in asked.bids]
    bids = [game.bid(names) for names in cards]
    _check_once(cards)
    for bid in bids:
        check_bid(game.rules, game.cards, bid)
    order = settle_order(game.rules, bids, _printed(asked.bids))
    return Order(
        order=[place_json(place) for place in order],
        sits_out=[seat for seat, bid in enumerate(bids) if not bid.cards],
    )


def _printed(bids: Sequence[Sequence[str]]) -> dict[int, int]:
    """The lowest number printed on the real cards of each bid that names any."""
    numbers = [[int(name[1:]) for name in names if _NUMBER(name)] for names in bids]
    return {seat: min(named) for seat, named in enumerate(numbers) if named}
