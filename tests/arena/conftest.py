"""What every test of an arena needs."""

import pytest

from spielgeld.bots.compilation import load


@pytest.fixture(scope="session", autouse=True)
def _players_loaded() -> None:
    """The processes of an arena are forked from this one: loaded once, not in each of them."""
    load()
