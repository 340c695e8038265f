"""What a choice would bring, told in advance: it comes true, and it needs nothing hidden."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spielgeld.engine import (
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    BidPreview,
    Match,
    NotAllowed,
    Pile,
    Refusal,
    Setup,
    Step,
    TakeBid,
    legal_bids,
    preview_bid,
    preview_turns,
    resample,
    reveal,
    score_hand,
    score_now,
    settle_order,
    take_turn,
    view_of,
)
from spielgeld.engine.preview import Change, changes_between
from support.chance import examples
from support.play import bid_all, open_deal, position, table
from support.strategies import matches, seeds

few = examples(60)


def moment(played: list[Step], awaits: str, data: st.DataObject) -> Match:
    """A match of those that awaits this."""
    found = [step.match for step in played if step.match.awaits == awaits]
    assume(found)
    return data.draw(st.sampled_from(found))


def drawn_bids(match: Match, rng: Random) -> list[Bid]:
    return [legal_bids(match, seat).draw(rng) for seat in range(match.setup.players)]


def seats(setup: Setup) -> st.SearchStrategy[int]:
    return st.sampled_from(range(setup.players))


@few
@given(matches, seeds, st.data())
def test_a_bid_brings_what_its_preview_says(
    played: list[Step], seed: int, data: st.DataObject
) -> None:
    """The first of the order acts while the rows lie as they did; anybody may still keep."""
    match = moment(played, "bids", data)
    rules = match.setup.rules
    bids = drawn_bids(match, Random(seed))
    shown = reveal(match, bids)
    previews = [preview_bid(view_of(match, seat), bid) for seat, bid in enumerate(bids)]
    for place in settle_order(rules, bids):
        preview = previews[place.seat]
        assert (preview.worth, preview.bluff) == (place.worth, place.bluff)
        assert preview.lowest is place.lowest
    for seat, preview in enumerate(previews):
        assert preview.size == bids[seat].size
        assert preview.keep.score == score_hand(rules, open_deal(match).hands[seat])
        assert preview.keep.changes == ()
    if waiting := open_deal(shown.match).waiting:
        first = waiting[0]
        for turn, name in ((TAKE_RIGHT, "right"), (TAKE_LEFT, "left"), (KEEP, "keep")):
            after = open_deal(take_turn(shown.match, first, turn).match)
            told = getattr(previews[first], name)
            assert told.score == score_hand(rules, after.hands[first])


@few
@given(matches, st.data())
def test_a_turn_brings_what_its_preview_says(played: list[Step], data: st.DataObject) -> None:
    match = moment(played, "turn", data)
    seat = open_deal(match).waiting[0]
    view = view_of(match, seat)
    previews = preview_turns(view)
    assert tuple(turn for turn, _ in previews) == view.legal_turns
    for turn, told in previews:
        after = open_deal(take_turn(match, seat, turn).match).hands[seat]
        before = open_deal(match).hands[seat] + open_deal(match).lying[seat]
        assert told.score == score_hand(match.setup.rules, after)
        assert_changes_come_true(told.changes, before, after)


def assert_changes_come_true(changes: Sequence[Change], before: Pile, after: Pile) -> None:
    """Every kind whose cards differ in sum is named once, with the sums it has."""
    sums = [Counter[str](), Counter[str]()]
    for summed, cards in zip(sums, (before, after), strict=True):
        for card in cards:
            summed[card.kind] += card.value
    was, now = sums
    told = {change.kind: (change.was, change.now) for change in changes}
    assert len(told) == len(changes)
    for kind in {*was, *now}:
        if was[kind] != now[kind]:
            assert told[kind] == (was[kind], now[kind])


@few
@given(matches)
def test_a_later_turn_is_among_those_that_were_previewed(played: list[Step]) -> None:
    """Rows may have changed since, but a bid that still lies there is the same."""
    for before, now in pairwise(played):
        if before.match.awaits != "turn" or now.match.awaits != "turn":
            continue
        if open_deal(before.match).round != open_deal(now.match).round:
            continue
        deal = open_deal(now.match)
        earlier = dict(preview_turns(view_of(before.match, deal.waiting[0])))
        for turn, told in preview_turns(view_of(now.match, deal.waiting[0])):
            assert turn in earlier
            assert told.score == earlier[turn].score or not isinstance(turn, TakeBid)


@few
@given(matches, seeds, st.data())
def test_a_preview_does_not_depend_on_what_the_seat_cannot_see(
    played: list[Step], seed: int, data: st.DataObject
) -> None:
    match = data.draw(st.sampled_from(played)).match
    seat = data.draw(seats(match.setup))
    other = resample(view_of(match, seat), Random(seed))
    assert score_now(view_of(other, seat)) == score_now(view_of(match, seat))
    if match.awaits == "bids":
        bid = legal_bids(match, seat).draw(Random(seed))
        told = preview_bid(view_of(match, seat), bid)
        assert told == preview_bid(view_of(other, seat), bid)
    if seat in open_deal(match).waiting:
        assert preview_turns(view_of(match, seat)) == preview_turns(view_of(other, seat))


@few
@given(matches, st.data())
def test_the_score_now_is_that_of_all_cards_the_seat_would_keep(
    played: list[Step], data: st.DataObject
) -> None:
    match = data.draw(st.sampled_from(played)).match
    seat = data.draw(seats(match.setup))
    deal = open_deal(match)
    score = score_now(view_of(match, seat))
    assert score.total == score_hand(match.setup.rules, deal.hands[seat] + deal.lying[seat]).total
    if deal.scores is not None:
        assert score.total == deal.scores[seat]


@few
@given(matches, seeds, st.data())
def test_who_has_tie_rank_1_is_before_every_tied_bid(
    played: list[Step], seed: int, data: st.DataObject
) -> None:
    match = moment(played, "bids", data)
    rng = Random(seed)
    seat = data.draw(seats(match.setup))
    view = view_of(match, seat)
    bid = legal_bids(match, seat).draw(rng)
    rank = preview_bid(view, bid).tie_rank
    ahead = set()
    for _ in range(20):
        bids = drawn_bids(resample(view, rng), rng)
        bids[seat] = bid
        # Bids of equal worth are what the rank is about, so the others' worth is left out.
        for other, theirs in enumerate(bids):
            if other != seat and bid.cards and theirs.cards and before_in_a_tie(match, theirs, bid):
                ahead.add(theirs.cards[0])
    assert rank is None if not bid.cards else len(ahead) < (rank or 0)


def before_in_a_tie(match: Match, theirs: Bid, mine: Bid) -> bool:
    if match.setup.rules.bluff_breaks_ties and theirs.bluff != mine.bluff:
        return theirs.bluff
    return theirs.cards[0].serial < mine.cards[0].serial


def previewed(match: Match, seat: int, bid: str) -> BidPreview:
    return preview_bid(view_of(match, seat), match.setup.bid(bid))


def small_table(*, bluff_breaks_ties: bool = True, bluff_only_bid: bool = True) -> Match:
    """All cards lie open but those in hand: seat 0 cannot see Y20a, Y20c, E40 and E50."""
    rules = {"bluff_breaks_ties": bluff_breaks_ties, "bluff_only_bid": bluff_only_bid}
    setup = table("it-full", 3, None, **rules)
    hands = ["Y20b Y40 E30a", "Y20a E40", "Y20c E50"]
    held = " ".join(hands).split()
    open_cards = " ".join(card.code for card in setup.cards if card.code not in held)
    return position(setup, hands, right=open_cards)


def test_tie_rank_counts_the_lower_serials_that_others_may_hold() -> None:
    match = small_table(bluff_breaks_ties=False)
    assert previewed(match, 0, "Y20b Y40").tie_rank == 2
    assert previewed(match, 0, "E30a").tie_rank == 3
    assert previewed(match, 1, "Y20a").tie_rank == 1
    assert previewed(match, 0, "Y20b *").tie_rank == 2


def test_the_bluff_card_counts_in_a_tie_only_where_it_breaks_ties() -> None:
    match = small_table(bluff_breaks_ties=True)
    assert previewed(match, 0, "Y20b *").tie_rank == 2
    # Without it, any tied bid that has it goes first, whatever its cards.
    assert previewed(match, 0, "Y20b").tie_rank == 5
    assert previewed(match, 1, "Y20a *").tie_rank == 1


def test_cards_that_everybody_saw_others_take_count_as_theirs() -> None:
    match = small_table(bluff_breaks_ties=False)
    shown = bid_all(match, "*", "Y20a", "*").match
    taken = take_turn(shown, 1, KEEP).match
    assert open_deal(taken).unseen[1] == taken.setup.bid("E40").cards
    assert previewed(taken, 0, "Y20b").tie_rank == 2


def test_a_card_that_can_only_be_in_the_deck_counts_for_nobody() -> None:
    match = position(table("nl", 3), ["Y20b Y40", "E40", "E50"], right="Y50", deck="Y20a")
    assert previewed(match, 0, "Y20b").tie_rank == 2
    everything_shown = match._replace(deal=open_deal(match)._replace(unseen=((), (), ())))
    assert previewed(everything_shown, 0, "Y20b").tie_rank == 1


def test_a_bid_that_sits_out_can_only_keep() -> None:
    preview = previewed(small_table(), 0, "*")
    assert (preview.lowest, preview.tie_rank, preview.right, preview.left) == (None,) * 4
    assert (preview.worth, preview.size, preview.bluff) == (0, 1, True)
    assert preview.keep.score == score_now(view_of(small_table(), 0))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Y20a", "Y20a Y50", ["grows Y 20 70 0"]),
        ("Y20a Y50 Y60 Y40", "Y20a Y50 Y60 Y40 Y30a", ["full Y 170 200 0"]),
        ("Y20a Y20b", "Y20a Y20b Y20c", ["trio Y 40 60 2"]),
        ("Y20a Y20b Y20c", "Y20a Y20b", ["loses Y 60 40 0"]),
        ("Y20a Y50 Y60 Y40 Y30a", "Y20a Y50 Y60 Y40", ["loses Y 200 170 0"]),
        ("Y20a E60", "E60", ["falls Y 20 0 0"]),
        # The strongest first: what is lost comes after all that is won.
        (
            "Y20a Y20b E20a E20b E20c P60",
            "Y20a Y20b Y20c E20a E20b P60 P50 KR10a",
            ["trio Y 40 60 2", "grows P 60 110 0", "coins KR 0 10 0", "loses E 60 40 0"],
        ),
        # A trio of the same currency for another is a change of cards, not of what they bring.
        ("Y20a Y20b Y20c Y30a", "Y30a Y30b Y30c Y20a", ["grows Y 90 110 0"]),
    ],
)
def test_what_an_exchange_changes_is_named_by_its_strongest_effect(
    before: str, after: str, told: list[str]
) -> None:
    setup = table("it-full", 3, None)
    held, holds = (setup.bid(cards).cards for cards in (before, after))
    found = changes_between(setup.rules, held, holds)
    assert [f"{e.what} {e.kind} {e.was} {e.now} {e.had}" for e in found] == told


def test_coins_make_trios_only_where_the_rules_say_so() -> None:
    pl = table("pl", 3, None)
    held, holds = pl.bid("AG10a AG10b").cards, pl.bid("AG10a AG10b AG10c").cards
    [change] = changes_between(pl.rules, held, holds)
    assert (change.what, change.had) == ("trio", 2)
    plain = table("pl", 3, None, coin_trios=False)
    [change] = changes_between(plain.rules, held, holds)
    assert (change.what, change.had) == ("coins", 0)


def test_an_illegal_bid_is_refused_as_the_engine_refuses_it() -> None:
    match = small_table(bluff_only_bid=False)
    for bid, code in (("Y20a", "bid_not_in_hand"), ("*", "bid_bluff_alone"), ("", "bid_empty")):
        with pytest.raises(Refusal) as refused:
            previewed(match, 0, bid)
        assert refused.value.code == code


def test_nothing_is_previewed_that_cannot_come() -> None:
    match = small_table()
    shown = bid_all(match, "Y20b", "E40", "*").match
    for view in (view_of(match, 0), view_of(shown, 2), view_of(shown, None)):
        with pytest.raises(NotAllowed, match="no turn to come"):
            preview_turns(view)
    for seat in (0, None):
        with pytest.raises(NotAllowed) as refused:
            preview_bid(view_of(shown, seat), Bid((), bluff=True))
        assert refused.value.code == "not_now"
    with pytest.raises(NotAllowed) as refused:
        score_now(view_of(match, None))
    assert refused.value.code == "no_hand"


def test_a_seat_that_acts_later_sees_no_bid_that_will_be_gone() -> None:
    shown = bid_all(small_table(), "Y20b", "E40", "E50").match
    turns = [turn for turn, _ in preview_turns(view_of(shown, 0))]
    assert turns == [TAKE_RIGHT, TAKE_LEFT, TakeBid(1), KEEP]
