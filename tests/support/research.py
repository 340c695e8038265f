"""Deals for the tests of `research`."""

from collections.abc import Iterator
from random import Random

from spielgeld.engine import EDITIONS, RULE_VALUES, Setup, draw_removed, set_up, shuffle
from spielgeld.research.actions import SEAL
from spielgeld.research.deal import Deal


def every_setup(rng: Random) -> Iterator[Setup]:
    """Every edition with every number of players, each once plain and once with house rules."""
    for edition in EDITIONS.values():
        for players in edition.players:
            drawn = {name: rng.choice(values) for name, values in RULE_VALUES.items()}
            for rules in ({}, drawn):
                removed = draw_removed(edition, players, rng.randrange)
                house_rules = {**rules, "deals": 1}
                yield set_up(edition.key, players, removed=removed, house_rules=house_rules)


def deal_of(setup: Setup, rng: Random) -> Deal:
    """A deal at its beginning."""
    return Deal.begin(setup, shuffle(setup.cards, rng.randrange))


def play_at_random(deal: Deal, rng: Random) -> Iterator[Deal]:
    """The deal before every choice, and once when it is over. Every other choice seals a bid."""
    while not deal.is_over:
        yield deal
        deal.step(some_action(deal.legal(), rng))
    yield deal


def some_action(legal: list[int], rng: Random) -> int:
    """Any of them, but every other choice seals a bid."""
    seals = [action for action in legal if action >= SEAL]
    return rng.choice(seals if seals and rng.random() < 0.5 else legal)
