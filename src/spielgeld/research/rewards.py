"""The rewards of a deal.

`win_share`: the share of the win (1, or a part where several are level) less the fair share: the
sum over the seats is 0. `points`: the points of the deal in hundreds.
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from spielgeld.engine import Unreadable, quoted

Reward = Literal["win_share", "points"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


def check_reward(name: str) -> None:
    """Refuse, with code `reward`, a name that is none."""
    if name not in REWARDS:
        raise Unreadable(
            "reward",
            f"there is no reward {quoted(name)}; there are {', '.join(REWARDS)}",
            found=quoted(name),
            names=list(REWARDS),
        )


def rewards_of(
    reward: Reward, points: Sequence[int], loser: int | None = None
) -> NDArray[np.float32]:
    """By seat; a loser, who acted illegally, wins nothing and scores nothing."""
    if reward == "win_share":
        return np.array(win_shares(points, loser), np.float32)
    scored = np.array(points, np.float32)
    if loser is not None:
        scored[loser] = 0
    return scored / np.float32(100)


def win_shares(points: Sequence[int], loser: int | None = None) -> list[float]:
    """By seat: the share of the win less the fair share."""
    counted = [seat != loser for seat in range(len(points))] if loser is not None else points
    won = [each == max(counted) for each in counted]
    return [each / sum(won) - 1 / len(points) for each in won]
