"""An outside program as a player: one line of JSON for each question, one for each answer.

`docs/programs.md` describes the protocol. A program may be slow, hang, write garbage or crash.
Whatever it does, the fault is reported once and the program is ended; every wait has a time limit.
"""

import atexit
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from random import Random
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from spielgeld import __version__
from spielgeld.bots.registry import MOST_CHARACTERS
from spielgeld.engine import (
    Bid,
    NotAllowed,
    Refusal,
    Turn,
    View,
    check_bid,
    check_turn,
    quoted,
)
from spielgeld.engine.moves import turn_from_code
from spielgeld.table.outgoing.encoding import agreed_json, event_json, view_json

FORMAT = "spielgeld-program/1"
SECONDS = 10.0
"""How long an answer may take, if nothing else is said."""
LONGEST_LINE = 64 * 1024
_AHEAD = 4
"""Capacity of the queues of lines to and from a program."""
_LAST_WORDS = 400
_LOOK_UP = 0.2
"""Seconds between two checks of a waiting thread whether it should stop."""
_LAST_WORDS_WAIT = 2.0
"""Seconds to wait for the end of standard error, which a child of the program may hold open."""
_CHUNK = 8192

_encode = msgspec.json.Encoder().encode


class ProgramFault(NotAllowed):
    """A program did not answer as it must; its code is `program`."""


class ProgramBot:
    """Asks a program, which it starts with the first question and ends with this process."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._command, self._seconds = command, seconds
        self._running: _Running | None = None
        self._asked = 0

    def hello(self) -> str:
        """The name the program gives itself."""
        answer = self._ask({"ask": "name", "format": FORMAT, "spielgeld": __version__})
        name = answer.get("name")
        if not isinstance(name, str) or not name.isprintable() or not name.strip():
            raise self._fault(f"gave no name: {quoted(name)}")
        if len(name) > MOST_CHARACTERS:
            raise self._fault(f"gave a name of more than {MOST_CHARACTERS} characters")
        return name

    def choose_bid(self, view: View, rng: Random) -> Bid:
        answer = self._ask({"ask": "bid", **_question(view, rng)})
        codes = answer.get("bid")
        try:
            if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
                raise self._fault(f"answered a bid with {quoted(codes)}")
            bid = view.setup.bid(codes)
            check_bid(view.setup.rules, view.hand, bid)
        except ProgramFault:
            raise
        except Refusal as refusal:
            raise self._fault(f"bid {quoted(codes)}: {refusal}") from refusal
        return bid

    def choose_turn(self, view: View, rng: Random) -> Turn:
        answer = self._ask({"ask": "turn", **_question(view, rng)})
        turn = turn_from_code(answer.get("turn"))
        if turn is None:
            raise self._fault(f"answered a turn with {quoted(answer.get('turn'))}")
        try:
            check_turn(view.waiting, view.waiting[0], turn)
        except Refusal as refusal:
            raise self._fault(f"chose {quoted(answer['turn'])}: {refusal}") from refusal
        return turn

    def close(self) -> None:
        """End the program."""
        if self._running:
            self._running.end()
            self._running = None

    def _ask(self, question: dict[str, object]) -> dict[str, Any]:
        if self._running is None:
            self._running = _Running(self._command, self._fault)
            if question["ask"] != "name":
                self.hello()
        self._asked += 1
        line = self._running.ask(_encode({"id": self._asked, **question}), self._seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self._fault(f"answered with what is no JSON: {quoted(line)}") from None
        if not isinstance(answer, dict):
            raise self._fault(f"answered with what is no object: {quoted(answer)}")
        if answer.get("id") != self._asked:
            raise self._fault(f"answered {quoted(answer.get('id'))} to question {self._asked}")
        return answer

    def _fault(self, what: str) -> ProgramFault:
        """End the program and return the refusal that describes the fault."""
        words = self._running.last_words if self._running else ""
        self.close()
        said = f"; its last words: {quoted(words)}" if words else ""
        return ProgramFault("program", f"the program {quoted(self._command)} {what}{said}")


def _question(view: View, rng: Random) -> dict[str, object]:
    """The question: the view as in the protocol, and a seed, so that choices can be repeated."""
    encoded = view_json(view)
    return {
        "seed": rng.getrandbits(32),
        "table": {"setup": agreed_json(view.setup)},
        "deal": encoded.shared,
        "hand": encoded.own,
        "history": [event_json(event) for event in view.history],
    }


class _Running:
    """A running program, with a thread for each of its streams, so that none can block us."""

    def __init__(self, command: str, fault: Callable[[str], ProgramFault]) -> None:
        self._fault = fault
        self.last_words = ""
        """What it wrote last to its standard error."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever names a program wants it run
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
            )
        except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
            raise fault(f"cannot be started: {error}") from error
        self._starter = os.getpid()
        _started.add(self)
        self._has_ended = False
        self._to: Queue[bytes] = Queue(_AHEAD)
        self._from: Queue[bytes | str] = Queue(_AHEAD)
        process = self._process
        assert process.stdin is not None  # noqa: S101 - all three are pipes
        assert process.stdout is not None  # noqa: S101
        assert process.stderr is not None  # noqa: S101
        self._listener = Thread(target=self._listen, args=(process.stderr,), daemon=True)
        self._listener.start()
        for work, stream in ((self._write, process.stdin), (self._read, process.stdout)):
            Thread(target=work, args=(stream,), daemon=True).start()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line it answers with, within that time."""
        try:
            self._to.put(question + b"\n", timeout=seconds)
        except Full:
            raise self._fault("does not read what it is asked") from None
        try:
            answer = self._from.get(timeout=seconds)
        except Empty:
            raise self._fault(f"did not answer within {seconds:g} seconds") from None
        if isinstance(answer, str):
            raise self._fault(answer)
        return answer

    @property
    def is_ours(self) -> bool:
        """Return True if this process started it; a forked one also knows its parent's programs."""
        return self._starter == os.getpid()

    def end(self) -> None:
        """End it and what it started."""
        _started.discard(self)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._has_ended = True

    def _write(self, stream: BinaryIO) -> None:
        with suppress(OSError), stream:
            while not self._has_ended:
                with suppress(Empty):
                    stream.write(self._to.get(timeout=_LOOK_UP))
                    stream.flush()

    def _read(self, stream: BinaryIO) -> None:
        with stream:
            while self._pass_on(line := stream.readline(LONGEST_LINE + 1)):
                if len(line) > LONGEST_LINE:
                    self._pass_on(f"answered with a line of more than {LONGEST_LINE} bytes")
                    return
                if not line.endswith(b"\n"):
                    self._listener.join(_LAST_WORDS_WAIT)
                    self._pass_on("ended before it answered")
                    return

    def _pass_on(self, line: bytes | str) -> bool:
        """Queue a complete line, or an error, for `ask`; False if the program was ended."""
        while not self._has_ended:
            with suppress(Full):
                if isinstance(line, str) or (line.endswith(b"\n") and len(line) <= LONGEST_LINE):
                    self._from.put(line, timeout=_LOOK_UP)
                return True
        return False

    def _listen(self, stream: BinaryIO) -> None:
        with stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                words = self.last_words + chunk.decode("utf-8", "replace")
                self.last_words = words[-_LAST_WORDS:]


_started: set[_Running] = set()
"""Programs that have not been ended."""


@atexit.register
def end_programs() -> None:
    """End the programs that this process has started, with all they have started themselves.

    A process of `multiprocessing` has to call this itself: it may end without `atexit`.
    """
    for program in [each for each in _started if each.is_ours]:
        program.end()


def _end_with_parent() -> None:
    """Runs in the child, on Linux: kill it when its parent dies."""
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _load_prctl() -> Any:
    """Loaded before the fork: in the child, an import could deadlock on a lock."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - Linux alone needs it

        with suppress(OSError, AttributeError):
            return ctypes.CDLL(None).prctl
    return lambda *_: 0


_prctl: Callable[[int, int], object] = _load_prctl()


def files_of(command: str) -> list[Path]:
    """The files that the words of a command name."""
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    return [Path(word) for word in words if Path(word).is_file()]
