"""What a deal was worth to each seat.

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
    """By seat; a loser, who did what is not allowed, wins nothing and scores nothing."""
    scored = np.array(points, np.float32)
    if loser is not None:
        scored[loser] = 0
    if reward == "points":
        return scored / np.float32(100)
    won = np.ones(len(points)) if loser is not None else scored == scored.max()
    if loser is not None:
        won[loser] = 0
    shares: NDArray[np.float32] = (won / won.sum() - 1 / len(points)).astype(np.float32)
    return shares
