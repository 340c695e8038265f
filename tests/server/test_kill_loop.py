"""Servers killed under load: what was accepted is there once, and every match comes to its end."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from spielgeld.table.entries import AnyEntry, BidLaid
from support.cluster import alone
from support.killing import (
    Journal,
    Killer,
    NotedMatch,
    faults_of,
    play_noted_match,
    play_while_killing,
)

pytestmark = pytest.mark.server


def test_a_killed_server_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    played: list[NotedMatch] = []
    with alone(tmp_path) as cluster:
        killer = Killer(cluster.nodes, Random(3), longest=1.5)
        asyncio.run(play_while_killing(cluster.urls, killer, 6, 4, played))
        with cluster.store() as store:
            records = [store.record(match.code) or b"" for match in played]
        faults = [
            fault
            for match, record in zip(played, records, strict=True)
            for fault in faults_of(match, cluster.log(match.code), record)
        ]
    journals = [journal for match in played for journal in match.journals]
    assert sum(journal.greetings.total() for journal in journals) > len(journals)  # some came back
    assert faults == []


# ---------------------------------------------------------------- the check itself


Noted = tuple[NotedMatch, list[AnyEntry], bytes]


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Noted:
    """A match nothing happened to."""
    with alone(tmp_path_factory.mktemp("noted")) as cluster:
        match = asyncio.run(play_noted_match(cluster.urls, Random(1), deals=1))
        with cluster.store() as store:
            record = store.record(match.code)
        assert record
        return match, cluster.log(match.code), record


def first_bid(noted: Noted) -> tuple[int, BidLaid]:
    """The first bid of a person, and its place in the log."""
    for place, entry in enumerate(noted[1]):
        if isinstance(entry, BidLaid) and entry.id:
            return place, entry
    raise LookupError


def test_a_match_nothing_happened_to_has_no_faults(noted: Noted) -> None:
    assert faults_of(*noted) == []


def test_an_accepted_action_that_the_log_lacks_is_found(noted: Noted) -> None:
    match, log, record = noted
    place, bid = first_bid(noted)
    log = [*log]
    log[place] = msgspec.structs.replace(bid, id="")
    assert any("accepted, but not" in fault for fault in faults_of(match, log, record))


def test_an_accepted_action_that_the_log_tells_otherwise_is_found(noted: Noted) -> None:
    match, log, record = noted
    _, bid = first_bid(noted)
    match.journals[bid.seat].accepted[bid.id]["cards"].append("*")
    faults = faults_of(match, log, record)
    match.journals[bid.seat].accepted[bid.id]["cards"].pop()
    assert any("accepted, but not" in fault for fault in faults)


def test_an_action_done_twice_is_found(noted: Noted) -> None:
    match, log, record = noted
    place, bid = first_bid(noted)
    log = [*log[:place], bid, *log[place:]]
    assert any("2 times" in fault for fault in faults_of(match, log, record))


def test_a_refused_action_that_was_done_is_found(noted: Noted) -> None:
    match, log, record = noted
    _, bid = first_bid(noted)
    refused = NotedMatch(match.code, [Journal(bid.seat, refused={bid.id})], [])
    assert any("refused, but" in fault for fault in faults_of(refused, log, record))


def test_a_record_that_does_not_prove_its_shuffle_is_found(noted: Noted) -> None:
    match, log, record = noted
    plain = msgspec.json.decode(record)
    for deal in plain["deals"]:
        del deal["shuffle"]
    faults = faults_of(match, log, msgspec.json.encode(plain))
    assert any("cannot be verified" in fault for fault in faults)
    assert any("not what the log says" in fault for fault in faults)


def test_a_view_that_was_put_together_wrongly_is_found(noted: Noted) -> None:
    match, log, record = noted
    pieced, fresh = match.views[0]
    wrong = NotedMatch(match.code, match.journals, [({**pieced, "hand": None}, fresh)])
    assert any("hand was put" in fault for fault in faults_of(wrong, log, record))


def test_gaps_and_steps_back_in_the_numbers_are_found() -> None:
    journal = Journal(0)
    journal.hear('{"type": "welcome", "n": 5}')
    journal.hear('{"type": "update", "n": 6}')
    journal.hear('{"type": "resumed", "n": 7}')
    journal.hear('{"type": "update", "n": 7}')
    journal.hear('{"type": "welcome", "n": 20}')
    assert journal.faults == []
    journal.hear('{"type": "update", "n": 22}')
    journal.hear('{"type": "welcome", "n": 21}')
    assert len(journal.faults) == 2
