"""A trained policy as a bot: in the arena, at the tables of a server, on the page."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from spielgeld.engine import Bid, NotAllowed, Pile, Turn, View, pile, quoted
from spielgeld.fast.words import layout_of
from spielgeld.research.actions import (
    ACTIONS,
    SEAL,
    SEAL_WITH_BLUFF,
    Mask,
    legal_actions,
    mask_of,
    turn_of_number,
)
from spielgeld.research.observation import Observation, begin, complete

Policy = Callable[[Observation, Mask], Any]
"""From observation and mask to an action, or to a logit for each of the 85."""


class PolicyBot:
    """Asks the policy action by action.

    Of logits the highest legal one is chosen; with a temperature one is drawn from their softmax,
    with the generator the bot is given. A policy must be stateless and must not draw random numbers
    of its own: `spielgeld.bots.conformance.check_bot` checks it.
    """

    def __init__(self, policy: Policy, *, temperature: float = 0.0) -> None:
        self._policy, self._temperature = policy, temperature

    def choose_bid(self, view: View, rng: Random) -> Bid:
        laid: Pile = ()
        begun, card = begin(view), layout_of(view.setup).card
        while True:
            action = self._choose(view, begun, laid, rng)
            if action in {SEAL, SEAL_WITH_BLUFF}:
                return Bid(laid, bluff=action == SEAL_WITH_BLUFF)
            laid = pile((*laid, card[action]))

    def choose_turn(self, view: View, rng: Random) -> Turn:
        return turn_of_number(view, self._choose(view, begin(view), (), rng))

    def _choose(self, view: View, begun: bytes, laid: Pile, rng: Random) -> int:
        legal = legal_actions(view, laid)
        answer = np.asarray(self._policy(complete(view, begun, laid), mask_of(legal)))
        action = int(answer) if answer.size == 1 else self._among(answer, legal, rng)
        if action not in legal:
            raise NotAllowed("action", f"{quoted(action)} is no legal action", found=quoted(action))
        return action

    def _among(self, preferences: Any, legal: list[int], rng: Random) -> int:
        if preferences.size != ACTIONS:
            raise NotAllowed(
                "action", f"a policy has {ACTIONS} preferences, not {preferences.size}"
            )
        liked = preferences.reshape(-1)[legal].astype(float)
        if not self._temperature:
            return legal[int(liked.argmax())]
        weights = np.exp((liked - liked.max()) / self._temperature)
        return rng.choices(legal, weights.tolist())[0]
