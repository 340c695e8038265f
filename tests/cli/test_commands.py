"""The commands that answer questions about the rules."""

import json
import re
from pathlib import Path

import pytest
from command import Ran, call, on_terminal, start

from spielgeld.engine import EDITIONS, RULE_VALUES, written

Capsys = pytest.CaptureFixture[str]
ESCAPE = "\x1b"


def answer(capsys: Capsys, *arguments: str) -> str:
    ran = call(capsys, *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def refusal(capsys: Capsys, *arguments: str) -> str:
    ran = call(capsys, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err


def ahead(capsys: Capsys, *arguments: str) -> list[tuple[str, str | None]]:
    order = json.loads(answer(capsys, "order", "--json", *arguments))["order"]
    return [(place["name"], place["ahead_by"]) for place in order]


def test_help_greets_and_shows_what_it_can_do(capsys: Capsys) -> None:
    assert "\nSpielgeld: the card game Money!" in answer(capsys, "--help")


@pytest.mark.parametrize(
    "command", ["serve", "editions", "rules", "score", "order", "simulate", "check"]
)
def test_every_command_has_help(capsys: Capsys, command: str) -> None:
    assert answer(capsys, command, "--help").startswith(f"usage: spielgeld {command}")


@pytest.mark.parametrize("arguments", [["nonsense"], ["score"], ["simulate", "-1"], ["order"]])
def test_wrong_use_is_refused(capsys: Capsys, arguments: list[str]) -> None:
    assert "usage: spielgeld" in refusal(capsys, *arguments)


def test_editions_shows_every_rule_of_every_edition(capsys: Capsys) -> None:
    told = answer(capsys, "editions")
    for rule, values in RULE_VALUES.items():
        assert f"[{rule}]" in told
        for value in {getattr(each.rules, rule) for each in EDITIONS.values()} & {*values}:
            assert rule == "deals" or f"[{written(value)}]" in told
    assert re.search(r"the left row +\[left\] +pl$", told, re.MULTILINE)
    assert re.search(r"3–6 +pl$", told, re.MULTILINE)


def test_editions_for_programs(capsys: Capsys) -> None:
    editions = json.loads(answer(capsys, "editions", "--json"))
    assert [each["edition"] for each in editions] == list(EDITIONS)
    assert editions[-1]["players"] == [3, 4, 5, 6]
    assert editions[0]["rules"]["bluff_breaks_ties"] is True
    assert set(editions[0]["rules"]) == set(RULE_VALUES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_of_every_edition_are_told(capsys: Capsys, edition: str) -> None:
    assert f"[{edition}]" in answer(capsys, "rules", edition.upper())
    told = json.loads(answer(capsys, "rules", edition, "--json"))
    assert told["edition"] == edition
    paragraphs = [each for chapter in told["chapters"] for each in chapter["paragraphs"]]
    assert all(each["text"] and each["rule"] for each in paragraphs)
    rulings = {ruling for each in paragraphs for ruling in each["rulings"]}
    assert "R17" in rulings
    assert rulings == {each["number"] for each in told["rulings"]}


def test_rules_differ_where_the_editions_do(capsys: Capsys) -> None:
    assert "left" in answer(capsys, "rules", "pl")
    assert answer(capsys, "rules") == answer(capsys, "rules", "nl")
    assert answer(capsys, "rules", "it") != answer(capsys, "rules", "it-full")
    assert "edition: " in refusal(capsys, "rules", "de")
    assert "edition: " in refusal(capsys, "rules", "xyzzy")


def test_a_word_of_the_box_is_looked_up_in_any_capitals(capsys: Capsys) -> None:
    told = answer(capsys, "rules", "nl", "AFZIEN", "--language", "NL")
    assert "[keep]" in told
    assert "[bid]" not in told
    assert answer(capsys, "rules", "afzien", "--language", "nl") == told
    assert "xyzzy" in answer(capsys, "rules", "nl", "xyzzy")


def test_a_ruling_is_told_by_its_number(capsys: Capsys) -> None:
    told = answer(capsys, "rules", "r13")
    assert told.startswith("R13  Do the others see")
    assert "Dutch [nl]" in told
    assert "Polish" not in told
    assert json.loads(answer(capsys, "rules", "R3", "--json"))["editions"] == []
    assert "not a ruling of ours in any edition" in answer(capsys, "rules", "R3")
    assert "edition: " in refusal(capsys, "rules", "R99")


def test_a_ruling_without_an_edition_names_what_each_edition_has(capsys: Capsys) -> None:
    told = " ".join(answer(capsys, "rules", "R6").split())
    assert told.count("in the order yen, euro,") == 1
    assert told.count("in the order złoty, rouble,") == 1


def test_the_rulings_stand_in_words_at_the_end(capsys: Capsys) -> None:
    *_, end = answer(capsys, "rules", "nl").split("Our rulings explained")
    assert "R12  The Dutch rulebook" in end
    assert "R14 " not in end


def test_answers_for_programs_do_not_follow_the_locale(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = answer(capsys, "rules", "--json")
    assert json.loads(told)["edition"] == "it"
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert answer(capsys, "rules", "--json") == told
    assert answer(capsys, "rules").startswith("Cinkciarz – Polskie")


HAND_000 = [*["KR10"] * 4, *["USD30"] * 3, "E60", "E40", "E30", "Y60", "Y40", *["Y30"] * 3, "Y20"]
HAND_004 = [*["ZL20"] * 3, "USD20", "USD30", "USD30", "USD40", "USD50", "USD60", *["AG10"] * 4]


@pytest.mark.parametrize(
    ("total", "arguments"),
    [
        (480, HAND_000),
        (470, HAND_000[1:]),
        (470, ["--edition", "pl", *HAND_004]),
        (580, ["--edition", "pl", *["AG10"] * 6, *["AU20"] * 6]),
        (60, ["KR10"] * 6),
        (260, ["--rule", "coin_trios=true", *["KR10"] * 6]),
        (500, ["Y20a", "Y20b", "Y20c", "y30", "y30", "y30", "Y40", "Y50", "Y60"]),
        (0, ["Y50", "Y20", "Y30", "*"]),
    ],
)
def test_hands_are_counted(capsys: Capsys, total: int, arguments: list[str]) -> None:
    assert answer(capsys, "score", *arguments).splitlines()[-1] == f"total {total}"
    counted = json.loads(answer(capsys, "score", "--json", *arguments))
    assert counted["total"] == total
    assert sum(line["points"] + line["bonus"] for line in counted["breakdown"]) == total


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("impossible", ["Y20"] * 4),
        ("impossible", ["Y20a", "Y20a"]),
        ("impossible", ["Y20a", "Y20b", "Y20c", "Y20"]),
        ("impossible", ["Y60", "Y60"]),
        ("impossible", ["KR10"] * 7),
        ("card", ["Y70"]),
        ("card", ["Y20d"]),
        ("card", ["Y60a"]),
        ("card", ["ZL20"]),
        ("card", ["AU20"]),
        ("card", ["\x1b[31mY20"]),
        ("edition", ["Y20", "--edition", "any"]),
        ("rule", ["Y20", "--rule", "deals=10"]),
        ("rule", ["Y20", "--rule", "deals"]),
        ("rule", ["Y20", "--rule", "players=4"]),
    ],
)
def test_impossible_hands_are_refused_with_a_reason(
    capsys: Capsys, code: str, arguments: list[str]
) -> None:
    complaint = refusal(capsys, "score", *arguments)
    assert complaint.startswith(f"spielgeld: {code}: ")
    assert complaint.count("\n") == 1
    assert ESCAPE not in complaint


def test_a_hand_holds_one_bluff_card_at_most(capsys: Capsys) -> None:
    assert answer(capsys, "score", "Y20 *") == answer(capsys, "score", "Y20", "*")
    assert refusal(capsys, "score", "Y20", "*", "*")


def test_the_higher_sum_acts_first(capsys: Capsys) -> None:
    text = answer(capsys, "order", "--bid", "Ann: Y20a P40", "--bid", "Bo: E60 KR10a")
    assert text.splitlines()[0] == "1. Bo: 70"
    assert "70 is more than 60" in text


def test_ties_go_by_the_lowest_serial(capsys: Capsys) -> None:
    bids = ["--bid", "Ann: P20a P40", "--bid", "Bo: Y20c SF40", "--bid", "E60"]
    assert ahead(capsys, *bids) == [("Bo", "serial"), ("Ann", "serial"), ("player 3", None)]
    told = answer(capsys, "order", *bids)
    assert "Y20c (our number 3) has a lower number than P20a (our number 7)" in told


def test_the_bluff_card_breaks_ties_where_the_rules_say_so(capsys: Capsys) -> None:
    bids = ["--bid", "Ann: Y20a", "--bid", "Bo: USD20a *"]
    assert ahead(capsys, *bids) == [("Ann", "serial"), ("Bo", None)]
    assert ahead(capsys, "--edition", "it-full", *bids) == [("Bo", "bluff"), ("Ann", None)]
    ruled = ahead(capsys, "--rule", "bluff_breaks_ties=true", *bids)
    assert ruled == [("Bo", "bluff"), ("Ann", None)]


def test_who_bids_the_bluff_card_alone_sits_out(capsys: Capsys) -> None:
    bids = ["--bid", "Ann: *", "--bid", "Bo: Y20a"]
    told = json.loads(answer(capsys, "order", "--edition", "nl", "--json", *bids))
    assert told["sits_out"] == ["Ann"]
    assert [place["name"] for place in told["order"]] == ["Bo"]
    assert "bid_bluff_alone" in refusal(capsys, "order", "--edition", "it", *bids)


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        (["Y20", "Y20"], ["letter", None]),
        (["Y20", "Y20a"], ["serial", None]),
        (["Y20", "Y20c"], ["serial", None]),
        (["Y20", "Y20b"], ["letter", None]),
        (["Y20", "E20"], ["serial", None]),
        (["Y20 E40", "Y20 E50"], ["worth", None]),
        (["Y20", "Y20b", "Y20"], ["letter", "letter", None]),
        (["KR10", "KR10", "KR10a"], ["serial", "letter", None]),
    ],
)
def test_it_says_so_where_a_letter_left_out_would_decide(
    capsys: Capsys, bids: list[str], expected: list[str | None]
) -> None:
    arguments = [part for bid in bids for part in ("--bid", bid)]
    assert [reason for _, reason in ahead(capsys, *arguments)] == expected
    assert ("the letter of" in answer(capsys, "order", *arguments)) == ("letter" in expected)


def test_the_numbers_printed_on_real_cards_count_before_ours(capsys: Capsys) -> None:
    bids = ["--bid", "Ann: Y20a P40 #88 #55", "--bid", "Bo: E60#7"]
    assert ahead(capsys, *bids) == [("Bo", "serial"), ("Ann", None)]
    assert "the printed 7 is lower than 55" in answer(capsys, "order", *bids)
    letters = ["--bid", "Y20 #9", "--bid", "Y20 #4"]
    assert ahead(capsys, *letters) == [("player 2", "serial"), ("player 1", None)]


@pytest.mark.parametrize(
    ("code", "bids"),
    [
        ("printed_missing", ["Y20a#5", "E20a"]),
        ("printed_twice", ["Y20a#5", "E20a#5"]),
        ("card", ["Y20a #x", "E20a"]),
        ("impossible", ["Y20a", "Y20a"]),
        ("impossible", ["Y20 Y20", "Y20 Y20"]),
        ("bluff_twice", ["Y20 * *", "E20"]),
        ("bid_empty", ["Ann:", "E20"]),
        ("players", ["Y20"]),
        ("card", ["Ann: Q20", "E20"]),
        ("players", ["Y20", "E20", "P20", "R20", "SK20", "SF20"]),
    ],
)
def test_bids_that_cannot_lie_there_are_refused(capsys: Capsys, code: str, bids: list[str]) -> None:
    arguments = [part for bid in bids for part in ("--bid", bid)]
    assert refusal(capsys, "order", *arguments).startswith(f"spielgeld: {code}: ")


def test_names_in_bids_are_printed_harmlessly(capsys: Capsys) -> None:
    text = answer(capsys, "order", "--bid", "\x1b[2JAnn\n: Y20a", "--bid", "E20a")
    assert ESCAPE not in text
    assert len(text.splitlines()) == 4


@pytest.mark.process
@pytest.mark.parametrize("name", ["Zoé", "🂡"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_answers_for_programs_are_json_whatever_the_encoding(name: str, encoding: str) -> None:
    arguments = ["order", "--json", "--bid", f"{name}: Y20a", "--bid", "E30a"]
    ran = start(*arguments, PYTHONIOENCODING=encoding)
    assert json.loads(ran.out)["order"][1]["name"] == name


@pytest.mark.process
def test_the_installed_script_answers_and_refuses() -> None:
    assert start("score", "KR10") == Ran(0, "gold coins  1 × 10  10\ntotal 10\n", "")
    refused = start("score", "KR20")
    assert (refused.code, refused.out) == (2, "")


@pytest.mark.process
def test_colours_are_for_terminals_only() -> None:
    assert ESCAPE not in start("rules", "nl").out
    assert ESCAPE in on_terminal(["editions"], {})
    assert ESCAPE in on_terminal(["score", "Q1"], {})
    assert ESCAPE not in on_terminal(["editions"], {"NO_COLOR": "1"})
    assert ESCAPE not in on_terminal(["editions", "--json"], {})


def test_a_file_that_cannot_be_written_is_refused(capsys: Capsys, tmp_path: Path) -> None:
    complaint = refusal(capsys, "simulate", "1", "--seed", "a", "--out", str(tmp_path))
    assert str(tmp_path) in complaint
