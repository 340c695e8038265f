"""Every short piece of code in the documents on research runs as it stands."""

import re
from pathlib import Path

import pytest

from support.research_reference import DOCUMENT, reference

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = [
    (file.name, code)
    for file in sorted(DOCS.glob("research*.md"))
    for code in re.findall(
        r"^```python\n(.+?)^```$", file.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
]
LONG = "# long:"
"""The first line of a block that takes minutes, with the command that runs it."""


@pytest.mark.parametrize("number", [at for at, (_, code) in enumerate(BLOCKS) if LONG not in code])
def test_the_code_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, code = BLOCKS[number]
    exec(compile(code, f"{name}, block {number}", "exec"), {})  # noqa: S102


def test_the_reference_is_the_one_that_is_generated() -> None:
    """To write it again: `cd tests && python -m support.research_reference`."""
    assert DOCUMENT.read_text("utf-8") == reference()
