"""`spielgeld bots`, and a server that was started with somebody's own bot."""

import json
from pathlib import Path

import pytest
from command import call

from spielgeld.bots import BOTS, PUBLISHED
from spielgeld.client import open_table
from spielgeld.texts import load_bots
from support.server_process import ServerProcess, serving

pytestmark = pytest.mark.server

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "my_bot.py"
OWN = ("--bot", f"{EXAMPLE}:MyBot")
SEATS = [{}, {"bot": "MyBot"}, {"bot": "MyBot"}]


def test_bots_are_listed_with_their_kind_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    ran = call(capsys, "bots")
    assert (ran.code, ran.err) == (0, "")
    _, *rows = ran.out.splitlines()
    words = load_bots("en")
    assert [row.split()[0] for row in rows] == list(BOTS)
    for name, row in zip(BOTS, rows, strict=True):
        assert words[name]["name"] in row
        assert row.endswith(words[name]["about"])


def test_bots_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(call(capsys, "bots", "--json").out)
    assert [each["id"] for each in told] == list(BOTS)
    about = load_bots("en")["penny"]["about"]
    assert {"id": "penny", "kind": "yardstick", "about": about} in told


def opened(server: ServerProcess) -> dict[str, str]:
    agreement = {"edition": "fr", "seats": SEATS, "start": "full", "bot_pace": 0}
    return open_table(server.url, "Ann", agreement)


def test_an_own_bot_plays_at_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, *OWN) as server:
        told = server.ask("GET", "/api/bots").json()["bots"]
        assert told[-1] == {"id": "MyBot", "kind": "own"}
        assert [each["id"] for each in told[:-1]] == list(BOTS)
        table = opened(server)
        assert call(capsys, "bot", table["private_link"]).code == 0
        record = server.ask("GET", f"/api/tables/{table['code']}/record").json()
        assert record["bots"] == [None, "MyBot", "MyBot"]
        assert record["players"] == ["Ann", "MyBot", "MyBot 2"]
        assert not [line for line in server.lines if "bot_failed" in line]


def test_a_table_outlives_its_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, *OWN) as server:
        table = opened(server)
    with serving(tmp_path) as server:
        assert (
            server.ask(
                "POST",
                "/api/tables",
                {"name": "Bo", "agreement": {"edition": "fr", "seats": SEATS}},
            ).json()["code"]
            == "bot"
        )
        link = f"{server.url}/t/{table['code']}#token={table['token']}"
        assert call(capsys, "bot", link).code == 0
        assert [line for line in server.lines if "bot_failed" in line]


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("nowhere.py:MyBot", "bot_file"),
        (f"{EXAMPLE}:Nobody", "bot_class"),
        (f"{EXAMPLE}", "bot_place"),
        ("{folder}/bots.py:penny", "bot_taken"),
        ("{folder}/bots.py:" + "M" * 41, "name_long"),
    ],
)
def test_what_is_no_bot_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    code: str,
) -> None:
    monkeypatch.setattr(
        "spielgeld.cli.commands.serve.claim", lambda _: pytest.fail("it would serve")
    )
    kind = "from spielgeld.bots.random_bot import RandomBot as "
    (tmp_path / "bots.py").write_text(f"{kind}penny\n{kind}{'M' * 41}\n")
    place = place.format(folder=tmp_path)
    ran = call(capsys, "serve", "--data", str(tmp_path), "--no-browser", "--bot", place)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"spielgeld: {code}: ")
    assert set(BOTS) <= set(PUBLISHED)


def test_a_server_that_runs_already_is_not_given_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielgeld.cli.commands.serve.add_bot", lambda *_: None)
    with serving(tmp_path):
        data = str(tmp_path / "data")
        ran = call(capsys, "serve", "--data", data, "--no-browser", *OWN)
    assert ran.code == 2
    assert "It is running without these bots" in ran.err
