"""For tests of what plays offline: a build without that part fails one test, not all of these."""

import pytest

from spielgeld.server.http.pages import PLAYS_OFFLINE

needs_offline_part = pytest.mark.skipif(
    not PLAYS_OFFLINE, reason="built without the part that plays offline (test_pages.py fails)"
)
