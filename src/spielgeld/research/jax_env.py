"""JaxMARL's conventions around the rules in JAX: keys, dicts of agents, all agents at once.

Needs the extra `train` (JAX); JaxMARL itself is not needed, and takes the environment as it is.
Everything can be jitted and vmapped: `jax.vmap(env.step)`. Observations and masks are those of
PettingZoo's parallel environment, including `WAIT` for agents that have nothing to choose; a test
holds them equal. An illegal action loses the deal.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.batch import deal as batch_deal
from spielgeld.batch.deal import Deal, Rules
from spielgeld.batch.numbers import rules_as_numbers
from spielgeld.batch.piles import CURRENCIES, KINDS, SEATS, Array, points
from spielgeld.research.actions import (
    ACTIONS,
    KEEP_BID,
    RIGHT,
    SEAL,
    SEAL_WITH_BLUFF,
    TAKE_NEXT,
)
from spielgeld.research.conditions import Conditions
from spielgeld.research.episode import agent_name
from spielgeld.research.jax_view import cards_of, observe
from spielgeld.research.observation import SHAPE
from spielgeld.research.rewards import Reward, check_reward

WAIT = ACTIONS
"""The no-op of an agent that has nothing to choose."""
ALL = "__all__"
Tree = TypeVar("Tree")


class State(NamedTuple):
    """A deal being played, with unfinished bids. Arrays of six are indexed by seat."""

    deal: Deal
    laid: Array
    """What each has laid into its bid, sealed or not, before the reveal."""
    last: Array
    """The number of the card each has laid last; -1 for none."""
    sealed: Array
    bluff: Array
    shown: Array
    """The bids of the last reveal."""
    shown_bluff: Array
    shown_place: Array
    """The place in the order of the last reveal, from 1; 0 for seats that sat out."""
    loser: Array
    """The seat that acted illegally; -1 for none."""


class Discrete(NamedTuple):
    """A space of actions, as JaxMARL's."""

    n: int

    def sample(self, key: Array) -> Array:
        """A random action, legal or not."""
        return jax.random.randint(key, (), 0, self.n)


class Box(NamedTuple):
    """A space of observations, as JaxMARL's."""

    low: int
    high: int
    shape: tuple[int, ...]
    dtype: Any

    def sample(self, key: Array) -> Array:
        """A random observation."""
        return jax.random.randint(key, self.shape, self.low, self.high + 1).astype(self.dtype)


class SpielgeldJax:
    """All seats as agents, `player_0` and so on."""

    def __init__(
        self,
        edition: str = "it",
        players: int = 4,
        *,
        house_rules: Mapping[str, object] | None = None,
        removed: Sequence[str] | None = None,
        reward: Reward = "win_share",
    ) -> None:
        check_reward(reward)
        setup = Conditions(edition, players, house_rules or {}, removed).draw_setup(Random(0))
        codes = [each.code for each in setup.edition.currencies]
        self._reward, self._players = reward, players
        self._rules = rules_as_numbers(setup.rules, players)
        self._in_game = None
        if removed is not None:
            self._in_game = np.array([code not in removed for code in codes], np.int32)
        self.agents = [agent_name(seat) for seat in range(players)]
        self.num_agents = players

    name = "spielgeld"

    def observation_space(self, agent: str) -> Box:  # noqa: ARG002
        """The same for every agent."""
        return Box(0, 255, SHAPE, jnp.uint8)

    def action_space(self, agent: str) -> Discrete:  # noqa: ARG002
        """The same for every agent."""
        return Discrete(ACTIONS + 1)

    @property
    def agent_classes(self) -> dict[str, list[str]]:
        """All agents are alike."""
        return {"player": self.agents}

    def reset(self, key: Array) -> tuple[dict[str, Array], State]:
        """A new deal."""
        drawn, shuffled = jax.random.split(key)
        rules = Rules(*(jnp.asarray(each, jnp.int32) for each in self._rules))
        fixed = self._in_game
        in_game = batch_deal.draw_removed(rules, drawn) if fixed is None else jnp.asarray(fixed)
        order = batch_deal.shuffled(rules, in_game, shuffled)
        state = begin(batch_deal.deal_out(rules, in_game, order))
        return self.get_obs(state), state

    def step(
        self, key: Array, state: State, actions: dict[str, Array]
    ) -> tuple[dict[str, Array], State, dict[str, Array], dict[str, Array], dict[str, Array]]:
        """Step all agents; where a deal ends, a new one begins in the same step."""
        seen, after, rewards, dones, infos = self.step_env(key, state, actions)
        seen_anew, anew = self.reset(key)
        over = dones[ALL]
        return _either(over, seen_anew, seen), _either(over, anew, after), rewards, dones, infos

    def step_env(
        self,
        key: Array,  # noqa: ARG002 - all chance is drawn when a deal begins
        state: State,
        actions: dict[str, Array],
    ) -> tuple[dict[str, Array], State, dict[str, Array], dict[str, Array], dict[str, Array]]:
        """The same without a new deal."""
        chosen = jnp.stack([jnp.asarray(actions[name], jnp.int32) for name in self.agents])
        chosen = jnp.append(chosen, jnp.full(SEATS - self._players, WAIT, jnp.int32))
        after = act(state, chosen)
        over = is_over(after)
        scored = jnp.where(over, self.rewards(after), 0.0)
        rewards = {name: scored[seat] for seat, name in enumerate(self.agents)}
        dones = dict.fromkeys([*self.agents, ALL], over)
        return self.get_obs(after), after, rewards, dones, {"illegal": after.loser >= 0}

    def get_obs(self, state: State) -> dict[str, Array]:
        """What every agent knows."""
        shown = (state.shown, state.shown_place, state.shown_bluff)
        seen = jax.vmap(observe, (None, 0, 0, None))(
            state.deal, jnp.arange(self._players), state.laid[: self._players], shown
        )
        return {name: seen[seat] for seat, name in enumerate(self.agents)}

    def get_avail_actions(self, state: State) -> dict[str, Array]:
        """What every agent may do: 1 where it may."""
        allowed = masks(state)
        return {name: allowed[seat] for seat, name in enumerate(self.agents)}

    def rewards(self, state: State) -> Array:
        """By seat, for a deal that is over."""
        deal, seats = state.deal, np.arange(SEATS)
        sits = seats < self._players
        fouls = state.loser >= 0
        scores = points(deal.hands | deal.lying, deal.rules.coin_trios)
        scores = jnp.where(seats == state.loser, 0, scores)
        if self._reward == "points":
            return scores / 100
        counted = jnp.where(sits, jnp.where(fouls, seats != state.loser, scores), -1)
        won = counted == counted.max()
        return won / won.sum() - 1 / self._players


def begin(deal: Deal) -> State:
    """A deal of which nobody has laid anything."""
    nothing = jnp.zeros((SEATS, KINDS), jnp.int32)
    zeros = jnp.zeros(SEATS, jnp.int32)
    none = jnp.full(SEATS, -1, jnp.int32)
    loser = jnp.asarray(-1, jnp.int32)
    return State(deal, nothing, none, zeros, zeros, nothing, zeros, zeros, loser)


def is_over(state: State) -> Array:
    """Whether the deal is over: scored, or ended by an illegal action."""
    return (state.deal.over > 0) | (state.loser >= 0)


def _awaits_turn(deal: Deal) -> Array:
    return (deal.place != batch_deal.NOT_WAITING).any()


def masks(state: State) -> Array:
    """By seat and action, `WAIT` the last: 1 where it is legal."""
    deal, seats = state.deal, np.arange(SEATS)
    sits = seats < deal.rules.players
    turn = _awaits_turn(deal)
    bids = ~turn & ~is_over(state) & sits & (state.sealed == 0)
    acts = turn & ~is_over(state) & (deal.place == 0)
    begun = state.last >= 0
    cards = cards_of(deal.hands) * (np.arange(SEAL) > state.last[:, None])
    with_bluff = jnp.where(begun, deal.rules.breaks_ties, deal.rules.sits_out)
    laying = jnp.concatenate([cards, begun[:, None], with_bluff[:, None]], 1) * bids[:, None]
    other = (seats[:, None] + np.arange(1, SEATS)) % deal.rules.players
    waits = (deal.place[other] > 0) & (deal.place[other] != batch_deal.NOT_WAITING)
    there = np.arange(1, SEATS) < deal.rules.players
    rows = jnp.ones((SEATS, KEEP_BID - RIGHT + 1), bool)
    turns = jnp.concatenate([rows, waits & there], 1) * acts[:, None]
    idle = ~(bids | acts)
    return jnp.concatenate([laying, turns, idle[:, None]], 1).astype(jnp.int8)


def act(state: State, actions: Array) -> State:
    """Apply the actions of all seats; after an illegal one nothing else happens."""
    seats = np.arange(SEATS)
    fits = (actions >= 0) & (actions <= WAIT)
    allowed = jnp.take_along_axis(masks(state), jnp.where(fits, actions, 0)[:, None], 1)[:, 0]
    fouls = ~(fits & (allowed > 0)) & (seats < state.deal.rules.players)
    lost = state._replace(loser=jnp.argmax(fouls).astype(jnp.int32))
    turned = _turn(state, actions)
    laid = _lay(state, actions)
    after = _either(_awaits_turn(state.deal), turned, laid)
    return _either(is_over(state), state, _either(fouls.any(), lost, after))


def _either(condition: Array, one: Tree, other: Tree) -> Tree:
    """The one where the condition holds, else the other."""
    chosen: Tree = jax.tree.map(partial(jnp.where, condition), one, other)
    return chosen


def _turn(state: State, actions: Array) -> State:
    deal = state.deal
    actor = batch_deal.acting(deal)
    action = actions[actor]
    victim = (actor + action - TAKE_NEXT + 1) % deal.rules.players
    turn = jnp.where(action < TAKE_NEXT, action - RIGHT, batch_deal.TAKE_BID + victim)
    return state._replace(deal=_end_round(batch_deal.take_turn(deal, turn)))


def _lay(state: State, actions: Array) -> State:
    """Lay cards and seal bids; turn all up when the last is sealed."""
    lays, seals = actions < SEAL, (actions == SEAL) | (actions == SEAL_WITH_BLUFF)
    card = _pile_of(actions) * lays[:, None]
    after = state._replace(
        laid=state.laid | card,
        last=jnp.where(lays, actions, state.last),
        sealed=state.sealed | seals,
        bluff=jnp.where(actions == SEAL_WITH_BLUFF, 1, state.bluff),
    )
    sits = np.arange(SEATS) < state.deal.rules.players
    complete = ((after.sealed > 0) | ~sits).all()
    return _either(complete, _turn_up(after), after)


def _pile_of(cards: Array) -> Array:
    """Each card, by its number, as a pile of its own."""
    kind = jnp.minimum(cards // 9, CURRENCIES)
    bit = cards - 9 * kind
    return jnp.where(jnp.arange(KINDS) == kind[:, None], 1 << bit[:, None], 0).astype(jnp.int32)


def _turn_up(state: State) -> State:
    deal = batch_deal.reveal(state.deal, state.laid, state.bluff)
    place = jnp.where(deal.place == batch_deal.NOT_WAITING, 0, deal.place + 1)
    anew = begin(_end_round(deal))
    return anew._replace(shown=state.laid, shown_bluff=state.bluff, shown_place=place)


def _end_round(deal: Deal) -> Deal:
    return _either(_awaits_turn(deal), deal, batch_deal.end_round(deal))
