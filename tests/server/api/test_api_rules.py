"""The rules in words over HTTP."""

import httpx
import pytest

from spielgeld.engine import EDITIONS
from spielgeld.texts import LANGUAGES
from support.api_server import refused

Paragraphs = dict[str, dict[str, object]]


def ask(client: httpx.Client, edition: str, language: str = "en") -> Paragraphs:
    answer = client.get("/api/rules", params={"edition": edition, "language": language})
    assert answer.status_code == 200
    chapters = answer.json()["chapters"]
    paragraphs = [each for chapter in chapters for each in chapter["paragraphs"]]
    return {each["name"]: each for each in paragraphs}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_told_in_every_language(
    client: httpx.Client, edition: str, language: str
) -> None:
    told = client.get("/api/rules", params={"edition": edition, "language": language}).json()
    assert (told["edition"], told["language"]) == (edition, language)
    assert [chapter["title"] for chapter in told["chapters"] if not chapter["paragraphs"]] == []
    for paragraph in ask(client, edition, language).values():
        assert "{" not in str(paragraph["text"])
    assert ask(client, edition, language).keys() == ask(client, edition).keys()


def test_the_words_fit_the_edition(client: httpx.Client) -> None:
    assert "Ein Spiel hat 3 Durchgänge;" in str(ask(client, "nl", "de")["deals"]["text"])
    assert "Ein Spiel hat einen Durchgang." in str(ask(client, "pl", "de")["deals"]["text"])
    currencies = "yen, euro, livre, rouble, couronne suédoise, franc suisse et dollar"
    assert currencies in str(ask(client, "fr", "fr")["notes"]["text"])
    assert ask(client, "pl")["players"]["rulings"] == ["R1"]
    assert ask(client, "fr")["players"]["rulings"] == []


def test_a_paragraph_names_the_editions_that_differ(client: httpx.Client) -> None:
    for language in LANGUAGES:
        told = ask(client, "nl", language)
        assert told["keep"]["differs_in"] == []
        assert told["coins"]["differs_in"] == ["pl"]
        assert told["bid_size"]["differs_in"] == ["it-full", "it", "fr", "pl"]
        assert told["last_round"]["differs_in"] == ["it-full", "it", "fr"]
        assert told["deals"]["differs_in"] == ["it-full", "it", "fr", "pl"]
        assert told["example_round"]["differs_in"] == []


def test_the_rulings_come_with_question_and_answer(client: httpx.Client) -> None:
    told = client.get("/api/rules", params={"edition": "fr", "language": "fr"}).json()
    rulings = {each["number"]: each for each in told["rulings"]}
    assert {"R19", "R20"} < set(rulings)
    assert not {"R2", "R12"} & set(rulings)
    assert rulings["R19"]["answer"].startswith("Non")
    assert "afzien" in str(ask(client, "nl", "en")["keep"]["words"])


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"language": "en"}, "missing_field"),
        ({"edition": "nl"}, "missing_field"),
        ({"edition": "de", "language": "de"}, "edition"),
        ({"edition": "nl", "language": "es"}, "wrong_value"),
        ({"edition": "nl", "language": "en", "page": "2"}, "unknown_field"),
    ],
)
def test_what_cannot_be_told_is_refused(
    client: httpx.Client, query: dict[str, str], code: str
) -> None:
    assert refused(client.get("/api/rules", params=query))[:2] == (400, code)
