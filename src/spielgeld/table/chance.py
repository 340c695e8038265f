"""The chance of a table that carries a seed: the same seed brings the same deals and bots again.

Who knows the seed knows all cards, so only a table with a single person has one. All other tables
draw theirs where they are needed, and nobody can foresee it.
"""

from hashlib import sha256
from random import Random

from spielgeld.table.state import Question, TableState


def deal_seed(state: TableState) -> bytes | None:
    """The secret of the next deal; None where it has to be drawn."""
    if state.seed is None:
        return None
    deal = len(state.match.scores) + 1 if state.match else 1
    return sha256(f"deal {deal} {state.seed}".encode()).digest()


def bot_chance(state: TableState, question: Question) -> Random | None:
    """The chance of the bot that is asked; None where it has to be drawn."""
    if state.seed is None:
        return None
    return Random(f"bot {question} {state.seed}")  # noqa: S311 - it is to be had again
