"""The conformance test: our bots pass it, bots that break the contract do not."""

import random
import sys
from collections.abc import Sequence
from random import Random

import pytest

from spielgeld.bots import BOTS, make_bot
from spielgeld.bots.conformance import NotConforming, check_bot
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import KEEP, Bid, Match, TakeBid, Turn, Unreadable, View
from support.chance import fewer

NETWORK = {"champion", "level4", "level5"}
"""The champion, and the champion with noise: one code, of which a table takes some seconds."""


@pytest.mark.parametrize("name", sorted({*BOTS} - NETWORK))
def test_every_registered_bot_conforms(name: str) -> None:
    check_bot(BOTS[name].make, tables=fewer(32))


@pytest.mark.slow
def test_the_champion_conforms() -> None:
    # Every edition and number of players once, half of them with house rules.
    check_bot(BOTS["champion"].make, tables=16, every=15)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(NETWORK - {"champion"}))
def test_the_champion_with_noise_conforms(name: str) -> None:
    check_bot(BOTS[name].make, tables=2, every=3)


def test_every_so_many_decisions_are_made_by_the_bot_and_the_others_are_random() -> None:
    asked: list[str] = []

    class Counted(RandomBot):
        def choose_bid(self, view: View, rng: Random) -> Bid:
            asked.append("bid")
            return super().choose_bid(view, rng)

        def choose_turn(self, view: View, rng: Random) -> Turn:
            asked.append("turn")
            return super().choose_turn(view, rng)

    counts = []
    for every in (1, 5):
        asked.clear()
        check_bot(Counted, tables=1, every=every)
        counts.append(len(asked))
        assert set(asked) == {"bid", "turn"}
    assert counts[1] <= counts[0] / 4


def test_a_name_without_a_bot_is_refused() -> None:
    with pytest.raises(Unreadable, match="'nobody'") as refused:
        make_bot("nobody")
    assert refused.value.code == "bot"


class BidsNothing(RandomBot):
    def choose_bid(self, view: View, rng: Random) -> Bid:  # noqa: ARG002 - a protocol's names
        return Bid(())


class BidsForeignCards(RandomBot):
    def choose_bid(self, view: View, rng: Random) -> Bid:  # noqa: ARG002
        return Bid(view.unseen[:1])


class TakesItsOwnBid(RandomBot):
    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        return TakeBid(view.waiting[0])


class Remembers(RandomBot):
    def __init__(self) -> None:
        self.asked = 0

    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        self.asked += 1
        return view.legal_turns[self.asked % 2]


class LearnsSlowly(RandomBot):
    """Answers the same question alike, but another way in later rounds than a bot that is new."""

    def __init__(self) -> None:
        self.rounds: set[int] = set()

    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        self.rounds.add(view.round)
        return view.legal_turns[len(self.rounds) > 1]


class TrustsTheEdition(RandomBot):
    """Knows where the bluff card alone is a bid, but nothing of house rules."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        if view.setup.edition.rules.bluff_only_bid:
            return Bid((), bluff=True)
        return view.legal_bids.draw(rng)


class BidsAWord(RandomBot):
    def choose_bid(self, view: View, rng: Random) -> Bid:  # noqa: ARG002
        return "Y20a"  # type: ignore[return-value]


class DrawsFromTheProcess(RandomBot):
    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        return random.choice(view.legal_turns)


class LooksBehindTheView(RandomBot):
    """Climbs to whoever runs the match, and reads the deck there."""

    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        frame = sys._getframe()
        while not isinstance(match := frame.f_locals.get("match"), Match):
            assert frame.f_back
            frame = frame.f_back
        assert match.deal
        return view.legal_turns[sum(card.serial for card in match.deal.deck[:3]) % 2]


class AnswersNonsense(RandomBot):
    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
        return "keep"  # type: ignore[return-value]


class MixesUpAnswers(RandomBot):
    """Lets all that are asked at once share one source of chance."""

    def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
        return [self.choose_bid(view, rngs[0]) for view in views]

    def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Turn]:
        return [self.choose_turn(view, rngs[0]) for view in views]


@pytest.mark.parametrize(
    ("bot", "lapse"),
    [
        (BidsNothing, "not a legal bid: a bid holds at least one card"),
        (BidsForeignCards, "not a legal bid: not in that hand"),
        (TakesItsOwnBid, "not a legal turn"),
        (AnswersNonsense, "not a legal turn"),
        (Remembers, "other choices"),
        (LearnsSlowly, "other choices"),
        (TrustsTheEdition, "not a legal bid: a bid here needs a note or a coin"),
        (BidsAWord, "'Y20a' is not a bid"),
        (DrawsFromTheProcess, "process-wide"),
        (LooksBehindTheView, "hidden cards"),
        (MixesUpAnswers, "many at once"),
    ],
)
def test_a_lapse_is_noticed_and_named(bot: type[RandomBot], lapse: str) -> None:
    with pytest.raises(NotConforming, match=lapse):
        check_bot(bot)


def test_a_bot_that_always_keeps_conforms() -> None:
    class Keeper(RandomBot):
        def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002
            return KEEP

    check_bot(Keeper, tables=4)
