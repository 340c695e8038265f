"""What the documents say is true: the README runs, tables agree with the code, links lead on."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from spielgeld import __version__
from spielgeld.cli import main
from spielgeld.client import open_table
from spielgeld.engine import EDITIONS, RULE_VALUES, written
from spielgeld.engine.records.format import CODES
from spielgeld.rulebook.contents import OURS
from support.server_process import serving

ROOT = Path(__file__).parent.parent
FOLDERS = ("", "docs/", "src/**/", "training/")
DOCUMENTS = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}*.md")]
SERVING = {"serve", "bot"}
"""Commands that do not come back by themselves, or need a server."""
MOST_CHARACTERS = 130
"""Of a line of prose or of a comment. (The lines of Python itself are checked by ruff.)"""
COMMENT = re.compile(r"\s*(//|/?\* |#|<!--)")
INSTALL = "python3 -m venv .venv && "
TEST = ".venv/bin/pip install -e '.[test]' -e ./training && .venv/bin/pytest"
RULINGS = [f"R{number}" for number in range(1, 21)]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_readme_runs_at_the_python_prompt() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.slow
def test_the_commands_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\| `spielgeld (.+?)` \|", text("README.md"), re.MULTILINE)
    assert len(commands) == 14
    for command in commands:
        if command.split()[0] in SERVING:
            continue
        words = shlex.split(command.replace("simulate 100", "simulate 5"))
        assert main(words) == 0, command
    assert capsys.readouterr().out


@pytest.mark.server
def test_the_server_and_the_bot_of_the_readme_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve, bot = re.findall(
        r"^\| `spielgeld ((?:serve|bot) .+?)` \|", text("README.md"), re.MULTILINE
    )
    _, *flags = shlex.split(serve)
    with serving(tmp_path, *flags) as server:
        seats = [{}, {"bot": "random"}, {"bot": "random"}]
        agreement = {"edition": "fr", "seats": seats, "start": "full", "bot_pace": 0}
        link = open_table(server.url, "Ann", agreement)["private_link"]
        assert main(shlex.split(re.sub(r"http\S+", link, bot))) == 0
    assert capsys.readouterr().out.startswith("Ann ")


def test_the_readme_names_both_commands_to_begin_with() -> None:
    install, test = INSTALL + ".venv/bin/pip install . && .venv/bin/spielgeld", INSTALL + TEST
    assert re.findall(r"^python3 .+$", text("README.md"), re.MULTILINE) == [install, test]


def test_the_answer_shown_in_the_readme_is_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"```\n\$ spielgeld (.+?)\n(.+?)```", text("README.md"), re.DOTALL)
    assert shown
    main(shlex.split(shown[1]))
    assert capsys.readouterr().out == shown[2]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (document.parent / link).exists(), link


def prose_of(document: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a document that are neither code nor rows of a table."""
    is_code = False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("|"):
            yield number, line


def comments_of(source: Path) -> Iterator[tuple[int, str]]:
    lines = source.read_text(encoding="utf-8").splitlines()
    return ((at, line) for at, line in enumerate(lines, start=1) if COMMENT.match(line))


def test_no_line_of_prose_or_comment_is_too_long_to_read() -> None:
    documents = [*DOCUMENTS, *ROOT.glob("bench/*.md")]
    kinds = ("*.css", "*.js", "*.svelte", "*.ts", "*.toml")
    folders = [ROOT / "web" / "src", ROOT / "tests" / "browser"]
    sources = [path for folder in folders for kind in kinds for path in folder.rglob(kind)]
    sources = [path for path in sources if "node_modules" not in path.parts]
    lines = [(path, *line) for path in documents for line in prose_of(path)]
    lines += [(path, *line) for path in sources for line in comments_of(path)]
    assert len(lines) > 2000
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path, number, line in lines
        if len(line) > MOST_CHARACTERS
    ]
    assert long == []


def test_files_that_are_named_exist() -> None:
    """In documents, and in the docstrings and comments of the code."""
    package = ROOT / "src" / "spielgeld"
    folders = {each.name for each in [*ROOT.iterdir(), *package.iterdir()] if each.is_dir()}
    named = re.compile(rf"`((?:{'|'.join(sorted(folders - {'.venv'}))})/[\w./-]+)`")
    sources = [
        path
        for folder in ("src", "training", "tests", "bench")
        for path in ROOT.glob(f"{folder}/**/*.py")
    ]
    sources = [path for path in sources if "node_modules" not in path.parts]
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in [*DOCUMENTS, *sources]
        for name in named.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists() and not (package / name).exists()
    ]
    assert missing == []


def test_the_edition_table_in_the_docs_is_that_of_the_code() -> None:
    rows = {
        cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]]
        for line in text("docs/rules.md").splitlines()
        if len(cells := line.strip("|").split("|")) == 6
    }
    for name in RULE_VALUES:
        values = [f"`{written(getattr(each.rules, name))}`" for each in EDITIONS.values()]
        assert rows[name] == values, name
    players = [f"{each.players[0]}–{each.players[-1]}" for each in EDITIONS.values()]
    assert rows["players"] == players


def test_every_ruling_is_in_the_docs_and_has_a_test() -> None:
    listed = re.findall(r"^\| (R\d+) \|", text("docs/rules.md"), re.MULTILINE)
    assert listed == RULINGS
    tests = text("tests/engine/test_rulings.py")
    assert {f"R{int(number)}" for number in re.findall(r"def test_r(\d+)_", tests)} == {*RULINGS}


def test_the_docs_say_where_a_ruling_is_ours_as_the_texts_do() -> None:
    told = {}
    for line in text("docs/rules.md").splitlines():
        row = re.match(r"\| (R\d+) \|.*\| ([^|]+) \|$", line)
        if row:
            everywhere = row[2] == "all"
            told[row[1]] = tuple(EDITIONS) if everywhere else tuple(re.findall("`(.+?)`", row[2]))
    assert told == OURS


def test_every_fault_code_is_in_the_docs() -> None:
    _, chapter = text("docs/record.md").split("## What can be wrong")
    listed = re.findall(r"^\| `(\w+)` \|", chapter, re.MULTILINE)
    assert tuple(listed) == CODES


def test_the_changelog_knows_this_version() -> None:
    assert f"## {__version__}" in text("CHANGELOG.md")
