"""Train an agent with Stable-Baselines3: `python train_ppo.py --minutes 10 --out agent`.

Needs `pip install 'spielgeld[sb3]'`. MaskablePPO learns a seat at tables where bots have the other
seats. It writes `agent.npz`, which `ppo_agent.py` plays, and `agent.csv`, the learning curve: once
a minute the win share of the deals it has just learned from, in which it explores. Every ten
minutes, and at the end, it plays 4,000 other deals without exploring, and prints the win share.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch import nn

from spielgeld.research.actions import ACTIONS
from spielgeld.research.gym_env import SpielgeldVectorEnv
from spielgeld.research.observation import HAND, MOMENT, POINTS, SHAPE, SIZE
from spielgeld.research.sb3_env import SpielgeldVecEnv

CURRENCIES, NOTES, WIDTH, BROAD = 7, 63, 64, 128
MINUTE = 60


class Net(nn.Module):
    """All currencies go through the same layers: what is learned of one is known of all."""

    latent_dim_pi, latent_dim_vf = ACTIONS, BROAD

    def __init__(self) -> None:
        super().__init__()
        others = SHAPE[1] - NOTES
        self.currency = nn.Linear(MOMENT * NOTES // CURRENCIES, WIDTH)
        self.table = nn.Linear(WIDTH + MOMENT * others + SHAPE[1], BROAD)
        self.again = nn.Linear(WIDTH, WIDTH)
        self.told = nn.Linear(BROAD, WIDTH)
        self.notes = nn.Linear(WIDTH, NOTES // CURRENCIES)
        self.rest = nn.Linear(BROAD, ACTIONS - NOTES)
        self.worth = nn.Linear(BROAD + WIDTH, BROAD)

    def forward(self, cells: Any) -> tuple[Any, Any]:
        seen = cells.view(-1, *SHAPE).clone()
        seen[:, :, SIZE : POINTS + 1] /= 32  # sizes, sums and points are large beside cards
        notes = seen[:, :MOMENT, :NOTES].reshape(len(seen), MOMENT, CURRENCIES, -1)
        each = torch.relu(self.currency(notes.transpose(1, 2).flatten(2)))
        numbers = seen[:, :MOMENT, NOTES:].flatten(1)
        table = torch.relu(self.table(torch.cat([each.sum(1), numbers, seen[:, MOMENT]], 1)))
        again = torch.relu(self.again(each) + self.told(table)[:, None])
        likes = torch.cat([self.notes(again).flatten(1), self.rest(table)], 1)
        return likes, torch.relu(self.worth(torch.cat([table, again.sum(1)], 1)))

    def forward_actor(self, cells: Any) -> Any:
        return self(cells)[0]

    def forward_critic(self, cells: Any) -> Any:
        return self(cells)[1]


class Policy(MaskableActorCriticPolicy):
    """The net's own answer is the preference for each action: no further layer."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Net()

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        for layer in (self.mlp_extractor.notes, self.mlp_extractor.rest):
            nn.init.orthogonal_(layer.weight, 0.01)
        self.optimizer = self.optimizer_class(self.parameters(), lr_schedule(1), eps=1e-5)


class Step(VecEnvWrapper):
    """A reward at every step: by how many hundreds the own cards score more than before."""

    def reset(self) -> Any:
        seen = self.venv.reset()
        self.before = self.points(seen)
        return seen

    def step_wait(self) -> Any:
        seen, rewards, over, infos = self.venv.step_wait()
        now = self.points(seen)
        after = now.copy()
        for at in np.flatnonzero(over):
            after[at] = self.points(infos[at]["terminal_observation"])
        rewards = after - self.before + 2 * rewards
        self.before = now
        return seen, rewards, over, infos

    @staticmethod
    def points(seen: Any) -> Any:
        return seen[..., HAND, POINTS].astype(np.float32) / 10


def win_share(model: Any, tables: SpielgeldVectorEnv, deals: int) -> float:
    """Return the agent's win share of so many deals, in which it takes its best action."""
    seen, info = tables.reset()
    won, played = 0.0, 0
    while played < deals:
        action, _ = model.predict(seen, deterministic=True, action_masks=info["action_mask"])
        seen, reward, over, _, info = tables.step(action)
        won, played = won + reward[over].sum(), played + int(over.sum())
    return float(won) / played + 1 / tables.tables.players


class Curve(BaseCallback):
    """Writes the learning curve and the agent, and stops when the time is up."""

    def __init__(self, tables: SpielgeldVectorEnv, seconds: float, out: Path) -> None:
        super().__init__()
        self.tables, self.seconds, self.out = tables, seconds, out
        self.rows: list[Any] = [("steps", "seconds", "cpu_seconds", "win_share")]
        self.began, self.measured = (time.monotonic(), time.process_time()), 0.0
        self.shares: list[float] = []

    def used(self) -> float:
        """Return the seconds of processor time since the start."""
        return time.process_time() - self.began[1]

    def _on_step(self) -> bool:
        infos = self.locals["infos"]
        self.shares += [infos[at]["episode"]["r"] for at in np.flatnonzero(self.locals["dones"])]
        return self.used() < self.seconds

    def _on_rollout_start(self) -> None:
        left = 1 - self.used() / self.seconds
        self.model.lr_schedule = lambda _: 1e-3 * max(left, 0.02)
        if self.used() > MINUTE * len(self.rows):
            self.keep()
        if self.used() - self.measured > 10 * MINUTE:
            self.measure()

    def _on_training_end(self) -> None:
        self.keep()
        self.measure()

    def keep(self) -> None:
        """Add a row to the curve and save the agent."""
        share = sum(self.shares) / max(1, len(self.shares)) + 1 / self.tables.tables.players
        row = (self.num_timesteps, time.monotonic() - self.began[0], self.used(), share)
        self.rows.append([f"{each:.4g}" if isinstance(each, float) else each for each in row])
        self.shares = []
        print(*self.rows[-1], flush=True)
        with self.out.with_suffix(".csv").open("w", newline="") as file:
            csv.writer(file).writerows(self.rows)
        layers = self.model.policy.mlp_extractor.state_dict().items()
        np.savez(self.out.with_suffix(".npz"), **{name: each.numpy() for name, each in layers})

    def measure(self) -> None:
        """Print the win share of deals that nobody learned from."""
        share = win_share(self.model, self.tables, 4000)
        print(f"measured in 4,000 deals: {share:.3f}", flush=True)
        self.measured = self.used()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10, help="of one processor core")
    parser.add_argument("--opponents", default="best", help="names with commas between them")
    parser.add_argument("--edition", default="it")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    table = {
        "opponents": given.opponents.split(","),
        "edition": given.edition,
        "players": given.players,
    }
    model = MaskablePPO(
        Policy,
        Step(SpielgeldVecEnv(128, seed=given.seed, **table)),
        learning_rate=1e-3,
        n_steps=64,
        batch_size=1024,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.01,
        seed=given.seed,
        device="cpu",
    )
    measured = SpielgeldVectorEnv(250, seed=given.seed + 1, **table)
    model.learn(10**12, callback=Curve(measured, MINUTE * given.minutes, given.out))


if __name__ == "__main__":
    main()
