"""Turns as numbers."""

from spielgeld.engine import KEEP, TAKE_LEFT, TAKE_RIGHT, TakeBid, Turn
from spielgeld.fast import steps

_TURNS: dict[int, Turn] = {steps.RIGHT: TAKE_RIGHT, steps.LEFT: TAKE_LEFT, steps.KEEP: KEEP}
_NUMBERS = {turn: number for number, turn in _TURNS.items()}


def turn_of(number: int) -> Turn:
    """The turn that a number stands for."""
    return _TURNS[number] if number in _TURNS else TakeBid(number - steps.TAKE_BID)


def number_of(turn: Turn) -> int:
    """The number that stands for a turn."""
    return steps.TAKE_BID + turn.seat if isinstance(turn, TakeBid) else _NUMBERS[turn]
