"""The champion at the table: exact arithmetic, whole weights, mixed bids, and some strength."""

from collections.abc import Sequence
from functools import partial
from importlib.resources import files
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from spielgeld.bots import BatchBot, make_bot, play_match
from spielgeld.bots.champion import network
from spielgeld.bots.champion.bot import ChampionBot, mixed
from spielgeld.bots.champion.candidates import CANDIDATES, SIT_OUT
from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.features import see
from spielgeld.bots.champion.inference import TOGETHER, positions_of
from spielgeld.bots.champion.network import Network, values_of
from spielgeld.bots.champion.options import CHOICES, bid_options, turn_options
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.champion.weights import FILE, Damaged, champion_weights, pack, unpack
from spielgeld.engine import (
    Card,
    Match,
    Setup,
    View,
    deal_cards,
    reveal,
    set_up,
    shuffle,
    start_match,
    view_of,
)


def _dealt(setup: Setup, seed: int) -> Match:
    order = shuffle(setup.cards, Random(seed).randrange)
    return deal_cards(start_match(setup), order).match


def _views() -> list[View]:
    """A bid and a turn at some tables."""
    views = []
    for seed, (edition, players) in enumerate([("it", 5), ("pl", 6), ("it-full", 4)]):
        removed = ["Y"] if players == 4 else []
        match = _dealt(set_up(edition, players, removed=removed), seed)
        views.append(view_of(match, 0))
        bot = make_bot("penny")
        bids = [bot.choose_bid(view_of(match, seat), Random(0)) for seat in range(players)]
        shown = reveal(match, bids).match
        assert shown.deal
        views.append(view_of(shown, shown.deal.waiting[0]))
    return views


def _weighed(view: View) -> Any:
    """What the champion's network says of the choices of a view."""
    position = positions_of([view])
    seen = see(np, position)
    weights = champion_weights()
    if view.awaits == "bids":
        options = bid_options(np, position, seen.order, weights.arrays["potential"])
        return Network(weights, "bid").weigh(seen, options)
    return Network(weights, "turn").weigh(seen, turn_options(np, position, seen.order))


class _InPlainPython:
    """Arrays that are multiplied number by number, in whole numbers of any length."""

    __array_priority__ = 100

    def __init__(self, array: Any) -> None:
        self.columns = [[int(each) for each in column] for column in array.T]

    def __rmatmul__(self, inputs: Any) -> Any:
        rows = inputs.reshape(-1, inputs.shape[-1])
        found = [
            [sum(int(a) * b for a, b in zip(row, column, strict=True)) for column in self.columns]
            for row in rows.tolist()
        ]
        assert max(abs(each) for row in found for each in row) < 1 << 52, "exact in a float"
        return np.array(found, np.float64).reshape(*inputs.shape[:-1], len(self.columns))


def test_plain_whole_numbers_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    views = _views()[1:3]  # a turn at five, a bid at six
    fast = [_weighed(view) for view in views]
    before = Network.__init__

    def slow(self: Network, weights: Any, name: str) -> None:
        before(self, weights, name)
        self._arrays = {
            each: array if each.endswith("_bias") else _InPlainPython(array)
            for each, array in self._arrays.items()
        }

    monkeypatch.setattr(network.Network, "__init__", slow)
    for view, wanted in zip(views, fast, strict=True):
        assert _weighed(view).tolist() == wanted.tolist()


def test_every_number_is_whole() -> None:
    for view in _views():
        numbers = _weighed(view)
        assert (numbers == np.floor(numbers)).all()
        assert np.ptp(numbers[..., 0]) > 0


def test_a_chance_is_looked_up_between_the_steps() -> None:
    chances = champion_weights().arrays["chances"]
    logits = np.array([[0, 0], [1 << 16, 0], [99 << 16, 0], [-99 << 16, 0], [12345, 0]], float)
    wins = values_of(logits, chances) / UNIT
    wanted = 1 / (1 + np.exp(-np.clip(logits[:, 0] / (1 << 16), -8, 8)))
    assert np.abs(wins - wanted).max() < 1e-5
    assert values_of(np.array([[0, 1 << 16]], float), chances)[0] / UNIT == pytest.approx(
        0.5 + 51 / 512
    )


def test_bids_nearly_as_good_take_turns_and_others_do_not() -> None:
    values = [UNIT, UNIT - MIXING // 4, UNIT - 2 * MIXING, 2 * UNIT]
    legal = [True, True, True, False]
    rng = Random(1)
    drawn = [mixed(values, legal, rng) for _ in range(400)]
    assert set(drawn) == {0, 1}
    assert drawn.count(0) > drawn.count(1) > 50


@pytest.mark.slow
def test_many_views_at_once_bring_the_choices_of_each_alone() -> None:
    bot = ChampionBot(misjudging=40)
    assert isinstance(bot, BatchBot)
    views = _views()
    many = TOGETHER // 2  # of three kinds: more than are weighed at once
    bids, turns = views[0::2] * many, views[1::2] * many
    chances = range(len(bids))
    alone = [bot.choose_bid(view, Random(each)) for each, view in enumerate(bids)]
    assert bot.choose_bids(bids, [Random(each) for each in chances]) == alone
    assert len(set(alone)) > len(views)
    taken = [bot.choose_turn(view, Random(each)) for each, view in enumerate(turns)]
    assert bot.choose_turns(turns, [Random(each) for each in chances]) == taken


def test_who_misjudges_sometimes_takes_what_the_champion_would_not() -> None:
    view = _views()[1]
    champion, weaker = ChampionBot(), ChampionBot(misjudging=400)
    assert len({champion.choose_turn(view, Random(each)) for each in range(20)}) == 1
    assert len({weaker.choose_turn(view, Random(each)) for each in range(20)}) > 1


@pytest.mark.slow
def test_the_higher_level_chooses_more_often_as_the_champion_does() -> None:
    views = _views()[1::2] * 40
    agreed = []
    for name in ("random", "level4", "level5", "champion"):
        bot = make_bot(name)
        chosen = [bot.choose_turn(view, Random(each)) for each, view in enumerate(views)]
        best = [ChampionBot().choose_turn(view, Random(0)) for view in views[:3]] * 40
        agreed.append(sum(a == b for a, b in zip(chosen, best, strict=True)) / len(views))
    assert agreed == sorted(agreed)
    assert agreed[-1] == 1
    assert min(b - a for a, b in pairwise(agreed)) > 0.05


def test_candidates_are_different_and_the_last_is_the_bluff_card_alone() -> None:
    assert len({tuple(row) for row in CHOICES.tolist()}) == CANDIDATES
    assert CHOICES[SIT_OUT].sum() == 0


@pytest.mark.parametrize("place", [5, 2000, -1])
def test_damaged_weights_are_refused(place: int) -> None:
    whole = bytearray(pack({"bid.out": np.arange(2000, dtype=np.int16)}, {"bid.out": [3]}))
    assert unpack(bytes(whole)).arrays["bid.out"][7] == 7
    whole[place] ^= 1
    with pytest.raises(Damaged):
        unpack(bytes(whole))


def test_the_weights_are_small_and_those_of_the_wide_layers_have_eight_bits() -> None:
    weights = champion_weights()
    for name, bits in (("bid.table1", 7), ("turn.table2", 7), ("bid.deep", 15)):
        array = weights.arrays[name]
        assert 1 << bits - 1 <= np.abs(array).max() < 1 << bits
        assert len(weights.shifts[name]) == array.shape[1]
    packed = (files("spielgeld.bots.champion") / FILE).read_bytes()
    assert len(packed) < 3_000_000


def _same_order(order: Sequence[Card], deal: int) -> Sequence[Card]:  # noqa: ARG001
    return order


@pytest.mark.slow
def test_the_champion_beats_plain_players() -> None:
    setup = set_up("it", 5, house_rules={"deals": 1})
    bots = [ChampionBot(), *(make_bot("greedy") for _ in range(4))]
    won = 0.0
    for deal in range(12):
        order = shuffle(setup.cards, Random(deal).randrange)
        chances = [Random(f"{deal}/{seat}") for seat in range(5)]
        *_, last = play_match(setup, bots, chances, partial(_same_order, order))
        scores = last.match.scores[0]
        won += (scores[0] == max(scores)) / scores.count(max(scores))
    assert won > 12 / 5, "more than its share"
