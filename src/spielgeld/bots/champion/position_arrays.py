"""From the engine's views to the arrays that `features.py` takes."""

from collections.abc import Sequence

import numpy as np

from spielgeld.bots.champion.position import Position, position_of
from spielgeld.engine import View


def positions_of(views: Sequence[View]) -> Position:
    """All inputs of the network; the first dimension of the arrays is the view."""
    columns = zip(*map(position_of, views), strict=True)
    return Position._make(np.array(column, np.int32) for column in columns)
