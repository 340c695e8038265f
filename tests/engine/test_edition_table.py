"""The table of editions, row by row: the value of each edition and what it does at the table."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import product
from pathlib import Path
from random import Random

import pytest

import spielgeld
from spielgeld.engine import (
    EDITIONS,
    KEEP,
    RULE_VALUES,
    Bid,
    Match,
    MatchWon,
    NotAllowed,
    Refilled,
    Scored,
    Setup,
    Step,
    Unreadable,
    deal_cards,
    score_hand,
    set_up,
    start_match,
    take_turn,
    view_of,
)
from support.play import bid_all, open_deal, position, random_setup, random_steps, table

KEYS = ("it-full", "it", "fr", "nl", "pl")


def row(rule: str) -> dict[str, object]:
    return {key: getattr(EDITIONS[key].rules, rule) for key in KEYS}


def by_edition(*values: object) -> dict[str, object]:
    return dict(zip(KEYS, values, strict=True))


def level_bids(setup: Setup, *, deck: int = 0, bluff: int | None = None) -> Step:
    """Three seats bid a 20 each, the lower seat the lower serial; the rows lack a card each."""
    names = [card.code for card in setup.cards]
    bids = names[:3]
    right, left, drawn = (" ".join(part) for part in (names[3:6], names[6:9], names[9 : 9 + deck]))
    match = position(setup, bids, right=right, left=left, deck=drawn)
    return bid_all(match, *[f"{bid} *" if seat == bluff else bid for seat, bid in enumerate(bids)])


def all_keep(step: Step) -> Step:
    while step.match.awaits == "turn":
        step = take_turn(step.match, open_deal(step.match).waiting[0], KEEP)
    return step


def dealt(setup: Setup) -> Match:
    return deal_cards(start_match(setup), setup.cards).match


def refusal_code(edition: str, players: int = 5, rules: Mapping[str, object] | None = None) -> str:
    with pytest.raises(Unreadable) as refused:
        set_up(edition, players, house_rules=rules)
    return refused.value.code


def test_players() -> None:
    assert tuple(EDITIONS) == KEYS
    ranges = {key: tuple(EDITIONS[key].players) for key in KEYS}
    assert ranges == by_edition(*[(3, 4, 5)] * 4, (3, 4, 5, 6))
    for key in KEYS:
        for players in ranges[key]:
            assert len(open_deal(dealt(table(key, players))).hands) == players
        for players in (2, 7 if key == "pl" else 6):
            assert refusal_code(key, players) == "players"


def test_coins() -> None:
    assert row("coins") == by_edition("gold", "gold", "gold", "gold", "silver_gold")
    gold, silver_gold = [("KR", 10)] * 6, [("AG", 10)] * 6 + [("AU", 20)] * 6
    for key in KEYS:
        coins = [(card.kind, card.value) for card in table(key).cards if card.is_coin]
        assert coins == (silver_gold if key == "pl" else gold)


def test_bid_size() -> None:
    assert row("bid_size") == by_edition("shown", "shown", "shown", "hidden", "hidden")
    for key in KEYS:
        view = view_of(dealt(table(key)), 0, placed={1: 3})
        assert view.has_bid == (False, True, False, False, False)
        assert view.bid_sizes[1] == (None if key in {"nl", "pl"} else 3)


def test_bluff_only_bid() -> None:
    assert row("bluff_only_bid") == by_edition(True, False, False, True, True)
    for key in KEYS:
        match = dealt(table(key))
        bids = [Bid(hand[:1]) for hand in open_deal(match).hands]
        bids[3] = Bid((), bluff=True)
        if key in {"it", "fr"}:
            with pytest.raises(NotAllowed) as refused:
                bid_all(match, *map(str, bids))
            assert refused.value.code == "bid_bluff_alone"
        else:
            waiting = open_deal(bid_all(match, *map(str, bids)).match).waiting
            assert sorted(waiting) == [0, 1, 2, 4]


def test_bluff_breaks_ties() -> None:
    assert row("bluff_breaks_ties") == by_edition(True, False, False, False, False)
    for key in KEYS:
        waiting = open_deal(level_bids(table(key, 3), bluff=2).match).waiting
        assert waiting == ((2, 0, 1) if key == "it-full" else (0, 1, 2))


def test_refill_first() -> None:
    assert row("refill_first") == by_edition("right", "right", "right", "right", "left")
    for key in KEYS:
        setup = table(key, 3)
        refilled = all_keep(level_bids(setup, deck=5)).events[1]
        assert isinstance(refilled, Refilled)
        first, second = setup.cards[9:10], setup.cards[10:11]
        assert refilled.right == (second if key == "pl" else first)
        assert refilled.left == (first if key == "pl" else second)
        assert refilled.first == ("left" if key == "pl" else "right")


def test_last_round() -> None:
    assert row("last_round") == by_edition("shortfall", *["deck_empty"] * 4)
    for key in KEYS:
        announced = [
            open_deal(all_keep(level_bids(table(key, 3), deck=deck)).match).last_round
            for deck in (3, 2, 1)
        ]
        if key == "it-full":
            assert announced == [None, None, "shortfall"]
        else:
            assert announced == [None, "deck_empty", "deck_empty"]


def test_coin_trios() -> None:
    assert row("coin_trios") == by_edition(False, False, False, False, True)
    for key in KEYS:
        setup = table(key)
        coins = [card for card in setup.cards if card.is_coin][:6]
        points = [score_hand(setup.rules, coins[:count]).total for count in (2, 3, 5, 6)]
        assert points == ([20, 130, 150, 260] if key == "pl" else [20, 30, 50, 60])


def test_deals() -> None:
    assert row("deals") == by_edition(3, 3, 1, 3, 1)
    for key in KEYS:
        rng = Random(key)
        steps = list(random_steps(random_setup(key, 3, rng, {}), rng))
        events = [event for step in steps for event in step.events]
        scored = [event.deal for event in events if isinstance(event, Scored)]
        assert scored == ([1] if key in {"fr", "pl"} else [1, 2, 3])
        assert isinstance(events[-1], MatchWon)


def test_match_winner() -> None:
    assert row("match_winner") == by_edition("total", "most_deals", "most_deals", "total", "total")
    for key in KEYS:
        setup = table(key, 3, deals=3)
        code = setup.edition.currencies[0].code
        bids = [f"{code}60 {code}50", f"{code}20a", f"{code}20b"]
        match = position(setup, bids, last_round=True)
        match = match._replace(scores=((50, 0, 0), (0, 250, 0)))
        match_won = all_keep(bid_all(match, *bids)).events[-1]
        assert isinstance(match_won, MatchWon)
        assert match_won.result.totals == (60, 250, 0)
        assert match_won.result.deals_won == (2, 1, 0)
        assert match_won.result.winners == ((0,) if key in {"it", "fr"} else (1,))


def test_every_rule_and_value_that_exists() -> None:
    assert {name: set(values) for name, values in RULE_VALUES.items()} == {
        "coins": {"gold", "silver_gold"},
        "bid_size": {"shown", "hidden"},
        "bluff_only_bid": {True, False},
        "bluff_breaks_ties": {True, False},
        "refill_first": {"right", "left"},
        "last_round": {"deck_empty", "shortfall"},
        "coin_trios": {True, False},
        "deals": set(range(1, 10)),
        "match_winner": {"total", "most_deals"},
    }


@pytest.mark.parametrize("key", KEYS)
def test_any_mix_of_house_rules_is_accepted(key: str) -> None:
    for values in product(*RULE_VALUES.values()):
        mix = dict(zip(RULE_VALUES, values, strict=True))
        setup = set_up(key, 5, house_rules=mix)
        assert asdict(setup.rules) == mix
        assert setup.house_rules.items() == mix.items() - asdict(EDITIONS[key].rules).items()


def test_random_mixes_of_house_rules_play_to_the_end() -> None:
    rng = Random(1)
    for key in KEYS:
        mix = {name: rng.choice(values) for name, values in RULE_VALUES.items()} | {"deals": 2}
        *_, last = random_steps(random_setup(key, 4, rng, mix), rng)
        assert isinstance(last.events[-1], MatchWon)
        assert len(last.match.scores) == 2


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("coins", "silver"),
        ("bid_size", "secret"),
        ("bluff_only_bid", "true"),
        ("bluff_breaks_ties", None),
        ("refill_first", "both"),
        ("last_round", "Shortfall"),
        ("deals", 0),
        ("deals", 10),
        ("deals", "3"),
        ("deals", 3.0),
        ("match_winner", ["total"]),
        ("stall", 10),
        ("", True),
    ],
)
def test_an_unknown_rule_or_value_is_refused(rule: str, value: object) -> None:
    assert refusal_code("it", rules={rule: value}) == "rule"


def test_true_is_not_1() -> None:
    for rules in ({"deals": True}, {"coin_trios": 1}, {"bluff_only_bid": 0}):
        assert refusal_code("it", rules=rules) == "rule"


def test_players_cannot_be_overridden() -> None:
    assert refusal_code("it", rules={"players": 6}) == "rule"


def test_an_unknown_edition_is_refused() -> None:
    for key in ("de", "IT", ""):
        assert refusal_code(key) == "edition"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("coins", ["gold", "silver_gold"])
def test_notes_follow_the_edition_and_coins_the_rule(key: str, coins: str) -> None:
    setup = table(key, coins=coins)
    notes = {card.kind for card in setup.cards if not card.is_coin}
    assert notes == {currency.code for currency in EDITIONS[key].currencies}
    metals = {card.kind for card in setup.cards if card.is_coin}
    assert metals == ({"KR"} if coins == "gold" else {"AG", "AU"})
    assert len({card.serial for card in setup.cards}) == len(setup.cards)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("coins", "sizes"),
    [("gold", {3: 25, 4: 28, 5: 31, 6: 25}), ("silver_gold", {3: 31, 4: 34, 5: 37, 6: 31})],
)
def test_the_deck_after_set_up(key: str, coins: str, sizes: dict[int, int]) -> None:
    for players in EDITIONS[key].players:
        setup = table(key, players, coins=coins)
        deal = open_deal(dealt(setup))
        assert len(deal.deck) == sizes[players]
        assert [len(hand) for hand in deal.hands] == [6] * players
        rows = 6 * players
        assert deal.right == setup.cards[rows : rows + 4]
        assert deal.left == setup.cards[rows + 4 : rows + 8]


def compared(node: ast.AST) -> Iterator[ast.AST]:
    """What the code compares or matches at this place."""
    if isinstance(node, ast.Compare):
        for side in (node.left, *node.comparators):
            yield from ast.walk(side)
    elif isinstance(node, ast.MatchValue):
        yield node.value


def asks_for_an_edition(source: str) -> bool:
    places = [part for node in ast.walk(ast.parse(source)) for part in compared(node)]
    return any(isinstance(part, ast.Constant) and part.value in KEYS for part in places)


def test_no_code_asks_which_edition_it_is() -> None:
    files = list(Path(spielgeld.__file__).parent.rglob("*.py"))
    assert len(files) > 20
    assert [f.name for f in files if asks_for_an_edition(f.read_text(encoding="utf-8"))] == []


def test_asking_for_an_edition_would_be_noticed() -> None:
    for source in ('e == "pl"', '"it" != e', 'e in {"it", "fr"}', 'match e:\n case "nl": pass'):
        assert asks_for_an_edition(source)
