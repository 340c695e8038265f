"""Both stores, each new and empty."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from spielgeld.server.store import Store, open_store


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "data" / "tables.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = open_store(address)
    store.migrate()
    yield store
    store.close()
