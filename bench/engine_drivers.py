"""Firefox over WebDriver BiDi and WebKitGTK over WebDriver, as little of each as it takes to play.

Both come from Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Engine(Protocol):
    """A browser somebody sits at."""

    name: str

    def go(self, url: str) -> None:
        """Open this address."""

    def run(self, script: str) -> Any:
        """What this body of a function returns inside the page."""

    def press(self, x: float, y: float) -> None:
        """Press and let go there."""

    def faults(self) -> list[str]:
        """What went wrong inside the page."""


def _pointer(x: float, y: float) -> list[dict[str, Any]]:
    """A press as both protocols write it."""
    moves = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    mouse = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "mouse", "parameters": mouse, "actions": moves}]


class Firefox:
    """One tab of Firefox."""

    def __init__(self, talk: ClientConnection) -> None:
        self._talk = talk
        self._last = 0
        self._faults: list[str] = []
        session = self._ask("session.new", capabilities={})
        told = session["capabilities"]
        self.name = f"Firefox {told['browserVersion']}"
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._last += 1
        self._talk.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            told = json.loads(self._talk.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._faults.append(str(told["params"]["text"]))
            if told.get("id") == self._last:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                result: dict[str, Any] = told["result"]
                return result

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, script: str) -> Any:
        told = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify((() => {{ {script} }})() ?? null)",
            target={"context": self._tab},
            awaitPromise=False,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    def press(self, x: float, y: float) -> None:
        self._ask("input.performActions", context=self._tab, actions=_pointer(x, y))

    def faults(self) -> list[str]:
        return self._faults


class WebKit:
    """One window of WebKitGTK's MiniBrowser."""

    def __init__(self, port: int, binary: str) -> None:
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False
        )
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        told = self._ask("POST", "/session", capabilities=wanted)
        self._session = f"/session/{told['sessionId']}"
        self.name = f"WebKitGTK {told['capabilities']['browserVersion']}"

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        answer = self._client.request(method, path, json=body or {})
        told = answer.json()["value"]
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {told}")
        return told

    def go(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", url=url)
        self.run(
            "if (window.faults) return;"
            "window.faults = [];"
            "const note = ({ message, reason }) => window.faults.push(message ?? `${reason}`);"
            "for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, note);"
        )

    def run(self, script: str) -> Any:
        return self._ask("POST", f"{self._session}/execute/sync", script=script, args=[])

    def press(self, x: float, y: float) -> None:
        self._ask("POST", f"{self._session}/actions", actions=_pointer(x, y))

    def faults(self) -> list[str]:
        found: list[str] = self.run("return window.faults ?? []")
        return found


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if not binary:
        raise FileNotFoundError("Firefox is not installed")
    flags = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with (folder / "said").open("wb") as said, _running([binary, *flags], said) as _:
        address = _until_said(folder / "said", r"WebDriver BiDi listening on (ws://\S+)")
        with connect(f"{address}/session", max_size=None, proxy=None) as talk:
            yield Firefox(talk)


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/").glob(MINI_BROWSERS.lstrip("/")))
    if not (driver and screen and browsers):
        raise FileNotFoundError("WebKitWebDriver, its MiniBrowser or Xvfb is not installed")
    port = _free_port()
    with ExitStack() as stack:
        said = stack.enter_context((folder / "said").open("wb"))
        shown = folder / "display"
        with shown.open("wb") as number:
            flags = ["-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]
            stack.enter_context(_running([screen, *flags], said, out=number))
        display = _until_said(shown, r"(\d+)\n")
        env = {**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        stack.enter_context(_running([driver, f"--port={port}"], said, env=env))
        _until_open(port)
        yield WebKit(port, str(browsers[-1]))


@contextmanager
def _running(
    command: list[str], said: Any, out: Any = None, env: dict[str, str] | None = None
) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=out or said, stderr=said, env=env)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _until_said(file: Path, pattern: str) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := re.search(pattern, file.read_text(errors="replace")):
            return found[1]
        time.sleep(0.05)
    raise TimeoutError(f"{pattern} was not said: {file.read_text(errors='replace')[-500:]}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _until_open(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the driver does not answer")
