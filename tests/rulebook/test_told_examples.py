"""The worked examples of the rules in words, replayed: what they claim is what the engine does."""

import pytest

from spielgeld.engine import (
    EDITIONS,
    KEEP,
    Match,
    Revealed,
    TakeBid,
    TakeRow,
    score_hand,
    take_turn,
)
from spielgeld.engine.moves import Turn
from spielgeld.rulebook.examples import EXAMPLES, Example, tell_examples
from spielgeld.texts import LANGUAGES
from support.play import bid_all, cards, open_deal, position, table

AHEAD = {
    "tie_bluff": [(1, "bluff"), (0, "worth"), (2, None)],
    "tie_serial": [(0, "serial"), (1, "worth"), (2, None)],
    "sits_out": [(1, "serial"), (0, "worth"), (3, None)],
}
"""What the story says about the order: seats, and why each comes before the next."""


def turn(code: str | int) -> Turn:
    if isinstance(code, int):
        return TakeBid(code)
    return KEEP if code == "keep" else TakeRow("right" if code == "right" else "left")


def opened(edition: str, example: Example) -> Match:
    """The position before the bids: what nobody bids fills rows and deck."""
    bids = " ".join(example.bids).replace("*", "").split()
    codes = [currency.code for currency in EDITIONS[edition].currencies]
    unused = [code for code in codes if not any(name.startswith(code) for name in bids)]
    setup = table(edition, len(example.bids), unused[: 5 - len(example.bids)])
    free = [card.code for card in setup.cards if card.code not in bids]
    return position(
        setup,
        [bid.replace("*", "").strip() for bid in example.bids],
        right=" ".join(free[:4]),
        left=" ".join(free[4:8]),
        deck=" ".join(free[8:11]),
    )


def played(match: Match, example: Example) -> Match:
    """The position after the round, every turn taken by whose turn it is."""
    step = bid_all(match, *example.bids)
    (revealed,) = [event for event in step.events if isinstance(event, Revealed)]
    assert [(place.seat, place.ahead_by) for place in revealed.order] == AHEAD[example.story]
    for seat, code in example.turns:
        assert open_deal(step.match).waiting[0] == seat
        step = take_turn(step.match, seat, turn(code))
    assert step.match.awaits == "bids"
    return step.match


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_round_goes_as_it_is_told(edition: str) -> None:
    example = EXAMPLES[edition]
    match = opened(edition, example)
    before, after = open_deal(match), open_deal(played(match, example))
    bids = before.hands
    if example.story == "sits_out":
        assert after.hands == (bids[0], bids[3], (), before.right)
        assert set(bids[1]) < set(after.right)
        assert (len(bids[1]), len(after.right), after.left) == (2, 4, before.left)
        return
    row, taker, other = ("right", 1, 0) if example.story == "tie_bluff" else ("left", 0, 1)
    assert after.hands[taker] == getattr(before, row)
    assert after.hands[other] == bids[2]
    assert after.hands[2] == bids[taker]
    assert set(bids[other]) < set(getattr(after, row))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_hand_scores_what_is_told(language: str, edition: str) -> None:
    setup = table(edition)
    counted = score_hand(setup.rules, cards(setup, EXAMPLES[edition].hand))
    told = tell_examples(language, EDITIONS[edition])["example_score"]
    assert f" {counted.total} " in told
    for line in counted.currencies:
        assert f"= {line.total}" in told
    assert told.count("→ 100") >= sum(len(line.trios) for line in counted.currencies)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_round_is_told_with_its_numbers(language: str, edition: str) -> None:
    told = tell_examples(language, EDITIONS[edition])["example_round"]
    setup = table(edition)
    for text in EXAMPLES[edition].bids[:2]:
        lowest, *_ = setup.bid(text).cards
        assert f"{lowest.serial}" in told
        assert str(lowest.value) in told
    assert str(setup.bid(EXAMPLES[edition].bids[0]).worth) in told


def test_no_two_editions_share_an_example() -> None:
    assert len({example.bids for example in EXAMPLES.values()}) == len(EDITIONS)
    assert len({example.hand for example in EXAMPLES.values()}) == len(EDITIONS)
