"""Guards a promise: docs/research.md leads from `pip install` to a match against an agent.

    python bench/research_walk.py --minutes 10                       # about 15 minutes
    python bench/research_walk.py --minutes 1 --with "torch==2.13.0" --folder /tmp/walk

Makes an environment, installs the package with the extra `sb3`, trains an agent by the document's
command, draws its learning curve, measures it in the arena, has the server offer it as a player,
and plays a match against it: `spielgeld bot` at a seat over the wire, the agent at two others.
"""

import argparse
import os
import re
import subprocess
import tempfile
import time
import venv
from pathlib import Path

from research_pictures import draw_curve
from spielgeld.client import open_table

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
AGENT = f"{EXAMPLES / 'ppo_agent.py'}:PPOAgent"


class Walk:
    """The environment, and what is run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._bin = folder, folder / "venv" / "bin"
        self._env = {**os.environ, "SPIELGELD_AGENT": str(folder / "agent.npz")}

    def command(self, *words: object) -> list[str]:
        first, *rest = map(str, words)
        print("$", first, *rest, flush=True)
        return [str(self._bin / first), *rest]

    def run(self, *words: object) -> str:
        """Run it to its end; what it says is shown and handed back."""
        command = self.command(*words)
        done = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self._env)
        said = []
        for line in done.stdout or ():
            print(line, end="", flush=True)
            said.append(line)
        if done.wait():
            raise SystemExit(f"{words[0]} ended with {done.returncode}")
        return "".join(said)

    def serve(self) -> tuple[subprocess.Popen[str], str]:
        """The server with the agent among its players, and its address."""
        words = ("spielgeld", "serve", "--port", 0, "--data", self.folder / "data", "--bot", AGENT)
        command = self.command(*words)
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self._env)
        for line in server.stdout or ():
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                return server, found[0]
        raise SystemExit("the server did not start")


def play(walk: Walk, server: str) -> None:
    """Open a table with the agent at two seats, and sit down at the third over the wire."""
    seats = [{}, {"bot": "PPOAgent"}, {"bot": "PPOAgent"}]
    table = {"edition": "it", "rules": {"deals": 1}, "seats": seats, "start": "full", "bot_pace": 0}
    opened = open_table(server, "Ann", table)
    walk.run("spielgeld", "bot", opened["private_link"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10, help="of training, processor time")
    parser.add_argument("--deals", type=int, default=400, help="in the arena")
    parser.add_argument("--folder", type=Path, help="keeps everything here")
    parser.add_argument("--with", dest="more", action="append", default=[], metavar="REQUIREMENT")
    given = parser.parse_args()
    folder = (given.folder or Path(tempfile.mkdtemp(prefix="walk-"))).resolve()
    walk, began = Walk(folder), time.monotonic()
    if not (folder / "venv").exists():
        venv.create(folder / "venv", with_pip=True)
    walk.run("pip", "install", "-q", "--disable-pip-version-check", f"{ROOT}[sb3]", *given.more)
    out = folder / "agent"
    walk.run("python", EXAMPLES / "train_ppo.py", "--minutes", given.minutes, "--out", out)
    (folder / "curve.svg").write_text(draw_curve(folder / "agent.csv"), "utf-8")
    print(f"the learning curve: {folder / 'curve.svg'}")
    arena = ("arena", "--bots", "best", "--bot", AGENT, "--players", 4)
    walk.run("spielgeld", *arena, "--deals", given.deals, "--seed", 7)
    server, address = walk.serve()
    try:
        play(walk, address)
    finally:
        server.terminate()
        server.wait()
    print(f"all of it in {(time.monotonic() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
