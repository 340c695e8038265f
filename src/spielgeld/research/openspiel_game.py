"""OpenSpiel: the whole game, one choice after the other, all chance explicit.

Needs the extra `openspiel`. Import this first, then `pyspiel.load_game("python_spielgeld")`, or
with options `pyspiel.load_game("python_spielgeld(edition=nl,players=3)")`.

Chance nodes draw the currencies that leave, then each card when somebody first sees it. The engine
needs a whole deck when it deals or refills; so a step that would draw cards is tried on a copy, its
cards are drawn one by one, and the step is repeated with these on top of the deck.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from spielgeld.engine import Card, Setup, find_edition, removed_count, set_up
from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER
from spielgeld.fast.words import MOST_CARDS, MOST_SEATS, layout_of
from spielgeld.research.actions import ACTIONS, KEEP_BID, LEFT, RIGHT, SEAL, SEAL_WITH_BLUFF
from spielgeld.research.conditions import Conditions
from spielgeld.research.deal import CardByCard
from spielgeld.research.information import information_state, observation_text
from spielgeld.research.observation import SHAPE
from spielgeld.research.rewards import win_shares

NAME = "python_spielgeld"
DEFAULTS = {"edition": "it", "players": 4}
_LONGEST = (MOST_CARDS + 1) * STALL_AFTER * MOST_SEATS * (MOST_CARDS + 2)
"""Every refill but nine in a row draws a card, and a round is at most this many choices."""

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
        conditions = Conditions(options["edition"], options["players"])
        self.edition, self.players = conditions.edition, conditions.players
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
        """Nothing drawn yet."""
        return SpielgeldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Observations as tensors and words; with perfect recall in words alone."""
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Every card once, and the currencies that leave."""
        return MOST_CARDS + removed_count(self.players)


class SpielgeldState(pyspiel.State):
    """A deal under way."""

    def __init__(self, game: SpielgeldGame) -> None:
        super().__init__(game)
        self._edition, self._players = game.edition, game.players
        self._removed: list[int] = []
        self._setup: Setup | None = None
        self._drawn: list[Card] = []
        self._wanted = 0
        self._action: int | None = None
        """The action to apply once all its cards are drawn; None for the deal itself."""
        self.deal: CardByCard | None = None
        self._agree_if_ready()

    def current_player(self) -> int:
        """Whose choice it is, or chance's."""
        if self.deal is None or self._wanted:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self.deal.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.deal is None else self.deal.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Currencies that may leave, or cards that may be drawn next; all equally likely."""
        if self._setup is None:
            currencies = len(find_edition(self._edition).currencies)
            left = [at for at in range(currencies) if at not in self._removed]
        else:
            number = layout_of(self._setup).number
            left = sorted(number[card] for card in self._undrawn() if card not in self._drawn)
        return [(each, 1 / len(left)) for each in left]

    def _undrawn(self) -> Sequence[Card]:
        if self._setup is None:
            return ()
        deal = self.deal.match.deal if self.deal else None
        return deal.deck if deal else self._setup.cards

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self._try(action)
        elif self._setup is None:
            self._removed.append(action)
            self._agree_if_ready()
        else:
            self._drawn.append(layout_of(self._setup).card[action])
            if len(self._drawn) == self._wanted:
                self._go_on(self._setup)

    def _agree_if_ready(self) -> None:
        """Set up the game once the currencies that leave are drawn."""
        if len(self._removed) == removed_count(self._players):
            currencies = find_edition(self._edition).currencies
            leaving = [currencies[at].code for at in self._removed]
            rules = {"deals": 1}
            self._setup = set_up(self._edition, self._players, removed=leaving, house_rules=rules)
            self._wanted = HAND_SIZE * self._players + 2 * ROW_SIZE

    def _try(self, action: int) -> None:
        if self.deal is None:
            return
        tried = self.deal.clone()
        tried.step(action)
        self._wanted = self.deal.deck_size - tried.deck_size
        if self._wanted:
            self._action = action
        else:
            self.deal = tried

    def _go_on(self, setup: Setup) -> None:
        """All cards needed are drawn: deal them, or apply the pending action."""
        if self.deal is None or self._action is None:
            rest = [card for card in setup.cards if card not in self._drawn]
            self.deal = CardByCard.deal(setup, [*self._drawn, *rest])
        else:
            self.deal = self.deal.stack_deck(self._drawn)
            self.deal.step(self._action)
        self._drawn, self._wanted, self._action = [], 0, None

    def _action_to_string(self, player: int, action: int) -> str:
        if self._setup is None:
            return f"{find_edition(self._edition).currencies[action].code} leaves"
        if action < SEAL:
            code = layout_of(self._setup).card[action].code
            return f"draw {code}" if player == pyspiel.PlayerId.CHANCE else f"lay {code}"
        names = {
            SEAL: "seal",
            SEAL_WITH_BLUFF: "seal with bluff",
            RIGHT: "right",
            LEFT: "left",
            KEEP_BID: "keep",
        }
        return names.get(action, f"take +{action - KEEP_BID}")

    def is_terminal(self) -> bool:
        """Whether the deal has been counted."""
        return self.deal is not None and self.deal.is_over

    def returns(self) -> list[float]:
        """Shares of the win less the fair share; nothing before the end."""
        if self.deal is None or not self.deal.is_over:
            return [0.0] * self._players
        return win_shares(self.deal.points)

    def __str__(self) -> str:
        """The full state, with all hands and unfinished bids."""
        if self.deal is None:
            return f"leaving {self._removed}, drawn {' '.join(card.code for card in self._drawn)}"
        seats = [information_state(self.deal, seat) for seat in range(self._players)]
        drawn = f"{self._action} draws {' '.join(card.code for card in self._drawn)}"
        return "\n".join([*seats, drawn] if self._wanted else seats)


class Observer:
    """What a seat knows, as OpenSpiel asks for it."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("there are only observations of single players, without parameters")
        self._recalls = kind.perfect_recall
        self.tensor, self.dict = None, {}
        if not self._recalls:
            self.tensor = np.zeros(SHAPE[0] * SHAPE[1], np.float32)
            self.dict = {"observation": self.tensor.reshape(SHAPE)}

    def set_from(self, state: SpielgeldState, player: int) -> None:
        """Fill in the cells; before the cards are dealt there is nothing."""
        if "observation" in self.dict:
            self.dict["observation"][:] = 0 if state.deal is None else state.deal.observe(player)

    def string_from(self, state: SpielgeldState, player: int) -> str:
        """The same in words."""
        if state.deal is None:
            return "before the deal"
        text_of = information_state if self._recalls else observation_text
        return text_of(state.deal, player)


pyspiel.register_game(_TYPE, SpielgeldGame)
