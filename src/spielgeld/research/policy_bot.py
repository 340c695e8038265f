"""A trained policy as a bot: in the arena, at the tables of a server, on the page."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from spielgeld.engine import Bid, NotAllowed, Turn, View, quoted
from spielgeld.research.actions import ACTIONS, SEAL, SEAL_WITH_BLUFF, Mask, turn_of_number
from spielgeld.research.compiling import prepare
from spielgeld.research.deal import Deal
from spielgeld.research.observation import Observation

Policy = Callable[[Observation, Mask], Any]
"""From observation and mask to an action, or to a logit for each of the 85."""


class PolicyBot:
    """Asks the policy action by action.

    Of logits the highest legal one is chosen; with a temperature one is drawn from their softmax,
    with the generator the bot is given. A policy must be stateless and must not draw random numbers
    of its own: `spielgeld.bots.conformance.check_bot` checks it.
    """

    def __init__(self, policy: Policy, *, temperature: float = 0.0) -> None:
        prepare()  # once, here, not in every process of an arena
        self._policy, self._temperature = policy, temperature

    def choose_bid(self, view: View, rng: Random) -> Bid:
        deal, seat = Deal.of_view(view), view.seat or 0
        while (action := self._choose(deal, seat, rng)) < SEAL:
            deal.step(action, seat)
        return Bid(deal.laid(seat), bluff=action == SEAL_WITH_BLUFF)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        seat = view.seat or 0
        action = self._choose(Deal.of_view(view), seat, rng)
        return turn_of_number(action, seat, view.setup.players)

    def _choose(self, deal: Deal, seat: int, rng: Random) -> int:
        mask = deal.mask(seat)
        answer = np.asarray(self._policy(deal.observe(seat), mask))
        legal = np.flatnonzero(mask).tolist()
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
