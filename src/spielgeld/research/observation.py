"""What a seat knows, as a table of 24 rows and 80 columns of small numbers.

It is made from the seat's view and the cards it has already laid into its unfinished bid. A row is
a pile: 75 columns say which cards are in it, five hold numbers about it. The last row has the rules
and the state of the deal. Seats are relative: 0 is the own seat, 1 the next. Unused cells are 0.
`docs/research-reference.md` describes it row by row; `core.py` writes it.
"""

import numpy as np
from numpy.typing import NDArray

from spielgeld.fast.words import MOST_CARDS, MOST_SEATS

VERSION = 1
"""The version of the observation; it changes with the meaning of any cell."""

HAND, LAID, RIGHT, LEFT = 0, 1, 2, 3
LYING = 4
"""Six rows by seat: the open bid in front of it."""
BID = LYING + MOST_SEATS
"""Six rows by seat: its bid as it was turned up at the last reveal."""
KNOWN = BID + MOST_SEATS
"""Six rows by seat: what everybody has seen of its hand."""
UNSEEN = KNOWN + MOST_SEATS
MOMENT = UNSEEN + 1
ROWS = MOMENT + 1
COLUMNS = 80
SHAPE = (ROWS, COLUMNS)

SIZE = MOST_CARDS
"""The first of the five numbers of a row: how many cards there are."""
WORTH = SIZE + 1
"""Their plain sum, in tens."""
POINTS = SIZE + 2
"""In the hand's row: what all own cards score now, in tens; in the row of a pile that may be
taken: what the hand with it would score. At most 255."""
PLACE = SIZE + 3
"""LYING: 1 for the seat to act, 2 for the next …; BID: the same as of the reveal."""
BLUFF = SIZE + 4
"""BID: whether the bluff card lay there."""
UNKNOWN = SIZE + 1
"""KNOWN: how many other cards the hand has."""
DECK = SIZE + 1
"""UNSEEN: how many of the cards are in the deck; the rest is in hands."""

AWAITS_BID, AWAITS_TURN, PLAYERS = 0, 1, 2
ROUND, IDLE_REFILLS, LAST_ROUND = 6, 7, 8
SILVER_GOLD, SITS_OUT, BREAKS_TIES, LEFT_FIRST, SHORTFALL, COIN_TRIOS = range(11, 17)
IN_GAME = 17
MOST = 255

Observation = NDArray[np.uint8]
