"""Every refusal has words, and every word in them that changes is given where it is raised."""

import re
from functools import cache

import pytest

from spielgeld.engine import Refusal, check_turn, set_up
from spielgeld.engine.moves import KEEP, TakeBid
from spielgeld.engine.records.format import CODES
from spielgeld.engine.records.shape import WANTED
from spielgeld.texts import LANGUAGES, load_refusals, tell_refusal
from support.raising import Raised, raised_in

TALKING = (
    *("data_folder", "game_options", "language", "listener", "record_files", "typed_cards"),
    *("commands/hint", "commands/order", "commands/rules", "commands/score", "commands/serve"),
)
"""The modules of the commands that answer people in their language."""
FOR_PROGRAMS = {("game_options.py", "players"), ("game_options.py", "seed")}
"""Refused by `simulate` and `arena` only, which speak English."""


@cache
def raised() -> list[Raised]:
    """Read once, by who asks: every process that collects the tests would read it all."""
    told = raised_in(*[f"cli/{name}.py" for name in TALKING])
    return [
        *raised_in("engine", "bots", "table", "server"),
        *[each for each in told if (each.where.split(":")[0], each.code) not in FOR_PROGRAMS],
    ]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", sentence))


def words_needed(refusal: Raised) -> set[str]:
    return placeholders(load_refusals("en")[refusal.why or refusal.code])


def test_the_walk_finds_the_refusals() -> None:
    codes = {each.code for each in raised()}
    assert len(raised()) > 120
    assert {"bot", "not_your_turn", "bid_not_in_hand", "too_long"} <= codes
    assert {"too_early", "wrong_token", "too_many_joins", "missing_field", "hello_twice"} <= codes


def test_a_refusal_has_words_and_the_arguments_they_need() -> None:
    sentences = load_refusals("en")
    assert [each for each in raised() if each.code not in sentences] == []
    assert [each for each in raised() if not words_needed(each) <= each.arguments] == []


def test_every_code_of_a_fault_has_words() -> None:
    assert set(CODES) <= set(load_refusals("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wanted", WANTED)
def test_what_was_wanted_in_a_record_is_told_in_every_language(wanted: str, language: str) -> None:
    sentences = load_refusals(language)
    told = tell_refusal(language, "type", {"why": f"type_{wanted}", "found": "'x'"})
    assert told == sentences[f"type_{wanted}"].replace("{found}", "'x'")
    assert placeholders(sentences[f"type_{wanted}"]) == {"found"}
    assert sum(each.startswith("type_") for each in sentences) == len(WANTED)


def test_every_sentence_is_whole() -> None:
    for key, sentence in load_refusals("en").items():
        assert sentence.endswith("."), key
        assert re.sub(r"\{\w+\}", "", sentence).count("{") == 0, key


def test_a_refusal_is_told_with_its_arguments() -> None:
    with pytest.raises(Refusal) as refused:
        set_up("nl", 6)
    told = tell_refusal("en", refused.value.code, refused.value.arguments)
    assert told == "This edition is for 3 to 5 players, not 6."


def test_seats_are_not_told_by_the_numbers_programs_give_them() -> None:
    with pytest.raises(Refusal) as refused:
        check_turn((2, 0), 1, KEEP)
    told = tell_refusal("en", refused.value.code, refused.value.arguments)
    assert told == "It is somebody else’s turn now."
    with pytest.raises(Refusal) as refused:
        check_turn((2, 0), 2, TakeBid(1))
    told = tell_refusal("en", refused.value.code, refused.value.arguments)
    assert told == "That seat has no bid that can be taken."


def test_the_finer_reason_is_told_where_there_is_one() -> None:
    with pytest.raises(Refusal) as refused:
        set_up("nl", 5, house_rules={"coins": "lead"})
    told = tell_refusal("en", refused.value.code, refused.value.arguments)
    assert told == "The rule coins cannot be 'lead'; possible values: gold, silver_gold."
    assert tell_refusal("en", "rule", {"why": "news"}) == tell_refusal("en", "rule", {})
    assert tell_refusal("en", "rule", {"why": ["rule_value"]}) == tell_refusal("en", "rule", {})


def test_what_is_unknown_or_missing_is_harmless() -> None:
    assert tell_refusal("en", "brand_new", {"found": 1}) == "brand_new"
    assert tell_refusal("en", "scores", {}) == "The scores are –, not –."
    assert tell_refusal("en", "bid_not_in_hand", {"cards": []}) == "Not in that hand: –."
    told = tell_refusal("en", "card", {"found": "{names} \\1"})
    assert told == "There is no card {names} \\1 in this match."
