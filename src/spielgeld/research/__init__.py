"""The game as an environment for research: one encoding, and the usual interfaces upon it.

Start with `docs/research.md`. What needs a library beyond the usual ones (PettingZoo,
Gymnasium, …) is in a module of its own, so that each needs only its extra.
"""
