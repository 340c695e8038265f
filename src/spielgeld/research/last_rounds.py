"""Last rounds of real deals as extensive-form games (`.efg`) for exact solvers such as Gambit's.

The rules are exactly the engine's: simultaneous bids, turns in order, scoring, shared wins. The
size of the game must be limited, because a hand of ten cards has a thousand bids and hidden cards
have many arrangements: `bids` says which bids each seat considers, `worlds` which deals are
possible.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod

from spielgeld.engine import Bid, Card, NotAllowed, Pile, View, pile, score_hand, turn_code
from spielgeld.research.actions import seals
from spielgeld.research.deal import CardByCard
from spielgeld.research.episode import agent_name
from spielgeld.research.rewards import win_shares

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


def every_world(deal: CardByCard) -> list[CardByCard]:
    """All deals consistent with what everybody has seen; refused if there are too many.

    The cards that only their owner has seen, or nobody, are distributed in every possible way.
    """
    truth = deal.match.deal
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
        found.append(CardByCard(deal.match._replace(deal=world)))
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
    worlds: CardByCard | Sequence[CardByCard], bids: Bids = every_bid, *, title: str = "last round"
) -> str:
    """The last round of the deal, or of equally likely deals, as the text of an `.efg` file."""
    deals = [worlds] if isinstance(worlds, CardByCard) else [*worlds]
    for deal in deals:
        if deal.match.awaits != "bids" or not deal.match.deal or not deal.match.deal.last_round:
            raise NotAllowed("not_now", "this is not the beginning of a last round", why="phase")
    return _Writer(bids).write(deals, title)


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

    def write(self, deals: list[CardByCard], title: str) -> str:
        players = " ".join(f'"{agent_name(seat)}"' for seat in range(deals[0].players))
        self._lines = [f'EFG 2 R "{title}" {{ {players} }}', '""', ""]
        if len(deals) > 1:
            share = Fraction(1, len(deals))
            chances = " ".join(f'"{at + 1}" {share}' for at in range(len(deals)))
            self._lines.append(f'c "" 1 "" {{ {chances} }} 0')
        for deal in deals:
            self._choices(deal)
        return "\n".join(self._lines) + "\n"

    def _choices(self, deal: CardByCard) -> None:
        _check_size(len(self._lines))
        seat = deal.actor
        if seat is None:
            self._end(deal)
            return
        view = deal.view(seat)
        if view.awaits == "bids":
            considered = self._bids(view)
            self._node(deal, seat, [str(bid) for bid in considered])
            for bid in considered:
                after = deal.clone()
                after.seal(seat, bid)
                self._choices(after)
        else:
            self._node(deal, seat, [str(turn_code(turn)) for turn in view.legal_turns])
            for turn in view.legal_turns:
                after = deal.clone()
                after.take(turn)
                self._choices(after)

    def _node(self, deal: CardByCard, seat: int, actions: list[str]) -> None:
        """A choice; a seat cannot tell nodes of one information set apart."""
        view = deal.view(seat)
        sets = self._sets[seat]
        number = sets.setdefault((view.hand, view.history), len(sets) + 1)
        names = " ".join(f'"{name}"' for name in actions)
        self._lines.append(f'p "" {seat + 1} {number} "" {{ {names} }} 0')

    def _end(self, deal: CardByCard) -> None:
        shares = tuple(win_shares(deal.points))
        number = self._outcomes.setdefault(shares, len(self._outcomes) + 1)
        payoffs = " ".join(f"{share:.9f}" for share in shares)
        self._lines.append(f't "" {number} "" {{ {payoffs} }}')
