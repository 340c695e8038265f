"""`spielgeld serve` as a real process: where it is found, how it ends, what it refuses."""

import os
import re
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import product
from pathlib import Path

import pytest
import segno
from command import SCRIPT, Ran, call

from spielgeld.cli.invitation import no_browser_because, print_qr_code
from spielgeld.cli.listener import web_address
from spielgeld.server.access.addresses import own_addresses
from spielgeld.server.settings.options import FIRST_PORT

pytestmark = pytest.mark.process

PASSWORD = "hunter2"  # noqa: S105 - made up, to look for it where it must not be
READY = "Press Ctrl-C to stop it.\n"


def environment(folder: Path, **more: str) -> dict[str, str]:
    """No settings, a home of its own, and a browser that writes down what it is shown."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {shlex.quote(str(folder / "shown"))}\n')
    browser.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("SPIELGELD_", "XDG_"))}
    return {**kept, "HOME": str(folder), "BROWSER": f"{browser} %s", **more}


class Served:
    """A server at work and the lines it greeted with."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process = process
        self.lines: list[str] = []
        while READY not in self.lines:
            line = process.stdout.readline()
            assert line, process.communicate()
            self.lines.append(line)
        found = re.search(r"^Spielgeld is at (http://\S+:(\d+)/)$", "".join(self.lines), re.M)
        assert found
        self.address, self.port = found[1], int(found[2])

    def healthy(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
        connection.close()
        return status == 200

    def end(self, *signals: int) -> Ran:
        for each in signals:
            self.process.send_signal(each)
        out, err = self.process.communicate(timeout=60)
        return Ran(self.process.returncode, out, err)


@contextmanager
def started(command: list[str | Path], environ: dict[str, str]) -> Iterator[Served]:
    process = subprocess.Popen(
        command, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield Served(process)
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serving(folder: Path, *arguments: str, port: str = "0") -> Iterator[Served]:
    command: list[str | Path] = [SCRIPT, "serve", "--data", folder / "data", "--no-browser"]
    command += [*arguments, *(["--port", port] if port else [])]
    with started(command, environment(folder)) as served:
        yield served


def run(folder: Path, *arguments: str, **environ: str) -> Ran:
    """Start a server that is expected not to stay."""
    ended = subprocess.run(
        [SCRIPT, "serve", *arguments],
        env=environment(folder, **environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in ended.stderr
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def refusal(folder: Path, *arguments: str, **environ: str) -> str:
    ran = run(folder, *arguments, **environ)
    assert (ran.code, ran.out) == (2, "")
    return ran.err


def shown(folder: Path, address: str) -> bool:
    """Wait for the browser, which is opened beside the server."""
    file = folder / "shown"
    for _ in range(600):
        if file.exists() and file.read_text().splitlines():
            return file.read_text().splitlines()[-1] == address
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_a_signal_and_ends_in_good_order(tmp_path: Path, sent: int) -> None:
    with serving(tmp_path) as served:
        assert served.healthy()
        assert served.address == f"http://127.0.0.1:{served.port}/"
        ran = served.end(sent)
        assert (ran.code, ran.out) == (0, "")
        assert "Traceback" not in ran.err
        assert '"level":"error"' not in ran.err
        assert not (tmp_path / "shown").exists()


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served, socket.create_connection(("127.0.0.1", served.port)) as slow:
        # A request that never comes whole would be waited for.
        head = b"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n"
        slow.sendall(head + b"Content-Type: application/json\r\n\r\n{")
        assert served.healthy()
        served.process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            served.process.wait(0.5)
        assert served.end(signal.SIGINT).code == 128 + signal.SIGINT


def test_without_a_command_it_serves_by_the_environment_and_opens_the_browser(
    tmp_path: Path,
) -> None:
    environ = environment(tmp_path, SPIELGELD_PORT="0")
    with started([SCRIPT], environ) as served:
        assert served.healthy()
        assert shown(tmp_path, served.address)
        assert (tmp_path / ".local/share/spielgeld").is_dir()


def test_a_taken_port_is_refused_if_it_was_asked_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "port_taken: " in refusal(tmp_path, "--data", str(tmp_path), "--port", port)
        told = refusal(tmp_path, "--data", str(tmp_path), SPIELGELD_PORT=port)
        assert f"127.0.0.1:{port} is taken" in told


def test_otherwise_the_next_free_port_is_taken(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with serving(tmp_path / "one", port="") as one, serving(tmp_path / "two", port="") as two:
        assert FIRST_PORT <= one.port < two.port <= FIRST_PORT + 100
        assert one.healthy()
        assert two.healthy()


def test_a_second_start_on_the_same_folder_opens_the_first(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with serving(tmp_path) as served:
        again = run(tmp_path, "--data", data)
        assert (again.code, again.err) == (0, "")
        assert again.out == f"Spielgeld is already running.\nSpielgeld is at {served.address}\n"
        assert shown(tmp_path, served.address)
        lan = run(tmp_path, "--data", data, "--lan", "--no-browser")
        assert lan.code == 2
        assert "this machine only" in lan.err


def test_what_a_killed_server_left_behind_is_ignored(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.end(signal.SIGKILL)
        assert served.address in (tmp_path / "data" / "running.json").read_text()
    with serving(tmp_path) as served:
        assert served.healthy()


def test_a_holder_of_the_folder_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("spielgeld.cli.data_folder.PATIENCE_SECONDS", 0.3)
    with serving(tmp_path) as served:
        served.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr("spielgeld.cli.data_folder.ANSWER_SECONDS", 0.1)
        ran = call(capsys, "serve", "--data", str(tmp_path / "data"))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("spielgeld: data_folder_in_use: ")


def test_the_local_network_gets_a_link_and_its_qr_code(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--qr") as served:
        assert served.healthy()
        told = "".join(served.lines)
        links = [web_address(address, served.port) for address in own_addresses()]
        for link in links:
            assert f"On the local network: {link}\n" in told
        assert ("▀" in told) == bool(links)
        assert ("no address on a local network" in told) != bool(links)


def test_the_qr_code_is_the_link_dark_on_light(capsys: pytest.CaptureFixture[str]) -> None:
    link = "http://192.168.178.23:8420/"
    print_qr_code(link)
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") for line in lines)
    rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    dark = {
        (2 * y + half, x)
        for y, row in enumerate(rows)
        for (x, block), half in product(enumerate(row), (0, 1))
        if block in ("█", "▀▄"[half])
    }
    matrix = list(segno.make(link, micro=False).matrix_iter(border=2))
    wanted = {(y, x) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    assert dark == wanted


def test_ipv6_stands_in_brackets() -> None:
    assert web_address("fd00::2", 8420) == "http://[fd00::2]:8420/"


@pytest.mark.parametrize(
    ("environ", "platform"),
    [
        ({"SSH_CONNECTION": "there"}, "darwin"),
        ({"SSH_CONNECTION": "there", "DISPLAY": ":0"}, "linux"),
        ({}, "linux"),
    ],
)
def test_it_is_said_where_no_browser_can_be(environ: dict[str, str], platform: str) -> None:
    assert no_browser_because(environ, platform)
    assert not no_browser_because({**environ, "BROWSER": "firefox"}, platform)


@pytest.mark.parametrize(
    ("told", "arguments"),
    [
        ("data_folder: The data folder /dev/null/cards cannot be", ["--data", "/dev/null/cards"]),
        ("setting: --port must be a whole number", ["--port", "http"]),
        (
            "setting: --database-direct-url is another address of a PostgreSQL database",
            ["--database-direct-url", "postgresql://localhost/cards"],
        ),
        ("host_foreign: 192.0.2.77 is not an address of", ["--host", "192.0.2.77"]),
        ("--lan and --host cannot be used together", ["--host", "127.0.0.1", "--lan"]),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, told: str, arguments: list[str]) -> None:
    assert told in refusal(tmp_path, *arguments)


def test_a_variable_is_refused_by_its_name(tmp_path: Path) -> None:
    told = refusal(tmp_path, SPIELGELD_METRICS="?")
    assert "setting: SPIELGELD_METRICS must be yes or no" in told


def test_a_database_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgresql://cards:{PASSWORD}@127.0.0.1:{port}/cards"
    told = refusal(tmp_path, "--database", url, "--port", "0", "--no-browser")
    assert "spielgeld: Trouble with the database: " in told
    assert PASSWORD not in told


def test_a_missing_extra_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("spielgeld.cli.commands.serve.find_spec", lambda _: None)
    ran = call(capsys, "serve", "--database", "postgresql://localhost/cards")
    assert (ran.code, ran.out) == (2, "")
    assert "Not installed: psycopg, psycopg_pool." in ran.err
    assert "pip install 'spielgeld[postgresql]'" in ran.err


def test_too_few_open_files_are_told_and_more_are_taken(tmp_path: Path) -> None:
    def limited(soft: int, hard: int, connections: int) -> tuple[str, int]:
        command = f"ulimit -Sn {soft} && ulimit -Hn {hard} && exec {shlex.quote(str(SCRIPT))} serve"
        command += f" --no-browser --port 0 --connections {connections}"
        with started(["/bin/sh", "-c", command], environment(tmp_path)) as served:
            limits = Path(f"/proc/{served.process.pid}/limits").read_text()
            found = re.search(r"Max open files\s+(\d+)", limits)
            assert found
            return served.end(signal.SIGTERM).err, int(found[1])

    told, files = limited(soft=100, hard=400, connections=1000)
    assert "1000 connections need 1256 open files, but this process may open 400" in told
    assert files == 400
    told, files = limited(soft=100, hard=2000, connections=1000)
    assert "open files" not in told
    assert files == 2000
