"""Bots that answer many questions at once: asked so, and nothing else changes."""

from collections.abc import Sequence
from random import Random

import pytest

from spielgeld.arena.deals import Played, Seating, play_deals
from spielgeld.bots import BatchBot, Bot
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Bid, NotAllowed, Turn, View, set_up, shuffle

SETUP = set_up("it", 5, house_rules={"deals": 1})


class Together(RandomBot):
    """Plays as `random` does, many questions at once."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
        self.asked.append(len(views))
        return [self.choose_bid(view, rng) for view, rng in zip(views, rngs, strict=True)]

    def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Turn]:
        self.asked.append(len(views))
        return [self.choose_turn(view, rng) for view, rng in zip(views, rngs, strict=True)]


def play(bot: Bot, deals: int) -> list[Played]:
    """The bot beside four others, on every seat in turn."""
    rng, other, seatings = Random(1), RandomBot(), []
    for number in range(deals):
        order = shuffle(SETUP.cards, rng.randrange)
        bots = [bot if seat in {number % 5, 4} else other for seat in range(5)]
        seatings.append(Seating(SETUP, order, bots, [10 * number + seat for seat in range(5)]))
    return play_deals(seatings)


def test_who_is_asked_many_questions_at_once_plays_as_if_asked_one_by_one() -> None:
    bot = Together()
    assert isinstance(bot, BatchBot)
    assert not isinstance(RandomBot(), BatchBot)
    assert play(bot, 12) == play(RandomBot(), 12)
    assert bot.asked[0] == 12 + 10  # two seats each, but where both are one
    assert sum(bot.asked) > 5 * len(bot.asked)


def test_deals_side_by_side_are_the_deals_one_after_the_other() -> None:
    assert play(Together(), 12)[:3] == play(Together(), 3)


def test_too_few_answers_are_refused() -> None:
    class Short(Together):
        def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
            return super().choose_bids(views, rngs)[1:]

    with pytest.raises(NotAllowed, match="Short gave 5 answers to 6 questions") as refused:
        play(Short(), 3)
    assert refused.value.code == "bot_choice"


def test_an_error_and_a_bid_that_is_none_are_told_with_the_bot() -> None:
    class Broken(Together):
        def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Turn]:
            raise ZeroDivisionError

    class Foreign(Together):
        def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
            return [Bid(())] * len(views)

    for bot, code in ((Broken(), "bot_failed"), (Foreign(), "bot_choice")):
        with pytest.raises(NotAllowed, match=type(bot).__name__) as refused:
            play(bot, 2)
        assert refused.value.code == code
