"""`spielgeld simulate`: matches among bots, as records."""

import hashlib
import sys
from argparse import Namespace
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import BinaryIO

from spielgeld.bots import make_bot, play_match
from spielgeld.cli.compilation import prepare_bots
from spielgeld.cli.file_locks import open_alone
from spielgeld.cli.game_options import read_house_rules, read_players, read_seed, tell_seed
from spielgeld.cli.output import FINE, REFUSED, Progress, complain
from spielgeld.cli.record_files import STANDARD_STREAM
from spielgeld.engine import (
    EDITIONS,
    RULE_VALUES,
    Card,
    FairStream,
    Setup,
    Unreadable,
    draw_removed,
    find_edition,
    set_up,
    shuffle,
)
from spielgeld.engine.editions import Edition, RuleValue
from spielgeld.engine.records import make_record, record_line, write_shuffle
from spielgeld.engine.records.format import ShuffleRecord
from spielgeld.engine.setup import check_players
from spielgeld.workers import on_all_cores

ANY = "any"
_PER_TASK = 4
"""Matches per task of a worker process; fewer than this are played in this process."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the plan and a number determine a match completely."""

    editions: tuple[Edition, ...]
    """One is drawn for each match."""
    players: int | None
    """None: drawn for each match."""
    draw_rules: bool
    house_rules: dict[str, RuleValue]
    bots: tuple[str, ...]
    """Repeated round the table."""
    seed: str


def run(arguments: Namespace) -> int:
    """Play the matches and write their records."""
    plan = _read_plan(arguments)
    prepare_bots(plan.bots)
    try:
        _write_records(plan, arguments)
    except BrokenProcessPool:
        complain("a process that played matches was killed; the records are not complete")
        return REFUSED
    return FINE


def _write_records(plan: Plan, arguments: Namespace) -> None:
    with ExitStack() as stack:
        out: BinaryIO = sys.stdout.buffer
        if arguments.out not in {None, STANDARD_STREAM}:
            out = stack.enter_context(open_alone(arguments.out))
        tell_seed(arguments.seed, plan.seed)
        shares_terminal = out is sys.stdout.buffer and sys.stdout.isatty()
        total = 0 if shares_terminal else arguments.matches
        progress = stack.enter_context(Progress("simulate", total))
        lines = on_all_cores(partial(play_one, plan), range(arguments.matches), _PER_TASK)
        for done, line in enumerate(lines, start=1):
            out.write(line)
            progress.update(done)
        out.flush()


def _read_plan(arguments: Namespace) -> Plan:
    """The plan from the options; an impossible one is refused before the first match."""
    players = _read_players(arguments.players)
    bots = tuple(name.strip() for name in arguments.bots.split(","))
    for name in bots:
        make_bot(name)
    return Plan(
        editions=_read_editions(arguments.edition, players),
        players=players,
        draw_rules=arguments.rules == ANY,
        house_rules=read_house_rules(arguments.house_rules),
        bots=bots,
        seed=read_seed(arguments.seed),
    )


def _read_players(text: str) -> int | None:
    return None if text == ANY else read_players(text)


def _read_editions(key: str, players: int | None) -> tuple[Edition, ...]:
    if key != ANY:
        edition = find_edition(key)
        if players is not None:
            check_players(edition, players)
        return (edition,)
    fitting = tuple(each for each in EDITIONS.values() if players in (None, *each.players))
    if not fitting:
        raise Unreadable("players", f"no edition is for {players} players")
    return fitting


def play_one(plan: Plan, number: int) -> bytes:
    """The record of the match of that number."""
    draw = Random(f"{plan.seed}/{number}/table")
    edition = draw.choice(plan.editions)
    players = plan.players or draw.choice(edition.players)
    rules = {name: draw.choice(values) for name, values in RULE_VALUES.items()}
    house_rules = {**(rules if plan.draw_rules else {}), **plan.house_rules}
    dealer = _Dealer(f"{plan.seed}/{number}", edition, players, house_rules)
    names = [plan.bots[seat % len(plan.bots)] for seat in range(players)]
    bots = [make_bot(name) for name in names]
    chances = [Random(f"{plan.seed}/{number}/{seat}") for seat in range(players)]
    steps = play_match(dealer.setup, bots, chances, dealer.card_order)
    events = [event for step in steps for event in step.events]
    titles = [f"{name} {seat}" for seat, name in enumerate(names)]
    record = make_record(dealer.setup, titles, events, dealer.shuffles)
    return record_line(record, {"bots": names, "simulated": {"seed": plan.seed, "match": number}})


class _Dealer:
    """Deals by the verifiable shuffle, with seeds derived from the seed of the simulation."""

    def __init__(
        self, seed: str, edition: Edition, players: int, house_rules: dict[str, RuleValue]
    ) -> None:
        self._seed = seed
        self._salts = [b""] * players
        self._stream = FairStream(self._deal_seed(1), self._salts)
        removed = draw_removed(edition, players, self._stream.below)
        self.setup: Setup = set_up(edition.key, players, removed=removed, house_rules=house_rules)
        self.shuffles: list[ShuffleRecord] = []

    def card_order(self, deal: int) -> tuple[Card, ...]:
        seed = self._deal_seed(deal)
        if deal > 1:
            self._stream = FairStream(seed, self._salts)
        self.shuffles.append(write_shuffle(seed, self._salts, removed_drawn=deal == 1))
        return shuffle(self.setup.cards, self._stream.below)

    def _deal_seed(self, deal: int) -> bytes:
        return hashlib.sha256(f"{self._seed}/deal {deal}".encode()).digest()
