"""The rules in words: whole, true to the engine, and found by the words of the box."""

import pytest

from spielgeld.engine import EDITIONS, RULE_VALUES, Edition, written
from spielgeld.rulebook import rulings_of, tell_rules, tell_ruling
from spielgeld.rulebook.contents import BOX_TERMS, CHAPTERS, OURS
from spielgeld.rulebook.search import look_up
from spielgeld.texts import LANGUAGES, load_rules

RULES = [name for rules in CHAPTERS.values() for name in rules]
EXAMPLES = set(CHAPTERS["example"])


def told_editions(key: str) -> list[str]:
    return list(EDITIONS) if key == "all" else key.split()


def paragraphs(language: str, edition: Edition) -> dict[str, str]:
    chapters = tell_rules(language, edition)
    return {each.name: each.text for chapter in chapters for each in chapter.paragraphs}


def test_every_rule_is_told_once() -> None:
    assert len(set(RULES)) == len(RULES)
    assert {*RULE_VALUES, "players"} <= set(RULES)
    assert {*BOX_TERMS} <= set(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_edition_has_exactly_one_text_for_a_rule(language: str) -> None:
    text = load_rules(language)
    assert set(text["paragraphs"]) == set(RULES) - EXAMPLES
    assert set(text["words"]) == set(RULES)
    assert list(text["chapters"]) == list(CHAPTERS)
    for name, tellings in text["paragraphs"].items():
        keys = [each for key in tellings for each in told_editions(key)]
        assert sorted(keys) == sorted(EDITIONS), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", sorted(RULE_VALUES))
def test_editions_share_a_text_only_where_they_share_the_rule(language: str, rule: str) -> None:
    tellings = load_rules(language)["paragraphs"][rule]
    for key in tellings:
        values = {written(getattr(EDITIONS[each].rules, rule)) for each in told_editions(key)}
        assert len(values) == 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_an_answer_exactly_where_it_is_ours(language: str) -> None:
    rulings = load_rules(language)["rulings"]
    assert list(rulings) == list(OURS)
    for number, ruling in rulings.items():
        keys = list(ruling["answers"])
        if keys != ["all"]:
            answered = [each for key in keys for each in told_editions(key)]
            assert sorted(answered) == sorted(OURS[number]), number


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda each: each.key)
def test_the_rulings_of_an_edition_stand_beside_their_rules(edition: Edition) -> None:
    beside = {
        ruling.number
        for chapter in tell_rules("en", edition)
        for each in chapter.paragraphs
        for ruling in each.rulings
    }
    assert beside == {number for number, editions in OURS.items() if edition.key in editions}
    assert beside == {ruling.number for ruling in rulings_of("en", edition)}


def test_a_ruling_is_told_by_itself() -> None:
    told = tell_ruling("nl", "R13")
    assert told.question.endswith("?")
    for answer in load_rules("nl")["rulings"]["R13"]["answers"].values():
        assert answer in told.answer


def test_only_the_dutch_and_the_polish_take_bluff_cards_back_before_they_compare() -> None:
    told = {key: paragraphs("en", each)["bluff_breaks_ties"] for key, each in EDITIONS.items()}
    assert [key for key, text in told.items() if "before bids are compared" in text] == ["nl", "pl"]


def test_silver_is_named_in_the_polish_game_only() -> None:
    for edition in EDITIONS.values():
        rulings = [ruling.answer for ruling in rulings_of("en", edition)]
        whole = " ".join([*paragraphs("en", edition).values(), *rulings])
        assert ("silver" in whole) == (edition.key == "pl")


@pytest.mark.parametrize(
    ("language", "edition", "word", "rule"),
    [
        *[("nl", "nl", word, "trios") for word in ("trio", "trio’s", "TRIO'S", "drieling")],
        ("nl", "nl", "vermogen", "currencies"),
        ("nl", "nl", "bluffen", "bid_size"),
        ("nl", "nl", "werkelijke waarde", "currencies"),
        ("nl", "nl", "afzien", "keep"),
        ("nl", "nl", "ronde", "deals"),
        ("fr", "fr", "offre", "bid"),
        ("fr", "fr", "épuisé", "last_round"),
        ("it", "it", "biglietti", "notes"),
        ("it", "it", "riga", "take a row"),
        ("it", "it", "esaurito", "last_round"),
        ("pl", "pl", "prowizja", "currencies"),
        ("pl", "pl", "pocieta gazeta", "bluff"),
        ("en", "nl", "etalage", "take a row"),
        ("de", "pl", "prowizja", "currencies"),
        ("en", "nl", "R13", "bid_size"),
        ("en", "nl", "r12", "serials"),
    ],
)
def test_the_words_of_the_box_are_found(language: str, edition: str, word: str, rule: str) -> None:
    found = look_up(tell_rules(language, EDITIONS[edition]), word.split())
    assert rule in [each.name for chapter in found for each in chapter.paragraphs]
    assert all(chapter.paragraphs for chapter in found)


def test_a_word_is_found_in_another_form_only_if_it_is_not_found_as_it_is() -> None:
    rules = tell_rules("en", EDITIONS["nl"])
    assert look_up(rules, ["commissions"]) == look_up(rules, ["commission"]) != []
    assert look_up(rules, ["xyzzy"]) == []
