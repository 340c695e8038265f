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


def passes_of(appends: Sequence[Append]) -> list[list[Chain]]:
    """The batch as passes in which every table has one chain at most.

    A table needs a second pass only if an append does not continue the one before. Every table is
    in the first pass, so locking its rows locks all.
    """
    passes: list[list[Chain]] = []
    latest: dict[str, tuple[int, Chain]] = {}
    for place, append in enumerate(appends):
        number, chain = latest.get(append.table, (-1, None))
        if chain is not None and chain.end == append.after:
            chain.extend(append, place)
            continue
        number += 1
        if number == len(passes):
            passes.append([])
        chain = Chain(append, [place])
        passes[number].append(chain)
        latest[append.table] = (number, chain)
    return passes
