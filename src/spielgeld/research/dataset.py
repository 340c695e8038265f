"""Records as a data set: Parquet with one row for each deal, and back. Needs the extra `research`.

Only what was chosen or drawn is stored, as small integers; everything else follows by the rules,
the order of the turns included. Cards have the numbers of the actions. A bid is its cards, then
`SEALED` or `SEALED_WITH_BLUFF`; a turn is the seat whose bid is taken, or one of the codes below.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import file_digest
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from spielgeld import __version__
from spielgeld.engine import (
    BLUFF,
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Card,
    Event,
    Match,
    Setup,
    Step,
    TakeBid,
    Turn,
    Unreadable,
    deal_cards,
    pile,
    quoted,
    reveal,
    set_up,
    start_match,
    take_turn,
)
from spielgeld.engine.editions import RULE_VALUES
from spielgeld.engine.records import RawRecord, Record, check_record, make_record, record_line
from spielgeld.engine.records.format import DealRecord
from spielgeld.fast.words import layout_of
from spielgeld.research.parquet_pages import Size
from spielgeld.research.parquet_reading import Limits, check_lengths, read_rows

FORMAT = "spielgeld-deals/1"
SEALED, SEALED_WITH_BLUFF = -1, -2
_CODES: dict[str | int, int] = {"right": -1, "left": -2, "keep": -3}
_TURNS: dict[int, Turn] = {-1: TAKE_RIGHT, -2: TAKE_LEFT, -3: KEEP}
_ROWS, _CELLS = 20_000, 4_000_000
"""Deals, and values in them, that are held in memory at once: they become a row group."""
_MOST_DEALS = len(RULE_VALUES["deals"])
"""Deals of a match."""
_LISTS = {"players": 6, "bots": 6, "removed": 7, "cards": 128, "scores": 6, "winners": 6}
LIMITS = Limits(
    group=Size(values=2 * _CELLS, bytes=64 * 1024 * 1024),
    lists={**_LISTS, "bids": 100_000, "turns": 100_000},
    text=10_000,
)
"""What a data set may hold in one place, when it is written and when it is read."""
CARD = Path(__file__).with_name("data_card.md")
"""The template of the data card."""


def _column(name: str, kind: Any) -> Any:
    return pa.field(name, kind, nullable=False)


def _list_of(kind: Any) -> Any:
    return pa.list_(pa.field("element", kind, nullable=False))


_NAMES, _SMALL = _list_of(pa.dictionary(pa.int32(), pa.string())), _list_of(pa.int8())
SCHEMA = pa.schema(
    [
        _column("match", pa.int32()),
        _column("deal", pa.int8()),
        _column("edition", pa.dictionary(pa.int8(), pa.string())),
        _column("rules", pa.dictionary(pa.int16(), pa.string())),
        _column("players", _NAMES),
        ("bots", _NAMES),
        _column("removed", _NAMES),
        _column("cards", _SMALL),
        _column("bids", _SMALL),
        _column("turns", _SMALL),
        _column("rounds", pa.int16()),
        ("scores", _list_of(pa.int16())),
        ("winners", _SMALL),
        ("seed", pa.dictionary(pa.int16(), pa.string())),
    ],
    {"format": FORMAT, "spielgeld": __version__},
)
"""`docs/research-interfaces.md` says what each column holds."""


def rows_of(entries: Iterable[RawRecord]) -> Iterator[dict[str, Any]]:
    """A row for every deal of the records, each checked by replaying it."""
    for number, entry in enumerate(entries):
        record, _ = check_record(entry)
        notes = json.loads(entry.data) if isinstance(entry.data, bytes) else {}
        for at, deal in enumerate(record["deals"], start=1):
            yield _row(record, deal, notes) | {"match": number, "deal": at}


def _row(record: Record, deal: DealRecord, notes: dict[str, Any]) -> dict[str, Any]:
    rules = json.dumps(record["rules"], sort_keys=True)
    number = _numbers(record["edition"], len(record["players"]), tuple(deal["removed"]), rules)
    rounds = deal["rounds"]
    bots = notes.get("bots")
    simulated = notes.get("simulated")
    return {
        "edition": record["edition"],
        "rules": rules,
        "players": record["players"],
        "bots": [str(bot or "") for bot in bots] if isinstance(bots, list) else None,
        "removed": deal["removed"],
        "cards": [number[code] for code in deal["cards"]],
        "bids": [cell for each in rounds for bid in each["bids"] for cell in _bid(number, bid)],
        "turns": [_CODES.get(turn, turn) for each in rounds for _, turn in each.get("turns", [])],
        "rounds": len(rounds),
        "scores": deal.get("scores"),
        "winners": record.get("winners"),
        "seed": str(simulated.get("seed")) if isinstance(simulated, dict) else None,
    }


def _bid(number: dict[str, int], codes: list[str]) -> list[int]:
    cards = sorted(number[code] for code in codes if code != BLUFF)
    return [*cards, SEALED_WITH_BLUFF if BLUFF in codes else SEALED]


@lru_cache(maxsize=256)
def _numbers(edition: str, players: int, removed: tuple[str, ...], rules: str) -> dict[str, int]:
    """The number of every card, by its name."""
    layout = layout_of(_setup(edition, players, removed, rules))
    return {card.code: at for card, at in layout.number.items()}


def _setup(edition: str, players: int, removed: tuple[str, ...], rules: str) -> Setup:
    house_rules = json.loads(rules)
    if not isinstance(house_rules, dict):
        raise ValueError(f"the rules are {rules}, which is no object")
    return set_up(edition, players, removed=removed, house_rules=house_rules)


def write_deals(entries: Iterable[RawRecord], out: Path) -> int:
    """Write the deals of the records; how many there were."""
    written = 0
    with pq.ParquetWriter(out, SCHEMA, compression="zstd", compression_level=9) as writer:
        for rows in _in_groups(rows_of(entries)):
            writer.write_batch(_batch(rows))
            written += len(rows)
    return written


def _batch(rows: list[dict[str, Any]]) -> Any:
    try:
        batch = pa.RecordBatch.from_pylist(rows, SCHEMA)
        check_lengths(batch, LIMITS)
    except ValueError as error:  # PyArrow's are of this kind, too
        raise Unreadable("dataset", f"this is too much for a data set: {error}") from error
    return batch


def _in_groups(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    values = 0
    for row in rows:
        group.append(row)
        values += sum(len(value) for value in row.values() if isinstance(value, list | str))
        if len(group) == _ROWS or values >= _CELLS:
            yield group
            group, values = [], 0
    if group:
        yield group


def read_deals(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of a data set, in order; refused with code `dataset` if it is none."""
    try:
        yield from read_rows(file, SCHEMA, LIMITS)
    except (pa.ArrowException, ValueError) as error:
        raise Unreadable("dataset", f"{file} cannot be read: {error}") from error


def records_of(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """The records of the rows as lines: every match is replayed from its choices."""
    for number, (_, deals) in enumerate(groupby(rows, lambda row: row["match"])):
        few = list(islice(deals, _MOST_DEALS + 1))
        try:
            yield _record(few)
        except (RecursionError, LookupError, TypeError, ValueError) as error:
            raise Unreadable(
                "dataset", f"match {number} of the data set is broken: {quoted(str(error))}"
            ) from error


def _record(rows: list[dict[str, Any]]) -> bytes:
    if len(rows) > _MOST_DEALS:
        raise ValueError(f"there are more than {_MOST_DEALS} deals")
    first = rows[0]
    setup = _setup(first["edition"], len(first["players"]), tuple(first["removed"]), first["rules"])
    match, events = start_match(setup), list[Event]()
    for row in rows:
        for step in _played(match, row):
            match = step.match
            events += step.events
        if row["scores"] is not None and tuple(row["scores"]) != match.scores[-1]:
            raise ValueError(f"the scores are {match.scores[-1]}, not {row['scores']}")
    record = make_record(setup, first["players"], events)
    if record.get("winners") != first["winners"]:
        raise ValueError(f"the winners are {record.get('winners')}, not {first['winners']}")
    notes = {} if first["bots"] is None else {"bots": [name or None for name in first["bots"]]}
    return record_line(record, notes)


def _played(match: Match, row: dict[str, Any]) -> Iterator[Step]:
    """The steps of a deal, from what was drawn and chosen in it."""
    card = layout_of(match.setup).card
    step = deal_cards(match, [card[number] for number in row["cards"]])
    yield step
    bids, turns = _bids(card, row["bids"]), iter(row["turns"])
    for _ in range(row["rounds"]):
        step = reveal(step.match, [next(bids) for _ in row["players"]])
        yield step
        while step.match.awaits == "turn" and step.match.deal:
            code = next(turns, None)
            if code is None:
                return
            turn = TakeBid(code) if code >= 0 else _TURNS[code]
            step = take_turn(step.match, step.match.deal.waiting[0], turn)
            yield step


def _bids(card: dict[int, Card], cells: list[int]) -> Iterator[Bid]:
    laid: list[Card] = []
    for cell in cells:
        if cell >= 0:
            laid.append(card[cell])
        else:
            yield Bid(pile(laid), bluff=cell == SEALED_WITH_BLUFF)
            laid = []
    raise ValueError("there are fewer bids than players in a round")


def checksum(file: Path) -> str:
    """The SHA-256 of the file."""
    with open(file, "rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def data_card(file: Path, made_by: str) -> str:
    """A data card in Markdown: contents, columns, checksum, how it was made."""
    deals, seats, players, editions = 0, Counter[str](), Counter[int](), Counter[str]()
    matches = set[int]()
    for row in read_deals(file):
        deals += 1
        matches.add(row["match"])
        seats.update(row["bots"] or ["(people or unknown)"] * len(row["players"]))
        players[len(row["players"])] += 1
        editions[row["edition"]] += 1
    size = file.stat().st_size
    return CARD.read_text("utf-8").format(
        pyarrow=pa.__version__,
        name=file.name,
        format=FORMAT,
        version=__version__,
        deals=deals,
        matches=len(matches),
        bytes=size,
        per_deal=size / max(1, deals),
        editions=_counts_text(editions),
        players=_counts_text(players),
        seats=_counts_text(seats),
        checksum=checksum(file),
        made_by=made_by,
    )


def _counts_text(counts: Counter[Any]) -> str:
    return ", ".join(f"{what}: {count:,}" for what, count in sorted(counts.items())) or "none"
