"""The champion in a browser: the page's arithmetic gives exactly what NumPy gives."""

import re
from collections.abc import Iterator
from math import prod
from pathlib import Path
from random import Random

import pytest

from spielgeld.bots import make_bot, play_match
from spielgeld.bots.champion import bot as champion_bot
from spielgeld.bots.champion import (
    candidates,
    inference,
    lent,
    network,
    options,
    position,
    scale,
)
from spielgeld.bots.champion.bot import ChampionBot
from spielgeld.bots.champion.lent import lend
from spielgeld.engine import Bid, Turn, View, set_up, shuffle, view_of
from spielgeld.fast import words
from spielgeld.fast.steps import TAKE_BID
from support.page_judge import page_judge

pytestmark = pytest.mark.process


def positions() -> list[View]:
    """Bids and turns of whole deals, by the book of three editions."""
    return [view for table in (("it", 5), ("pl", 6), ("it-full", 4)) for view in _deal(*table)]


def _deal(edition: str, players: int) -> Iterator[View]:
    removed = ["Y"] if players == 4 else []
    setup = set_up(edition, players, removed=removed, house_rules={"deals": 1})
    chance = Random(players)
    order = shuffle(setup.cards, chance.randrange)
    bots = [make_bot("greedy") for _ in range(players)]
    for step in play_match(setup, bots, [chance] * players, lambda _: order):
        match = step.match
        if match.awaits == "bids":
            yield view_of(match, chance.randrange(players))
        elif match.awaits == "turn" and match.deal:
            yield view_of(match, match.deal.waiting[0])


@pytest.fixture
def lent_judge() -> Iterator[None]:
    with page_judge() as make:
        lend(make)
        yield
    lent.take_back()


@pytest.mark.slow
@pytest.mark.usefixtures("lent_judge")
def test_the_page_weighs_as_numpy_does() -> None:
    views = positions()
    assert {view.awaits for view in views} == {"bids", "turn"}
    for view in views:
        assert lent.weigh_options([view]) == inference.weigh_options([view])


@pytest.mark.usefixtures("lent_judge")
def test_the_page_weighs_any_bid_as_numpy_does() -> None:
    for view in positions():
        if view.awaits == "bids":
            bids = [Bid(view.hand[:cards]) for cards in (1, 3, 5)] + [Bid((), bluff=True)]
            assert lent.weigh_bids([view], [bids]) == inference.weigh_bids([view], [bids])


@pytest.mark.slow
@pytest.mark.usefixtures("lent_judge")
def test_the_champion_chooses_the_same_with_a_lent_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []
    for runner in (inference, lent):
        monkeypatch.setattr(champion_bot, "network_runner", lambda runner=runner: runner)
        chosen.append([_choose(ChampionBot(misjudging=60), view) for view in positions()])
    assert chosen[0] == chosen[1]


def _choose(bot: ChampionBot, view: View) -> Bid | Turn:
    choose = bot.choose_bid if view.awaits == "bids" else bot.choose_turn
    return choose(view, Random(1))


PAGE = Path(__file__).parents[2] / "web" / "src" / "local" / "champion.ts"
SHARED = {
    "POINT": 1 << network.POINT,
    "MOST": position.MOST,
    "CURRENCIES": words.CURRENCIES,
    "COINS": words.CURRENCIES,  # the place of the coins in a pile
    "PER_CURRENCY": words.PER_CURRENCY,
    "COIN_BITS": words.COIN_BITS,
    "RIVALS": position.RIVALS,
    "NOT_WAITING": position.NOT_WAITING,
    "SORTED_CARDS": candidates.SORTED_CARDS,
    "TAKE_BID": TAKE_BID,
    "COIN_LOSS": options.COIN_LOSS,
    "ROUNDS_AHEAD": options.ROUNDS_AHEAD,
    "CHANCE_FINE": scale.OUT_POINT - scale.CHANCE_STEP,
    "MOST_LOGIT": scale.MOST_LOGIT << scale.OUT_POINT,
    "LEAD": network.LEAD * scale.UNIT >> scale.OUT_POINT + 9,
}


def test_the_page_has_the_constants_that_python_has() -> None:
    source = PAGE.read_text(encoding="utf-8")
    written = dict(re.findall(r"^const ([A-Z_]+) = ([\d_* ]+);$", source, re.MULTILINE))
    found = {name: prod(map(int, value.split(" * "))) for name, value in written.items()}
    assert found == SHARED


def test_the_page_has_the_counts_of_a_seat_in_the_order_of_python() -> None:
    source = PAGE.read_text(encoding="utf-8")
    listed = re.search(r"^const \[([A-Z_, ]+)\] = \[([\d, ]+)\];$", source, re.MULTILINE)
    assert listed
    names = listed[1].split(", ")
    assert [getattr(position, name) for name in names] == list(map(int, listed[2].split(", ")))
    assert len(names) == position.COUNTS
