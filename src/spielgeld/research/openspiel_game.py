"""OpenSpiel: the whole game, one choice after the other, all chance explicit.

Needs the extra `openspiel`. Import this first, then `pyspiel.load_game("python_spielgeld")`, or
with options `pyspiel.load_game("python_spielgeld(edition=nl,players=3)")`.

Chance nodes draw the currencies that leave, then each card when somebody first sees it: a step that
draws cards is tried on a copy, its cards are drawn one by one, and the step is repeated.
"""

from functools import lru_cache
from random import Random
from typing import Any

import pyspiel

from spielgeld.engine import Setup, find_edition, removed_count, set_up
from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER
from spielgeld.fast.steps import CARDS, DRAWN, ORDER
from spielgeld.fast.words import MOST_CARDS, MOST_SEATS, layout_of
from spielgeld.research.actions import ACTIONS, SEAL
from spielgeld.research.deal import Deal
from spielgeld.research.episode import Dealer, rewards_of
from spielgeld.research.openspiel_view import Observer, action_text, information_state, laid_path

NAME = "python_spielgeld"
DEFAULTS = {"edition": "it", "players": 4}
_LONGEST = (MOST_CARDS + 1) * STALL_AFTER * MOST_SEATS * (MOST_CARDS + 2)
"""Every refill but nine in a row draws a card, and a round is at most this many choices."""
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Spielgeld (Money! by Reiner Knizia)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class SpielgeldGame(pyspiel.Game):
    """One deal; the returns are shares of the win less the fair share."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = {**DEFAULTS, **(params or {})}
        self.edition, self.players = options["edition"], options["players"]
        Dealer(self.edition, self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MOST_CARDS,
            num_players=self.players,
            min_utility=-1 / self.players,
            max_utility=1 - 1 / self.players,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, options)

    def new_initial_state(self) -> "SpielgeldState":
        """Return a state in which nothing is drawn."""
        return SpielgeldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer of tensors and words; with perfect recall of words alone."""
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards and of currencies that leave."""
        return MOST_CARDS + removed_count(self.players)


@lru_cache(maxsize=1024)
def _setup(edition: str, players: int, removed: tuple[int, ...]) -> Setup:
    leaving = [find_edition(edition).currencies[at].code for at in removed]
    return set_up(edition, players, removed=leaving, house_rules={"deals": 1})


class SpielgeldState(pyspiel.State):
    """A deal under way."""

    def __init__(self, game: SpielgeldGame) -> None:
        super().__init__(game)
        self._table = game.edition, game.players
        self._removed: tuple[int, ...] = ()
        self._drawn: tuple[int, ...] = ()
        self._wanted = HAND_SIZE * game.players + 2 * ROW_SIZE
        self._action = SEAL
        """The action to apply once all its cards are drawn."""
        self.deal: Deal | None = None

    def _agreed(self) -> bool:
        return len(self._removed) == removed_count(self._table[1])

    def current_player(self) -> int:
        """Return whose choice it is, or chance's."""
        if self.deal is None or self._wanted:
            return _CHANCE
        return _TERMINAL if self.deal.actor is None else self.deal.actor

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.deal is None else self.deal.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return currencies that may leave, or cards that may be drawn; all equally likely."""
        left = [each for each in self._undrawn() if each not in self._drawn]
        return [(each, 1 / len(left)) for each in left]

    def _undrawn(self) -> list[int]:
        if self.deal is not None:
            row = self.deal.row
            return sorted(row[ORDER + row[DRAWN] : ORDER + row[CARDS]].tolist())
        if self._agreed():
            setup = _setup(*self._table, self._removed)
            return sorted(layout_of(setup).numbers(setup.cards))
        currencies = find_edition(self._table[0]).currencies
        return [at for at in range(len(currencies)) if at not in self._removed]

    def _apply_action(self, action: int) -> None:
        if self.deal is not None and not self._wanted:
            self._try(self.deal, action)
        elif not self._agreed():
            self._removed += (action,)
        else:
            self._drawn += (action,)
            if len(self._drawn) == self._wanted:
                self._go_on()

    def _try(self, deal: Deal, action: int) -> None:
        if action < SEAL:
            deal.step(action)
            return
        tried = deal.clone()
        tried.step(action)
        self._wanted = deal.deck_size - tried.deck_size
        if self._wanted:
            self._action = action
        else:
            self.deal = tried

    def _go_on(self) -> None:
        """Deal the cards that were drawn, or apply the action that drew them."""
        cards = [*self._drawn, *[each for each, _ in self.chance_outcomes()]]
        if self.deal is None:
            setup = _setup(*self._table, self._removed)
            self.deal = Deal.begin(setup, [layout_of(setup).card[each] for each in cards])
        else:
            row = self.deal.row
            row[ORDER + row[DRAWN] : ORDER + row[CARDS]] = cards
            self.deal.step(self._action)
        self._drawn, self._wanted = (), 0

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielgeldState":
        """Return a state that the player cannot tell from this one; see `Deal.resample`."""
        if self.deal is None or self._wanted:
            raise ValueError("a state can be resampled where a player chooses, not chance")
        twin = self.deal.resample(player, Random(sampler()))
        bids = [action for seat in range(twin.players) for action in laid_path(twin, seat)]
        now = [action for seat in range(twin.players) for action in laid_path(self.deal, seat)]
        cards = twin.row[ORDER : ORDER + HAND_SIZE * twin.players + 2 * ROW_SIZE].tolist()
        first, done = [*self._removed, *cards], self.history()
        state: SpielgeldState = self.get_game().new_initial_state()
        for action in [*first, *done[len(first) : len(done) - len(now)], *bids]:
            state.apply_action(action)
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        if not self._agreed():
            return f"{find_edition(self._table[0]).currencies[action].code} leaves"
        return action_text(_setup(*self._table, self._removed), action, is_drawn=player == _CHANCE)

    def is_terminal(self) -> bool:
        """Return True if the deal has been counted."""
        return self.deal is not None and self.deal.is_over

    def returns(self) -> list[float]:
        """Return shares of the win less the fair share; nothing before the end."""
        if self.deal is None or not self.deal.is_over:
            return [0.0] * self._table[1]
        returns: list[float] = rewards_of("win_share", self.deal.points).tolist()
        return returns

    def __str__(self) -> str:
        """Return the full state in words, with all hands and unfinished bids."""
        drawn = f"drawn {' '.join(map(str, self._drawn))} of {self._wanted}"
        if self.deal is None:
            return f"leaving {' '.join(map(str, self._removed))}, {drawn}"
        seats = [information_state(self.deal, seat) for seat in range(self._table[1])]
        return "\n".join([*seats, f"{self._action} {drawn}"] if self._wanted else seats)


pyspiel.register_game(_TYPE, SpielgeldGame)
