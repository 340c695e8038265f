"""Whether a bot keeps to the `Bot` protocol: call `check_bot` in your own tests.

from spielgeld.bots.conformance import check_bot
check_bot(MyBot)
"""

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from spielgeld.bots.bot import BatchBot, Bot
from spielgeld.bots.matches import play_match
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import (
    EDITIONS,
    RULE_VALUES,
    Bid,
    Match,
    NotAllowed,
    Setup,
    Turn,
    View,
    check_bid,
    draw_removed,
    quoted,
    resample,
    set_up,
    shuffle,
    view_of,
)

Choice = TypeVar("Choice", Bid, Turn)
Asking = Callable[[Bot, View, Random], Choice]
AskingMany = Callable[[BatchBot, Sequence[View], Sequence[Random]], Sequence[Choice]]


class NotConforming(AssertionError):
    """The bot does something a bot must not do; the sentence says what, and where."""


def check_bot(
    make_bot: Callable[[], Bot], *, tables: int = 32, every: int = 1, seed: int = 0
) -> None:
    """Let the bot play against random ones; raise `NotConforming` at its first violation.

    Every edition and number of players is played, with and without house rules, before any is
    repeated. Each decision is repeated by a fresh instance of the bot, in a match with other hidden
    cards, to check that it depends on the view and the generator alone; a `BatchBot` is also asked
    for many at once.

    For a slow bot: with `every=4` it makes every fourth decision, the others are random.
    """
    for number, setup in zip(range(tables), _setups(Random(f"{seed}/setups")), strict=False):
        _play_watched(make_bot, every, setup, Random(f"{seed}/{number}"))


def _play_watched(make_bot: Callable[[], Bot], every: int, setup: Setup, chance: Random) -> None:
    order = shuffle(setup.cards, chance.randrange)
    bots: list[Bot] = [RandomBot() for _ in range(setup.players)]
    bots[chance.randrange(setup.players)] = _Watched(make_bot, every)
    chances = [Random(chance.random()) for _ in bots]
    for _ in play_match(setup, bots, chances, lambda _: order):
        pass


def _setups(rng: Random) -> Iterator[Setup]:
    """Every edition and number of players, alternately without and with random house rules.

    Each combination alternates as well from one pass to the next.
    """
    with_house_rules = False
    while True:
        begun_with = with_house_rules
        for edition in EDITIONS.values():
            for players in edition.players:
                removed = draw_removed(edition, players, rng.randrange)
                drawn = {name: rng.choice(values) for name, values in RULE_VALUES.items()}
                house_rules = drawn if with_house_rules else {}
                rules = {**house_rules, "deals": 1}
                yield set_up(edition.key, players, removed=removed, house_rules=rules)
                with_house_rules = not with_house_rules
        with_house_rules = not begun_with


class _Watched:
    """Wraps the bot and checks its choices."""

    def __init__(self, make_bot: Callable[[], Bot], every: int) -> None:
        self._make = make_bot
        self._bot = make_bot()
        self._every = every
        self._decisions = 0

    def choose_bid(self, view: View, rng: Random) -> Bid:
        if not self._is_asked():
            return RandomBot().choose_bid(view, rng)
        bid = self._ask(
            lambda bot, seen, chance: bot.choose_bid(seen, chance),
            lambda bot, seen, chances: bot.choose_bids(seen, chances),
            view,
            rng,
        )
        if not isinstance(bid, Bid):
            raise NotConforming(f"{quoted(bid)} is not a bid; {_moment(view)}")
        try:
            check_bid(view.setup.rules, view.hand, bid)
        except NotAllowed as refusal:
            raise NotConforming(f"not a legal bid: {refusal}; {_moment(view)}") from None
        return bid

    def choose_turn(self, view: View, rng: Random) -> Turn:
        if not self._is_asked():
            return RandomBot().choose_turn(view, rng)
        turn = self._ask(
            lambda bot, seen, chance: bot.choose_turn(seen, chance),
            lambda bot, seen, chances: bot.choose_turns(seen, chances),
            view,
            rng,
        )
        if turn not in view.legal_turns:
            raise NotConforming(f"{quoted(turn)} is not a legal turn; {_moment(view)}")
        return turn

    def _is_asked(self) -> bool:
        self._decisions += 1
        return (self._decisions - 1) % self._every == 0

    def _ask(
        self, ask: Asking[Choice], ask_many: AskingMany[Choice], view: View, rng: Random
    ) -> Choice:
        again, fresh, honest = copy.copy(rng), copy.copy(rng), copy.copy(rng)
        together = [copy.copy(rng), copy.copy(rng)]
        process_wide = random.getstate()
        choice = ask(self._bot, view, rng)
        if random.getstate() != process_wide:
            raise NotConforming(f"the process-wide generator was used; {_moment(view)}")
        if ask(self._bot, view, again) != choice or ask(self._make(), view, fresh) != choice:
            raise NotConforming(f"the same view and chance gave other choices; {_moment(view)}")
        if isinstance(self._bot, BatchBot) and (
            list(ask_many(self._bot, [view, view], together)) != [choice, choice]
        ):
            raise NotConforming(f"asked many at once it chooses otherwise; {_moment(view)}")
        twin = resample(view, Random(f"{view.round}/{view.hand}"))
        if self._ask_in(twin, ask, view.seat, honest) != choice:
            raise NotConforming(f"the choice hangs on hidden cards; {_moment(view)}")
        return choice

    def _ask_in(self, match: Match, ask: Asking[Choice], seat: int | None, rng: Random) -> Choice:
        """What the bot chooses in this match, the only one a bot finds that walks the stack."""
        return ask(self._bot, view_of(match, seat), rng)


def _moment(view: View) -> str:
    """Where a violation happened, in a few words."""
    setup = view.setup
    return (
        f"edition {setup.edition.key}, {setup.players} players, house rules {setup.house_rules},"
        f" round {view.round}, seat {view.seat} holds {view.hand}"
    )
