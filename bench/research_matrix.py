"""Guards a promise: each extra of `research` works alone, at its oldest and newest versions.

    python bench/research_matrix.py                        # all of them
    python bench/research_matrix.py rllib sb3 --newest
    python bench/research_matrix.py --folder /tmp/matrix --with "torch==2.13.0"

Makes a virtual environment, installs the package with that extra alone, and runs the quick starts
of `docs/research*.md` that belong to it, and the checkers of its libraries. The oldest versions are
the lower bounds in `pyproject.toml`. `side-by-side` installs all extras together. `--with` adds a
requirement of your machine, such as a build of torch for its processor; `--wheel` spares building
the package. It ends with code 1 if anything failed.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[1]
QUICK_STARTS = {
    "research": [
        "A loop that runs",
        "One agent against bots",
        "Your own policy",
        "Deal: clones, other worlds, oracles",
        "PettingZoo",
        "Gymnasium",
        "Many tables for self-play",
    ],
    "rllib": ["RLlib"],
    "openspiel": ["OpenSpiel"],
    "sb3": ["Stable-Baselines3"],
}
"""By extra: the chapters whose code needs nothing else."""
CHECKS = {
    "sb3": """
from stable_baselines3.common.env_checker import check_env
from spielgeld.research.gym_env import SpielgeldEnv, SpielgeldVectorEnv
from spielgeld.research.sb3_env import SpielgeldVecEnv

check_env(SpielgeldEnv("best"))
check_env(SpielgeldEnv("greedy"))
seen, _ = SpielgeldVectorEnv(4).reset(seed=9)
assert (SpielgeldVecEnv(4, seed=9).reset() == seen).all()  # one seed, one deal
""",
    "rllib": """
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from spielgeld.research.rllib_env import SpielgeldMultiAgentEnv

check_multiagent_environments(SpielgeldMultiAgentEnv())
""",
}
"""By extra: the checkers of libraries that the tests do without."""
TOGETHER = "side-by-side"
LARGE = {"torch"}
"""Its old builds are for graphics cards and take gigabytes: always the newest."""


def code_of(chapters: list[str]) -> str:
    """All code of these chapters of the document, one after the other."""
    names = ("research.md", "research-interfaces.md")
    text = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in names)
    found = []
    for title in chapters:
        chapter = re.search(rf"^##+ {re.escape(title)}\n(.+?)(?=^## |\Z)", text, re.DOTALL | re.M)
        if chapter is None:
            raise SystemExit(f"docs/research*.md have no chapter {title}")
        found += re.findall(r"^```python\n(.+?)^```$", chapter[1], re.DOTALL | re.MULTILINE)
    return "\n\n".join(found)


def oldest(extra: str) -> list[str]:
    """The lower bounds of the extra and of what it is made of, as exact versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = []
    for requirement in project["optional-dependencies"][extra]:
        if own := re.match(r"spielgeld\[(.+)\]", requirement):
            pins += [pin for each in own[1].split(",") for pin in oldest(each)]
            continue
        bound = re.match(r"([\w-]+)(?:\[.+\])?>=([\d.]+)", requirement)
        if bound and bound[1] not in LARGE:
            pins.append(f"{bound[1]}=={bound[2]}")
    return pins


def run(command: list[str | Path], log: Path) -> bool:
    with log.open("a") as file:
        done = subprocess.run([*map(str, command)], stdout=file, stderr=file, check=False)
    return done.returncode == 0


def attempt(name: str, extras: list[str], pins: list[str], wheel: Path, folder: Path) -> bool:
    """Install and run; the output goes to a log."""
    place, log = folder / name, folder / f"{name}.log"
    log.unlink(missing_ok=True)
    began = time.monotonic()
    if not place.exists():
        venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
    ]
    done = run([*install, f"spielgeld[{','.join(extras)}] @ {wheel.as_uri()}", *pins], log)
    # In a kept environment the package of that version is there already: this one may be newer.
    done = done and run([*install, "--force-reinstall", "--no-deps", wheel], log)
    installed = time.monotonic()
    for extra in extras if done else []:
        script = folder / f"{name}-{extra}.py"
        code = code_of(QUICK_STARTS[extra]) + CHECKS.get(extra, "")
        # What workers of RLlib import again must not run again.
        script.write_text(f'if __name__ == "__main__":\n{indent(code, "    ")}\n', "utf-8")
        done = run([python, "-W", "ignore", script], log) and done
    seconds = f"installed in {installed - began:.0f} s, ran {time.monotonic() - installed:.0f} s"
    print(f"{name}: {'ok' if done else f'FAILED, see {log}'} ({seconds})", flush=True)
    return done


def build(folder: Path) -> Path:
    """The package as a wheel."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w"]
    pip += [folder, ROOT]
    if not run(pip, folder / "wheel.log"):
        raise SystemExit(f"no wheel: see {folder / 'wheel.log'}")
    return max(folder.glob("spielgeld-*.whl"), key=lambda path: path.stat().st_mtime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("extras", nargs="*", help=f"{', '.join(QUICK_STARTS)}, {TOGETHER}")
    parser.add_argument("--newest", action="store_true", help="the newest versions alone")
    parser.add_argument("--oldest", action="store_true", help="the oldest versions alone")
    parser.add_argument("--folder", type=Path, help="keeps environments and logs here")
    parser.add_argument("--with", dest="more", action="append", default=[], metavar="REQUIREMENT")
    parser.add_argument("--wheel", type=Path, help="the package, built before")
    given = parser.parse_args()
    folder = (given.folder or Path(tempfile.mkdtemp(prefix="research-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = given.wheel.resolve() if given.wheel else build(folder)
    results = []
    for extra in given.extras or [*QUICK_STARTS, TOGETHER]:
        several = [*QUICK_STARTS] if extra == TOGETHER else [extra]
        more = given.more if {"rllib", "sb3"} & {*several} else []
        if not given.oldest:
            results.append(attempt(f"{extra}-newest", several, more, wheel, folder))
        if not given.newest and extra != TOGETHER:
            pins = [*oldest(extra), *more]
            results.append(attempt(f"{extra}-oldest", several, pins, wheel, folder))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
