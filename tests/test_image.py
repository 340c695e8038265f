"""The container image, without a container: its steps run from the files they copy, no others.

What needs an engine is not tried: the base image, the second stage's user and volume.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
BUILT = "/opt/spielgeld"
"""What goes from the stage that builds into the image."""
_PATIENCE = 60.0


class Step(NamedTuple):
    """An instruction of the Dockerfile."""

    name: str
    words: str


def steps() -> list[Step]:
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    told = [line for line in lines if line.strip() and not line.startswith("#")]
    return [Step(name, words) for name, _, words in (line.partition(" ") for line in told)]


def left_out(path: PurePosixPath) -> bool:
    """Whether `.dockerignore` keeps the file from the builder; the last pattern counts."""
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if not line.startswith("#") and any(
            fnmatchcase(str(each), pattern) for each in (path, *path.parents)
        ):
            out = not line.startswith("!")
    return out


def copy(words: str, folder: Path) -> None:
    """COPY: files into the folder, or the contents of a folder into one of that name."""
    *sources, target = shlex.split(words)
    for source in sources:
        place = ROOT / source
        assert place.exists(), f"there is no {source} to copy"
        files = [each for each in place.rglob("*") if each.is_file()] or [place]
        for file in files:
            inside = file.relative_to(place) if place.is_dir() else Path(place.name)
            if not left_out(PurePosixPath(file.relative_to(ROOT).as_posix())):
                (folder / target / inside).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, folder / target / inside)


def build(source: Path, opt: Path) -> None:
    """The first stage, with its steps in these folders."""
    source.mkdir()
    first = steps()[1 : [step.name for step in steps()].index("FROM", 1)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for step in first:
        if step.name == "COPY":
            copy(step.words, source)
        elif step.name == "RUN":
            command = step.words.replace(BUILT, shlex.quote(str(opt)))
            ran = subprocess.run(
                ["/bin/sh", "-c", command],
                cwd=source,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            assert ran.returncode == 0, ran.stdout + ran.stderr
        else:
            assert step.name == "WORKDIR"


def answers(check: list[str], environ: dict[str, str]) -> bool:
    return subprocess.run(check, env=environ, capture_output=True, check=False).returncode == 0


@pytest.mark.longest
@pytest.mark.process
def test_the_image_is_built_from_what_it_copies_and_what_it_starts_is_healthy(
    tmp_path: Path,
) -> None:
    opt = tmp_path / "opt"
    build(tmp_path / "source", opt)
    second = {step.name: step.words for step in steps()}
    assert f"--from=build {BUILT} {BUILT}" in [step.words for step in steps()]
    command = [*json.loads(second["ENTRYPOINT"]), *json.loads(second["CMD"])]
    environ = dict(word.split("=", 1) for word in shlex.split(second["ENV"]))
    environ["PATH"] = environ["PATH"].replace(BUILT, str(opt)).replace("$PATH", os.environ["PATH"])
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    check = json.loads(second["HEALTHCHECK"].partition("CMD ")[2].replace("8420", port))
    environ |= {"SPIELGELD_PORT": port, "SPIELGELD_DATA": str(tmp_path / "data")}
    with subprocess.Popen([str(opt / "bin" / command[0]), *command[1:]], env=environ) as serving:
        try:
            until = time.monotonic() + _PATIENCE
            while not answers(check, environ) and time.monotonic() < until:
                time.sleep(0.2)
            assert answers(check, environ)
            page = f"from urllib.request import urlopen; urlopen('http://127.0.0.1:{port}/')"
            assert answers(["python", "-c", page], environ)
        finally:
            serving.terminate()


def test_the_builder_is_sent_nothing_but_what_it_copies() -> None:
    copied = {
        source.strip("/")
        for step in steps()
        if step.name == "COPY" and "--from" not in step.words
        for source in shlex.split(step.words)[:-1]
    }
    assert {
        each.name for each in ROOT.iterdir() if not left_out(PurePosixPath(each.name))
    } == copied
    for path in (
        "web/node_modules/svelte/index.js",
        "src/spielgeld/static/index.html",
        ".git/HEAD",
    ):
        assert left_out(PurePosixPath(path))
