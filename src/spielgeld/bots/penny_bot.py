"""The bot that bids one card, the one it needs least."""

from random import Random

from spielgeld.bots.piles import taken
from spielgeld.engine import KEEP, Bid, Card, Turn, View, score_hand, worth


class PennyBot:
    """Bids its cheapest card, takes what scores most at once; deterministic.

    The cheapest card is the one without which the hand scores most; among equals the lowest in
    value, then the highest in serial. The bluff card lies beside it only where it breaks ties, for
    there it costs nothing. Of exchanges that score the same it takes the one with more money, and
    rather keeps than takes.
    """

    def choose_bid(self, view: View, rng: Random) -> Bid:
        rules = view.setup.rules

        def price(card: Card) -> tuple[int, int, int]:
            rest = [other for other in view.hand if other is not card]
            return -score_hand(rules, rest).total, card.value, -card.serial

        return Bid((min(view.hand, key=price),), bluff=rules.bluff_breaks_ties)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        def gain(turn: Turn) -> tuple[int, int, bool]:
            pile = taken(view, turn)
            score = score_hand(view.setup.rules, view.hand + pile).total
            return score, worth(pile), turn == KEEP

        return max(view.legal_turns, key=gain)
