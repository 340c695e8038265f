"""No client is ever told what its seat could not know: whole matches, every byte searched."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from support.leaks import Json, Truth, leaks_in_log
from support.recording import RecordedMatch, Recording, play_recorded
from support.server_process import ServerProcess

pytestmark = pytest.mark.server

BOT = {"bot": "greedy"}
RANDOM = {"bot": "random"}
PERSON: dict[str, str] = {}

AGREEMENTS: dict[str, dict[str, Any]] = {
    "it-full, two people and two bots": {
        "edition": "it-full",
        "seats": [PERSON, BOT, PERSON, RANDOM],
        "rules": {"deals": 2},
    },
    "it, three people": {"edition": "it", "seats": [PERSON] * 3, "rules": {"deals": 1}},
    "fr, five seats": {"edition": "fr", "seats": [PERSON, BOT, PERSON, BOT, PERSON]},
    "nl, four people": {"edition": "nl", "seats": [PERSON] * 4, "rules": {"deals": 2}},
    "nl with sizes shown": {
        "edition": "nl",
        "seats": [PERSON, PERSON, BOT],
        "rules": {"bid_size": "shown", "deals": 1},
        "clock": {"bid": 60, "turn": 60, "reserve": 60},
        "listed": True,
    },
    "pl, six people": {"edition": "pl", "seats": [PERSON] * 6},
    "pl, one person": {"edition": "pl", "seats": [BOT, PERSON, RANDOM], "listed": True},
}


@pytest.mark.parametrize("agreement", AGREEMENTS.values(), ids=AGREEMENTS)
def test_a_whole_match_tells_nobody_too_much(
    server: ServerProcess, agreement: dict[str, Any]
) -> None:
    match = asyncio.run(play_recorded([server], agreement))
    for recording in match.recordings:
        assert recording.scan(match.truth) == []
    host = [text for _, text in match.recordings[0].heard]
    assert any(text.startswith('{"type":"hinted"') for text in host)


def test_logs_and_metrics_hold_no_secret(server: ServerProcess, hidden: RecordedMatch) -> None:
    metrics = server.ask("GET", "/metrics").text
    assert "spielgeld_messages_total" in metrics
    assert any('"code":"request"' in line for line in server.lines)
    for text in (metrics, *server.lines):
        assert leaks_in_log(text, hidden.truth, [hidden.code]) == []


# ---------------------------------------------------------------- the scan finds what is planted


@pytest.fixture(scope="module")
def hidden(server: ServerProcess) -> RecordedMatch:
    """A match whose bids do not even show their size."""
    seats = [PERSON, PERSON, BOT]
    agreement = {"edition": "nl", "seats": seats, "rules": {"deals": 1}, "bot_pace": 0.1}
    return asyncio.run(play_recorded([server], agreement))  # the bot is last: others' bids are told


Plant = Callable[[Json, Truth], object]


def last_card(truth: Truth) -> str:
    """The lowest card of the deck, which nobody sees for long."""
    card: str = truth.record["deals"][0]["cards"][-1]
    return card


def sealed(message: Json) -> Json:
    event: Json = next(each for each in message["events"] if each["type"] == "bid_sealed")
    return event


def bid_of(message: Json, truth: Truth) -> list[str]:
    """The cards of the bid that a message says was sealed."""
    cards: list[str] = truth.record["deals"][0]["rounds"][0]["bids"][sealed(message)["seat"]]
    return cards


def dealt_order(truth: Truth, cards: list[str]) -> list[str]:
    return [card for card in truth.record["deals"][0]["cards"] if card in cards]


def shuffle_of(truth: Truth) -> Json:
    return truth.shuffles[0]


def as_code(message: Json, secret: str) -> None:
    """Hide the secret in a field that is otherwise harmless."""
    message["table"]["code"] = secret


IN_SEALED: dict[str, Plant] = {
    "the cards of the bid": lambda told, truth: sealed(told).update(bid=bid_of(told, truth)),
    "its size": lambda told, truth: sealed(told).update(size=len(bid_of(told, truth))),
    "its size among the sizes": lambda told, truth: told["deal"].update(
        bid_sizes=[None, len(bid_of(told, truth)), None]
    ),
    "its size through the hand": lambda told, _: told["deal"].update(hand_sizes=[6, 4, 6]),
    "its size in a new field": lambda told, truth: told.update(size=len(bid_of(told, truth))),
    "its size as a number of updates": lambda told, _: told["table"].update(revision=3),
    "a foreign card": lambda told, truth: told["deal"].update(next=last_card(truth)),
    "a foreign card among the known": lambda told, truth: told["deal"].update(
        known=[[], [last_card(truth)], []]
    ),
    "a foreign card as a name": lambda told, truth: told["table"].update(
        seats=[{"name": f"x{last_card(truth)}x"}]
    ),
    "a foreign card as a key": lambda told, truth: told["table"].update({last_card(truth): 1}),
    "the deck": lambda told, truth: told["events"].append(
        {
            "type": "deal_opened",
            "deal": 1,
            "removed": truth.record["deals"][0]["removed"],
            "cards": truth.record["deals"][0]["cards"],
            **shuffle_of(truth),
        }
    ),
    "the bids before their time": lambda told, truth: told["events"].append(
        {"type": "revealed", "round": 1, "bids": truth.record["deals"][0]["rounds"][0]["bids"]}
    ),
    "the seed": lambda told, truth: as_code(told, shuffle_of(truth)["seed"]),
    "the seed in capitals": lambda told, truth: as_code(told, shuffle_of(truth)["seed"].upper()),
    "a salt": lambda told, truth: as_code(told, shuffle_of(truth)["salts"][1]),
    "somebody's token": lambda told, truth: as_code(told, truth.tokens[1]),
    "somebody's hashed token": lambda told, truth: as_code(told, truth.tokens[-1]),
    "a hash nobody knows": lambda told, _: as_code(told, "0123456789abcdef" * 4),
}

IN_DEALT: dict[str, Plant] = {
    "the deck's order": lambda told, truth: told["table"]["setup"].update(
        cards=truth.record["deals"][0]["cards"]
    ),
    "the order of the unseen": lambda told, truth: told["hand"].update(
        unseen=dealt_order(truth, told["hand"]["unseen"])
    ),
    "the order of a hand": lambda told, _: told["hand"].update(hand=told["hand"]["hand"][::-1]),
    "a hand": lambda told, truth: told["events"][-1].update(
        hands=[None, truth.record["deals"][0]["cards"][:6], None]
    ),
}

IN_REFUSED: dict[str, Plant] = {
    "a foreign card": lambda told, truth: told["arguments"].update(cards=[last_card(truth)]),
    "the own token": lambda told, truth: told["arguments"].update(reason=truth.tokens[0]),
    "a size": lambda told, _: told["arguments"].update(size=3),
}

PLANTED = {
    f"{name} in {kind}": (kind, plant)
    for kind, plants in (("bid_sealed", IN_SEALED), ("dealt", IN_DEALT), ("refused", IN_REFUSED))
    for name, plant in plants.items()
}


def planted(recording: Recording, kind: str, plant: Plant, truth: Truth) -> Recording:
    """What was heard, with a leak in the first message of the kind."""
    heard = list(recording.heard)
    for index, (channel, text) in enumerate(heard):
        told = json.loads(text) if channel == "socket" else {}
        kinds = {told.get("type"), *[each["type"] for each in told.get("events", ())]}
        if kind in kinds and (kind != "bid_sealed" or sealed(told)["seat"] == 1):
            plant(told, truth)
            heard[index] = (channel, json.dumps(told))
            break
    assert heard != recording.heard
    return Recording(recording.seat, heard, recording.said - {last_card(truth)})


@pytest.mark.parametrize(("kind", "plant"), PLANTED.values(), ids=PLANTED)
def test_the_scan_finds_a_planted_leak(hidden: RecordedMatch, kind: str, plant: Plant) -> None:
    truth, own = hidden.truth, hidden.recordings[0]
    assert own.scan(truth) == []
    assert planted(own, kind, plant, truth).scan(truth)


def test_the_scan_finds_a_hand_or_bid_that_is_not_the_watchers(hidden: RecordedMatch) -> None:
    truth = hidden.truth
    player, watcher = hidden.recordings[0], hidden.recordings[2]
    assert watcher.seat is None
    assert Recording(None, player.heard, player.said).scan(truth)
    assert Recording(1, player.heard, player.said).scan(truth)


def test_the_scan_finds_an_open_deal_in_a_page_or_record(hidden: RecordedMatch) -> None:
    truth = hidden.truth
    assert Recording(0, [("record", json.dumps(truth.record))]).scan(truth)
    assert Recording(0, [("page", f'{{"top": "{last_card(truth)}"}}')]).scan(truth)
    assert Recording(0, [("page", shuffle_of(truth)["seed"])]).scan(truth)


def test_the_scan_finds_secrets_in_a_log(hidden: RecordedMatch) -> None:
    truth = hidden.truth
    shuffle = shuffle_of(truth)
    for secret in (truth.tokens[0], shuffle["seed"], shuffle["salts"][0], last_card(truth)):
        assert leaks_in_log(f'{{"arguments": {{"x": "{secret}"}}}}', truth, [])
    assert leaks_in_log(f"/api/tables/{hidden.code}/join", truth, [hidden.code])
