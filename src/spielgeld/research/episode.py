"""What all environments share: options, deals drawn from a seed, illegal actions, rewards."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from spielgeld.engine import (
    EDITIONS,
    Setup,
    Unreadable,
    find_edition,
    quoted,
    removed_count,
    set_up,
)
from spielgeld.fast.chance import below
from spielgeld.fast.words import COIN_BITS, Words
from spielgeld.research import core
from spielgeld.research.actions import ACTIONS, Mask
from spielgeld.research.compiling import prepare
from spielgeld.research.deal import Deal

ANY = "any"
Reward = Literal["win_share", "points"]
"""`win_share`: the share of the win (1, or a part where several are level) less the fair share, so
that the sum over the seats is 0. `points`: the points of the deal in hundreds."""
REWARDS: tuple[Reward, ...] = get_args(Reward)
Illegal = Literal["lose", "raise"]
Seed = int | Sequence[int | None] | None
"""Of many tables: a list of theirs, or the first one's; the others count up from it."""


def _check_options(reward: str, illegal: str) -> None:
    """Refuse options that do not exist."""
    given = (("reward", reward, REWARDS), ("illegal", illegal, get_args(Illegal)))
    for option, value, known in given:
        if value not in known:
            sentence = f"{option} can be {' or '.join(known)}, not {quoted(value)}"
            raise Unreadable(option, sentence, found=quoted(value), names=list(known))


def seeds_of(seed: Seed, now: Words) -> Words:
    """Return a seed for each table: of one number that number, the next, and so on.

    Without a seed a table keeps the one it has now.
    """
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
        if len(seed) != len(now):
            raise Unreadable("seed", f"{len(now)} seeds are wanted, not {len(seed)}")
        return np.array([seeds_of(each, now[at : at + 1])[0] for at, each in enumerate(seed)])
    if seed is None:
        return now
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise Unreadable(
            "seed", f"a seed is a whole number from 0, not {quoted(seed)}", found=quoted(seed)
        )
    first = np.uint64(int(seed) % (1 << 64))
    return (first + np.arange(len(now), dtype=np.uint64)).view(np.int64)


def random_seeds(tables: int) -> Words:
    """Return seeds that nobody knows."""
    return np.random.default_rng().integers(1 << 62, size=tables)


class Dealer:
    """Draws deals: the same seed gives the same deals in every environment."""

    def __init__(
        self,
        edition: str = "it",
        players: int = 4,
        *,
        house_rules: Mapping[str, object] | None = None,
        removed: Sequence[str] | None = None,
        reward: Reward = "win_share",
        illegal: Illegal = "lose",
        seed: int | None = None,
    ) -> None:
        """Check the options. The currencies that leave are drawn for each deal if not named."""
        _check_options(reward, illegal)
        prepare()
        self.reward, self.illegal = reward, illegal
        self._house_rules, self._removed = {**(house_rules or {}), "deals": 1}, removed
        self.players = players
        fitting = [key for key, each in EDITIONS.items() if players in each.players]
        if edition == ANY and not fitting:
            raise Unreadable(
                "players", f"no edition is for {quoted(players)}", found=quoted(players)
            )
        self._setups: dict[tuple[str, int], Setup] = {}
        self.editions = {
            key: self._look_at(key) for key in (fitting if edition == ANY else [edition])
        }
        """By edition that is drawn: what `core.begin` needs to know of it."""
        self.reseed(seed)

    def _look_at(self, edition: str) -> tuple[int, int, int, int]:
        leaving = self._removed
        if leaving is None:
            count = removed_count(self.players) if type(self.players) is int else 0
            leaving = [each.code for each in find_edition(edition).currencies[:count]]
        setup = self._set_up(edition, leaving)
        currencies = core.in_game(setup)
        self._setups[edition, currencies] = setup
        out = 127 & ~currencies
        coins = COIN_BITS if setup.rules.coins == "silver_gold" else COIN_BITS // 2
        is_fixed = self._removed is not None
        return self.players, out if is_fixed else out.bit_count(), int(is_fixed), coins

    def _set_up(self, edition: str, removed: Sequence[str]) -> Setup:
        return set_up(edition, self.players, removed=removed, house_rules=self._house_rules)

    @property
    def setup(self) -> Setup:
        """A table of the first edition that may be drawn; which currencies leave may differ."""
        return next(iter(self._setups.values()))

    def reseed(self, seed: int | None) -> None:
        """Begin the stream of deals of this seed, or of a random one."""
        self._seed = int(seeds_of(seed, random_seeds(1))[0])

    def deal(self) -> Deal:
        """Return the next deal of the stream."""
        deal = self.deal_of(self._seed)
        self._seed = int(deal.row[core.SEED])
        return deal

    def episode(self) -> "Episode":
        """Begin the next deal of the stream as an episode."""
        return Episode(self.deal(), self.reward, self.illegal)

    def deal_of(self, seed: int) -> Deal:
        """Return the deal of this seed, as `seeds_of` returns it; its row has the next seed."""
        keys = [*self.editions]
        key = keys[below(core.mix(core.mix(seed)), len(keys))]
        row = np.zeros(core.WIDTH, np.int64)
        row[core.SEED] = seed
        core.begin(row, *self.editions[key])
        return Deal(self.setup_of(key, int(row[core.IN_GAME])), row, [])

    def setup_of(self, edition: str, currencies: int) -> Setup:
        """Return a table of this edition with these currencies, as bits."""
        if (edition, currencies) not in self._setups:
            every = enumerate(find_edition(edition).currencies)
            removed = [each.code for at, each in every if not currencies >> at & 1]
            self._setups[edition, currencies] = self._set_up(edition, removed)
        return self._setups[edition, currencies]


class Episode:
    """One deal in an environment: it ends when it is scored, or with an illegal action."""

    def __init__(self, deal: Deal, reward: Reward, illegal: Illegal) -> None:
        self.deal = deal
        """It can be inspected, cloned and resampled."""
        self.loser: int | None = None
        """The seat that acted illegally, if any."""
        self._reward, self._illegal = reward, illegal

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self.loser is not None or self.deal.is_over

    def step(self, action: int, seat: int) -> None:
        """Let the seat do this. By default what is not legal ends the deal, and the seat loses."""
        if self._illegal == "raise":
            self.deal.step(action, seat)
        elif not self.deal.try_step(action, seat):
            self.loser = seat

    def mask(self, seat: int) -> Mask:
        """Return, by action, 1 where the seat may do it: nothing after the end."""
        return np.zeros(ACTIONS, np.int8) if self.is_over else self.deal.mask(seat)

    def rewards(self) -> NDArray[np.float64]:
        """Return the rewards by seat: nothing before the end."""
        if not self.is_over:
            return np.zeros(self.deal.players)
        return rewards_of(self._reward, self.deal.points, self.loser)


def rewards_of(
    reward: Reward, points: Sequence[int], loser: int | None = None
) -> NDArray[np.float64]:
    """Return the rewards by seat; a loser, who acted illegally, wins nothing and scores nothing."""
    rewards = np.empty(len(points))
    scores = np.array(points, np.int64)
    core.write_rewards(int(reward == "points"), scores, -1 if loser is None else loser, rewards)
    return rewards
