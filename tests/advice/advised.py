"""Matches for advice: played by a bot that stays who it is, one of them with a blunder."""

from functools import cache
from random import Random

from spielgeld.advice.review import review
from spielgeld.advice.types import Review
from spielgeld.bots import Bot, make_bot
from spielgeld.bots.matches import play_match
from spielgeld.engine import Bid, Setup, Step, Turn, View, shuffle
from spielgeld.engine.records import Record, make_record
from support.play import random_setup

NAMES = ["Ann", "Bo", "Cleo", "Dov", "Eve"]
BLUNDER_ROUND = 5


class Blunderer:
    """Plays well, but once lays its whole hand on the table and takes what lies right for it."""

    def __init__(self) -> None:
        self._best = make_bot("best-2026-11")

    def choose_bid(self, view: View, rng: Random) -> Bid:
        if view.round == BLUNDER_ROUND:
            return Bid(view.hand)
        return self._best.choose_bid(view, rng)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        if view.round == BLUNDER_ROUND:
            return view.legal_turns[0]
        return self._best.choose_turn(view, rng)


def played(first: Bot, players: int = 3, deals: int = 1, seed: int = 1) -> list[Step]:
    """A whole match in which this bot has seat 0."""
    rng = Random(seed)
    setup = random_setup("it", players, rng, {"deals": deals})
    bots = [first, *[make_bot("best-2026-11") for _ in range(players - 1)]]
    chances = [Random(f"{seed} {seat}") for seat in range(players)]
    return [*play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))]


def recorded(steps: list[Step]) -> Record:
    setup: Setup = steps[0].match.setup
    return make_record(setup, NAMES[: setup.players], [e for step in steps for e in step.events])


@cache
def blunder() -> Record:
    return recorded(played(Blunderer(), seed=5))


@cache
def blunder_review() -> Review:
    return review(blunder(), 0)


@cache
def careful() -> list[Step]:
    """A match in which seat 0 plays as the review judges."""
    return played(make_bot("champion"), seed=3)


@cache
def careful_review() -> Review:
    return review(recorded(careful()), 0)
