"""A bot of your own: `spielgeld serve --bot examples/my_bot.py:MyBot`, then choose it for a seat.

It parts with the note of the currency it has least of, and takes the pile after which its hand
scores most. docs/bots.md tells what a bot may know, and how to see whether yours keeps to it.
"""

from random import Random

from spielgeld.bots import taken
from spielgeld.engine import Bid, Turn, View, score_hand


class MyBot:
    def choose_bid(self, view: View, rng: Random) -> Bid:
        def money(kind: str) -> int:
            return sum(card.value for card in view.hand if card.kind == kind)

        cheapest = min(view.hand, key=lambda card: (card.is_coin, money(card.kind), card.value))
        return Bid((cheapest,))

    def choose_turn(self, view: View, rng: Random) -> Turn:
        def score(turn: Turn) -> int:
            return score_hand(view.setup.rules, view.hand + taken(view, turn)).total

        return max(view.legal_turns, key=score)
