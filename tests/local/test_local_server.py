"""A server for one browser: whole matches without a network, nothing sent before it is stored."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from local_page import Beside, BrowserStorage, Json, LocalPage, a_local_page

from spielgeld.bots import make_bot
from spielgeld.client import ServerRefusal, play
from spielgeld.client.player import Seat
from spielgeld.engine import NotAllowed, deal_cards, set_up, start_match, view_of
from spielgeld.engine.records import RawRecord, check_record
from spielgeld.local.advice import AskedElsewhere

AGREEMENT: Json = {
    "edition": "fr",
    "seats": [{}, {"bot": "level1"}, {"bot": "greedy"}, {"bot": "best"}],
    "bot_pace": 0,
    "start": "full",
}


Act = Callable[[LocalPage], Awaitable[None]]


def run(folder: Path, act: Act, storage: BrowserStorage | None = None) -> None:
    async def scene() -> None:
        async with a_local_page(storage or BrowserStorage(), folder) as page:
            await act(page)

    asyncio.run(scene())


async def open_table(page: LocalPage) -> Json:
    asked = {"name": "Ann", "agreement": AGREEMENT}
    seated: Json
    status, seated = await page.ask("POST", "/api/tables", asked)
    assert status == 201
    await page.sit_down(seated)
    return seated


def greedily(page: Seat) -> Awaitable[None]:
    return play(page, make_bot("greedy"), Random(1))


def test_a_whole_match_is_played_and_its_record_holds(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        seated = await open_table(page)
        await greedily(page)
        path = f"/api/tables/{seated['code']}/record"
        status, record = await page.ask("GET", path)
        assert status == 200
        check_record(RawRecord(1, json.dumps(record).encode()))
        assert page.storage.records[seated["code"]]

    run(tmp_path, act)


def test_a_match_goes_on_after_every_reload(tmp_path: Path) -> None:
    """Each page sends three commands, then it is gone without a word."""
    storage = BrowserStorage()
    seated: Json = {}

    async def begin(page: LocalPage) -> None:
        seated.update(await open_table(page))

    async def go_on(page: LocalPage) -> None:
        page.commands_left = 3
        await page.sit_down(seated)
        with suppress(ConnectionError):
            await greedily(page)

    run(tmp_path, begin, storage)
    pages = 0
    while not storage.records:
        run(tmp_path, go_on, storage)
        pages += 1
        assert pages < 100
    assert pages > 3
    check_record(RawRecord(1, storage.records[seated["code"]].encode()))


def test_a_person_alone_with_bots_leaves_and_comes_back_at_once(tmp_path: Path) -> None:
    """Nobody waits, so no bot decides for them, however often they do it."""

    async def act(page: LocalPage) -> None:
        agreement = {**AGREEMENT, "bot_pace": 10}
        _, seated = await page.ask("POST", "/api/tables", {"name": "Ann", "agreement": agreement})
        await page.sit_down(seated)
        await page.until(lambda: page.view["table"]["awaiting"]["what"] == "bids")
        for _ in range(5):
            await page.send("leave")
            await page.until(lambda: page.view["table"]["seats"][0]["played_by_bot"])
            await page.send("take_back")
            await page.until(lambda: not page.view["table"]["seats"][0]["played_by_bot"])
            await page.send("pause")
            assert page.view["table"]["host_until"] is None
            await page.send("resume")
        cards = page.view["hand"]["hand"][:1]
        await page.send("lay_bid", deal=1, round=1, cards=cards)
        await page.send("withdraw_bid", deal=1, round=1)
        await page.send("lay_bid", deal=1, round=1, cards=cards)

    run(tmp_path, act)


def test_nothing_is_told_before_it_is_stored(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        await open_table(page)
        gate = page.storage.gate = asyncio.Event()
        page.storage.asked.clear()
        heard = len(page.heard)
        playing = asyncio.ensure_future(greedily(page))
        await page.storage.asked.wait()
        for _ in range(100):  # whatever else the event loop has to do is done by then
            await asyncio.sleep(0)
        too_early = page.heard[heard:]
        gate.set()
        await playing
        assert too_early == []

    run(tmp_path, act)


def test_a_full_store_is_told_and_loses_nothing(tmp_path: Path) -> None:
    storage = BrowserStorage()
    seated: Json = {}

    async def act(page: LocalPage) -> None:
        seated.update(await open_table(page))
        page.commands_left = 4
        with suppress(ConnectionError):
            await greedily(page)
        storage.is_full = True
        page.commands_left = None
        with pytest.raises((ConnectionError, ServerRefusal)):
            await greedily(page)
        assert page.heard[-1]["code"] in {"store_down", "come_back"}
        status, refusal = await page.ask(
            "POST", "/api/tables", {"name": "Ann", "agreement": AGREEMENT}
        )
        assert (status, refusal["code"]) == (503, "store_down")

    async def come_back(page: LocalPage) -> None:
        await page.sit_down(seated)
        await greedily(page)

    run(tmp_path, act, storage)
    storage.is_full = False
    run(tmp_path, come_back, storage)
    check_record(RawRecord(1, storage.records[seated["code"]].encode()))


@pytest.mark.parametrize(
    ("asked", "more", "status", "code"),
    [
        ("GET /api/nowhere", {}, 404, "no_such_page"),
        ("GET /api/tables/xx", {}, 404, "no_such_table"),
        ("POST /api/tables/xx/leave", {}, 401, "no_token"),
        ("POST /api/score", {"body": "{"}, 400, "json"),
        ("POST /api/score", {"body": "{}"}, 400, "missing_field"),
        ("GET /api/editions", {"query": "a=1"}, 400, "unknown_field"),
    ],
)
def test_what_is_wrong_is_refused_as_by_the_server(
    tmp_path: Path, asked: str, more: dict[str, str], status: int, code: str
) -> None:
    async def act(page: LocalPage) -> None:
        told = await page.ask(*asked.split(), **more)
        assert (told[0], told[1]["code"]) == (status, code)

    run(tmp_path, act)


def test_what_needs_no_table_is_answered(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        for path in ("/api/editions", "/api/bots", "/api/score/table", "/api/practice"):
            status, told = await page.ask("GET", path)
            assert status == 200
            assert told
        status, rules = await page.ask("GET", "/api/rules", query="edition=it&language=de")
        assert status == 200
        assert rules["chapters"]
        assert await page.ask("GET", "/api/tables") == (200, {"tables": []})

    run(tmp_path, act)


def test_a_hint_is_the_servers_and_the_table_does_not_wait_for_it(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        await open_table(page)
        await page.until(lambda: page.view["deal"] is not None)
        gate = page.beside.gate = asyncio.Event()
        asking = asyncio.ensure_future(page.send("ask_hint"))
        await page.send("preview_bid", cards=page.view["hand"]["hand"][:1])
        assert not asking.done()
        gate.set()
        told = (await asking)["hint"]
        assert told["options"][0]["bid"]
        assert told["options"][0]["reasons"]

    run(tmp_path, act)


def test_a_hint_where_there_is_nothing_to_decide_is_refused() -> None:
    asked = AskedElsewhere(Beside())
    setup = set_up("pl", 6)
    dealt = deal_cards(start_match(setup), setup.cards)
    waits = replace(view_of(dealt.match, 0), awaits="turn")
    with pytest.raises(NotAllowed, match="nothing to decide"):
        asyncio.run(asked.hint(waits))


def test_the_curve_of_a_deal_is_worked_out_beside_the_tables(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        seated = await open_table(page)
        await greedily(page)
        path = f"/api/tables/{seated['code']}"
        gate = page.beside.gate = asyncio.Event()
        asking = asyncio.ensure_future(page.ask("GET", f"{path}/curve"))
        _, record = await page.ask("GET", f"{path}/record")
        assert not asking.done()
        gate.set()
        status, told = await asking
        assert (status, told["deal"]) == (200, 1)
        assert len(told["chances"]) == len(record["deals"][0]["rounds"]) + 1

    run(tmp_path, act)


def test_a_match_is_reviewed(tmp_path: Path) -> None:
    async def act(page: LocalPage) -> None:
        seated = await open_table(page)
        await greedily(page)
        _, record = await page.ask("GET", f"/api/tables/{seated['code']}/record")
        status, told = await page.ask("POST", "/api/review", {"record": record, "seat": 0})
        async with asyncio.timeout(60):
            while told["review"] is None:
                await asyncio.sleep(0.05)
                status, told = await page.ask("GET", f"/api/review/{told['id']}")
                assert status == 200
        decisions = [each for deal in record["deals"] for each in deal["rounds"]]
        assert len(told["review"]["decisions"]) > len(decisions)

    run(tmp_path, act)
