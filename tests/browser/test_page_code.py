"""The page's own code: types, style, and its unit tests, with the tools that built it."""

import gzip
import json
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Response

from browser.chromium import NODE
from browser.conftest import OpenPage
from support.server_process import ServerProcess

WEB = Path(__file__).parents[2] / "web"
ASSETS = WEB.parent / "src" / "spielgeld" / "static" / "assets"


@pytest.mark.parametrize(
    "command",
    [
        ["svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
        ["eslint", "--max-warnings", "0", "src"],
        ["vitest", "run"],
    ],
    ids=lambda command: command[0],
)
def test_the_code_of_the_page_is_in_order(command: list[str]) -> None:
    tool, *flags = command
    run = [str(NODE), str(WEB / "node_modules" / ".bin" / tool), *flags]
    done = subprocess.run(run, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_a_tap_leaves_no_border_behind() -> None:
    """What was touched stays hovered: only who points sees a border or a ground change."""
    lines = [line for file in WEB.glob("src/**/*") if file.is_file() for line in _lines(file)]
    seen = [line for line in lines if ":hover" in line and ("border" in line or "ground" in line)]
    assert [line for line in seen if not line.startswith("@media (hover: hover)")] == []
    assert seen


def _lines(file: Path) -> list[str]:
    return [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]


MOST_AT_FIRST = 150_000
"""Bytes of scripts and styles, packed."""
LATER = {"DealEnd", "Hint", "aside", "Waiting", "Friends", "SettingsDialog", "Keys"}
LATER |= {"piles", "scoring"}
"""Parcels of their own, which nobody needs at first."""


def test_the_first_load_is_light(server: ServerProcess, visit: OpenPage) -> None:
    """The first screen brings the table's code along, and nothing else."""
    page = visit()
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith((".js", ".css")):
            sizes[answer.url] = len(gzip.compress(answer.body(), 9))

    page.on("response", weigh)
    page.goto(server.url, wait_until="networkidle")
    assert any("/Stage-" in name for name in sizes)
    assert sum(sizes.values()) <= MOST_AT_FIRST
    assert {each.name.split("-")[0] for each in ASSETS.glob("*.js")} >= LATER
    assert not {url.rsplit("/", 1)[-1].split("-")[0] for url in sizes} & LATER


PLANTED = """\
const MARKS = [100, 200] as const;
const isFull = (total: number) => total >= 200;
const scores = (total: number) => Math.max(0, total - 100);
const OF_A_TRIO = 3;
const isTrio = (cards: string[]) => cards.length === 3;
const others = (deal: { waiting: number[] }) => deal.waiting.filter((each) => each !== 1);
const next = (deal: { waiting: number[] }) => [1, ...deal.waiting];
"""
"""What the page once knew, and should not."""


@pytest.mark.parametrize("file", ["src/hand/planted.ts", "src/learn/Planted.svelte"])
def test_a_rule_of_the_game_in_the_page_is_found(file: str) -> None:
    """The page knows no rule of the game; the style checker holds it to that."""
    is_part = file.endswith(".svelte")
    source = f'<script lang="ts">\n{PLANTED}</script>\n' if is_part else PLANTED
    run = [str(NODE), "node_modules/.bin/eslint", "-f", "json", "--stdin", "--stdin-filename", file]
    done = subprocess.run(run, cwd=WEB, input=source, capture_output=True, text=True, check=False)
    messages = json.loads(done.stdout)[0]["messages"]
    found = {each["line"] - is_part for each in messages if "rule of the game" in each["message"]}
    assert found == set(range(1, 1 + len(PLANTED.splitlines())))
