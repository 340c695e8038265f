"""What all environments share: an episode, illegal actions, rewards, rendering as text."""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from spielgeld.engine import Unreadable, quoted
from spielgeld.research.actions import Mask, mask_of
from spielgeld.research.conditions import Conditions
from spielgeld.research.deal import CardByCard
from spielgeld.research.observation import Observation
from spielgeld.research.rewards import Reward, check_reward, rewards_of

Illegal = Literal["lose", "raise"]


def agent_name(seat: int) -> str:
    """The name of a seat's agent."""
    return f"player_{seat}"


def check_options(reward: str, illegal: str) -> None:
    """Refuse options that do not exist."""
    check_reward(reward)
    if illegal not in get_args(Illegal):
        raise Unreadable(
            "illegal",
            f"an illegal action can be {' or '.join(get_args(Illegal))}, not {quoted(illegal)}",
            found=quoted(illegal),
        )


class Episode:
    """One deal in an environment: it ends when it is scored, or with an illegal action."""

    def __init__(self, deal: CardByCard, reward: Reward, illegal: Illegal) -> None:
        self._deal = deal
        self.loser: int | None = None
        """The seat that acted illegally, if any."""
        self._reward, self._illegal = reward, illegal

    @property
    def deal(self) -> CardByCard:
        """The deal itself: it can be inspected, cloned and resampled."""
        return self._deal

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self.loser is not None or self.deal.is_over

    @property
    def actor(self) -> int | None:
        """Whose choice it is where one chooses after the other."""
        return None if self.is_over else self.deal.actor

    @property
    def points(self) -> Sequence[int]:
        """What each seat scores, or would score now."""
        return self.deal.points

    def observe(self, seat: int) -> Observation:
        """The observation of the seat."""
        return self.deal.observe(seat)

    def mask(self, seat: int) -> Mask:
        """What the seat may do where one chooses after the other: nothing while another does."""
        return mask_of(self.deal.legal(seat) if seat == self.actor else [])

    def step(self, action: int, seat: int) -> None:
        """Let the seat do this. By default what is not legal ends the deal, and the seat loses."""
        if self._illegal == "lose" and action not in self.deal.legal(seat):
            self.loser = seat
        else:
            self.deal.step(action, seat)

    def rewards(self) -> NDArray[np.float32]:
        """By seat: nothing before the end."""
        if not self.is_over:
            return np.zeros(self.deal.players, np.float32)
        return rewards_of(self._reward, self.points, self.loser)

    def as_text(self) -> str:
        """The open table in words, with all hands: for whoever watches an experiment."""
        match = self.deal.match
        deal = match.deal
        if deal is None:
            return ""
        lines = [f"round {deal.round}, {len(deal.deck)} cards in the deck"]
        lines += [f"right: {_names(deal.right)}", f"left: {_names(deal.left)}"]
        for seat, hand in enumerate(deal.hands):
            lying = f"; bid: {_names(deal.lying[seat])}" if deal.lying[seat] else ""
            points = self.deal.points[seat]
            lines.append(f"{agent_name(seat)}: {_names(hand)}{lying}; {points} points")
        return "\n".join(lines)


def _names(cards: tuple[object, ...]) -> str:
    return " ".join(map(str, cards)) or "–"


def conditions_of(
    edition: str, players: int, house_rules: dict[str, object] | None, removed: list[str] | None
) -> Conditions:
    """The conditions that an environment's options name."""
    return Conditions(edition, players, house_rules or {}, removed)
