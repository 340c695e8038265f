"""A batch of appends, sorted so that a database can take it table by table."""

from collections.abc import Sequence
from dataclasses import dataclass

from spielgeld.server.store.interface import Append


@dataclass(slots=True)
class Chain:
    """Appends of one table that build upon each other, as one."""

    append: Append
    places: list[int]
    """Where they stood in the batch."""

    @property
    def end(self) -> int:
        return self.append.after + len(self.append.entries)

    def extend(self, more: Append, place: int) -> None:
        first = self.append
        self.append = Append(
            table=first.table,
            after=first.after,
            entries=first.entries + more.entries,
            info=more.info or first.info,
            record=more.record or first.record,
            at=max(first.at, more.at),
        )
        self.places.append(place)


def rounds_of(appends: Sequence[Append]) -> list[list[Chain]]:
    """The batch as rounds in which every table has one chain at most.

    There is a second round only where a table's appends contradict each other. The first round
    names every table of the batch: whoever locks its rows has locked all.
    """
    rounds: list[list[Chain]] = []
    latest: dict[str, tuple[int, Chain]] = {}
    for place, append in enumerate(appends):
        number, chain = latest.get(append.table, (-1, None))
        if chain is not None and chain.end == append.after:
            chain.extend(append, place)
            continue
        number += 1
        if number == len(rounds):
            rounds.append([])
        chain = Chain(append, [place])
        rounds[number].append(chain)
        latest[append.table] = (number, chain)
    return rounds
