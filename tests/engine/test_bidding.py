"""Bidding: what may be laid, and the set of all legal bids."""

from collections import Counter
from random import Random

import pytest

from spielgeld.engine import (
    Bid,
    LegalBids,
    Match,
    NotAllowed,
    Refusal,
    Setup,
    Unreadable,
    check_bid,
    check_bids,
    legal_bids,
    reveal,
    view_of,
)
from support.play import bid_all, cards, open_deal, position, table

BOTH = pytest.mark.parametrize("bluff_only_bid", [True, False])


def bids_of(hand: str, *, bluff_only_bid: bool) -> LegalBids:
    setup = table(bluff_only_bid=bluff_only_bid)
    return LegalBids(setup.rules, cards(setup, hand))


def three_at_the_table(edition: str = "it") -> Match:
    return position(table(edition, 3), ["Y20a Y20b", "P40", "E60"], deck="R20a")


def refusal_code(setup: Setup, hand: str, bid: Bid) -> str | None:
    try:
        check_bid(setup.rules, cards(setup, hand), bid)
    except NotAllowed as refusal:
        return refusal.code
    return None


def test_any_cards_of_the_hand_with_or_without_the_bluff() -> None:
    setup = table()
    for bid in ("Y20a", "P40 *", "Y20a P40", "Y20a P40 KR10f *"):
        assert refusal_code(setup, "Y20a P40 KR10f", setup.bid(bid)) is None


def test_a_coin_alone_is_a_bid() -> None:
    setup = table("it")
    assert refusal_code(setup, "KR10a", setup.bid("KR10a")) is None


def test_nothing_at_all_is_no_bid() -> None:
    for edition in ("it", "nl"):
        assert refusal_code(table(edition), "Y20a", Bid(())) == "bid_empty"


def test_the_bluff_alone_only_where_the_rules_say_so() -> None:
    bluff = Bid((), bluff=True)
    assert refusal_code(table(bluff_only_bid=True), "Y20a", bluff) is None
    assert refusal_code(table(bluff_only_bid=False), "Y20a", bluff) == "bid_bluff_alone"


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    setup = table()
    assert refusal_code(setup, "Y20a", setup.bid("Y20b")) == "bid_not_in_hand"
    assert refusal_code(setup, "Y20a", setup.bid("Y20a Y20b *")) == "bid_not_in_hand"


def test_a_card_twice_is_refused() -> None:
    setup = table()
    assert refusal_code(setup, "Y20a P40", setup.bid("Y20a Y20a")) == "bid_card_twice"


def test_two_bluff_cards_cannot_even_be_read() -> None:
    with pytest.raises(Unreadable) as refused:
        table().bid("Y20a * *")
    assert refused.value.code == "bluff_twice"


@pytest.mark.parametrize("name", ["Y70", "y20a", "KR10g", "AG10a", "", "SG"])
def test_an_unknown_card_cannot_be_read(name: str) -> None:
    with pytest.raises(Unreadable) as refused:
        table("it").bid(["Y20a", name])
    assert refused.value.code == "card"


def test_a_card_of_a_removed_currency_cannot_be_read() -> None:
    with pytest.raises(Unreadable) as refused:
        table(players=4, removed=["P"]).bid("P40")
    assert refused.value.code == "card"


@pytest.mark.parametrize(
    ("bids", "code"),
    [
        (["Y20a", "P40"], "bid_missing"),
        (["Y20a", "P40", "E60", "Y20b"], "bid_missing"),
        (["Y20a", "Y20b", "E60"], "bid_not_in_hand"),
        (["Y20a", "*", "E60"], "bid_bluff_alone"),
        (["Y20a", "", "E60"], "bid_empty"),
        (["Y20a Y20a", "P40", "E60"], "bid_card_twice"),
    ],
)
def test_one_bad_bid_refuses_the_whole_reveal(bids: list[str], code: str) -> None:
    match = three_at_the_table()
    joint = [match.setup.bid(bid) for bid in bids]
    with pytest.raises(NotAllowed) as checked:
        check_bids(match, joint)
    with pytest.raises(NotAllowed) as revealed:
        reveal(match, joint)
    assert checked.value.code == revealed.value.code == code


def test_no_second_bid_while_turns_are_taken() -> None:
    match = bid_all(three_at_the_table(), "Y20a", "P40", "E60").match
    for ask in (lambda: bid_all(match, "Y20b", "P40", "E60"), lambda: legal_bids(match, 0)):
        with pytest.raises(Refusal) as refused:
            ask()
        assert refused.value.code == "not_now"


def test_the_order_in_which_cards_are_named_does_not_matter() -> None:
    match = position(table(players=3), ["P40 Y20a", "E30a E30b", "R20a"])
    backwards = Bid(cards(match.setup, "P40 Y20a")[::-1])
    step = reveal(match, [backwards, match.setup.bid("E30b E30a"), match.setup.bid("R20a")])
    assert open_deal(step.match).lying[0] == cards(match.setup, "Y20a P40")
    assert open_deal(step.match).waiting == (0, 1, 2)


@BOTH
@pytest.mark.parametrize("hand", ["Y20a", "Y20a P40", "Y20a E20a KR10a", "Y20a Y30a Y40 Y50 Y60"])
def test_walking_through_gives_each_legal_bid_once(hand: str, bluff_only_bid: bool) -> None:
    legal = bids_of(hand, bluff_only_bid=bluff_only_bid)
    walked = list(legal)
    assert len(walked) == len(set(walked)) == legal.count()
    assert all(bid in legal for bid in walked)
    assert (Bid((), bluff=True) in walked) == bluff_only_bid
    assert [len(bid.cards) for bid in walked] == sorted(len(bid.cards) for bid in walked)


@BOTH
def test_nothing_else_is_legal(bluff_only_bid: bool) -> None:
    """Every subset of four cards, of which the hand holds three, with and without the bluff."""
    setup = table(bluff_only_bid=bluff_only_bid)
    strange = cards(setup, "Y20a E30a P40 R50")
    legal = LegalBids(setup.rules, cards(setup, "Y20a E30a P40"))
    possible = [
        Bid(tuple(card for place, card in enumerate(strange) if number >> place & 1), bluff)
        for number in range(16)
        for bluff in (False, True)
    ]
    assert {bid for bid in possible if bid in legal} == set(legal)


@BOTH
def test_the_yes_or_no_agrees_with_the_check_that_raises(bluff_only_bid: bool) -> None:
    setup = table(bluff_only_bid=bluff_only_bid)
    legal = LegalBids(setup.rules, cards(setup, "Y20a P40"))
    codes = set()
    for bid in ("", "*", "Y20a", "Y20a *", "Y20b", "Y20a Y20a", "P40 Y20a *", "P40 R20a"):
        code = refusal_code(setup, "Y20a P40", setup.bid(bid))
        assert (setup.bid(bid) in legal) == (code is None), bid
        codes.add(code)
    refused = {"bid_empty", "bid_not_in_hand", "bid_card_twice", None}
    assert codes == (refused if bluff_only_bid else refused | {"bid_bluff_alone"})


@BOTH
def test_every_legal_bid_is_drawn_equally_often(bluff_only_bid: bool) -> None:
    legal = bids_of("Y20a P40", bluff_only_bid=bluff_only_bid)
    rng = Random(1999)
    expected = 1000
    drawn = Counter(legal.draw(rng) for _ in range(expected * legal.count()))
    assert set(drawn) == set(legal)
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert chi_square < 22.5, "one in a thousand with six degrees of freedom"


@BOTH
def test_a_hand_of_sixty_cards_is_counted_asked_and_drawn_from(bluff_only_bid: bool) -> None:
    setup = table(bluff_only_bid=bluff_only_bid)
    hand, rest = setup.cards[:60], setup.cards[60:]
    legal = LegalBids(setup.rules, hand)
    assert legal.count() == 2**61 - 2 + bluff_only_bid
    assert Bid(hand, bluff=True) in legal
    assert Bid(rest) not in legal
    drawn = legal.draw(Random(60))
    assert drawn in legal
    assert 10 < drawn.size < 50


def test_walking_through_a_large_hand_may_stop_early() -> None:
    setup = table(bluff_only_bid=True)
    first = [
        str(bid) for bid, _ in zip(LegalBids(setup.rules, setup.cards), range(4), strict=False)
    ]
    assert first == ["*", "Y20a", "Y20a *", "Y20b"]


def test_a_drawn_bid_follows_the_seed() -> None:
    legal = bids_of("Y20a P40 E60 R20a KR10a", bluff_only_bid=True)
    draws = [[legal.draw(rng) for _ in range(20)] for rng in (Random(7), Random(7), Random(8))]
    assert draws[0] == draws[1] != draws[2]


def test_a_seat_finds_its_legal_bids_in_its_view() -> None:
    match = three_at_the_table("nl")
    for seat in range(3):
        assert view_of(match, seat).legal_bids == legal_bids(match, seat)
        assert legal_bids(match, seat).hand == open_deal(match).hands[seat]
