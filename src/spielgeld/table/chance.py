"""Random numbers of a table with a seed: the same seed gives the same deals and bots' choices.

The seed reveals all cards, so only a table with a single person may have one. All other tables use
the system's random numbers, which nobody can predict.
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
    """The random number generator of the bot that is asked; None where it has to be seeded."""
    if state.seed is None:
        return None
    return Random(f"bot {question} {state.seed}")  # noqa: S311 - must be reproducible
