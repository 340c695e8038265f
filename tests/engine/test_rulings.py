"""The rulings R1 to R20, one test each."""

from random import Random

import pytest

from spielgeld.engine import (
    EDITIONS,
    KEEP,
    TAKE_RIGHT,
    Dealt,
    LastRoundAnnounced,
    Match,
    NotAllowed,
    Refilled,
    Revealed,
    Step,
    TakeBid,
    Unreadable,
    View,
    deal_cards,
    draw_removed,
    legal_bids,
    legal_turns,
    match_result,
    score_hand,
    set_up,
    start_match,
    take_turn,
    view_of,
)
from support.play import bid_all, cards, open_deal, position, random_steps, table

FOUR = "SK20a SK20b SK20c SK30a"
THREE = "R20a R20b R20c"
HANDS = ["Y20a Y20b", "P20a P20b", "E20a E20b"]
LEVEL_BIDS = ("Y20a", "P20a", "E20a")


def all_keep(step: Step) -> Step:
    while step.match.awaits == "turn":
        step = take_turn(step.match, open_deal(step.match).waiting[0], KEEP)
    return step


def idle_round(match: Match) -> Match:
    return all_keep(bid_all(match, *LEVEL_BIDS)).match


def order(edition: str, *bids: str) -> tuple[int, ...]:
    match = position(table(edition), [bid.replace("*", "") for bid in bids])
    return open_deal(bid_all(match, *bids).match).waiting


def points(edition: str, hand: str) -> int:
    setup = table(edition)
    return score_hand(setup.rules, cards(setup, hand)).total


def test_r01_six_may_play_the_polish_game_each_with_a_bluff_card() -> None:
    setup = table("pl", 6)
    match = deal_cards(start_match(setup), setup.cards).match
    assert all(setup.bid("*") in legal_bids(match, seat) for seat in range(6))
    with pytest.raises(Unreadable, match="3 to 6"):
        set_up("pl", 7)


def test_r02_the_bluff_alone_sits_out_in_the_detailed_italian_game() -> None:
    match = bid_all(position(table("it-full", 3), HANDS), "Y20a", "*", "E20a").match
    assert open_deal(match).waiting == (0, 2)
    assert TakeBid(1) not in legal_turns(match)
    assert open_deal(match).hands[1] == cards(match.setup, HANDS[1])
    with pytest.raises(NotAllowed) as refused:
        bid_all(position(table("it", 3), HANDS), "Y20a", "*", "E20a")
    assert refused.value.code == "bid_bluff_alone"


def test_r03_between_two_tied_bluffs_the_other_cards_decide() -> None:
    bids = ("Y20a", "USD20a *", "SK20a *", "Y20b", "KR10a")
    assert order("it-full", *bids) == (2, 1, 0, 3, 4)
    assert order("nl", *bids) == (0, 3, 2, 1, 4)


def test_r04_a_deck_used_up_exactly_is_no_shortfall_but_the_refill_after_it_is() -> None:
    setup = table("it-full", 3)
    enough = position(setup, HANDS, right=FOUR, left=THREE, deck="P60 P50")
    assert open_deal(idle_round(enough)).last_round is None

    exactly = position(setup, HANDS, right=FOUR, left=THREE, deck="P60")
    used_up = idle_round(exactly)
    assert open_deal(used_up).deck == ()
    assert open_deal(used_up).last_round is None
    assert open_deal(idle_round(used_up)).last_round == "shortfall"

    too_few = position(setup, HANDS, right=THREE, left="SK20a SK20b SK20c", deck="P60")
    assert open_deal(idle_round(too_few)).last_round == "shortfall"


def test_r05_the_polish_currencies() -> None:
    names = {currency.code: currency.name for currency in EDITIONS["pl"].currencies}
    assert names == {
        "ZL": "złoty",
        "RB": "rouble",
        "USD": "US dollar",
        "GBP": "pound",
        "DM": "German mark",
        "FF": "French franc",
        "KCS": "Czechoslovak koruna",
    }


def test_r06_serials_rise_by_value_then_by_currency() -> None:
    for edition, codes in (("it", "Y E P R SK SF USD"), ("pl", "ZL RB USD GBP DM FF KCS")):
        notes = [card for card in table(edition).cards if not card.is_coin]
        places = [(card.value, codes.split().index(card.kind)) for card in notes]
        assert places == sorted(places)
        assert [card.serial for card in notes] == list(range(1, 64))
    assert [table("it").card(f"KR10{letter}").serial for letter in "af"] == [91, 96]
    assert [table("pl").card(f"AG10{letter}").serial for letter in "af"] == [85, 90]
    assert [table("pl").card(f"AU20{letter}").serial for letter in "af"] == [91, 96]


def test_r07_currencies_leave_once_for_the_whole_match_and_everybody_is_told() -> None:
    rng = Random(7)
    for players, count in ((3, 2), (4, 1), (5, 0)):
        drawn = [draw_removed(EDITIONS["it"], players, rng.randrange) for _ in range(200)]
        assert {len(set(codes)) for codes in drawn} == {count}
        assert len({code for codes in drawn for code in codes}) == (7 if count else 0)

    for wrong in (["P"], ["P", "P"], ["P", "ZL"], ["P", "KR"], ["P", "Y", "E"]):
        with pytest.raises(Unreadable) as refused:
            set_up("it", 3, removed=wrong)
        assert refused.value.code == "removed"

    setup = set_up("it", 3, removed=["P", "Y"], house_rules={"deals": 2})
    steps = list(random_steps(setup, rng))
    dealt = [event for step in steps for event in step.events if isinstance(event, Dealt)]
    assert len(dealt) == 2
    for deal in dealt:
        assert {card.kind for card in deal.cards or ()} == {"E", "R", "SK", "SF", "USD", "KR"}
    for seat in (0, 1, 2, None):
        assert view_of(steps[0].match, seat).setup.removed == ("P", "Y")


@pytest.mark.parametrize("edition", ["it-full", "it", "fr", "nl"])
def test_r08_ten_idle_refills_in_a_row_make_the_next_round_the_last(edition: str) -> None:
    setup = table(edition, 3)
    match = position(setup, HANDS, right=FOUR, left=f"{THREE} R30a", deck="P60 P50 P40 P30a")

    def idle(match: Match, rounds: int) -> Match:
        for _ in range(rounds):
            match = all_keep(bid_all(match, "Y20b", "P20b", "E20b")).match
        return match

    ninth = idle(match, 9)
    assert open_deal(ninth).last_round is None
    assert open_deal(idle(ninth, 1)).last_round == "stall"

    drawn = all_keep(take_turn(bid_all(ninth, *LEVEL_BIDS).match, 0, TAKE_RIGHT)).match
    assert len(open_deal(drawn).deck) == 1
    assert open_deal(idle(drawn, 9)).last_round is None
    assert open_deal(idle(drawn, 10)).last_round == "stall"


def test_r09_exactly_200_scores_200_in_the_polish_game() -> None:
    assert points("pl", "ZL60 ZL50 ZL40 ZL30a ZL20a") == 200
    assert points("pl", "ZL60 ZL50 ZL40 ZL20a ZL20b") == 90


def test_r10_level_deals_go_to_the_higher_total_and_what_stays_level_is_shared() -> None:
    by_deals, by_points = EDITIONS["it"].rules, EDITIONS["pl"].rules
    assert match_result(by_deals, [(90, 80, 0), (0, 20, 0)]).winners == (1,)
    assert match_result(by_deals, [(90, 80, 0), (0, 10, 0)]).winners == (0, 1)
    assert match_result(by_points, [(90, 80, 90)]).winners == (0, 2)


def test_r11_the_hands_that_are_listed_count_not_the_words_about_them() -> None:
    listed = "KR10a KR10b KR10c USD30a USD30b USD30c E60 E40 E30a Y60 Y40 Y30a Y30b Y30c Y20a"
    for edition in ("it", "fr"):
        assert points(edition, listed) == 470
        in_words = listed.replace("Y30c", "Y20b").replace("Y30b", "Y20c")
        assert points(edition, in_words) != 470
    dutch = "E20a E20b E20c SF20a SF30a SF30b SF30c USD20a USD30a USD30b USD40 USD50 USD60"
    assert points("nl", f"KR10a {dutch}") == 450


def test_r12_in_a_tie_only_the_number_matters_not_the_prefix() -> None:
    """The numbers of these bids rise, their prefixes stand in no alphabetical order."""
    bids = ("Y20c", "E20a", "P20a", "SK20a", "KR10a KR10f")
    assert order("nl", *bids) == (0, 1, 2, 3, 4)
    assert order("nl", *reversed(bids)) == (4, 3, 2, 1, 0)
    for edition in EDITIONS:
        numbers = [card.serial for card in table(edition).cards]
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("edition", "shown"),
    [("it-full", True), ("it", True), ("fr", True), ("nl", False), ("pl", False)],
)
def test_r13_the_size_of_a_face_down_bid(edition: str, shown: bool) -> None:
    setup = table(edition)
    match = deal_cards(start_match(setup), setup.cards).match
    bluffed = setup.bid(f"{setup.cards[0].code} *")
    for seat in (0, 1, None):
        view = view_of(match, seat, placed={0: bluffed.size, 3: 4})
        assert view.has_bid == (True, False, False, True, False)
        assert view.bid_sizes == ((2, None, None, 4, None) if shown else (None,) * 5)
        assert view.hand_sizes == (6, 6, 6, 6, 6)


@pytest.mark.parametrize("edition", ["it", "fr"])
def test_r14_the_round_after_the_deck_is_used_up_is_still_played(edition: str) -> None:
    step = all_keep(
        bid_all(position(table(edition, 3), HANDS, right=FOUR, left=THREE, deck="P60"), *LEVEL_BIDS)
    )
    assert step.events[-1] == LastRoundAnnounced(2, "deck_empty")
    assert step.match.awaits == "bids"
    assert step.match.scores == ()
    assert len(idle_round(step.match).scores) == 1


def test_r15_a_bid_may_change_and_tells_only_what_the_size_rule_lets_it() -> None:
    def views(edition: str) -> list[View]:
        match = position(table(edition, 3), HANDS)
        placed: list[dict[int, int]] = [{1: 1}, {1: 3}, {1: 1}, {}]
        return [view_of(match, 0, placed=each) for each in placed]

    shown, hidden = views("it"), views("nl")
    assert [view.bid_sizes[1] for view in shown] == [1, 3, 1, None]
    assert [view.has_bid[1] for view in shown] == [True, True, True, False]
    assert hidden[0] == hidden[1] == hidden[2] != hidden[3]
    assert hidden[3] == view_of(position(table("nl", 3), HANDS), 0)


@pytest.mark.parametrize("edition", ["it-full", "it", "fr", "nl"])
def test_r16_coins_count_in_bids_and_ties(edition: str) -> None:
    assert order(edition, "Y20a", "P20a KR10a", "E20a", "KR10b", "KR10c") == (1, 0, 2, 3, 4)
    assert order(edition, "KR10a KR10f", "USD20c", "KR10b KR10e", "Y50", "P60") == (4, 3, 1, 0, 2)


def test_r17_hand_counts_and_every_card_once_seen_are_public_and_a_finished_deal_is_open() -> None:
    setup = table("nl", 3)
    match = position(setup, HANDS, right=FOUR, left=THREE, deck="P60 P50 P40 P30a P30b")
    before = view_of(match, 0)
    assert (before.hand_sizes, before.known, before.deck_size) == ((2, 2, 2), ((), (), ()), 5)

    step = bid_all(match, *[f"{bid} *" for bid in LEVEL_BIDS])
    match = all_keep(take_turn(step.match, 0, TAKE_RIGHT)).match
    for seat in (0, 1, None):
        view = view_of(match, seat)
        assert view.hand_sizes == (5, 2, 2)
        assert view.known == (cards(setup, FOUR), cards(setup, "P20a"), cards(setup, "E20a"))
        assert view.unknown == (1, 1, 1)
        assert (setup.card("P20b") in view.unseen) == (seat != 1)
        assert setup.card("P30b") in view.unseen
        assert (view.deck_size, view.open_deck) == (1, ())

    last = idle_round(position(setup, HANDS, deck="P60 P50", last_round=True))
    for seat in (0, 1, None):
        view = view_of(last, seat)
        assert view.known == tuple(cards(setup, hand) for hand in HANDS)
        assert [card.code for card in view.open_deck] == ["P60", "P50"]


def test_r18_when_everybody_sits_out_the_refill_follows_at_once() -> None:
    setup = table("nl", 3)
    match = position(setup, HANDS, right=FOUR, left=THREE, deck="P60 P50")
    step = bid_all(match, "*", "*", "*")
    assert [type(event) for event in step.events] == [Revealed, Refilled]
    assert open_deal(step.match).left == cards(setup, f"{THREE} P60")
    assert open_deal(step.match).hands == open_deal(match).hands
    assert step.match.awaits == "bids"
    last = bid_all(position(setup, HANDS, deck="P60", last_round=True), "*", "*", "*").match
    assert len(last.scores) == 1


@pytest.mark.parametrize("edition", ["it", "fr"])
def test_r19_where_ties_look_at_notes_the_bluff_card_does_not_count(edition: str) -> None:
    setup = table(edition, 3)
    step = bid_all(position(setup, HANDS), "Y20b", "P20a *", "E20a")
    (revealed,) = [event for event in step.events if isinstance(event, Revealed)]
    assert [(place.seat, place.ahead_by) for place in revealed.order] == [
        (0, "serial"),
        (2, "serial"),
        (1, None),
    ]


@pytest.mark.parametrize("edition", ["it", "fr"])
def test_r20_where_a_bid_is_notes_and_the_bluff_card_the_card_alone_is_none(edition: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        bid_all(position(table(edition, 3), HANDS), "*", "P20a", "E20a")
    assert refused.value.code == "bid_bluff_alone"
