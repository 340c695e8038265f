"""The list of bots: whose names are known, who is there, and who may join them."""

from dataclasses import replace

import pytest

from spielgeld.bots import BOTS, PUBLISHED, add_bot, make_bot
from spielgeld.bots.heuristic.bot import HeuristicBot
from spielgeld.bots.heuristic.characters import TEMPERS
from spielgeld.bots.random_bot import RandomBot
from spielgeld.bots.registry import FORMER, remove_bot
from spielgeld.engine import Unreadable


def test_bots_are_listed_in_the_order_people_meet_them() -> None:
    assert {name: entry.kind for name, entry in BOTS.items()} == dict(PUBLISHED)
    assert list(BOTS) == list(PUBLISHED)
    assert {"random", "greedy", "penny"} <= set(BOTS)


def test_former_bots_are_found_by_name_but_offered_to_nobody() -> None:
    assert set(FORMER) == {"level4-2026-11", "level5-2026-11", "best-2026-11"}
    assert not set(FORMER) & {*BOTS, *PUBLISHED}
    assert isinstance(make_bot("best-2026-11"), HeuristicBot)
    with pytest.raises(Unreadable, match="best-2026-11") as refused:
        add_bot("best-2026-11", RandomBot)
    assert refused.value.code == "bot_taken"


def test_a_character_is_who_it_was_whoever_is_best() -> None:
    assert TEMPERS["bluffer"] == replace(
        TEMPERS["best-2026-11"], even_first=70.0, even_second=42.0, stubbornness=8.0
    )


def test_an_own_bot_joins_the_list() -> None:
    class Mine(RandomBot):
        pass

    add_bot("Mine", Mine)
    try:
        assert BOTS["Mine"].kind == "own"
        assert isinstance(make_bot("Mine"), Mine)
        assert list(BOTS)[-1] == "Mine"
    finally:
        remove_bot("Mine")
    assert "Mine" not in BOTS


def test_our_own_bots_cannot_be_removed() -> None:
    remove_bot("greedy")
    assert "greedy" in BOTS


@pytest.mark.parametrize(
    ("name", "code"), [("greedy", "bot_taken"), ("level1", "bot_taken"), ("M" * 41, "name_long")]
)
def test_a_name_that_cannot_be_given_is_refused(name: str, code: str) -> None:
    before = list(BOTS)
    with pytest.raises(Unreadable) as refused:
        add_bot(name, RandomBot)
    assert refused.value.code == code
    assert list(BOTS) == before
