"""What a record may leave out, add or write in another way."""

from collections.abc import Callable, Iterator

import pytest
from record_samples import Document, check_bytes, encoded, fault_of, sample

from spielgeld.engine.records import make_record, read_record, replay


def test_unknown_keys_are_ignored_everywhere() -> None:
    document = sample(deals=1)
    first = document["deals"][0]
    for part in (document, first, *first["rounds"]):
        part["when"] = {"at": [1.5, None]}
    check_bytes(encoded(document))


def test_an_override_equal_to_the_editions_own_is_read_but_not_written() -> None:
    document = sample("fr")
    assert document["rules"] == {}
    document["rules"] = {"deals": 1, "coins": "gold", "bluff_only_bid": False}
    record = read_record(encoded(document))
    steps = replay(record)
    events = [event for step in steps for event in step.events]
    written = make_record(steps[0].match.setup, record["players"], events)
    assert written["rules"] == {}


def test_winners_stand_in_any_order() -> None:
    shared = (sample("fr", seed=seed) for seed in range(400))
    document = next(each for each in shared if len(each["winners"]) > 1)
    check_bytes(encoded(document))
    document["winners"].reverse()
    check_bytes(encoded(document))
    document["winners"].pop()
    assert fault_of(encoded(document)).code == "winners"


def cuts(document: Document) -> Iterator[Document]:
    """The match at every moment before its end."""
    deals = document["deals"]
    under_way = {key: value for key, value in document.items() if key != "winners"}
    for deal_index, deal in enumerate(deals):
        before = deals[:deal_index]
        yield {**under_way, "deals": before}
        for round_index, each in enumerate(deal["rounds"]):
            rounds = deal["rounds"][:round_index]
            opened = {key: value for key, value in deal.items() if key != "scores"}
            yield {**under_way, "deals": [*before, {**opened, "rounds": rounds}]}
            bids = {"bids": each["bids"]}
            last = round_index == len(deal["rounds"]) - 1
            ended = last and not each["turns"]
            if not ended:
                yield {**under_way, "deals": [*before, {**opened, "rounds": [*rounds, bids]}]}
            for count in range(len(each["turns"]) + (not last)):
                cut = {**bids, "turns": each["turns"][:count]}
                yield {**under_way, "deals": [*before, {**opened, "rounds": [*rounds, cut]}]}


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "deals"), [("it", 2), ("pl", 1)])
def test_a_match_under_way_may_end_at_every_moment(edition: str, deals: int) -> None:
    documents = list(cuts(sample(edition, deals=deals)))
    assert len(documents) > 30
    for document in documents:
        check_bytes(encoded(document))


@pytest.mark.parametrize(
    ("key", "drop"),
    [
        ("scores", lambda r: (r.pop("winners"), r["deals"][-1].pop("scores"))),
        ("winners", lambda r: r.pop("winners")),
    ],
)
def test_what_is_played_out_must_say_so(key: str, drop: Callable[[Document], object]) -> None:
    document = sample(deals=2)
    drop(document)
    fault = fault_of(encoded(document))
    assert fault.code == "missing"
    assert key in fault.sentence


def test_only_the_last_round_under_way_may_lack_turns() -> None:
    document = sample(deals=1)
    del document["winners"], document["deals"][0]["scores"]
    rounds = document["deals"][0]["rounds"]
    del rounds[2:]
    del rounds[1]["turns"]
    check_bytes(encoded(document))
    del rounds[0]["turns"]
    assert fault_of(encoded(document)).code == "missing"
