"""A real server with seconds where `docs/waiting.md` has minutes."""

import sys
from collections.abc import Iterator

import pytest

from support.server_process import NO_LIMITS, ServerProcess, serving

SECONDS = 2.0
"""What a host, or somebody who sits down, has instead of minutes."""
_START = f"""
import runpy, sys
from spielgeld.table import clocks
clocks.COME_SECONDS = clocks.START_SECONDS = clocks.PAUSE_SECONDS = {SECONDS}
clocks.NUDGE_AFTER = clocks.HAND_OVER_AFTER = {SECONDS} / 2
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server's own command, with shorter minutes."""
    under = [sys.executable, "-c", _START]
    flags = (*NO_LIMITS, "--messages-per-second", "100000", "--message-burst", "100000")
    with serving(tmp_path_factory.mktemp("quick"), *flags, under=under) as started:
        yield started
