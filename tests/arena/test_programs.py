"""Outside programs as players: one that plays, and all kinds that do not."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from spielgeld.arena.entrants import read_entrants
from spielgeld.arena.programs import ProgramBot, ProgramFault
from spielgeld.bots import make_bot
from spielgeld.engine import Unreadable, deal_cards, set_up, shuffle, start_match, view_of
from spielgeld.engine.view import View
from spielgeld.workers import core_count
from support.waiting import wait_until

pytestmark = pytest.mark.process

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "program.py"
LIKE_PENNY = """
import json, sys
from random import Random
from spielgeld.bots import make_bot
from spielgeld.client.views import engine_view
from spielgeld.engine import turn_code
bot = make_bot("penny")
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"]}
    if asked["ask"] == "name":
        answer["name"] = "like-penny"
    elif asked["ask"] == "bid":
        answer["bid"] = bot.choose_bid(engine_view(asked), Random(asked["seed"])).codes
    else:
        answer["turn"] = turn_code(bot.choose_turn(engine_view(asked), Random(asked["seed"])))
    print(json.dumps(answer), flush=True)
"""
NAMED = """
import json, sys, time
sys.stdin.readline()
print('{"id": 1, "name": "x"}', flush=True)
"""


def dealt() -> View:
    setup = set_up("it", 5)
    order = shuffle(setup.cards, Random(1).randrange)
    return view_of(deal_cards(start_match(setup), order).match, 0)


def program(folder: Path, text: str) -> str:
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return f"{sys.executable} {file}"


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "spielgeld", "arena", *words, "--seed", "7", "--players", "3"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_program_plays_as_the_bot_inside_it_would(tmp_path: Path) -> None:
    played = tmp_path / "played.jsonl"
    words = ("--deals", "24", "--table", "field")
    command = program(tmp_path, LIKE_PENNY)
    ran = arena("--bots", "penny", "--program", command, "--out", str(played), *words)
    assert ran.returncode == 0, ran.stderr
    assert "like-penny" in ran.stdout
    results = [json.loads(line) for line in played.read_text().splitlines()[1:]]
    assert results
    # One of them among two of the other: were they different players, the two tables would differ.
    by_deck: dict[int, set[str]] = {}
    for each in results:
        by_deck.setdefault(each["deck"], set()).add(json.dumps(each["scores"]))
    assert all(len(scores) == 1 for scores in by_deck.values())


def test_the_example_takes_part() -> None:
    ran = arena("--bots", "random", "--program", f"{sys.executable} {EXAMPLE}", "--deals", "6")
    assert ran.returncode == 0, ran.stderr
    assert "Richer-row" in ran.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("print('hello', flush=True)\nimport time; time.sleep(60)", "no JSON"),
        ("print('[' * 20000, flush=True)\nimport time; time.sleep(60)", "no JSON"),
        ("print('[1]', flush=True)\nimport time; time.sleep(60)", "no object"),
        ("print('{\"id\": 7}', flush=True)\nimport time; time.sleep(60)", "to question 1"),
        ("import time; time.sleep(60)", "within 0.5 seconds"),
        ("raise SystemExit('I quit')", "ended before it answered; its last words: 'I quit"),
        ("print('x' * 200000, flush=True)\nimport time; time.sleep(60)", "more than 65536 bytes"),
        ("while True: print('x')", "no JSON"),
        ("while True: print('x', end='')", "more than 65536 bytes"),
        ('print(\'{"id": 1, "name": "\\\\u001b[31m"}\', flush=True)', "gave no name"),
        ('print(\'{"id": 1, "name": 5}\', flush=True)', "gave no name: 5"),
        (NAMED + 'print(\'{"id": 2, "bid": ["Y20a", "Q9"]}\', flush=True)\ntime.sleep(60)', "bid"),
        (NAMED + 'print(\'{"id": 2, "bid": []}\', flush=True)\ntime.sleep(60)', "at least one"),
        (NAMED + 'print(\'{"id": 2, "bid": 3}\', flush=True)\ntime.sleep(60)', "bid with 3"),
        (NAMED + 'print(\'{"id": 2, "bid": [[]]}\', flush=True)\ntime.sleep(60)', "bid with"),
    ],
)
def test_a_program_that_does_not_play_is_told_apart_and_ended(
    text: str, told: str, tmp_path: Path
) -> None:
    bot = ProgramBot(program(tmp_path, text), seconds=0.5 if "0.5" in told else 10)
    with pytest.raises(ProgramFault) as refused:
        bot.choose_bid(dealt(), Random(1))
    assert refused.value.code == "program"
    assert told in str(refused.value)
    assert len(str(refused.value)) < 1000
    assert "\x1b" not in str(refused.value)


def test_a_turn_that_is_none_is_refused(tmp_path: Path) -> None:
    from spielgeld.engine import reveal  # noqa: PLC0415

    setup, rng = set_up("it", 5), Random(1)
    match = deal_cards(start_match(setup), shuffle(setup.cards, rng.randrange)).match
    bids = [make_bot("penny").choose_bid(view_of(match, seat), rng) for seat in range(5)]
    match = reveal(match, bids).match
    assert match.deal
    first = match.deal.waiting[0]
    for turn, told in (("up", "answered a turn with 'up'"), (first, "chose")):
        answer = json.dumps({"id": 2, "turn": turn})
        bot = ProgramBot(program(tmp_path, NAMED + f"print('{answer}', flush=True)\ntime.sleep(9)"))
        with pytest.raises(ProgramFault, match=told):
            bot.choose_turn(view_of(match, first), rng)


def test_a_program_that_reads_nothing_holds_nobody_up(tmp_path: Path) -> None:
    text = """
import time
for number in range(1, 10000):
    name = ', "name": "x"' if number == 1 else ', "bid": ["CARD"]'
    print('{"id": %d%s}' % (number, name), flush=True)
time.sleep(60)
"""
    view = dealt()
    bot = ProgramBot(program(tmp_path, text.replace("CARD", view.hand[0].code)), seconds=1)
    with pytest.raises(ProgramFault, match="does not read"):
        [bot.choose_bid(view, Random(1)) for _ in range(1000)]


def test_what_cannot_be_started_is_refused() -> None:
    for command in ("no-such-program-anywhere", "'", ""):
        with pytest.raises(ProgramFault, match="cannot be started"):
            read_entrants(["penny"], [], [command])


def test_a_program_ends_with_the_process_that_asks(tmp_path: Path) -> None:
    """Also one that reads no more, when its arena is killed."""
    alive = tmp_path / "alive"
    text = f"import os\nopen({str(alive)!r}, 'w').write(str(os.getpid()))\n{NAMED}\ntime.sleep(300)"
    command = program(tmp_path, text)
    asker = (
        "import sys; from spielgeld.arena.programs import ProgramBot;"
        f"bot = ProgramBot({command!r}); print(bot.hello(), flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", asker], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout
        assert process.stdout.readline().strip() == b"x"
        pid = int(alive.read_text())
        process.kill()
    wait_until(lambda: not is_running(pid), "the end of the program")


FORKING = """
import os, sys, time
if os.fork() == 0:
    os.closerange(0, 3)
    open(os.path.join(PIDS, str(os.getpid())), "w").close()
    time.sleep(300)
""" + LIKE_PENNY.replace("like-penny", "forking")
FALTERING = FORKING.replace("    asked =", "    if os.path.exists(GATE): sys.exit(1)\n    asked =")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no program forks here")
@pytest.mark.parametrize("way", ["end", "fault", "SIGINT", "SIGTERM", "SIGKILL"])
def test_what_programs_have_started_ends_with_the_arena(way: str, tmp_path: Path) -> None:
    """In all processes of the arena, whatever ends it."""
    pids, gate = tmp_path / "pids", tmp_path / "gate"
    pids.mkdir()
    constants = f"PIDS, GATE = {str(pids)!r}, {str(gate)!r}\n"
    command = program(tmp_path, constants + (FALTERING if way == "fault" else FORKING))
    deals = "12" if way == "end" else "3000"
    words = ["--bots", "penny", "--program", command, "--deals", deals, "--players", "3"]
    process = subprocess.Popen(
        [sys.executable, "-m", "spielgeld", "arena", *words, "--seed", "7"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with process:
        # One was asked for its name and has ended; then there is one for each process.
        wanted = 1 + core_count()
        wait_until(
            lambda: len(list(pids.iterdir())) >= wanted or process.poll() is not None,
            "a program for each process",
        )
        gate.touch()
        if way == "SIGINT":
            os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes
        elif way.startswith("SIG"):
            process.send_signal(signal.Signals[way])
        code = process.wait(60)
    expected = {"end": 0, "fault": 2, "SIGINT": 130, "SIGTERM": 143, "SIGKILL": -9}
    assert code == expected[way]
    children = [int(file.name) for file in pids.iterdir()]
    assert len(children) >= wanted
    try:
        wait_until(lambda: not any(map(is_running, children)), "the end of all programs")
    finally:
        for pid in filter(is_running, children):
            os.kill(pid, signal.SIGKILL)


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


def test_two_programs_of_one_name_are_refused(tmp_path: Path) -> None:
    command = program(tmp_path, NAMED)
    with pytest.raises(Unreadable, match="two bots have the name x"):
        read_entrants(["penny"], [], [command, command])
