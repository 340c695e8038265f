"""A training run: from a configuration, in pieces that can be taken up again.

A run is a folder: the networks and their running mean, the two moments of the optimiser, earlier
selves (`*.npz`, each under 16 MB), `state.json` (what else is needed to go on) and `curve.jsonl` (a
line per report).
"""

import json
import time
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.options import ROUNDS_AHEAD
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.heuristic.outlook import SHARES
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper
from spielgeld.fast.words import SETS
from spielgeld_training.checkpoints import AVERAGE, load_tree, load_with_critic, save_tree
from spielgeld_training.choices import Habit, League
from spielgeld_training.learner import Learner, Pace, new_learner, train_once
from spielgeld_training.measure import steady
from spielgeld_training.network import Params, new_params, with_critic, without_critic
from spielgeld_training.opponents import draw_league, opponent_odds, strongest
from spielgeld_training.rollout import Tally, empty_tally
from spielgeld_training.tables import Group, Table, new_tables, plain_menu, wide_menu
from spielgeld_training.tempers import tables_for

POTENTIAL_SHARE = 1
POTENTIAL_UNIT = 4
_TREES = ("params", AVERAGE, "first", "second")
SELVES = 3
Tell = Callable[[dict[str, float]], None]
_MEMORY = 0.98
"""The decay per step of the running totals kept for each opponent."""


GAMES = {"self": 640, "selves": 834, "field": 3968, "pair": 1088, "four": 1664}
"""Self-play; among earlier snapshots; one learner among equals; two or four among others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The configuration of a run; one TOML file."""

    seed: int = 1
    seconds: float = 600.0
    """How long the whole run is, all pieces together."""
    piece: float = 200.0
    """Seconds after which the heuristic opponents are drawn anew."""
    start: str = ""
    """A folder with a run, or `published`: the networks it ended with are the initial ones."""
    respond: bool = False
    """Whether those are also the only opponent, with five players of `it`: to exploit them."""
    tempers: int = 384
    parents: tuple[dict[str, float], ...] = ()
    """Of a third of the opponents in the first piece; after that, whoever did best."""
    rounds: int = 16
    """Rounds played between two updates of the networks."""
    batch: int = 8192
    games: dict[str, int] = field(default_factory=GAMES.copy)
    """Tables by kind."""
    rate: tuple[float, float] = (1e-3, 1e-4)
    """The learning rate at the beginning and at the end; the pairs below likewise."""
    exploring: tuple[float, float] = (0.1, 0.02)
    mixing: tuple[float, float] = (0.03, 1 / 128)
    trust: tuple[float, float] = (0.9, 0.9)
    critic: bool = False
    """Whether what is still to come is estimated by a critic that sees all hands."""
    lead: float = 0.1
    averaging: float = 0.9998
    snapshot_every: float = 45.0
    """Seconds."""
    report_every: float = 15.0

    @property
    def groups(self) -> tuple[Group, ...]:
        """The tables of the league."""
        return (
            Group(self.games["self"], 6, "none"),
            Group(self.games["selves"], 1, "snapshot"),
            Group(self.games["field"], 1, "same"),
            Group(self.games["pair"], 2, "each"),
            Group(self.games["four"], 4, "each"),
        )


def read_config(path: Path) -> Config:
    """The configuration in a TOML file."""
    return Config(**tomllib.loads(path.read_text(encoding="utf-8")))


def potential_table() -> Any:
    """By rounds to come and set of notes: what it may be worth, for sorting cards."""
    hand = np.asarray(tables_for([BEST_2026_11], odd=False).hand).reshape(
        ROUNDS_AHEAD, SHARES, SETS
    )
    return np.round(POTENTIAL_UNIT * hand[:, POTENTIAL_SHARE]).astype(np.int32)


def _between(ends: tuple[float, float], done: float) -> Any:
    """Interpolates geometrically from the first value to the second."""
    return jnp.float32(ends[0] * (ends[1] / ends[0]) ** min(1.0, done))


class Run:
    """A run under way."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config, self.folder = config, folder
        self.key = jax.random.key(config.seed)
        params = self._first_params()
        self.learner = new_learner(params if config.critic else without_critic(params))
        self.selves: Params = jax.tree.map(
            lambda each: jnp.stack([each] * SELVES), without_critic(params)
        )
        self.spent, self.steps, self.kept, self.pieces = 0.0, 0, 0, 0
        self.parents = [Temper(**each) for each in config.parents]
        self._take_up()
        rng = Random(f"league {config.seed} {self.pieces}")
        self.opponents = draw_league(config.tempers, self.parents, rng)
        tempers = tables_for(self.opponents, bent=rng)
        players = tempers.mode.shape[0]
        menu = plain_menu("it", 5, players) if config.respond else wide_menu(players)
        self.league = League(
            self.learner.params,
            self.selves,
            tempers,
            jnp.asarray(potential_table()),
            menu,
            steady(),
            steady(MIXING / UNIT),
        )
        self.tally = empty_tally(players)
        self.known = empty_tally(players)
        self.tables: Table = jax.jit(new_tables, static_argnums=1)(
            self.league.menu, config.groups, jax.random.fold_in(self.key, 1 + self.steps)
        )

    def _first_params(self) -> Params:
        if self.config.start:
            return load_with_critic(Path(self.config.start))
        return with_critic(new_params(jax.random.fold_in(self.key, 0)))

    def _take_up(self) -> None:
        """Go on where the folder left off."""
        if not (self.folder / "state.json").exists():
            return
        state = json.loads((self.folder / "state.json").read_text(encoding="utf-8"))
        self.spent, self.steps, self.kept = state["spent"], state["steps"], state["kept"]
        self.pieces = state["pieces"]
        self.parents = [Temper(**each) for each in state["parents"]] or self.parents
        like = self.learner.params
        trees = {name: load_tree(self.folder, name, like) for name in _TREES}
        self.learner = Learner(**trees, steps=jnp.asarray(state["learnt"], jnp.int32))
        self.selves = load_tree(self.folder, "selves", self.selves)

    def save(self) -> None:
        """Write everything needed to go on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in _TREES:
            save_tree(self.folder, name, getattr(self.learner, name))
        save_tree(self.folder, "selves", self.selves, np.float16)
        state = {
            "spent": self.spent,
            "steps": self.steps,
            "kept": self.kept,
            "pieces": self.pieces + 1,
            "learnt": int(self.learner.steps),
            "parents": strongest(self.opponents, self.known),
            "config": asdict(self.config),
        }
        (self.folder / "state.json").write_text(json.dumps(state), encoding="utf-8")

    def go_on(self, seconds: float, tell: Tell) -> None:
        """Train for that many seconds, or until the run is over; report from time to time."""
        self.step()  # compiles first; that does not count as training time
        began = reported = time.monotonic()
        spent = snapshot = self.spent
        while self.spent - spent < seconds and self.spent < self.config.seconds:
            loss = self.step()
            now = time.monotonic()
            self.spent = spent + now - began
            if self.spent - snapshot > self.config.snapshot_every:
                if not self.config.respond:
                    self._keep_self()
                self.save()
                snapshot = self.spent
            if now - reported > self.config.report_every:
                self._report(now - reported, loss, tell)
                reported = time.monotonic()

    def step(self) -> float:
        """Play some rounds at all tables and learn from them: the loss."""
        config = self.config
        done = self.spent / config.seconds
        habit = Habit(
            jnp.float32(config.lead),
            _between(config.mixing, done),
            _between(config.exploring, done),
        )
        pace = Pace(
            _between(config.rate, done),
            _between(config.trust, done),
            jnp.float32(config.averaging),
        )
        league = self.league._replace(habit=habit, snapshots=self.selves)
        self.steps += 1
        self.learner, self.tables, tally, loss = train_once(
            self.learner,
            league,
            self.tables,
            pace,
            jax.random.fold_in(self.key, 1000 + self.steps),
            groups=config.groups,
            rounds=config.rounds,
            batch=config.batch,
        )
        self.tally = jax.tree.map(jnp.add, self.tally, tally)
        self.known = jax.tree.map(lambda old, new: _MEMORY * old + new, self.known, tally)
        self.league = self.league._replace(
            menu=self.league.menu._replace(temper_odds=opponent_odds(self.known))
        )
        return float(loss)

    def _keep_self(self) -> None:
        """Add the averaged networks to the league, in place of the oldest snapshot."""
        place = self.kept % SELVES
        self.selves = jax.tree.map(
            lambda all_, one: all_.at[place].set(one),
            self.selves,
            without_critic(self.learner.average),
        )
        self.kept += 1

    def _report(self, seconds: float, loss: float, tell: Tell) -> None:
        tally: Tally = jax.tree.map(np.asarray, self.tally)
        shares = tally.alone / np.maximum(tally.alone_deals, 1)
        among = tally.among / np.maximum(tally.among_deals, 1)
        wide = slice(0, self.config.tempers)
        deals = float(tally.deals)
        line = {
            "spent": round(self.spent, 1),
            "steps": self.steps,
            "deals": deals,
            "deals_per_second": round(deals / seconds),
            "rounds_per_deal": round(float(tally.rounds) / max(deals, 1), 2),
            "loss": round(loss, 4),
            "alone": _rounded(tally.alone[wide].sum() / max(tally.alone_deals[wide].sum(), 1)),
            "alone_hardest_tenth": _rounded(np.quantile(shares[wide], 0.1)),
            "among": _rounded(tally.among[wide].sum() / max(tally.among_deals[wide].sum(), 1)),
            "among_strongest_tenth": _rounded(np.quantile(among[wide], 0.9)),
            "penny": _rounded(shares[self.config.tempers]),
            "among_selves": _rounded(tally.selves / max(tally.selves_deals, 1)),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(line) + "\n")
        tell(line)
        self.tally = empty_tally(len(shares))


def _rounded(number: Any) -> float:
    return round(float(number), 3)
