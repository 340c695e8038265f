"""Whether the cards of a recorded deal come from the verifiable shuffle it names."""

import re

from spielgeld.engine.errors import first_few, quoted
from spielgeld.engine.fairness import (
    COMMITMENT_BYTES,
    SALT_BYTES,
    SEED_BYTES,
    FairStream,
    commitment,
)
from spielgeld.engine.records.format import DealRecord, Fault, Path, ShuffleRecord
from spielgeld.engine.rules.dealing import draw_removed, shuffle
from spielgeld.engine.setup import Setup

_MOST_BYTES = max(COMMITMENT_BYTES, SEED_BYTES, SALT_BYTES)
_HEX = re.compile("(?:[0-9a-f]{2})*")


def check_shuffle(setup: Setup, deal_index: int, deal: DealRecord) -> None:
    """Refuse, with code `shuffle`, a deal whose cards do not follow from its seed and salts.

    A shuffle whose seed is not open yet proves nothing so far and passes if it is well formed.
    """
    if "shuffle" not in deal:
        return
    shuffled: ShuffleRecord = deal["shuffle"]
    place: Path = ("deals", deal_index, "shuffle")
    published = _bytes(shuffled["commitment"], (*place, "commitment"), COMMITMENT_BYTES)
    salts = _salts(setup, shuffled, (*place, "salts"))
    if shuffled["removed_drawn"] and deal_index > 0:
        raise Fault(
            "shuffle",
            "currencies are drawn in the first deal only",
            (*place, "removed_drawn"),
            why="shuffle_drawn_later",
        )
    if "seed" not in shuffled:
        return
    seed = _bytes(shuffled["seed"], (*place, "seed"), SEED_BYTES)
    if commitment(seed) != published:
        raise Fault(
            "shuffle",
            "the seed is not the one that was committed to",
            (*place, "commitment"),
            why="shuffle_commitment",
        )
    _check_drawn(setup, deal_index, deal, FairStream(seed, salts))


def _salts(setup: Setup, shuffled: ShuffleRecord, place: Path) -> list[bytes]:
    salts = [_bytes(salt, (*place, seat)) for seat, salt in enumerate(shuffled["salts"])]
    if len(salts) != setup.players:
        raise Fault(
            "shuffle",
            f"{setup.players} seats have a salt each, not {len(salts)}",
            place,
            why="shuffle_salts",
            players=setup.players,
            found=len(salts),
        )
    return salts


def _check_drawn(setup: Setup, deal_index: int, deal: DealRecord, stream: FairStream) -> None:
    if deal["shuffle"]["removed_drawn"]:
        drawn = draw_removed(setup.edition, setup.players, stream.below)
        if list(drawn) != deal["removed"]:
            raise Fault(
                "shuffle",
                f"the seed takes out {quoted(list(drawn))}, not {quoted(deal['removed'])}",
                ("deals", deal_index, "removed"),
                why="shuffle_removed",
                drawn=list(drawn),
                found=first_few(deal["removed"]),
            )
    cards = shuffle(setup.cards, stream.below)
    for index, (card, recorded) in enumerate(zip(cards, deal["cards"], strict=True)):
        if card.code != recorded:
            raise Fault(
                "shuffle",
                f"the seed puts {card.code} here, not {recorded}",
                ("deals", deal_index, "cards", index),
                why="shuffle_card",
                drawn=card.code,
                found=recorded,
            )


def _bytes(text: str, place: Path, count: int | None = None) -> bytes:
    """The bytes the text stands for: exactly that many, or any number."""
    if len(text) > 2 * _MOST_BYTES:
        raise Fault(
            "shuffle",
            f"{quoted(text)} is longer than {_MOST_BYTES} bytes",
            place,
            why="shuffle_long",
            found=quoted(text),
            most=_MOST_BYTES,
        )
    if not _HEX.fullmatch(text):
        found = quoted(text)
        raise Fault(
            "shuffle", f"{found} is not lower-case hex", place, why="shuffle_hex", found=found
        )
    data = bytes.fromhex(text)
    if count is not None and len(data) != count:
        raise Fault(
            "shuffle",
            f"{count} bytes are wanted here, not {len(data)}",
            place,
            why="shuffle_bytes",
            wanted=count,
            found=len(data),
        )
    return data
