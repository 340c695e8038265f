"""`spielgeld doctor`: five questions about a set-up with PostgreSQL and a proxy."""

import asyncio
import json
import os
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from spielgeld.cli.output import FINE, REFUSED, complain, say
from spielgeld.client.http import ServerRefusal, open_table
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.store.interface import Notices, StoreTrouble

ANSWERED_WITHIN = 5.0
"""Seconds for an answer of the database or of the server."""
CLOCKS_APART = 2.0
"""Seconds by which this machine's clock may differ from the database's."""
OPTIONS = ("database", "database_direct_url", "public_url")
AGREEMENT = {"edition": "it", "seats": [{}, {}, {}]}

Report = Callable[[str, str], None]
"""Takes what was asked, and what to do; empty if all is well."""


def run(arguments: Namespace) -> int:
    """Ask, and say what to do about each problem."""
    flags = {name: getattr(arguments, name) for name in OPTIONS}
    settings = read_settings(flags, os.environ)
    if not settings.database and not settings.public_url:
        complain("name the set-up: --database, --public-url, or both")
        return REFUSED
    if settings.database and find_spec("psycopg") is None:
        complain("the database cannot be asked: pip install 'spielgeld[postgresql]'")
        return REFUSED
    troubles: list[str] = []

    def report(asked: str, to_do: str) -> None:
        say(f"{'PROBLEM' if to_do else 'ok':8} {asked}{': ' if to_do else ''}{to_do}")
        troubles.extend([to_do] if to_do else [])

    if settings.database:
        direct = settings.database_direct_url or settings.database
        asyncio.run(_ask_database(settings.database, direct, report))
    if settings.public_url:
        asyncio.run(_ask_proxy(settings.public_url, arguments.seconds, report))
    return REFUSED if troubles else FINE


async def _ask_database(url: str, direct_url: str, report: Report) -> None:
    import psycopg  # noqa: PLC0415 - an optional extra

    from spielgeld.server.store.lane import PostgresNotices  # noqa: PLC0415

    asked = "the database can be reached and written to"
    try:
        database = await psycopg.AsyncConnection.connect(url, connect_timeout=5, autocommit=True)
        async with database:
            # In the way of a pass: several statements in one message, and nothing is kept.
            writing = "CREATE TEMPORARY TABLE doctor (at float8) ON COMMIT DROP"
            await database.execute(f"BEGIN; {writing}; ROLLBACK")
            cursor = await database.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
            row = await cursor.fetchone()
    except psycopg.Error as error:
        reason = str(error).partition("\n")[0]
        report(asked, f"check address, password, pg_hba.conf, and that it is no standby ({reason})")
        return
    report(asked, "")
    apart = abs(time.time() - (row[0] if row else 0))
    to_do = f"they are {apart:.0f} s apart; let both machines follow a time server"
    report("the clocks agree", to_do if apart > CLOCKS_APART else "")
    heard = await _hears(PostgresNotices(url, direct_url))
    to_do = "name an address past the pooler with --database-direct-url"
    report("notifications arrive", "" if heard else to_do)


async def _hears(notices: Notices) -> bool:
    heard = asyncio.Event()
    listening = asyncio.create_task(notices.listen(lambda _: heard.set()))
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            while not heard.is_set() and not listening.done():
                await notices.send("doctor")
                await asyncio.sleep(0.1)
    except (TimeoutError, StoreTrouble):
        pass
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await notices.close()
    return heard.is_set()


async def _ask_proxy(url: str, seconds: float, report: Report) -> None:
    asked = "a WebSocket passes the proxy"
    try:
        opened = await asyncio.to_thread(open_table, url, "Doctor", AGREEMENT)
    except (OSError, ServerRefusal) as error:
        report(asked, f"the server cannot be reached at {url}: check proxy and server ({error})")
        return
    try:
        async with _greeted(url, opened) as socket:
            report(asked, "")
            await _wait(socket, seconds, report)
    except (OSError, WebSocketException, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        report(asked, f"let the proxy pass the headers Upgrade, Connection and Host ({reason})")


@asynccontextmanager
async def _greeted(url: str, opened: dict[str, str]) -> AsyncIterator[ClientConnection]:
    address = f"{url.replace('http', 'ws', 1)}/ws/{opened['code']}"
    async with connect(address, open_timeout=ANSWERED_WITHIN, proxy=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": opened["token"]}))
        async with asyncio.timeout(ANSWERED_WITHIN):
            await socket.recv()
        yield socket


async def _wait(socket: ClientConnection, seconds: float, report: Report) -> None:
    """Say nothing for so long: the server sends a sign of life every 20 seconds."""
    asked, began = f"a WebSocket stays open for {seconds:g} s", time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            async for _ in socket:
                pass
    except TimeoutError:
        report(asked, "")
        return
    except WebSocketException:
        pass
    after = time.monotonic() - began
    report(asked, f"it was closed after {after:.0f} s; raise the proxy's time limits to 90 s")
