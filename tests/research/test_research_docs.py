"""Every short piece of code in `docs/research.md` runs as it stands."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "research.md"
BLOCKS = re.findall(
    r"^```python\n(.+?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
)
LONG = "# long:"
"""The first line of a block that takes minutes, with the command that runs it."""


@pytest.mark.parametrize("number", [at for at, code in enumerate(BLOCKS) if LONG not in code])
def test_the_code_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS[number], f"{DOCUMENT.name}, block {number}", "exec"), {})  # noqa: S102
