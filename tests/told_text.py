"""What the command tells people, word for word.

`python tests/told_text.py` writes it anew; read the difference before you keep it.
"""

import os
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from spielgeld.cli import main

FOLDER = Path(__file__).parent / "told"
MATCH = "match.jsonl"
MAKE_MATCH = [
    *("simulate", "1", "--seed", "told", "--edition", "pl", "--players", "4"),
    *("--bots", "greedy,random", "--rule", "bluff_breaks_ties=true", "--out", MATCH),
]
COMMANDS = {
    "editions": ["editions"],
    "rules-it-full": ["rules", "it-full"],
    "rules-pl": ["rules", "pl"],
    "score": ["score", "USD30 USD30 USD30, E60 E40 E30, Y60 Y40 Y30 Y30 Y30 Y20, KR10"],
    "score-coins": ["score", "--edition", "pl", "AG10 AG10 AG10 AG10, AU20, ZL60 ZL50"],
    "order": ["order", "--bid", "Ann: Y20 P40", "--bid", "Bo: E60", "--bid", "Cy: Y20b E40"],
    "order-bluff": ["order", "--edition", "it-full", "--bid", "Y20a", "--bid", "E20a *"],
    "order-sits-out": ["order", "--edition", "nl", "--bid", "Ann: *", "--bid", "Bo: Y20a"],
    "replay": ["replay", MATCH],
    "replay-seat": ["replay", MATCH, "--seat", "1"],
    "replay-spectator": ["replay", MATCH, "--spectator"],
}


def told(name: str, folder: Path) -> str:
    """What the command says when it is run in this folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        if MATCH in COMMANDS[name]:
            main(MAKE_MATCH)
        with redirect_stdout(StringIO()) as out:
            assert main(COMMANDS[name]) == 0
    finally:
        os.chdir(before)
    return out.getvalue()


if __name__ == "__main__":
    for name in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / f"{name}.txt").write_text(told(name, Path(folder)), encoding="utf-8")
