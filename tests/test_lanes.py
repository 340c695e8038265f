"""The fast lane leaves out what starts something, and nothing else by itself."""

from pathlib import Path

import pytest

from support.lanes import LONGEST, STARTERS, STARTING_FIXTURES, imported_names, is_slow

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("path", "names", "fixtures", "slow"),
    [
        ("engine/test_laws.py", ["given"], ["tmp_path"], False),
        ("browser/test_pad.py", [], [], True),
        ("../training/tests/test_positions.py", [], [], True),
        ("cli/test_serve.py", ["subprocess"], [], True),
        ("server/test_hints.py", ["asyncio"], ["server"], True),
    ],
)
def test_what_starts_something_is_slow(
    path: str, names: list[str], fixtures: list[str], slow: bool
) -> None:
    assert is_slow((HERE / path).resolve(), names, fixtures) is slow


def test_every_name_that_makes_a_test_slow_is_used() -> None:
    sources = [path.read_text(encoding="utf-8") for path in HERE.rglob("*.py")]
    own = (HERE / "support" / "lanes.py").read_text(encoding="utf-8")
    others = "\n".join([each for each in sources if each != own])
    assert [name for name in STARTERS | STARTING_FIXTURES if name not in others] == []


def test_what_is_collected_here_is_marked(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        assert isinstance(item, pytest.Function)
        starts = is_slow(item.path, imported_names(item.path), item.fixturenames)
        assert not starts or item.get_closest_marker("slow"), item.nodeid


def test_the_longest_are_begun_first(request: pytest.FixtureRequest) -> None:
    assert [name for name in LONGEST if not list(HERE.rglob(name))] == []
    later = [item.path.name not in LONGEST for item in request.session.items]
    assert later == sorted(later)


def test_imports_are_read_without_importing(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(
        '"""It is alone."""\nimport os.path\nfrom a.b import (\n    Cluster,\n    c,\n)\n'
        "from d import uvicorn as web\nimports = alone = 1\n"
    )
    assert imported_names(file) == {"os", "path", "Cluster", "c", "uvicorn", "as", "web"}
