"""`check` finds every fault and names its place; `replay` tells a match, or what one seat knew."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import QUICK, SCRIPT, Ran, call, start

from spielgeld.cli.commands.simulate import Plan, play_one
from spielgeld.engine import EDITIONS

Capsys = pytest.CaptureFixture[str]
NAMES = ["Ann", "Bo", "Cy", "Di"]
CARD = re.compile(r"\b[A-Z]{1,3}[0-9]{2}[a-f]?\b")
EVIL = "\x1b[31mEve\x07\nBob\u202e"


def record(number: int = 0, deals: int = 1) -> dict[str, Any]:
    plan = Plan((EDITIONS["it"],), 4, False, {"deals": deals}, ("random", "greedy"), "s")
    played: dict[str, Any] = json.loads(play_one(plan, number))
    return {**played, "players": NAMES}


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write(tmp_path / "good.jsonl", record(0), record(1))


def write(path: Path, *documents: object) -> Path:
    path.write_text("".join([json.dumps(each) + "\n" for each in documents]), encoding="utf-8")
    return path


def spoilt() -> dict[str, Any]:
    document = record()
    document["deals"][0]["scores"][0] += 10
    return document


def test_fine_records_are_counted(capsys: Capsys, good: Path) -> None:
    assert call(capsys, "check", str(good), str(good)) == (0, "4 records, 0 faults\n", "")


def test_a_record_with_a_bot_that_is_gone_replays(capsys: Capsys, tmp_path: Path) -> None:
    file = write(tmp_path / "gone.jsonl", record() | {"bots": ["search", None, "greedy", None]})
    assert call(capsys, "check", str(file)) == (0, "1 record, 0 faults\n", "")
    replayed = call(capsys, "replay", str(file))
    kept = write(tmp_path / "kept.jsonl", record() | {"bots": ["greedy", None, "greedy", None]})
    assert replayed.code == 0
    assert replayed == call(capsys, "replay", str(kept))


def test_every_fault_is_a_line_with_file_line_code_and_sentence(
    capsys: Capsys, tmp_path: Path
) -> None:
    file = write(tmp_path / "mixed.jsonl", record(0), spoilt(), [1], record(1))
    ran = call(capsys, "check", str(file))
    first, second, summary = ran.out.splitlines()
    assert first.startswith(f"{file}:2: scores: deals[0].scores: the scores are ")
    assert second.startswith(f"{file}:3: format: ")
    assert summary == "4 records, 2 faults"
    assert (ran.code, ran.err) == (1, "")


def test_a_fault_in_a_document_is_told_with_the_line_of_its_place(
    capsys: Capsys, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    text = json.dumps(spoilt(), indent=2)
    file.write_text(text)
    line = text[: text.index('"scores"')].count("\n") + 1
    assert call(capsys, "check", str(file)).out.startswith(f"{file}:{line}: scores: ")


def test_a_line_cut_short_is_told_with_its_own_line(capsys: Capsys, tmp_path: Path) -> None:
    file = write(tmp_path / "cut.jsonl", record(0))
    file.write_text(file.read_text() + '{"format":\n' + file.read_text())
    assert call(capsys, "check", str(file)).out.startswith(f"{file}:2: json: ")


def test_check_for_programs(capsys: Capsys, tmp_path: Path) -> None:
    file = write(tmp_path / "m.jsonl", record(), spoilt())
    fault, summary = map(json.loads, call(capsys, "check", "--json", str(file)).out.splitlines())
    assert set(fault) == {"file", "line", "code", "place", "sentence"}
    assert (fault["file"], fault["line"], fault["code"]) == (str(file), 2, "scores")
    assert fault["place"] == "deals[0].scores"
    assert summary == {"records": 2, "faults": 1}


def test_files_that_cannot_be_read_do_not_keep_others_from_being_checked(
    capsys: Capsys, good: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "\x1b[2Jnone"
    bad = write(tmp_path / "bad.jsonl", spoilt())
    ran = call(capsys, "check", str(missing), str(tmp_path), str(good), str(bad))
    assert ran.code == 2
    assert ran.out.splitlines()[-1] == "3 records, 1 fault"
    assert len(ran.err.splitlines()) == 2
    assert f"{tmp_path}: Is a directory" in ran.err
    assert "\x1b" not in ran.err


def test_what_is_no_record_is_a_fault(capsys: Capsys, tmp_path: Path) -> None:
    for content in (b"hello", b"\xff\xfe{\0}\0", b"\0" * 100, b"[[[[", b"{}\n{}\n"):
        (tmp_path / "x").write_bytes(content)
        assert call(capsys, "check", str(tmp_path / "x")).code == 1


def test_an_empty_file_holds_no_records(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert call(capsys, "check", str(tmp_path / "empty")).out == "0 records, 0 faults\n"


@pytest.mark.process
def test_standard_input_is_read_once_and_does_no_harm_twice(good: Path) -> None:
    assert start("check", "-", stdin=good.read_bytes()) == (0, "2 records, 0 faults\n", "")
    twice = start("check", "-", "-", stdin=good.read_bytes())
    assert "Traceback" not in twice.err
    assert "2 records" in twice.out


def test_nothing_from_a_record_reaches_the_terminal_raw(capsys: Capsys, tmp_path: Path) -> None:
    evil = [{**record(), key: EVIL} for key in ("format", "edition", "deals")]
    evil += [{**record(), "rules": {EVIL: 1}}]
    doubled = f"{{{json.dumps(EVIL)}: 1, {json.dumps(EVIL)}: 2}}\n"
    file = write(tmp_path / "evil.jsonl", *evil)
    file.write_text(file.read_text() + doubled)
    out = call(capsys, "check", str(file)).out
    assert out.splitlines()[-1] == "5 records, 5 faults"
    assert len(out.splitlines()) == 6
    assert not set(out) & {"\x1b", "\x07", "\u202e"}


@pytest.mark.process
def test_a_reader_of_faults_who_has_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"[x\n" * 5000)
    with subprocess.Popen(
        [SCRIPT, "check", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_replay_tells_the_whole_match(capsys: Capsys, good: Path) -> None:
    ran = call(capsys, "replay", str(good))
    assert (ran.code, ran.err) == (0, "")
    dealt = record()["deals"][0]
    assert ran.out.startswith("Money (it), 4 players: Ann, Bo, Cy, Di\n")
    assert f"Left out: {dealt['removed'][0]}\n" in ran.out
    assert len(re.findall("^Round ", ran.out, re.MULTILINE)) == len(dealt["rounds"])
    for name, score in zip(NAMES, dealt["scores"], strict=True):
        assert f"  {name}: {score} points with " in ran.out
    assert set(dealt["cards"][:32]) <= set(CARD.findall(ran.out))


def test_replay_finds_the_match_by_its_number(capsys: Capsys, good: Path) -> None:
    second = call(capsys, "replay", str(good), "--match", "2").out
    assert second != call(capsys, "replay", str(good)).out
    assert "match: " in call(capsys, "replay", str(good), "--match", "3").err
    assert call(capsys, "replay", str(good), "--match", "3").code == 2


def first_mentions(text: str) -> Iterator[tuple[str, str]]:
    """Every card with the line that first names it, before the deal's end."""
    seen = set()
    for line in text.partition("\nDeal 1 is over")[0].splitlines():
        for card in CARD.findall(line):
            if card not in seen:
                seen.add(card)
                yield card, line


@pytest.mark.parametrize("options", [["--spectator"], *[["--seat", str(n)] for n in range(4)]])
def test_no_card_is_named_before_that_seat_could_know_it(
    capsys: Capsys, good: Path, options: list[str]
) -> None:
    text = call(capsys, "replay", str(good), *options).out
    cards = record()["deals"][0]["cards"]
    seat = int(options[1]) if len(options) > 1 else None
    holders = {card: index // 6 for index, card in enumerate(cards[:24])}
    named = dict(first_mentions(text))
    assert set(cards[24:32]) <= set(named)
    for card, line in named.items():
        if card in holders and holders[card] != seat:
            assert line.startswith(f"  {NAMES[holders[card]]} bids "), card
        elif card in cards[32:]:
            assert line.startswith("  Refill: "), card
    never_shown = set(holders) - set(named)
    assert never_shown
    assert never_shown <= set(CARD.findall(text))
    if seat is not None:
        assert set(cards[6 * seat : 6 * seat + 6]) <= set(named)


def test_a_seat_is_found_by_name_and_a_number_is_always_a_seat(
    capsys: Capsys, good: Path, tmp_path: Path
) -> None:
    by_number = call(capsys, "replay", str(good), "--seat", "1").out
    assert call(capsys, "replay", str(good), "--seat", "Bo").out == by_number
    named = write(tmp_path / "n", {**record(), "players": ["1", "Bo", "Cy", "Di"]})
    assert "  Bo (you) holds" in call(capsys, "replay", str(named), "--seat", "1").out


@pytest.mark.parametrize("seat", ["4", "-1", "Eve", "", "١"])
def test_a_seat_that_does_not_exist_is_refused(capsys: Capsys, good: Path, seat: str) -> None:
    ran = call(capsys, "replay", str(good), f"--seat={seat}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("spielgeld: seat: ")


def test_replay_for_programs_keeps_secrets_too(capsys: Capsys, good: Path) -> None:
    def events(*options: str) -> list[dict[str, Any]]:
        ran = call(capsys, "replay", "--json", str(good), *options)
        agreed, *told = [json.loads(line) for line in ran.out.splitlines()]
        assert (agreed["event"], agreed["players"]) == ("Agreed", record()["players"])
        return told

    dealt = events()[0]
    assert dealt["event"] == "Dealt"
    assert dealt["cards"] == record()["deals"][0]["cards"]
    assert events()[-1]["event"] == "MatchWon"
    assert events()[-1]["result"]["winners"] == record()["winners"]
    seen = events("--seat", "2")[0]
    assert seen["cards"] is None
    assert [hand is None for hand in seen["hands"]] == [True, True, False, True]
    assert sorted(seen["hands"][2]) == sorted(dealt["cards"][12:18])
    watched = events("--spectator")[0]
    assert (watched["cards"], watched["hands"]) == (None, [None] * 4)
    assert events("--spectator")[1:] == events()[1:]


def test_names_cannot_move_the_cursor_or_break_lines(capsys: Capsys, tmp_path: Path) -> None:
    plain = write(tmp_path / "plain", record())
    evil = write(tmp_path / "evil", {**record(), "players": [EVIL, "", "\ud800", "🂡"]})
    told = call(capsys, "replay", str(evil))
    assert told.code == 0
    assert not set(told.out) & {"\x1b", "\x07", "\u202e", "\r"}
    lines = call(capsys, "replay", str(plain)).out.count("\n")
    assert told.out.count("\n") == lines


def test_a_match_under_way_is_told_as_far_as_it_got(capsys: Capsys, tmp_path: Path) -> None:
    under_way = record(deals=2)
    del under_way["winners"]
    under_way["deals"].pop()
    file = write(tmp_path / "m", under_way, {**under_way, "deals": []})
    assert call(capsys, "replay", str(file)).out.endswith("The match is under way.\n")
    assert "No deal has begun yet." in call(capsys, "replay", str(file), "--match", "2").out


def test_a_faulty_record_is_not_told_and_the_fault_has_file_line_and_place(
    capsys: Capsys, tmp_path: Path
) -> None:
    file = write(tmp_path / "m", record(), spoilt())
    ran = call(capsys, "replay", str(file), "--match", "2")
    assert (ran.code, ran.out) == (2, "")
    assert f"{file}:2: scores: deals[0].scores: " in ran.err


def test_a_missing_file_is_refused_harmlessly(capsys: Capsys, tmp_path: Path) -> None:
    ran = call(capsys, "replay", str(tmp_path / "\x1b[2Jnone"))
    assert (ran.code, ran.out) == (2, "")
    assert "There is no such file" in ran.err
    assert "\x1b" not in ran.err


@pytest.mark.process
def test_replay_reads_what_simulate_writes() -> None:
    line = start("simulate", "1", "--seed", "a", *QUICK).out.encode()
    told: Ran = start("replay", "-", "--spectator", stdin=line)
    assert (told.code, told.err) == (0, "")
    assert "\x1b" not in told.out
