"""A training run, which can be interrupted and resumed.

A run is a folder: the networks and their moving average, the state of the optimiser, snapshots of
earlier networks (`*.npz`, each under 16 MB), `state.json` with everything else needed to resume,
and `curve.jsonl` with a line for every report.
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
from optax import ScaleByAdamState

from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.options import ROUNDS_AHEAD
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.heuristic.outlook import SHARES
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper
from spielgeld.fast.words import SETS
from spielgeld_training.checkpoints import AVERAGE, load_tree, load_with_critic, save_tree
from spielgeld_training.choices import League, Selection
from spielgeld_training.learner import Learner, Schedule, init_learner, train_step
from spielgeld_training.measure import without_exploration
from spielgeld_training.network import Params, init_params, with_critic, without_critic
from spielgeld_training.opponents import draw_league, opponent_odds, strongest
from spielgeld_training.rollout import Tally, empty_tally
from spielgeld_training.tables import Group, Table, new_tables, plain_menu, wide_menu
from spielgeld_training.tempers import tables_for

POTENTIAL_SHARE = 1
POTENTIAL_UNIT = 4
STATE = "state.json"
_TREES = ("params", AVERAGE, "momentum", "second_moment")
SNAPSHOTS = 3
Report = Callable[[dict[str, Any]], object]
_MEMORY = 0.98
"""The decay per step of the running totals kept for each opponent."""


GAMES = {"self": 640, "snapshots": 834, "field": 3968, "pair": 1088, "four": 1664}
"""Tables of learners only; of one learner among snapshots; of one learner among heuristic players
that are all alike; of two and of four learners among different heuristic players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings of a run. Pairs are the values at the beginning and at the end of a schedule."""

    seed: int = 1
    seconds: float = 600.0
    """How long the whole run trains."""
    redraw_every: float = 200.0
    """Seconds after which the heuristic opponents are drawn again."""
    start: str = ""
    """A folder with a run, or `published`: where the initial networks come from."""
    respond: bool = False
    """Train a best response: those networks are the only opponents, at tables of five in `it`."""
    tempers: int = 384
    """The number of heuristic opponents."""
    parents: tuple[dict[str, float], ...] = ()
    """The parents of a third of the first opponents; later, the strongest opponents are parents."""
    rounds: int = 16
    """Rounds played between two updates of the networks."""
    batch_size: int = 8192
    games: dict[str, int] = field(default_factory=GAMES.copy)
    """The number of tables of each kind."""
    learning_rate: tuple[float, float] = (1e-3, 1e-4)
    epsilon: tuple[float, float] = (0.1, 0.02)
    """The probability of exploring."""
    mixing: tuple[float, float] = (0.03, 1 / 128)
    td_lambda: tuple[float, float] = (0.9, 0.9)
    critic: bool = False
    """Whether the value of the next position is predicted by a critic that sees all hands."""
    lead_weight: float = 0.1
    average_decay: float = 0.9998
    snapshot_every: float = 45.0
    """Seconds."""
    report_every: float = 15.0
    """Seconds."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The tables of the league."""
        return (
            Group(self.games["self"], 6, "none"),
            Group(self.games["snapshots"], 1, "snapshot"),
            Group(self.games["field"], 1, "same"),
            Group(self.games["pair"], 2, "each"),
            Group(self.games["four"], 4, "each"),
        )


def read_configs(path: Path) -> list[Config]:
    """Read the settings of one run or several from a TOML file."""
    return [Config(**each) for each in tomllib.loads(path.read_text(encoding="utf-8"))["runs"]]


def seconds_trained(folder: Path) -> float:
    """Return how long the run in a folder has trained, 0 if there is none."""
    state = folder / STATE
    return json.loads(state.read_text(encoding="utf-8"))["seconds"] if state.exists() else 0.0


def potential_table() -> Any:
    """Return what a set of notes may be worth, by rounds to come; cards are sorted by it."""
    hand = np.asarray(tables_for([BEST_2026_11], odd=False).hand).reshape(
        ROUNDS_AHEAD, SHARES, SETS
    )
    return np.round(POTENTIAL_UNIT * hand[:, POTENTIAL_SHARE]).astype(np.int32)


def _decay(ends: tuple[float, float], progress: float) -> Any:
    """Return the value of a schedule that decays exponentially from the first to the second."""
    return jnp.float32(ends[0] * (ends[1] / ends[0]) ** min(1.0, progress))


class Run:
    """A run under way."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config, self.folder = config, folder
        self.key = jax.random.key(config.seed)
        params = self._initial_params()
        self.learner = init_learner(params if config.critic else without_critic(params))
        self.snapshots: Params = jax.tree.map(
            lambda each: jnp.stack([each] * SNAPSHOTS), without_critic(params)
        )
        self.seconds, self.steps, self.snapshots_taken, self.leagues = 0.0, 0, 0, 0
        self.parents = [Temper(**each) for each in config.parents]
        self._resume()
        rng = Random(f"league {config.seed} {self.leagues}")
        self.opponents = draw_league(config.tempers, self.parents, rng)
        tempers = tables_for(self.opponents, distortion=rng)
        players = tempers.mode.shape[0]
        menu = plain_menu("it", 5, players) if config.respond else wide_menu(players)
        self.league = League(
            self.learner.params,
            self.snapshots,
            tempers,
            jnp.asarray(potential_table()),
            menu,
            without_exploration(),
            without_exploration(MIXING / UNIT),
        )
        self.tally = empty_tally(players)
        self.running_tally = empty_tally(players)
        self.tables: Table = jax.jit(new_tables, static_argnums=1)(
            self.league.menu, config.groups, jax.random.fold_in(self.key, 1 + self.steps)
        )

    def _initial_params(self) -> Params:
        if self.config.start:
            return load_with_critic(Path(self.config.start))
        return with_critic(init_params(jax.random.fold_in(self.key, 0)))

    def _resume(self) -> None:
        """Restore the state saved in the folder, if there is one."""
        if not (self.folder / STATE).exists():
            return
        state = json.loads((self.folder / STATE).read_text(encoding="utf-8"))
        self.seconds, self.steps = state["seconds"], state["steps"]
        self.snapshots_taken, self.leagues = state["snapshots_taken"], state["leagues"]
        self.parents = [Temper(**each) for each in state["parents"]] or self.parents
        like = self.learner.params
        params, average, *moments = [load_tree(self.folder, name, like) for name in _TREES]
        updates = jnp.asarray(state["updates"], jnp.int32)
        self.learner = Learner(params, average, ScaleByAdamState(updates, *moments))
        self.snapshots = load_tree(self.folder, "snapshots", self.snapshots)

    def save(self) -> None:
        """Write everything needed to resume."""
        self.folder.mkdir(parents=True, exist_ok=True)
        params, average, adam = self.learner
        for name, tree in zip(_TREES, (params, average, adam.mu, adam.nu), strict=True):
            save_tree(self.folder, name, tree)
        save_tree(self.folder, "snapshots", self.snapshots, np.float16)
        state = {
            "seconds": self.seconds,
            "steps": self.steps,
            "snapshots_taken": self.snapshots_taken,
            "leagues": self.leagues + 1,
            "updates": int(adam.count),
            "parents": strongest(self.opponents, self.running_tally),
            "config": asdict(self.config),
        }
        (self.folder / STATE).write_text(json.dumps(state), encoding="utf-8")

    def train(self, seconds: float, report: Report) -> None:
        """Train for that many seconds, or until the run is over; report from time to time."""
        self.step()  # compiles first; that does not count as training time
        began = reported = time.monotonic()
        before = snapshot = self.seconds
        while self.seconds - before < seconds and self.seconds < self.config.seconds:
            loss = self.step()
            now = time.monotonic()
            self.seconds = before + now - began
            if self.seconds - snapshot > self.config.snapshot_every:
                if not self.config.respond:
                    self._take_snapshot()
                self.save()
                snapshot = self.seconds
            if now - reported > self.config.report_every:
                self._report(now - reported, loss, report)
                reported = time.monotonic()

    def step(self) -> float:
        """Play some rounds at all tables and learn from them; return the loss."""
        config = self.config
        progress = self.seconds / config.seconds
        selection = Selection(
            jnp.float32(config.lead_weight),
            _decay(config.mixing, progress),
            _decay(config.epsilon, progress),
        )
        schedule = Schedule(
            _decay(config.learning_rate, progress),
            _decay(config.td_lambda, progress),
            jnp.float32(config.average_decay),
        )
        league = self.league._replace(selection=selection, snapshots=self.snapshots)
        self.steps += 1
        self.learner, self.tables, tally, loss = train_step(
            self.learner,
            league,
            self.tables,
            schedule,
            jax.random.fold_in(self.key, 1000 + self.steps),
            groups=config.groups,
            rounds=config.rounds,
            batch_size=config.batch_size,
        )
        self.tally = jax.tree.map(jnp.add, self.tally, tally)
        self.running_tally = jax.tree.map(
            lambda old, new: _MEMORY * old + new, self.running_tally, tally
        )
        self.league = self.league._replace(
            menu=self.league.menu._replace(temper_odds=opponent_odds(self.running_tally))
        )
        return float(loss)

    def _take_snapshot(self) -> None:
        """Add the averaged networks to the league, in place of the oldest snapshot."""
        place = self.snapshots_taken % SNAPSHOTS
        self.snapshots = jax.tree.map(
            lambda all_, one: all_.at[place].set(one),
            self.snapshots,
            without_critic(self.learner.average),
        )
        self.snapshots_taken += 1

    def _report(self, seconds: float, loss: float, report: Report) -> None:
        tally: Tally = jax.tree.map(np.asarray, self.tally)
        alone = tally.alone / np.maximum(tally.alone_deals, 1)
        among = tally.among / np.maximum(tally.among_deals, 1)
        drawn = slice(0, self.config.tempers)
        deals = float(tally.deals)
        line = {
            "seconds": round(self.seconds, 1),
            "steps": self.steps,
            "deals": deals,
            "deals_per_second": round(deals / seconds),
            "rounds_per_deal": round(float(tally.rounds) / max(deals, 1), 2),
            "loss": round(loss, 4),
            "alone": _rounded(tally.alone[drawn].sum() / max(tally.alone_deals[drawn].sum(), 1)),
            "alone_hardest_tenth": _rounded(np.quantile(alone[drawn], 0.1)),
            "among": _rounded(tally.among[drawn].sum() / max(tally.among_deals[drawn].sum(), 1)),
            "among_strongest_tenth": _rounded(np.quantile(among[drawn], 0.9)),
            "penny": _rounded(alone[self.config.tempers]),
            "among_snapshots": _rounded(tally.snapshots / max(tally.snapshots_deals, 1)),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(line) + "\n")
        report(line)
        self.tally = empty_tally(len(alone))


def _rounded(number: Any) -> float:
    return round(float(number), 3)
