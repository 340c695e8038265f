"""Advice beside the tables of a browser: another Python works it out, and no table waits for it.

Whoever runs us starts that Python when somebody asks, and carries texts between the two. What they
hold is ours: a seat's view one way, a hint or a refusal the other.
"""

import asyncio
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Awaitable, Callable
from pickle import dumps, loads
from typing import Any, Protocol

import msgspec

from spielgeld.advice.types import DealCurve, Hint
from spielgeld.bots.champion.lent import MakeJudge, lend
from spielgeld.engine import Refusal, View
from spielgeld.engine.records import RawRecord, open_record
from spielgeld.server.reviews.worker import Progress, work_out

Tell = Callable[[str], object]


class OtherPython(Protocol):
    """The way to the other Python, as `web/src/local/advice.ts` has it."""

    def hint(self, asked: str, /) -> Awaitable[str]:
        """What its `hint` returns."""

    def curve(self, line: str, /) -> Awaitable[str]:
        """What its `curve` returns."""

    def review(self, work: str, tell: Tell, /) -> Awaitable[object]:
        """Call its `review`; over when that is over."""

    def stop_review(self) -> object:
        """Nobody waits for it any more."""


class Adviser(Protocol):
    """Who advises a local server."""

    async def hint(self, view: View, /) -> Hint:
        """A hint from that view; refused where there is nothing to decide."""

    async def curve(self, line: bytes, /) -> DealCurve:
        """Everybody's chance through the last deal of that record."""

    def review(self, work: bytes, /) -> AsyncGenerator[Progress, None]:
        """As `Reviewer` has it."""


class AskedElsewhere:
    """An adviser in another Python."""

    def __init__(self, other: OtherPython) -> None:
        self._other = other

    async def hint(self, view: View) -> Hint:
        found = unpack(await self._other.hint(pack(view)))
        if isinstance(found, Refusal):
            raise found
        advised: Hint = found
        return advised

    async def curve(self, line: bytes) -> DealCurve:
        found = unpack(await self._other.curve(line.decode()))
        if isinstance(found, Refusal):
            raise found
        curve: DealCurve = found
        return curve

    async def review(self, work: bytes) -> AsyncGenerator[Progress, None]:
        lines: asyncio.Queue[str | None] = asyncio.Queue()

        async def run() -> None:
            try:
                await self._other.review(work.decode(), lines.put_nowait)
            finally:
                lines.put_nowait(None)

        running = asyncio.get_running_loop().create_task(run())
        try:
            while (line := await lines.get()) is not None:
                yield msgspec.json.decode(line, type=Progress)
            await running
        finally:
            if not running.done():
                self._other.stop_review()
                running.cancel()


# ---------------------------------------------------------------- in the other Python


def begin(make_judge: MakeJudge) -> None:
    """The champion, who advises, borrows that judge."""
    lend(make_judge)


def hint(asked: str) -> str:
    """A hint, or why there is none."""
    from spielgeld.advice import hint as advice  # noqa: PLC0415 - the tables need none of it

    try:
        return pack(advice.hint(unpack(asked)))
    except Refusal as refusal:
        return pack(refusal)


def curve(line: str) -> str:
    """Return everybody's chance through the last deal of that record, or why there is none."""
    from spielgeld.advice.curves import deal_curve  # noqa: PLC0415 - the tables need none of it

    try:
        return pack(deal_curve(open_record(RawRecord(1, line.encode()))[1]))
    except Refusal as refusal:
        return pack(refusal)


def review(work: str, tell: Tell) -> None:
    """Tell the JSON of each `Progress`; the review comes last."""
    work_out(work.encode(), lambda line: tell(line.decode()))


def pack(what: object) -> str:
    """An object as text, for the other Python."""
    return b64encode(dumps(what)).decode()


def unpack(text: str) -> Any:
    """The object of a text that `pack` made."""
    return loads(b64decode(text))  # noqa: S301 - written by the other of our two Pythons
