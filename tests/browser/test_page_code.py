"""The page's own code: types, style, and its unit tests, with the tools that built it."""

import subprocess
from pathlib import Path

import pytest

from browser.chromium import NODE

WEB = Path(__file__).parents[2] / "web"


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
