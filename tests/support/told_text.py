"""The output of the commands for people, word for word: long in English, shorter elsewhere.

`cd tests && python -m support.told_text` writes it anew; read what differs before you keep it.
"""

import json
import os
import shlex
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

from spielgeld.advice.types import Habits, Hint, Judged, Moment, Option, Reason, Review
from spielgeld.cli import main
from spielgeld.cli.commands.hint import tell_hint
from spielgeld.cli.commands.review import ReviewTeller
from spielgeld.cli.record_files import find_record
from spielgeld.engine import view_of
from spielgeld.engine.records import check_record
from spielgeld.texts import LANGUAGES

FOLDER = Path(__file__).parents[1] / "told"
MATCH = "match.jsonl"
MAKE_MATCH = [
    *("simulate", "1", "--seed", "told", "--edition", "pl", "--players", "4"),
    *("--bots", "greedy,random", "--rule", "bluff_breaks_ties=true", "--out", MATCH),
]
COMMANDS = {
    "rules-it-full": ["rules", "it-full"],
    "rules-pl": ["rules", "pl"],
    "score": ["score", "USD30 USD30 USD30, E60 E40 E30, Y60 Y40 Y30 Y30 Y30 Y20, KR10"],
    "replay": ["replay", MATCH],
    "replay-seat": ["replay", MATCH, "--seat", "1"],
    "replay-spectator": ["replay", MATCH, "--spectator"],
}
"""In English."""
SHORT_MATCH = "short.jsonl"
NO_RECORD = "no_record.json"
"""A record in which one value has the wrong type."""
NAMES = ["Ann", "Bo", "Cy"]
MAKE_SHORT_MATCH = [
    *("simulate", "1", "--seed", "3", "--edition", "it-full", "--players", "3"),
    *("--bots", "random,penny", "--rule", "deals=1", "--out", SHORT_MATCH),
]
IN_EVERY_LANGUAGE = [
    ["rules"],
    ["rules", "R6"],
    ["rules", "R10"],
    ["rules", "R3"],
    ["rules", "nl", "xyzzy"],
    ["editions"],
    ["bots"],
    ["score", "--edition", "pl", "AG10 AG10 AG10 AG10, AU20, ZL60 ZL20 ZL20 ZL20"],
    ["order", "--edition", "it", "--bid", "Ann: Y20 P40", "--bid", "Bo: E60", "--bid", "Y20b E40"],
    ["order", "--edition", "it-full", "--bid", "Y20a", "--bid", "E20a *", "--bid", "Cy: *"],
    ["order", "--edition", "it", "--bid", "Y20a #9", "--bid", "E20a #8"],
    ["replay", SHORT_MATCH, "--seat", "1"],
    ["replay", SHORT_MATCH, "--match", "2"],
    ["replay", SHORT_MATCH, "--seat", "Eve"],
    ["score", "--edition", "it", "Y20 Y20 Y20 Y20"],
    ["score", "Q1"],
    ["score", "--edition", "it", "Y60 Y60"],
    ["score", "Y20", "--rule", "deals"],
    ["score", "Y20", "--edition", "xx"],
    ["order", "--edition", "it", "--bid", "Y20a #9", "--bid", "E20a"],
    ["hint", SHORT_MATCH, "--turn", "--round", "99"],
    ["hint", SHORT_MATCH],
    ["--help"],
    ["rules", "--help"],
    ["order", "--help"],
    ["hint", "--help"],
    ["review"],
    ["score"],
    ["score", "Y20", "--edition"],
    ["score", "Y20", "--oops"],
    ["replay", SHORT_MATCH, "--match", "first"],
    ["replay", SHORT_MATCH, "--seat", "1", "--spectator"],
    ["replay", SHORT_MATCH, "--s", "1"],
    ["replay", "nowhere"],
    ["replay", "."],
    ["replay", NO_RECORD],
    ["reply"],
    ["xyzzy"],
    ["serve", "--port", "x"],
    ["serve", "--log-level", "loud"],
    ["serve", "--data", f"{SHORT_MATCH}/data"],
]


HINT = Hint(
    is_match=True,
    options=[
        Option(
            bid=["P30b", "USD20c"],
            points=231.4,
            wins_deal=0.4567,
            wins_match=0.3456,
            share=0.62,
            reasons=[
                Reason(code="over_200", arguments={"currency": "P", "total": 210}),
                Reason(code="spoils", arguments={"currency": "Y", "seat": 2}),
            ],
        ),
        Option(bid=["*"], points=1, wins_deal=0.25, wins_match=0.2, share=0, reasons=[]),
    ],
)
TURNS = [
    Option(turn=turn, points=120, wins_deal=0.4, wins_match=0.3, share=1, reasons=[])
    for turn in ("right", "left", "keep", 2)
]
REVIEW = Review(
    seat=1,
    decisions=[
        Judged(
            deal=1,
            round=number,
            what="turn",
            chosen=chosen,
            best=best,
            lost=0.125,
            error=0.02,
            lost_match=0.06,
            is_mistake=True,
        )
        for number, (chosen, best) in enumerate(
            [(TURNS[0], TURNS[1]), (TURNS[2], TURNS[3])], start=1
        )
    ],
    curve=[
        Moment(deal=1, round=number, what="round", chances=[0.1, chance, 0.9 - chance])
        for number, chance in enumerate([0.3, 0.5, 0.8], start=1)
    ],
    worst=[0, 1],
    habits=[
        Habits(
            seat=seat,
            bid_cards=2.25,
            bid_worth=71.4,
            overpaid=12.6,
            rows=1,
            bids_taken=2,
            kept=1,
            sat_out=0,
            trios=1,
            full_currencies=2,
        )
        for seat in range(3)
    ],
    skill=-0.25,
    luck=0.75,
)


def told_advice(language: str) -> str:
    """A fixed hint and review: computing them takes long, and floats differ between machines."""
    _, steps = check_record(find_record(SHORT_MATCH, 1))
    match = steps[0].match
    lines = [
        *tell_hint(language, view_of(match, 1), NAMES, HINT),
        "",
        *ReviewTeller(match.setup, NAMES, language).tell(REVIEW),
    ]
    return "\n".join(lines) + "\n"


def told(arguments: list[str]) -> str:
    """What the command prints, on standard output and standard error."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), suppress(SystemExit):
        main(arguments)
    return out.getvalue() + err.getvalue()


def told_in(language: str) -> str:
    """All of those commands, one after the other."""
    parts = []
    for arguments in IN_EVERY_LANGUAGE:
        parts.append(f"$ spielgeld {shlex.join(arguments)}\n")
        parts.append(told([*arguments, "--language", language]))
    return "\n".join([*parts, told_advice(language)])


def everything(folder: Path) -> dict[str, str]:
    """The content of every file, by its name; the commands run in this folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        for arguments in (MAKE_MATCH, MAKE_SHORT_MATCH):
            main(arguments)
        record = json.loads(Path(SHORT_MATCH).read_text(encoding="utf-8"))
        Path(NO_RECORD).write_text(json.dumps({**record, "players": "Ann"}), encoding="utf-8")
        english = {name: told(arguments) for name, arguments in COMMANDS.items()}
        return {**english, **{language: told_in(language) for language in LANGUAGES}}
    finally:
        os.chdir(before)


if __name__ == "__main__":
    os.environ.update({"COLUMNS": "80", "LC_ALL": "C.UTF-8"})
    for old in FOLDER.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in everything(Path(folder)).items():
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
