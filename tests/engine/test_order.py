"""Order: the highest sum first, and how ties are broken."""

from functools import cmp_to_key
from itertools import permutations
from random import Random

import pytest

from spielgeld.engine import KEEP, Bid, Place, Revealed, legal_bids, settle_order, take_turn
from support.play import bid_all, cards, open_deal, position, table


def order(*bids: str, bluff_breaks_ties: bool = False) -> tuple[Place, ...]:
    setup = table(bluff_only_bid=True, bluff_breaks_ties=bluff_breaks_ties)
    return settle_order(setup.rules, [setup.bid(bid) for bid in bids])


def seats(places: tuple[Place, ...]) -> list[int]:
    return [place.seat for place in places]


def reasons(places: tuple[Place, ...]) -> list[str | None]:
    return [place.ahead_by for place in places]


def test_the_highest_sum_goes_first() -> None:
    places = order("Y20a", "P60", "E20a E20b")
    assert seats(places) == [1, 2, 0]
    assert reasons(places) == ["worth", "worth", None]
    assert [place.worth for place in places] == [60, 40, 20]


def test_the_sum_counts_not_the_number_of_cards() -> None:
    assert seats(order("Y20a Y20b", "USD50")) == [1, 0]


def test_currencies_make_no_difference_to_the_sum() -> None:
    places = order("Y20a E30a", "SK60", "R20a R20b R20c")
    assert [place.worth for place in places] == [60, 60, 50]


def test_a_tie_of_three_goes_by_the_lowest_serial() -> None:
    places = order("SK20a", "USD20c", "Y20b")
    assert seats(places) == [2, 0, 1]
    assert reasons(places) == ["serial", "serial", None]


def test_a_tie_does_not_depend_on_the_seats() -> None:
    for bids in permutations(["Y20b", "SK20a", "USD20c"]):
        assert [bids[seat] for seat in seats(order(*bids))] == ["Y20b", "SK20a", "USD20c"]


def test_the_lowest_card_of_a_tied_bid_decides() -> None:
    places = order("E20a Y30a", "Y20a USD30c")
    assert seats(places) == [1, 0]
    assert [place.lowest.code for place in places] == ["Y20a", "E20a"]


def test_only_the_lowest_card_of_a_tied_bid_counts() -> None:
    assert seats(order("P20a E60", "P20b Y60")) == [0, 1]


def test_notes_come_before_coins_in_a_tie() -> None:
    places = order("KR10a KR10b", "USD20c")
    assert seats(places) == [1, 0]
    assert reasons(places) == ["serial", None]


def test_two_bids_of_coins_tie_by_their_serials() -> None:
    places = order("KR10c KR10d", "KR10b KR10e", "KR10a KR10f")
    assert seats(places) == [2, 1, 0]


def test_a_note_beside_a_coin_is_what_counts() -> None:
    places = order("KR10a USD20a", "Y30a")
    assert seats(places) == [0, 1]
    assert places[0].lowest.code == "USD20a"


def test_a_tie_behind_a_higher_bid_and_before_a_lower_one() -> None:
    places = order("Y20a", "P30b", "KR10a", "P30a", "USD60")
    assert seats(places) == [4, 3, 1, 0, 2]
    assert reasons(places) == ["worth", "serial", "worth", "worth", None]


def test_a_tied_bid_with_the_bluff_goes_first_where_it_breaks_ties() -> None:
    places = order("Y20a", "USD20c *", bluff_breaks_ties=True)
    assert seats(places) == [1, 0]
    assert reasons(places) == ["bluff", None]


def test_a_tied_bid_with_the_bluff_has_no_advantage_elsewhere() -> None:
    places = order("Y20a", "USD20c *", bluff_breaks_ties=False)
    assert seats(places) == [0, 1]
    assert reasons(places) == ["serial", None]


def test_a_tie_of_four_two_with_the_bluff() -> None:
    bids = ("Y20a", "USD20a *", "Y20b", "SK20a *")
    places = order(*bids, bluff_breaks_ties=True)
    assert seats(places) == [3, 1, 0, 2]
    assert reasons(places) == ["serial", "bluff", "serial", None]
    assert seats(order(*bids, bluff_breaks_ties=False)) == [0, 2, 3, 1]


def test_a_bluff_on_both_sides_leaves_it_to_the_serial() -> None:
    places = order("P20a *", "Y20a *", bluff_breaks_ties=True)
    assert seats(places) == [1, 0]
    assert reasons(places) == ["serial", None]


@pytest.mark.parametrize("bluff_breaks_ties", [True, False])
def test_the_bluff_never_beats_a_higher_sum(bluff_breaks_ties: bool) -> None:
    places = order("Y20a *", "P30a", bluff_breaks_ties=bluff_breaks_ties)
    assert seats(places) == [1, 0]
    assert reasons(places) == ["worth", None]
    assert [place.bluff for place in places] == [False, True]


@pytest.mark.parametrize("bluff_breaks_ties", [True, False])
def test_who_bid_the_bluff_alone_has_no_place(bluff_breaks_ties: bool) -> None:
    places = order("*", "Y20a", "*", "P20a", bluff_breaks_ties=bluff_breaks_ties)
    assert seats(places) == [1, 3]


def test_a_single_bid_is_ahead_of_nobody() -> None:
    assert reasons(order("*", "Y20a", "*")) == [None]
    assert order("*", "*", "*") == ()


def goes_before(one: Bid, other: Bid, *, bluff_breaks_ties: bool) -> bool:
    """The order of two bids, as the rules tell it."""
    one_sum, other_sum = (sum(card.value for card in bid.cards) for bid in (one, other))
    if one_sum != other_sum:
        return one_sum > other_sum
    if bluff_breaks_ties and one.bluff and not other.bluff:
        return True
    if bluff_breaks_ties and other.bluff and not one.bluff:
        return False
    every = {card.serial: bid for bid in (one, other) for card in bid.cards}
    return every[min(every)] is one


@pytest.mark.parametrize("bluff_breaks_ties", [True, False])
def test_random_bids_against_a_comparison_of_two(bluff_breaks_ties: bool) -> None:
    setup = table(bluff_breaks_ties=bluff_breaks_ties)
    rng = Random(16)

    def compare(one: Bid, other: Bid) -> int:
        return -1 if goes_before(one, other, bluff_breaks_ties=bluff_breaks_ties) else 1

    for _ in range(500):
        deck = rng.sample(setup.cards, 10)
        names = [" ".join(card.code for card in deck[at : at + 2]) for at in range(0, 10, 2)]
        bids = [setup.bid(name + rng.choice(["", " *"])) for name in names]
        expected = sorted(bids, key=cmp_to_key(compare))
        assert [bids[place.seat] for place in settle_order(setup.rules, bids)] == expected


def test_the_reveal_tells_the_order_and_the_seats_wait_in_it() -> None:
    match = position(table(players=3), ["P20a", "Y20a", "SK30a"])
    step = bid_all(match, "P20a", "Y20a", "SK30a")
    (revealed,) = step.events
    assert isinstance(revealed, Revealed)
    assert seats(revealed.order) == [2, 1, 0]
    assert open_deal(step.match).waiting == (2, 1, 0)


@pytest.mark.parametrize("bluff_breaks_ties", [True, False])
def test_the_bluff_card_is_back_in_hand_for_the_next_round(bluff_breaks_ties: bool) -> None:
    setup = table(players=3, bluff_breaks_ties=bluff_breaks_ties)
    hands = ["P20a", "Y20a", "SK30a"]
    step = bid_all(position(setup, hands, deck="R20a R20b"), "P20a *", "Y20a *", "SK30a *")
    assert open_deal(step.match).lying == tuple(cards(setup, hand) for hand in hands)
    for seat in (2, 1, 0):
        step = take_turn(step.match, seat, KEEP)
    for seat, hand in enumerate(hands):
        assert setup.bid(f"{hand} *") in legal_bids(step.match, seat)
