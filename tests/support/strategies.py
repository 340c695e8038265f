"""Generators for Hypothesis: any agreement of any table, and matches played in several tempers."""

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import strategies as st

from spielgeld.engine import (
    EDITIONS,
    KEEP,
    RULE_VALUES,
    Bid,
    Match,
    Setup,
    Step,
    Turn,
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    shuffle,
    start_match,
    take_turn,
)
from support.play import open_deal, random_setup

Choose = Callable[[Match, Random], Turn]

house_rules = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from(values if name != "deals" else (1, 2))
        for name, values in RULE_VALUES.items()
    },
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any edition, number of players, currencies out and mix of house rules; at most two deals."""
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    players = draw(st.sampled_from(EDITIONS[edition].players))
    rules = {"deals": 1, **draw(house_rules)}
    return random_setup(edition, players, Random(draw(seeds)), rules)


seeds = st.integers(0, 2**32)

TEMPERS = ("any", "small", "idle", "robber")
"""Random players, ones that bid little, that keep or sit out, that take bids where they can."""

tempers = st.lists(st.sampled_from(TEMPERS), min_size=1, max_size=6)


def choose_bid(temper: str, match: Match, seat: int, rng: Random) -> Bid:
    legal = legal_bids(match, seat)
    hand = legal.hand
    if temper == "idle" and match.setup.rules.bluff_only_bid and rng.random() < 0.7:
        return Bid((), bluff=True)
    if temper == "any" or len(hand) < 2:
        return legal.draw(rng)
    chosen = rng.sample(hand, rng.choice((1, 1, 2)))
    return Bid(tuple(card for card in hand if card in chosen), bluff=rng.random() < 0.5)


def choose_turn(temper: str, match: Match, rng: Random) -> Turn:
    legal = legal_turns(match)
    if temper == "idle" and rng.random() < 0.9:
        return KEEP
    if temper == "robber" and len(legal) > 3:
        return rng.choice(legal[2:-1])
    return rng.choice(legal)


def steps(setup: Setup, tempers: list[str], seed: int) -> Iterator[Step]:
    """A whole match; the tempers go round the table."""
    rng = Random(seed)
    by_seat = [tempers[seat % len(tempers)] for seat in range(setup.players)]
    match = start_match(setup)
    while match.awaits != "nothing":
        if match.awaits == "cards":
            step = deal_cards(match, shuffle(setup.cards, rng.randrange))
        elif match.awaits == "bids":
            bids = [choose_bid(temper, match, seat, rng) for seat, temper in enumerate(by_seat)]
            step = reveal(match, bids)
        else:
            seat = open_deal(match).waiting[0]
            step = take_turn(match, seat, choose_turn(by_seat[seat], match, rng))
        yield step
        match = step.match


class Played(list[Step]):
    """All steps of a match, with a short `repr` for Hypothesis's reports."""

    def __repr__(self) -> str:
        setup = self[0].match.setup
        return f"<{len(self)} steps of {setup.edition.key} with {setup.house_rules}>"


matches = st.builds(lambda *args: Played(steps(*args)), setups(), tempers, seeds)
"""Whole matches."""
