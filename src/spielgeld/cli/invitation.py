"""Opens the browser on this machine, and prints a link with its QR code for others."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from threading import Thread

from spielgeld.cli.output import complain, say
from spielgeld.texts import tell

# Explicit colours, so that the code is dark on light on any terminal.
_DARK_ON_LIGHT = "\x1b[38;5;16;48;5;231m"
_PLAIN = "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_QUIET_ZONE = 2
_MARKS_OF_A_CONTAINER = ("/.dockerenv", "/run/.containerenv")


def open_browser(language: str, address: str, wait: float = 0.0) -> None:
    """Open the address in a browser, or say why it has to be done by hand.

    Some browsers block until they are closed: this waits at most `wait` seconds.
    """
    obstacle = no_browser_because(os.environ, sys.platform)
    if obstacle:
        say(tell(language, f"serve.{obstacle}"))
        sys.stdout.flush()
        return
    opening = Thread(target=_open, args=(language, address), daemon=True)
    opening.start()
    opening.join(wait)


def print_qr_code(link: str) -> None:
    """The link as a QR code of half blocks.

    By hand: segno's `terminal(compact=True)` draws the light modules in the terminal's text colour,
    so on a light terminal the code is inverted, and it ends with half a dark row.
    """
    if not _can_show_blocks():
        return
    import segno  # noqa: PLC0415 - most starts need none

    matrix = [
        list(map(bool, row))
        for row in segno.make(link, micro=False).matrix_iter(border=_QUIET_ZONE)
    ]
    if len(matrix) % 2:
        matrix.append([False] * len(matrix[0]))
    for upper, lower in zip(matrix[::2], matrix[1::2], strict=True):
        halves = "".join([_HALVES[pair] for pair in zip(upper, lower, strict=True)])
        say(f"{_DARK_ON_LIGHT}{halves}{_PLAIN}")


def no_browser_because(environ: Mapping[str, str], platform: str) -> str | None:
    """Why no browser can be opened here, as a code; None if one may be."""
    if environ.get("BROWSER"):
        return None
    if environ.get("SSH_CONNECTION"):
        return "remote"
    if any(Path(mark).exists() for mark in _MARKS_OF_A_CONTAINER):
        return "container"
    if platform in ("win32", "darwin"):
        return None
    # Without a display Python would open a text browser in this terminal.
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return "no_display"
    return None


def _open(language: str, address: str) -> None:
    if not webbrowser.open(address):
        complain(tell(language, "serve.no_browser", address=address))


def _can_show_blocks() -> bool:
    try:
        "".join(_HALVES.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
