"""Every language says everything: the same texts, the same arguments, in its own words."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from spielgeld.bots import PUBLISHED
from spielgeld.engine import EDITIONS
from spielgeld.texts import LANGUAGES, load_bots, load_rules, plural_form

ROOT = Path(__file__).parent.parent
TEXTS = ROOT / "src" / "spielgeld" / "texts"
PAGE = ROOT / "web" / "src"
OTHERS = tuple(language for language in LANGUAGES if language != "en")
FILES = sorted(str(path.relative_to(TEXTS / "en")) for path in (TEXTS / "en").rglob("*.json"))
AREAS = [Path(file).stem for file in FILES if file.startswith("page/")]

PLURALS = {**{each: {"one", "other"} for each in LANGUAGES}, "pl": {"one", "few", "many", "other"}}
"""The plural forms a language needs."""
MOST_LETTERS, MOST_OF_A_SENTENCE = 11, 80
"""A bot's name must fit its seat on a small phone; what it is like, two lines."""
LIMITS = {
    "bots.opponents.": 16,
    "cards.kinds.": 25,
    "cards.short.": 15,
    "common.screens.": 16,
    "hand.act.keep": 10,
    "hand.act.take": 10,
    "hand.bid.cancel": 18,
    "hand.bid.clear": 10,
    "hand.bid.lay": 20,
    "hand.bid.sit_out": 17,
    "hand.choice.": 20,
    "hand.laid.": 28,
    "hand.turn.title": 22,
    "hand.act.final": 12,
    "hand.act.now": 12,
    "hand.act.same": 22,
    "hand.change.none": 18,
    "hand.change.set": 10,
    "hand.points": 18,
    "hand.turn.give": 12,
    "hand.turn.hold": 12,
    "pad.part_": 22,
    "rules.heading.": 37,
    "rules.views.": 12,
    "table.last_badge": 15,
    "table.phrases.": 20,
    "table.row.": 16,
    "table.seat.": 30,
    "table.tab.": 12,
    "table.tie.": 28,
}
"""So many letters fit where these texts stand on a small phone."""
STRETCH, SPARE = 1.5, 14
"""Elsewhere a text may be longer than the English one by half, and a few letters."""
NOT_BY_NUMBER = {
    "advice.ui.hint.worlds",
    "advice.ui.review.worlds",
    "commands.replay.intro",
    "learn.lessons.bluff_tie.bare",
    "refusals.cards",
    "refusals.match",
    "refusals.removed_count",
    "refusals.seats_open",
    "rules.examples.coins",
}
"""Texts that name a `count` in one form for all: it is large, or stands by itself."""
PERCENT = {"de", "fr"}
"""Languages with a space before %; a compound such as 95-%-Band has none."""
MILLIONS = {"fr": {"many"}, "it": {"many"}}
"""Forms a language has for numbers that do not occur here."""

SAME_EVERYWHERE = {
    "Spielgeld",
    "Ctrl",
    "End",
    "Enter",
    "Home",
    "Shift",
    "bluff",
    "bonus",
    "bot",
    "euro",
    "yen",
    "złoty",
    "{value}\xa0RB",
    "DM\xa0{value}",
    "FF\xa0{value}",
    "Fr\xa0{value}",
    "{value}\xa0Kčs",
    "{value}\xa0kr",
    "{value}\xa0zł",
    "{value}\xa0złoty",
    "{value}\xa0yen",
}
SAME_WORDS = {
    "de": {
        "Chance",
        "FORMAT",
        "Hand",
        "Moment",
        "Normal",
        "Pause",
        "Plan: {plan}.",
        "Reserve",
        "System",
        "normal",
        "{sum}: minus {less}",
    },
    "fr": {
        "FORMAT",
        *("Menu", "Moment", "Normal", "Pause", "Phrases", "Points", "Round {round}", "Table"),
        *(
            "Total",
            "Total {total}",
            "total {total}",
            "points",
            "rouble",
            "{count} point",
            "{count} points",
        ),
        *("{value}\xa0euros", "{value}\xa0roubles"),
    },
    "it": {"FILE", "Menu", "Round {round}", "no"},
    "nl": {
        "Hand",
        "hand",
        "Hint",
        "Hints",
        "Moment",
        "Menu",
        "Plan: {plan}.",
        "Reserve",
        "Sorry!",
    },
    "pl": {"FOLDER", "FORMAT", "Menu", "Moment", "Plan: {plan}.", "{sum}: minus {less}"},
}
"""Texts that are right although English has the same: words that the languages share."""

DISUSED = {
    "de": r"\bPartien?\b|\bMitschrift",
    "fr": r"\brangées?\b|\bbrelans?\b|\bcartes? de bluff\b|\brelevés?\b",
    "it": r"\bgir[oi]\b|\bverbal[ei]\b",
    "nl": r"\brij(en)?\b|\bblufkaart|\bmatch|\buitleg",
    "pl": r"\bmecz|\b(złóż|złożyć|składaj)\b",
}
"""Words for which `docs/words.md` has another."""

DYNAMIC = {
    *("advice.reasons.", "advice.ui.review.habits.", "advice.ui.review.when."),
    *("bots.each.", "bots.groups.", "bots.opponents."),
    *("cards.amounts.", "cards.kinds.", "cards.short."),
    *("common.key_names.", "common.screens.", "common.tempo.", "common.theme."),
    *(
        "hand.bot.after_",
        "hand.choice.",
        "hand.turn.",
        "hand.with.",
    ),
    *("learn.company.", "learn.lessons.", "learn.took.", "learn.turns."),
    "log.",
    *("pad.ahead_by_", "pad.edition_names.", "pad.part_", "pad.rule_names.", "pad.rule_values."),
    *("pad.won_by_", "replay.tempo_"),
    *("rules.editions.", "rules.heading.", "rules.value."),
    *("scoring.finale.kind.p", "scoring.lines.", "scoring.match.", "scoring.shuffle.findings."),
    *("scoring.shuffle.short.", "scoring.shuffle.state.", "scoring.shuffle.verdict."),
    *("start.editions.", "start.form.clocks.", "start.form.hints_", "start.house.", "start.more."),
    "start.running.",
    *("table.coach.", "table.edition.", "table.heading.", "table.last_round.", "table.now."),
    *("table.phrases.", "table.place.p"),
    *("table.did.", "table.row.", "table.seat.", "table.tab."),
}
"""How names of texts begin that the page puts together at run time."""

_ARGUMENT = re.compile(r"\{(\w+)\}")
_QUOTED_KEY = re.compile(rf"""['"`]((?:{"|".join(AREAS)})\.[a-z0-9_.]+)['"`]""")
_MADE_KEY = re.compile(rf"`((?:{'|'.join(AREAS)})\.[a-z0-9_.]*)\$\{{")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def texts_in(node: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Each text with its place; a text by plural forms is one text."""
    if isinstance(node, list):
        node = {str(index): each for index, each in enumerate(node)}
    if isinstance(node, dict) and not is_plural(node):
        for name, each in node.items():
            yield from texts_in(each, f"{place}.{name}" if place else name)
    else:
        yield place, node


def is_plural(node: Mapping[str, object]) -> bool:
    return "other" in node


def load(language: str, file: str) -> dict[str, object]:
    return dict(texts_in(json.loads((TEXTS / language / file).read_text(encoding="utf-8"))))


def forms(text: object) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [str(text)]


def arguments(text: object) -> set[str]:
    """`count` may be told in words, so it is no argument that every form must name."""
    return {name for form in forms(text) for name in _ARGUMENT.findall(form)} - {"count"}


def is_for_people(place: str) -> bool:
    """A bot's name may be the same anywhere; what a search finds besides is read by nobody."""
    return not place.startswith("words.") and not place.endswith(".name")


def test_all_languages_have_a_folder_and_the_same_files() -> None:
    assert sorted(path.name for path in TEXTS.iterdir() if (path / "page").is_dir()) == sorted(
        LANGUAGES
    )
    assert {"commands.json", "refusals.json", "rules.json", "page/rules.json"} <= set(FILES)
    for language in OTHERS:
        found = (TEXTS / language).rglob("*.json")
        assert sorted(str(path.relative_to(TEXTS / language)) for path in found) == FILES, language


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_has_every_text_and_no_other(language: str, file: str) -> None:
    english, own = load("en", file), load(language, file)
    assert own.keys() == english.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_no_text_is_empty_and_every_plural_form_is_there(language: str, file: str) -> None:
    for place, text in load(language, file).items():
        assert not is_for_people(place) or all(form.strip() for form in forms(text)), place
        if isinstance(text, dict):
            assert set(text) - MILLIONS.get(language, set()) == PLURALS[language], place


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_fills_in_the_same_arguments(language: str, file: str) -> None:
    english, own = load("en", file), load(language, file)
    for place in english.keys() & own.keys():
        assert arguments(own[place]) == arguments(english[place]), place
        assert isinstance(own[place], dict) == isinstance(english[place], dict), place


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_nothing_is_left_in_english(language: str, file: str) -> None:
    english, own = load("en", file), load(language, file)
    allowed = SAME_EVERYWHERE | SAME_WORDS[language]
    for place in filter(is_for_people, english.keys() & own.keys()):
        for form in {*forms(english[place])} - allowed:
            if _LETTERS.search(_ARGUMENT.sub("", form)):
                assert form not in forms(own[place]), place


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_one_thing_has_one_word(language: str, file: str) -> None:
    disused = re.compile(DISUSED[language], re.IGNORECASE)
    for place, text in load(language, file).items():
        for form in forms(text) if is_for_people(place) else ():
            assert not disused.search(form), f"{place}: {form}"


QUOTES = {"en": "“”", "it": "«»", "fr": "«»", "nl": "‘’", "de": "„“", "pl": "„”"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", [each for each in FILES if each != "rules.json"])
def test_signs_are_those_of_the_language(language: str, file: str) -> None:
    strange = {*"'\"“”«»‘„‚‹›"} - {*QUOTES[language]}
    for place, text in load(language, file).items():
        for form in forms(text) if is_for_people(place) else ():
            assert not strange & {*form}, f"{place}: {form}"


@pytest.mark.parametrize("file", FILES)
def test_french_signs_stand_after_a_space_that_does_not_break(file: str) -> None:
    loose = re.compile(r"[^\u202f][;!?]|[^\xa0](?:»|:(?!//))|«[^\xa0]")
    for place, text in load("fr", file).items():
        for form in forms(text) if is_for_people(place) else ():
            own = re.sub(r"Money!|\(:\)|\.py:", "", form)
            assert not loose.search(own), f"{place}: {form}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_a_text_fits_its_place(language: str, area: str) -> None:
    english = load("en", f"page/{area}.json")
    for place, text in load(language, f"page/{area}.json").items():
        name = f"{area}.{place}"
        limits = [limit for prefix, limit in LIMITS.items() if name.startswith(prefix)]
        most = limits or [round(STRETCH * max(map(len, forms(english[place]))) + SPARE)]
        for form in forms(text):
            assert len(form) <= min(most), f"{name}: {form}"


def test_the_limits_are_for_texts_that_exist() -> None:
    names = {f"{area}.{place}" for area in AREAS for place in load("en", f"page/{area}.json")}
    for prefix in LIMITS:
        assert any(name.startswith(prefix) for name in names), prefix


@pytest.mark.parametrize("file", FILES)
def test_what_is_counted_has_a_form_for_every_number(file: str) -> None:
    named = set()
    for place, text in load("en", file).items():
        if isinstance(text, str) and "{count}" in text:
            named.add(f"{Path(file).stem}.{place}")
    assert named <= NOT_BY_NUMBER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_percent_is_written_as_the_language_does(language: str, file: str) -> None:
    for place, text in load(language, file).items():
        for form in forms(text):
            for before in re.findall(r"(.)%", form):
                spaced = language in PERCENT and before != "-"
                assert (before == "\xa0") == spaced, f"{place}: {form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_tells_the_number_programs_give_a_seat(language: str) -> None:
    for code, text in load(language, "refusals.json").items():
        assert not arguments(text) & {"awaits", "host", "offered", "seat", "taken", "to_act"}, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_currency_has_a_name(language: str) -> None:
    names = load_rules(language)["currencies"]
    assert set(names) == {each.code for edition in EDITIONS.values() for each in edition.currencies}


def test_the_english_names_of_currencies_are_those_of_the_engine() -> None:
    for currency in [each for edition in EDITIONS.values() for each in edition.currencies]:
        assert load_rules("en")["currencies"][currency.code] == currency.name


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", "other one other other"), ("fr", "one one other other"), ("pl", "many one few many")],
)
def test_a_number_takes_the_form_its_language_has_for_it(language: str, forms: str) -> None:
    assert [plural_form(language, count) for count in (0, 1, 22, 12)] == forms.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own_and_a_sentence(language: str) -> None:
    words = load_bots(language)
    assert list(words) == list(PUBLISHED)
    names = [bot["name"] for bot in words.values()]
    assert len({name.casefold() for name in names}) == len(names)
    for bot in words.values():
        assert bot["name"][0].isupper()
        assert len(bot["name"]) <= MOST_LETTERS, bot["name"]
        assert bot["about"].endswith(".")
        assert len(bot["about"]) <= MOST_OF_A_SENTENCE, bot["about"]


def page_sources() -> str:
    files = [path for path in PAGE.rglob("*") if path.suffix in {".ts", ".svelte"}]
    own = [path for path in files if not path.name.endswith(".test.ts") and path.name != "en.ts"]
    return "\n".join(path.read_text(encoding="utf-8") for path in own)


SOURCES = page_sources()
NAMED = set(_QUOTED_KEY.findall(SOURCES))
MADE = set(_MADE_KEY.findall(SOURCES))


@pytest.mark.parametrize("area", AREAS)
def test_the_page_uses_every_text(area: str) -> None:
    begins = tuple(each for each in DYNAMIC if each.startswith(f"{area}."))
    keys = {f"{area}.{place}" for place in load("en", f"page/{area}.json")}
    unused = {key for key in keys - NAMED if not key.startswith(begins)}
    assert not unused, f"{sorted(unused)}; made at run time: {sorted(MADE - DYNAMIC)}"


@pytest.mark.parametrize("area", AREAS)
def test_names_made_at_run_time_begin_as_listed(area: str) -> None:
    """What the page no longer makes would hide texts that nobody reads."""
    places = load("en", f"page/{area}.json")
    for prefix in [each for each in DYNAMIC if each.startswith(f"{area}.") and any(places)]:
        assert prefix in MADE
        assert any(f"{area}.{place}".startswith(prefix) for place in places), prefix
