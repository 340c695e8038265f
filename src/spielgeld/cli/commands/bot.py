"""`spielgeld bot`: a bot sits down at somebody's table, over the wire, and plays a match."""

import asyncio
from argparse import Namespace
from random import Random, SystemRandom
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit

from spielgeld.bots import make_bot
from spielgeld.cli.compilation import prepare_bots
from spielgeld.cli.output import say
from spielgeld.client import RemoteSeat, ServerRefusal, join_table, play
from spielgeld.client.http import get
from spielgeld.engine import NotAllowed, Unreadable, quoted
from spielgeld.texts import tell_refusal

_TRIES = 6
"""The largest number of bots with the same name at one table."""


def run(arguments: Namespace) -> None:
    """Join, play, and print how it ended."""
    bot = make_bot(arguments.name)
    prepare_bots([arguments.name])
    server, code, token = _place(arguments.url)
    try:
        # A server that goes away later is retried; one that was never there is reported at once.
        get(server, f"/api/tables/{code}")
        if token is None:
            token = _sit_down(server, code, arguments.name)
        result = asyncio.run(_play(server, code, token, bot))
    except ServerRefusal as refusal:
        sentence = tell_refusal("en", refusal.code, refusal.arguments)
        raise NotAllowed(refusal.code, sentence) from None
    except URLError as error:
        raise NotAllowed("no_server", f"{server} does not answer: {error.reason}") from None
    say(result)


def _place(url: str) -> tuple[str, str, str | None]:
    """The parts of a link: the server, the table's code, and the seat's token if it is private."""
    parts = urlsplit(url)
    kind, _, code = parts.path.strip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or kind != "t" or not code:
        raise Unreadable("url", f"{quoted(url)} is not the link of a table, such as http://…/t/…")
    token = parts.fragment.removeprefix("token=") if "token=" in parts.fragment else None
    return f"{parts.scheme}://{parts.netloc}", code, token


def _sit_down(server: str, code: str, name: str) -> str:
    for number in range(1, _TRIES + 1):
        try:
            seated = join_table(server, code, name if number == 1 else f"{name} {number}")
        except ServerRefusal as refusal:
            if refusal.code != "name_taken" or number == _TRIES:
                raise
        else:
            say(f"{name} has seat {seated['seat']}.")
            return str(seated["token"])
    raise AssertionError("the last try returns or raises")


async def _play(server: str, code: str, token: str, bot: Any) -> str:
    async with RemoteSeat(server, code, token) as seat:
        await play(seat, bot, Random(SystemRandom().getrandbits(64)))  # noqa: S311 - a bot's chance
        totals = [sum(points) for points in zip(*seat.view["deal"]["scores"], strict=True)]
        names = [each["name"] for each in seat.view["table"]["seats"]]
        return ", ".join([f"{name} {total}" for name, total in zip(names, totals, strict=True)])
