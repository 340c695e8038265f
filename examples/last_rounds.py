"""Write the last round of a real deal as an extensive-form game, and solve it with OpenSpiel.

    pip install 'spielgeld[openspiel]'
    python last_rounds.py --seed 0 --out last_round.efg

The whole game is far too large to be solved exactly. A last round is not: the deck is empty, few
cards are hidden, and the choices decide the deal. The rules are exactly the engine's. Two arguments
limit the size, because a hand of ten cards has a thousand bids and hidden cards have many
arrangements: `bids` says which bids each seat considers, `every_world` finds the possible deals.
Gambit reads the file as well.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from pathlib import Path
from random import Random

import pyspiel

from spielgeld.bots import make_bot
from spielgeld.engine import (
    Bid,
    Card,
    Match,
    NotAllowed,
    Pile,
    View,
    pile,
    reveal,
    score_hand,
    take_turn,
    turn_code,
    view_of,
)
from spielgeld.research.actions import seals
from spielgeld.research.deal import agent_name
from spielgeld.research.episode import Dealer, rewards_of

Bids = Callable[[View], Sequence[Bid]]
"""Which bids a seat considers, from its view alone."""
MOST_NODES = 1_000_000


def every_bid(view: View) -> list[Bid]:
    """All bids, with the bluff card only where the rules give it an effect."""
    rules, found = view.setup.rules, list[Bid]()
    for size in range(len(view.hand) + 1):
        for cards in combinations(view.hand, size):
            plain, with_bluff = seals(rules, cards)
            found += [Bid(cards)] * plain + [Bid(cards, bluff=True)] * with_bluff
    return found


def cheapest_bids(count: int) -> Bids:
    """That many bids of one or two cards: those after which the rest of the hand scores most."""

    def choose(view: View) -> list[Bid]:
        rules = view.setup.rules
        some = [pair for size in (1, 2) for pair in combinations(view.hand, size)]

        def left(cards: Pile) -> int:
            return score_hand(rules, tuple(c for c in view.hand if c not in cards)).total

        kept = sorted(some, key=lambda cards: -left(cards))[:count]
        return [Bid(cards, bluff=rules.bluff_breaks_ties) for cards in kept]

    return choose


def every_world(match: Match) -> list[Match]:
    """All deals consistent with what everybody has seen; refused if there are too many.

    The cards that only their owner has seen, or nobody, are distributed in every possible way.
    """
    truth = match.deal
    if truth is None:
        raise NotAllowed("cards", "there is no deal yet")
    hidden = pile([card for secret in truth.unseen for card in secret] + [*truth.deck])
    counts = [len(secret) for secret in truth.unseen]
    left = [len(hidden) - sum(counts[:at]) for at in range(len(counts))]
    worlds = prod(comb(many, few) for many, few in zip(left, counts, strict=True))
    _check_size(worlds)
    known = [
        [card for card in hand if card not in secret]
        for hand, secret in zip(truth.hands, truth.unseen, strict=True)
    ]
    found = []
    for secrets, deck in _shared_out(hidden, counts):
        held = zip(known, secrets, strict=True)
        hands = tuple([pile([*cards, *secret]) for cards, secret in held])
        world = truth._replace(hands=hands, unseen=tuple(secrets), deck=deck)
        found.append(match._replace(deal=world))
    return found


def _shared_out(
    cards: Pile, counts: Sequence[int]
) -> Iterator[tuple[list[Pile], tuple[Card, ...]]]:
    if not counts:
        yield [], cards
        return
    for own in combinations(cards, counts[0]):
        rest = tuple([card for card in cards if card not in own])
        for others, deck in _shared_out(rest, counts[1:]):
            yield [own, *others], deck


def write_efg(
    worlds: Match | Sequence[Match], bids: Bids = every_bid, *, title: str = "last round"
) -> str:
    """The last round of the match, or of equally likely ones, as the text of an `.efg` file."""
    matches = [worlds] if isinstance(worlds, Match) else [*worlds]
    for match in matches:
        if match.awaits != "bids" or not match.deal or not match.deal.last_round:
            raise NotAllowed("not_now", "this is not the beginning of a last round", why="phase")
    return _Writer(bids).write(matches, title)


def _check_size(size: int) -> None:
    if size > MOST_NODES:
        raise NotAllowed("too_large", f"the game would have {size} nodes, more than {MOST_NODES}")


class _Writer:
    """Writes nodes in the order in which a solver reads them: each before what follows it."""

    def __init__(self, bids: Bids) -> None:
        self._bids = bids
        self._lines: list[str] = []
        self._sets: dict[int, dict[object, int]] = defaultdict(dict)
        """By seat: the numbers of its information sets."""
        self._outcomes: dict[tuple[float, ...], int] = {}

    def write(self, matches: list[Match], title: str) -> str:
        seats = range(matches[0].setup.players)
        players = " ".join(f'"{agent_name(seat)}"' for seat in seats)
        self._lines = [f'EFG 2 R "{title}" {{ {players} }}', '""', ""]
        if len(matches) > 1:
            share = Fraction(1, len(matches))
            chances = " ".join(f'"{at + 1}" {share}' for at in range(len(matches)))
            self._lines.append(f'c "" 1 "" {{ {chances} }} 0')
        for match in matches:
            self._choices(match, ())
        return "\n".join(self._lines) + "\n"

    def _choices(self, match: Match, bids: tuple[Bid, ...]) -> None:
        """Write all choices that follow; these bids are sealed already."""
        _check_size(len(self._lines))
        if len(bids) == match.setup.players:
            match, bids = reveal(match, bids).match, ()
        if match.awaits == "bids":
            view = view_of(match, len(bids))
            considered = self._bids(view)
            self._node(view, [str(bid) for bid in considered])
            for bid in considered:
                self._choices(match, (*bids, bid))
        elif match.awaits == "turn" and match.deal:
            view = view_of(match, match.deal.waiting[0])
            self._node(view, [str(turn_code(turn)) for turn in view.legal_turns])
            for turn in view.legal_turns:
                self._choices(take_turn(match, match.deal.waiting[0], turn).match, ())
        elif match.deal and match.deal.scores:
            self._end(match.deal.scores)

    def _node(self, view: View, actions: list[str]) -> None:
        """A choice; a seat cannot tell nodes of one information set apart."""
        sets = self._sets[view.seat or 0]
        number = sets.setdefault((view.hand, view.history), len(sets) + 1)
        names = " ".join(f'"{name}"' for name in actions)
        self._lines.append(f'p "" {(view.seat or 0) + 1} {number} "" {{ {names} }} 0')

    def _end(self, points: Sequence[int]) -> None:
        shares = tuple(rewards_of("win_share", points).tolist())
        number = self._outcomes.setdefault(shares, len(self._outcomes) + 1)
        payoffs = " ".join(f"{share:.9f}" for share in shares)
        self._lines.append(f't "" {number} "" {{ {payoffs} }}')


def last_round(seed: int) -> Match:
    """A deal of three that `best` has played up to its last round."""
    rng, bot = Random(seed), make_bot("best")
    deal = Dealer("it", players=3, seed=seed).deal()
    while not (deal.awaits_bids and deal.match.deal and deal.match.deal.last_round):
        for seat in deal.choosing:
            deal.play_bot(bot, seat, rng)
    return deal.match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the deal")
    parser.add_argument("--bids", type=int, default=1, help="how many each seat considers")
    parser.add_argument("--out", type=Path, default=Path("last_round.efg"))
    given = parser.parse_args()
    worlds = every_world(last_round(given.seed))
    text = write_efg(worlds, cheapest_bids(given.bids))
    given.out.write_text(text, "utf-8")
    print(f"{given.out}: {len(worlds)} ways in which the hidden cards can lie")
    solver = pyspiel.CFRPlusSolver(game := pyspiel.load_efg_game(text))
    for _ in range(60):
        solver.evaluate_and_update_policy()
    distance = pyspiel.nash_conv(game, solver.average_policy(), True)
    print(f"distance from an equilibrium: {distance:.4f}")


if __name__ == "__main__":
    main()
