"""What all tables of `compiled_tables.py` have in common, computed once from the options."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spielgeld.bots.heuristic.characters import TEMPERS
from spielgeld.bots.heuristic.outlook import outlook
from spielgeld.engine import Setup, Unreadable, find_edition, quoted, removed_count, set_up
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import COIN_BITS, Words
from spielgeld.research.compiled_deal import AT_RANDOM, Outlooks
from spielgeld.research.compiled_view import constant_words, spread_bits
from spielgeld.research.rewards import Reward

RANDOM = "random"
OPPONENTS = (RANDOM, *TEMPERS)
"""The bots that are compiled."""


class Game(NamedTuple):
    """What all tables have in common."""

    tables: Tables
    outlooks: Outlooks
    constant: Words
    """See `constant_words`."""
    spread: Words
    numbers: Words
    """Players; currencies that leave, or which, as bits; whether these are fixed; coins; the
    caller's seat (-1: all, -2: drawn); whether points are the reward."""
    opponents: Words
    """Numbers in `outlooks`, or `AT_RANDOM`: every other seat draws one of them."""


def game_of(
    edition: str,
    players: int,
    opponents: str | Sequence[str] | None,
    seat: int | None,
    house_rules: Mapping[str, object],
    removed: Sequence[str] | None,
    reward: Reward,
) -> Game:
    """The game that these options name; see `CompiledTables`."""
    setup = _setup(edition, players, removed, house_rules)
    names = _names(opponents)
    caller = -1 if opponents is None else _caller(setup, seat)
    return _game(setup, names, caller, reward, removed is not None)


def _setup(
    edition: str, players: int, removed: Sequence[str] | None, house_rules: Mapping[str, object]
) -> Setup:
    leaving = removed
    if leaving is None:
        count = removed_count(players) if type(players) is int else 0
        leaving = [each.code for each in find_edition(edition).currencies[:count]]
    return set_up(edition, players, removed=leaving, house_rules={**house_rules, "deals": 1})


def _names(opponents: str | Sequence[str] | None) -> list[str]:
    names = [opponents] if isinstance(opponents, str) else list(opponents or ())
    for name in names:
        if name not in OPPONENTS:
            raise Unreadable(
                "bot",
                f"{quoted(name)} is not compiled; there are {', '.join(OPPONENTS)}",
                found=quoted(name),
                names=list(OPPONENTS),
            )
    if opponents is not None and not names:
        raise Unreadable("bots", "a table needs opponents")
    return names


def _caller(setup: Setup, seat: int | None) -> int:
    if seat is None:
        return -2
    setup.check_seat(seat)
    return seat


def _game(setup: Setup, names: Sequence[str], caller: int, reward: Reward, fixed: bool) -> Game:
    rules, players = setup.rules, setup.players
    tempers = sorted({*names} - {RANDOM})
    coins = COIN_BITS if rules.coins == "silver_gold" else COIN_BITS // 2
    codes = [each.code for each in setup.edition.currencies]
    which = sum(1 << codes.index(code) for code in setup.removed)
    leaving = which if fixed else len(setup.removed)
    numbers = [players, leaving, int(fixed), coins, caller, int(reward == "points")]
    chosen = [AT_RANDOM if name == RANDOM else tempers.index(name) for name in names]
    return Game(
        tables=tables_of(rules),
        outlooks=_outlooks(tempers, setup),
        constant=constant_words(setup),
        spread=spread_bits(),
        numbers=np.array(numbers, np.int64),
        opponents=np.array(chosen or [AT_RANDOM], np.int64),
    )


def _outlooks(tempers: Sequence[str], setup: Setup) -> Outlooks:
    """One at least, so that the arrays have a shape."""
    outlooks = [outlook(TEMPERS[name], setup.players, setup.rules) for name in tempers or ("best",)]
    arrays = [np.array(column, np.float64) for column in zip(*outlooks, strict=True)]
    hand, coins, first, second, *numbers = arrays
    return Outlooks(hand, coins, first, second, np.ascontiguousarray(np.array(numbers).T))
