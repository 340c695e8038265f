"""`docs/research-reference.md`: every action and cell, from the names in the code.

`cd tests && python -m support.research_reference` writes it.
"""

from pathlib import Path

from spielgeld.fast.words import CURRENCIES, MOST_SEATS, NOTE_BITS, PER_CURRENCY, VALUES
from spielgeld.research import actions
from spielgeld.research import observation as cells

DOCUMENT = Path(__file__).parents[2] / "docs" / "research-reference.md"


def table(head: list[str], rows: list[list[object]]) -> str:
    lines: list[list[object]] = [[*head], ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def span(first: int, count: int) -> str:
    return f"{first}–{first + count - 1}"


def action_table() -> str:
    values = ", ".join(map(str, VALUES))
    return table(
        ["actions", "what they do"],
        [
            [
                span(0, NOTE_BITS),
                f"lay this note: {PER_CURRENCY} for each of the {CURRENCIES} currencies ({values})",
            ],
            [
                span(NOTE_BITS, actions.SEAL - NOTE_BITS),
                "lay this coin: six of value 10, then six of value 20 if the game has any",
            ],
            [actions.SEAL, "seal the bid"],
            [actions.SEAL_WITH_BLUFF, "seal the bid with the bluff card"],
            [actions.RIGHT, "take the right row"],
            [actions.LEFT, "take the left row"],
            [actions.KEEP_BID, "keep"],
            [
                span(actions.TAKE_NEXT, MOST_SEATS - 1),
                "take the bid of the next seat, of the seat after it, …",
            ],
        ],
    )


def pile_table() -> str:
    size, worth, with_it = "how many", "worth", "points of row 0 with it"
    seats = f"`+0` … `+{MOST_SEATS - 1}`"
    numbers = [cells.SIZE, cells.WORTH, cells.POINTS, cells.PLACE, cells.BLUFF]
    return table(
        ["row", "the cards", *map(str, numbers)],
        [
            [cells.HAND, "in my hand, not laid", size, worth, "points of all my cards", "", ""],
            [cells.LAID, "laid into my bid so far", size, worth, "", "", ""],
            [cells.RIGHT, "the right row", size, worth, with_it, "", ""],
            [cells.LEFT, "the left row", size, worth, with_it, "", ""],
            [
                span(cells.LYING, MOST_SEATS),
                f"the open bid in front of {seats}",
                size,
                worth,
                with_it,
                "1: acts now, 2: next …",
                "",
            ],
            [
                span(cells.BID, MOST_SEATS),
                f"the bid of {seats} at the last reveal",
                size,
                worth,
                "",
                "its place in that order; 0: sat out",
                "1: with the bluff card",
            ],
            [
                span(cells.KNOWN, MOST_SEATS),
                f"what everybody has seen of the hand of {seats}",
                "size of the hand",
                "how many others it has",
                "",
                "",
                "",
            ],
            [cells.UNSEEN, "never seen by me", size, "how many are in the deck", "", "", ""],
        ],
    )


def moment_table() -> str:
    rules = "silver and gold coins, `bluff_only_bid`, `bluff_breaks_ties`, left refilled first,"
    return table(
        ["column", "what"],
        [
            [f"{cells.AWAITS_BID}, {cells.AWAITS_TURN}", "1 while bids, or a turn, are awaited"],
            [span(cells.PLAYERS, 4), "1 for three, four, five, six players"],
            [cells.ROUND, "the round, from 1"],
            [cells.IDLE_REFILLS, "how many refills in a row drew no card"],
            [
                span(cells.LAST_ROUND, 3),
                "1 if this is the last round: the deck is empty, it fell short, or nobody draws",
            ],
            [
                f"{cells.SILVER_GOLD}–{cells.COIN_TRIOS}",
                f"1 for {rules} `shortfall`, `coin_trios`",
            ],
            [span(cells.IN_GAME, CURRENCIES), "1 for each currency that is in the game"],
        ],
    )


def reference() -> str:
    """The whole document."""
    return f"""# Research: actions and observations

The tables are generated from the code. `spielgeld.research.actions` and
`spielgeld.research.observation` have a name for every number. `VERSION` of the observation is
{cells.VERSION}: as long as it stays, so does the meaning of every cell.

## Actions

There are {actions.ACTIONS}. The same seat goes on until it seals its bid.

{action_table()}

- Cards are laid by rising number only, so **every bid has exactly one path**:
  `path_of(setup, bid)` returns it.
- The bluff card is offered if it can matter: with money if `bluff_breaks_ties` holds, alone if
  `bluff_only_bid` holds. Otherwise it has no effect, because nobody here sees the size of a bid
  before the reveal. All other legal bids can be laid: `path_count(rules, hand)` says how many.
- A deal of four players takes about 200 actions if every choice is drawn at random.

## Observation

`uint8`, {cells.ROWS} rows of {cells.COLUMNS} columns, the same for every edition, number of players
and interface. It contains only what the seat knows, and what it has laid into the bid it is putting
together. Seats are counted from the own one, so a policy need not know its seat: `+0` is the own
seat, `+1` the next. Cells that are not used are 0.

![Every cell of an observation, five rounds into a deal](images/observation.svg)

*An observation five rounds into a deal, two cards laid into a bid. Green: cards; brown: numbers
about a pile; blue: moment and rules. `python bench/research_pictures.py` draws it.*

Rows 0 to {cells.UNSEEN} are piles. Columns 0–{cells.SIZE - 1} say which cards are in it, by the
numbers of the actions; the others are numbers about it. Worth and points are in tens, at most
{cells.MOST}.

{pile_table()}

Cards that I have laid are still in my hand for others, so they are in row {cells.LAID} and, if
others know them, in row {cells.KNOWN}.

Row {cells.MOMENT} has the moment and the rules:

{moment_table()}

An observation has the last reveal, and the cards that were seen, but nothing else of earlier
rounds. `view.rounds` has the whole history.
"""


if __name__ == "__main__":
    DOCUMENT.write_text(reference(), encoding="utf-8")
