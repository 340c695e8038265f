"""Tree counts: every way of playing on from tiny positions, counted depth by depth.

The numbers in tests/data/counts.txt, worked out by hand:

one-card-each. `it` allows no bluff card alone, so a hand of one card has 2 bids (with and without
the bluff card): 2·2·2 = 8. The first to act has 5 turns (two rows, two bids, keep), the second 4,
the third 3: 8·5 = 40, ·4 = 160, ·3 = 480. Then the deal is over: 0.

may-sit-out. `nl` has a third bid, the bluff card alone: 3·3·3 = 27. With all three acting (8 of the
27) the turns are 5·4·3 as above. With two acting (3·2·2 = 12) they are 4·3: two rows, a bid, keep;
then two rows, keep. With one (3·2 = 6) there are 3. With none (1) the round is over at once.
Depth 2: 8·5 + 12·4 + 6·3 = 106. Depth 3: 40·4 + 48·3 = 304. Depth 4: 160·3 = 480. Then 0.

two-cards-for-one. Two cards make 3 sets of cards, each with or without the bluff card: 6 bids, so
6·2·2 = 24; then 5, 4, 3 turns: 120, 480, 1440, 0.

four-at-the-bank. `pl`, four players, 3 bids each: 81. Acting: four 16, three 4·8 = 32,
two 6·4 = 24, one 4·2 = 8, none 1. The first of n to act has n + 2 turns (two rows, n - 1 bids,
keep).
Depth 2: 16·6 + 32·5 + 24·4 + 8·3 = 376; depth 3: 96·5 + 160·4 + 96·3 = 1408;
depth 4: 480·4 + 640·3 = 3840; depth 5: 1920·3 = 5760; then 0.

into-the-last-round. As one-card-each, but the deck has two cards left. One card goes for one card,
so everybody holds one again; the refill uses the deck up and the next round is the last:
480·8 = 3840, ·5 = 19200, ·4 = 76800.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from spielgeld.engine import Match, Step, legal_bids, legal_turns, reveal, take_turn
from support.play import open_deal, position, table

COUNTS = Path(__file__).parent.parent / "data" / "counts.txt"


def read_counts() -> list[list[str]]:
    lines = COUNTS.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] != "#"]


def joint_bids(match: Match, seat: int = 0) -> Iterator[list[object]]:
    if seat == match.setup.players:
        yield []
        return
    for bid in legal_bids(match, seat):
        for others in joint_bids(match, seat + 1):
            yield [bid, *others]


def next_steps(match: Match) -> Iterator[tuple[str, Step]]:
    if match.awaits == "bids":
        for bids in joint_bids(match):
            yield ", ".join(map(str, bids)), reveal(match, bids)  # type: ignore[arg-type]
    elif match.awaits == "turn":
        for turn in legal_turns(match):
            yield str(turn), take_turn(match, open_deal(match).waiting[0], turn)


def count(match: Match, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(step.match, depth - 1) for _, step in next_steps(match))


def by_first_move(match: Match, depth: int) -> str:
    """Where to look when a count is wrong."""
    return "\n".join(f"{move}: {count(step.match, depth - 1)}" for move, step in next_steps(match))


@pytest.mark.parametrize("row", read_counts(), ids=lambda row: row[0])
def test_tree_counts(row: list[str]) -> None:
    _, edition, hands, right, left, deck, last, counts = row
    held = hands.split(",")
    match = position(
        table(edition, len(held), deals=1),
        held,
        right=right,
        left=left,
        deck="" if deck == "-" else deck,
        last_round=last == "last",
    )
    for depth, expected in enumerate(map(int, counts.split()), start=1):
        assert count(match, depth) == expected, by_first_move(match, depth)
