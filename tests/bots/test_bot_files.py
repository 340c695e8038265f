"""Bots from people's own files."""

from pathlib import Path

import pytest

from spielgeld.bots.bot_files import load_bot
from spielgeld.engine import Refusal
from spielgeld.texts import tell_refusal

SOURCE = """
from dataclasses import dataclass
from spielgeld.engine import KEEP, Bid

@dataclass
class Mine:
    cards: int = 1

    def choose_bid(self, view, rng):
        return Bid(view.hand[: self.cards])

    def choose_turn(self, view, rng):
        return KEEP

class Hungry(Mine):
    def __init__(self):
        raise RuntimeError("no money")

class Leaver(Mine):
    def __init__(self):
        raise SystemExit(3)

class Mute:
    choose_turn = Mine.choose_turn

helper = Mine()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my bot.py"
    path.write_text(SOURCE)
    return path


def test_a_class_of_a_file_is_a_bot(file: Path) -> None:
    name, make = load_bot(f"{file}:Mine")
    assert name == "Mine"
    assert type(make()).__name__ == "Mine"
    assert type(load_bot(f"{file}:Mine")[1]()) is type(make())


@pytest.mark.parametrize(
    ("place", "code", "words"),
    [
        ("{file}", "bot_place", "path.py:Class"),
        (":Mine", "bot_place", "':Mine'"),
        ("{file}:", "bot_place", "path.py:Class"),
        ("nowhere.py:Mine", "bot_file", "'nowhere.py'"),
        ("{folder}:Mine", "bot_file", "there is no file"),
        ("{file}:Yours", "bot_class", "'Yours'"),
        ("{file}:helper", "bot_class", "'helper'"),
        ("{file}:Hungry", "bot_made", "RuntimeError: no money"),
        ("{file}:Leaver", "bot_made", "SystemExit: 3"),
        ("{file}:Mute", "bot_methods", "choose_bid"),
    ],
)
def test_what_is_no_bot_is_refused(place: str, code: str, words: str, file: Path) -> None:
    with pytest.raises(Refusal) as refused:
        load_bot(place.format(file=file, folder=file.parent))
    assert refused.value.code == code
    assert words in str(refused.value)
    assert "–" not in tell_refusal("en", code, refused.value.arguments)


@pytest.mark.parametrize("text", ["def (", "import nothing_like_it", "raise SystemExit(3)"])
def test_a_file_that_cannot_be_run_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text)
    for _ in range(2):  # the second time as the first
        with pytest.raises(Refusal) as refused:
            load_bot(f"{path}:Mine")
        assert refused.value.code == "bot_file"
        assert refused.value.arguments["why"] == "bot_file_broken"
