"""What `docs/hosting.md` says about two machines, with machines out of network namespaces."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.proxies import is_there

pytestmark = [pytest.mark.server, pytest.mark.postgres]

TESTS = Path(__file__).parent.parent
NAMESPACES = ["unshare", "--net", "--mount"]


def can_make_namespaces() -> bool:
    """Only root may, and not in every container."""
    if os.geteuid() or not all(map(shutil.which, ("unshare", "ip", "runuser"))):
        return False
    trial = [*NAMESPACES, "ip", "link", "add", "trial", "type", "veth"]
    return subprocess.run(trial, check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(not is_there("nginx"), reason="nginx is not installed")
@pytest.mark.skipif(not can_make_namespaces(), reason="no network namespaces can be made here")
def test_matches_go_on_while_a_machine_fails_and_loses_its_cable(tmp_path: Path) -> None:
    command = [*NAMESPACES, sys.executable, "-m", "support.two_machines", str(tmp_path)]
    ended = subprocess.run(command, cwd=TESTS, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " matches, 0 faults " in ended.stdout
