"""With the same seed, a table in a browser and one of a server have the same record."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from local_page import BrowserStorage, Json, a_local_page

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, play
from support.server_process import ServerProcess, server

pytestmark = pytest.mark.server

__all__ = ["server"]

SALT = "5a17"
AGREEMENT: Json = {
    "edition": "fr",
    "rules": {"deals": 3},
    "seats": [{}, {"bot": "level1"}, {"bot": "level4"}, {"bot": "champion"}],
    "bot_pace": 0,
    "start": "full",
}


class _Salting(RemoteSeat):
    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        if kind == "salt":
            fields["salt"] = SALT
        return await super().send(kind, **fields)


def asked(seed: str) -> Json:
    return {"name": "Ann", "agreement": AGREEMENT, "seed": seed}


def played_by_the_server(server: ServerProcess, seed: str) -> Json:
    seated = server.ask("POST", "/api/tables", asked(seed)).json()

    async def sit() -> None:
        async with _Salting(server.url, seated["code"], seated["token"]) as seat:
            await play(seat, make_bot("greedy"), Random(1))

    asyncio.run(sit())
    record: Json = server.ask("GET", f"/api/tables/{seated['code']}/record").json()
    return record


def played_locally(folder: Path, seed: str) -> Json:
    async def sit() -> Json:
        async with a_local_page(BrowserStorage(), folder) as page:
            _, seated = await page.ask("POST", "/api/tables", asked(seed))
            page.salt = SALT
            await page.sit_down(seated)
            await play(page, make_bot("greedy"), Random(1))
            record: Json
            _, record = await page.ask("GET", f"/api/tables/{seated['code']}/record")
            return record

    return asyncio.run(sit())


def test_local_and_server_tables_give_the_same_record(
    server: ServerProcess, tmp_path: Path
) -> None:
    ours, theirs = played_locally(tmp_path, "one"), played_by_the_server(server, "one")
    assert len(ours["deals"]) == 3
    assert ours == theirs
    assert played_locally(tmp_path, "two")["deals"] != ours["deals"]


@pytest.mark.parametrize(
    "wish",
    [{"seats": [{}, {}, {"bot": "greedy"}]}, {"watchers": "link"}],
)
def test_a_seed_is_for_one_person_alone(server: ServerProcess, wish: Json) -> None:
    body = {**asked("one"), "agreement": {**AGREEMENT, **wish}}
    refused = server.ask("POST", "/api/tables", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "seed_shared")


def test_a_finished_deal_is_played_again_with_the_same_cards(
    server: ServerProcess, tmp_path: Path
) -> None:
    first = played_locally(tmp_path, "one")

    async def again() -> Json:
        async with a_local_page(BrowserStorage(), tmp_path) as page:
            wish = {"record": first, "deal": 2, "seat": 3, "name": "Bo", "bot": "level1"}
            status, seated = await page.ask("POST", "/api/practice", wish | {"bot_pace": 0})
            assert (status, seated.get("seat")) == (201, 3), seated
            await page.sit_down(seated)
            await play(page, make_bot("greedy"), Random(2))
            record: Json
            _, record = await page.ask("GET", f"/api/tables/{seated['code']}/record")
            return record

    second = asyncio.run(again())
    assert second["winners"]
    assert [deal["cards"] for deal in second["deals"]] == [first["deals"][1]["cards"]]
    assert second["deals"][0]["removed"] == first["deals"][1]["removed"]
    del first["winners"], first["deals"][2]["scores"]
    wish = {"record": first, "deal": 3, "name": "Bo"}
    refused = server.ask("POST", "/api/practice", wish)
    assert (refused.status_code, refused.json()["code"]) == (409, "deal_not_over")
