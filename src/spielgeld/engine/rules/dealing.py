"""Setting a deal up: currencies out, the shuffle, hands, rows, deck.

Chance comes from outside as a function `below`: `below(n)` is a random whole number from 0 to n-1.
`random.Random(7).randrange` is one, `FairStream(seed, salts).below` another.
"""

from collections.abc import Callable, Iterable, Sequence

from spielgeld.engine.cards import Card, pile
from spielgeld.engine.editions import Edition
from spielgeld.engine.errors import Unreadable, first_few, quoted
from spielgeld.engine.setup import Setup, removed_count
from spielgeld.engine.state import Deal

HAND_SIZE = 6
ROW_SIZE = 4

Below = Callable[[int], int]


def draw_removed(edition: Edition, players: int, below: Below) -> tuple[str, ...]:
    """Draw the currencies that leave the game, once for the whole match (R7)."""
    codes = [currency.code for currency in edition.currencies]
    return tuple([codes.pop(below(len(codes))) for _ in range(removed_count(players))])


def shuffle(cards: Iterable[Card], below: Below) -> tuple[Card, ...]:
    """The cards in random order: the first leaves the deck first."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def check_order(setup: Setup, cards: Sequence[Card]) -> None:
    """Refuse, with code `cards`, an order that does not hold every card of the deal once."""
    if pile(cards) == setup.cards:
        return
    for card in cards:
        if card not in setup.cards:
            raise Unreadable(
                "cards",
                f"{quoted(str(card))} is not a card of this deal",
                why="cards_foreign",
                found=quoted(str(card)),
            )
    twice = [card.code for card in setup.cards if cards.count(card) > 1]
    absent = [card.code for card in setup.cards if card not in cards]
    faults = [f"{quoted(twice)} more than once"] if twice else []
    faults += [f"{quoted(absent)} not at all"] if absent else []
    raise Unreadable(
        "cards",
        f"the {len(setup.cards)} cards of the deal are there once each:"
        f" here are {' and '.join(faults)}",
        count=len(setup.cards),
        twice=first_few(twice),
        absent=first_few(absent),
    )


def deal_out(setup: Setup, number: int, cards: tuple[Card, ...]) -> Deal:
    """Six cards to each seat in turn, four to the right row, four to the left; the rest is deck."""
    ends = [HAND_SIZE * seat for seat in range(1, setup.players + 1)]
    hands = tuple([pile(cards[end - HAND_SIZE : end]) for end in ends])
    rows = ends[-1]
    right, left = cards[rows : rows + ROW_SIZE], cards[rows + ROW_SIZE : rows + 2 * ROW_SIZE]
    return Deal(
        number=number,
        round=1,
        hands=hands,
        unseen=hands,
        right=pile(right),
        left=pile(left),
        deck=cards[rows + 2 * ROW_SIZE :],
        turned_up=right + left,
        idle_refills=0,
        last_round=None,
        lying=((),) * setup.players,
        waiting=(),
        history=(),
        scores=None,
    )
