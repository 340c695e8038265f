"""The bot that plays anything."""

from random import Random

from spielgeld.engine import Bid, Turn, View


class RandomBot:
    """Every legal choice is equally likely."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        return view.legal_bids.draw(rng)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        return rng.choice(view.legal_turns)
