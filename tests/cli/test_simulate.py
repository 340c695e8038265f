"""`simulate`: records of matches among bots, the same for the same seed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import QUICK, SCRIPT, call, start

pytestmark = pytest.mark.process

Capsys = pytest.CaptureFixture[str]


@pytest.mark.parametrize("count", ["1", "40"])
def test_the_same_seed_gives_the_same_bytes(count: str, tmp_path: Path) -> None:
    once = start("simulate", count, "--seed", "a", *QUICK)
    again = start("simulate", count, "--seed", "a", *QUICK, "--out", str(tmp_path / "m"))
    assert (once.code, once.err, again.out) == (0, "", "")
    assert (tmp_path / "m").read_text() == once.out
    assert once.out.count("\n") == int(count)
    assert start("simulate", count, "--seed", "b", *QUICK).out != once.out


def test_many_matches_begin_as_few_do(capsys: Capsys) -> None:
    few = call(capsys, "simulate", "2", "--seed", "a", *QUICK).out
    many = start("simulate", "33", "--seed", "a", *QUICK).out
    assert many.startswith(few)
    assert len(set(many.splitlines())) == 33


def test_without_a_seed_one_is_drawn_and_told(capsys: Capsys) -> None:
    drawn = call(capsys, "simulate", "1", *QUICK)
    seed = drawn.err.removeprefix("seed ").strip()
    assert call(capsys, "simulate", "1", "--seed", seed, *QUICK).out == drawn.out
    assert call(capsys, "simulate", "1", *QUICK).out != drawn.out


def test_none_is_a_number_of_matches(capsys: Capsys) -> None:
    assert call(capsys, "simulate", "0", "--seed", "a") == (0, "", "")


def test_any_edition_table_and_rules_pass_the_check() -> None:
    drawn = ("--edition", "any", "--players", "any", "--rules", "any")
    ran = start("simulate", "24", "--seed", "x", "--bots", "random", "--rule", "deals=1", *drawn)
    records = [json.loads(line) for line in ran.out.splitlines()]
    assert len({record["edition"] for record in records}) == 5
    assert {len(record["players"]) for record in records} >= {3, 4, 5}
    assert len({name for record in records for name in record["rules"]}) >= 8
    assert start("check", "-", stdin=ran.out.encode()) == (0, "24 records, 0 faults\n", "")


def test_what_is_asked_for_is_what_is_played(capsys: Capsys) -> None:
    asked = ("--edition", "pl", "--players", "6", "--rule", "refill_first=right")
    ran = call(capsys, "simulate", "1", "--seed", "a", "--bots", "random,greedy", *asked)
    record = json.loads(ran.out)
    assert (record["edition"], record["rules"]) == ("pl", {"refill_first": "right"})
    assert record["bots"] == ["random", "greedy"] * 3
    assert len(record["players"]) == 6
    assert all("seed" in deal["shuffle"] for deal in record["deals"])


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("players", ["--players", "6", "--edition", "it"]),
        ("players", ["--players", "6"]),
        ("players", ["--players", "2", "--edition", "any"]),
        ("players", ["--players", "x"]),
        ("edition", ["--edition", "de"]),
        ("rule", ["--rule", "coins=brass"]),
        ("rule", ["--rule", "colour=red"]),
        ("bot", ["--bots", "random,nobody"]),
        ("bot", ["--bots", ""]),
    ],
)
def test_what_cannot_be_played_is_refused(capsys: Capsys, code: str, arguments: list[str]) -> None:
    ran = call(capsys, "simulate", "1", "--seed", "a", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"spielgeld: {code}: ")


@pytest.mark.parametrize("seed", ["é".encode(), b""])
def test_any_text_is_a_seed(seed: bytes) -> None:
    ran = start("simulate", "1", "--seed", seed, *QUICK)
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)


def test_bytes_that_are_no_text_are_refused_as_a_seed() -> None:
    ran = start("simulate", "1", "--seed", b"\xff", *QUICK)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("spielgeld: seed: ")


@pytest.mark.parametrize("count", ["10", "200"])
def test_a_reader_who_has_enough_is_no_error(count: str) -> None:
    with subprocess.Popen(
        [SCRIPT, "simulate", count, "--seed", "a", *QUICK],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@contextmanager
def long_simulation() -> Iterator[subprocess.Popen[bytes]]:
    """A simulation on several processes that has begun to write."""
    with subprocess.Popen(
        [SCRIPT, "simulate", "100000", "--seed", "a", *QUICK],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Tests may run where interrupts are ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"{")
        yield process


def test_an_interrupt_ends_it_without_a_word() -> None:
    with long_simulation() as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")


def test_a_killed_process_is_told() -> None:
    with long_simulation() as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        os.kill(int(children.split()[0]), signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith(b"spielgeld: a process that played matches was killed")


def test_two_simulations_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "matches"
    path.write_text("kept until somebody may write\n")
    holding = "import sys; from spielgeld.cli.file_locks import open_alone\n"
    holding += "out = open_alone(sys.argv[1]); out.write(b'first'); out.flush(); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", holding, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout
        first.stdout.readline()
        refused = start("simulate", "1", "--seed", "a", *QUICK, "--out", str(path))
        assert refused.code == 2
        assert "file_in_use" in refused.err
        assert path.read_bytes() == b"first"
        first.communicate(b"\n")
    assert start("simulate", "1", "--seed", "a", *QUICK, "--out", str(path)).code == 0
    assert path.read_bytes().count(b"\n") == 1
