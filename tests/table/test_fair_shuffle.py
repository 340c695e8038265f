"""The deck is fixed before it is known, and everybody can prove it; and the record that does so."""

import json
from pathlib import Path

import msgspec
import pytest

from spielgeld import texts
from spielgeld.engine import (
    EDITIONS,
    FairStream,
    commitment,
    deal_cards,
    score_hand,
    set_up,
    shuffle,
    start_match,
)
from spielgeld.engine.records import RawRecord, check_record
from spielgeld.table import commands, entries
from spielgeld.table.decisions import rematch
from spielgeld.table.public_record import public_record_line
from support.tables import Table, agreed, refused, seated, started

SALT = "5a" * 16
DOCS = Path(__file__).parent.parent.parent / "docs"


def begun(people: int = 2, bots: int = 1) -> Table:
    """The match has begun, salts are welcome."""
    table = seated(agreed(people, bots))
    table.send(0, commands.Start)
    return table


def test_the_commitment_is_published_before_any_salt() -> None:
    table = begun()
    committed = table.clients[-1].events[-1]
    seed = bytes.fromhex(table.seeds[1])
    assert committed == {
        "type": "committed",
        "deal": 1,
        "commitment": commitment(seed).hex(),
        "until": table.now + 3,
    }
    view = table.clients[-1].view["table"]
    assert view["shuffle"]["commitment"] == committed["commitment"]
    assert view["awaiting"] == {"what": "salts", "seats": [], "nudged": []}
    assert table.state.match is None


def test_the_deal_begins_when_every_salt_is_there() -> None:
    table = begun()
    table.send(0, commands.Salt, deal=1, salt=SALT)
    assert table.what == "salts"
    table.send(1, commands.Salt, deal=1, salt="")
    assert table.what == "bids"
    assert table.clients[-1].events[-1]["type"] == "dealt"
    assert table.state.shuffles[1]["salts"] == [SALT, "", ""]
    table.restart()


def test_a_salt_is_told_to_nobody_before_the_deal_is_over() -> None:
    table = begun()
    numbers = list(table.state.sent)
    table.send(0, commands.Salt, deal=1, salt=SALT)
    assert table.state.sent == numbers
    table.wait(3)
    table.until("turn")  # the table of these tests looks for it in every message
    assert SALT.encode() not in table.publisher.welcome(0, 0.0)


def test_who_is_late_has_no_part_in_the_shuffle() -> None:
    table = begun()
    table.wait(2)
    assert table.what == "salts"
    table.wait(1)
    assert table.what == "bids"
    with refused("salt_late"):
        table.send(0, commands.Salt, deal=1, salt=SALT)
    assert table.state.shuffles[1]["salts"] == ["", "", ""]


def test_three_seconds_are_three_even_if_the_clock_was_not_looked_at() -> None:
    table = begun()
    table.now += 3.5
    with refused("salt_late"):
        table.send(0, commands.Salt, deal=1, salt=SALT)


def test_a_salt_is_given_once_and_for_its_own_deal() -> None:
    table = begun()
    with refused("salt_late"):
        table.send(0, commands.Salt, deal=2, salt=SALT)
    table.send(0, commands.Salt, deal=1, salt=SALT)
    with refused("salt_twice"):
        table.send(0, commands.Salt, deal=1, salt=SALT)


def test_bots_give_no_salt_and_nobody_waits_for_theirs() -> None:
    table = begun(1, 2)
    table.send(0, commands.Salt, deal=1, salt=SALT)
    assert table.what == "bids"
    assert table.state.questions


def test_nobody_waits_for_the_salt_of_who_left() -> None:
    table = begun()
    table.send(0, commands.Salt, deal=1, salt=SALT)
    table.send(1, commands.Leave)
    assert table.what == "bids"
    table.restart()


@pytest.mark.parametrize("salt", ["xx", "abc", "AB", "00" * 33])
def test_a_salt_is_up_to_32_bytes_in_lower_case_hex(salt: str) -> None:
    message = {"type": "salt", "id": "1", "deal": 1, "salt": salt}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(message, commands.FromClient)


def test_the_deck_follows_from_seed_and_salts() -> None:
    table = begun(2, 2)
    table.send(1, commands.Salt, deal=1, salt=SALT)
    table.wait(3)
    stream = FairStream(bytes.fromhex(table.seeds[1]), [b"", bytes.fromhex(SALT), b"", b""])
    setup = table.state.playing.setup
    removed = stream.below(7)  # with four players one currency leaves first
    assert setup.removed == (EDITIONS["nl"].currencies[removed].code,)
    dealt = json.loads(table.log[-1])
    assert dealt["type"] == "salts_closed"
    order = shuffle(setup.cards, stream.below)
    assert table.state.dealt
    assert table.state.dealt.cards == tuple(order)


def test_another_salt_makes_another_deck() -> None:
    hands = []
    for salt in (SALT, "00"):
        table = begun()
        table.send(0, commands.Salt, deal=1, salt=salt)
        table.wait(3)
        hands.append(table.state.deal.hands)
    assert hands[0] != hands[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "players"), [("nl", 3), ("pl", 6), ("it", 5), ("it-full", 4), ("fr", 3)]
)
def test_the_record_of_a_whole_match_is_proved(edition: str, players: int) -> None:
    rules = {"deals": 2} if edition == "nl" else {"deals": 1}
    table = seated(agreed(2, players - 2, edition=edition, rules=rules), look_every=60)
    table.send(0, commands.Start)
    table.send(1, commands.Salt, deal=1, salt=SALT)
    table.finish()
    table.restart()
    line = public_record_line(table.state)
    assert line is not None
    record, steps = check_record(RawRecord(1, line))
    assert steps[-1].match.awaits == "nothing"
    assert [deal["shuffle"]["seed"] for deal in record["deals"]] == list(table.seeds.values())
    assert record["deals"][0]["shuffle"]["salts"][1] == SALT
    assert [deal["shuffle"]["removed_drawn"] for deal in record["deals"]] == [True, False][
        : len(record["deals"])
    ]
    assert record["players"] == [seat.name for seat in table.state.seats]
    assert table.state.questions == ()


def test_the_record_of_a_match_under_way_has_its_finished_deals_alone() -> None:
    table = Table(agreed(1, 2, rules={"deals": 2}), look_every=60)
    assert public_record_line(table.state) is None
    table.arrive(table.join())
    table.send(0, commands.Start)
    table.wait(3)
    line = public_record_line(table.state)
    assert line is not None
    assert json.loads(line)["deals"] == []
    table.until("ready")
    table.send(0, commands.Ready, deal=2)
    table.wait(3)
    table.until("turn")
    line = public_record_line(table.state)
    assert line is not None
    assert table.seeds[1].encode() in line
    assert table.seeds[2].encode() not in line
    record, _ = check_record(RawRecord(1, line))
    assert len(record["deals"]) == 1


def test_each_deal_has_a_seed_of_its_own() -> None:
    table = started(agreed(1, 2, rules={"deals": 2}), look_every=60)
    table.finish()
    assert len(set(table.seeds.values())) == 2
    committed = [json.loads(data) for data in table.log if b'"committed"' in data]
    assert [entry["seed"] for entry in committed] == list(table.seeds.values())


def test_a_rematch_is_offered_once_the_match_is_over() -> None:
    table = started(agreed(1, 2, rules={"deals": 1}), look_every=60)
    with refused("not_finished"):
        rematch(table.state, "nexttable", table.now)
    table.finish()
    table.do(rematch(table.state, "nexttable", table.now))
    assert table.clients[-1].last["events"] == [{"type": "rematch", "table": "nexttable"}]
    assert table.clients[0].view["table"]["rematch"] == "nexttable"
    assert rematch(table.state, "another", table.now) == []
    table.restart()


def test_after_the_match_people_may_still_talk_but_not_play() -> None:
    table = started(agreed(2, 1, rules={"deals": 1}), look_every=60)
    table.finish()
    table.send(0, commands.Say, phrase="well_played")
    before = list(table.log)
    table.send(0, commands.Leave)
    assert table.log == before
    for kind in (commands.Pause, commands.Resume):
        with refused("not_playing" if kind is commands.Pause else "not_paused"):
            table.send(0, kind)
    with refused("not_playing"):
        table.bid(0, ["*"])
    with refused("already_started"):
        table.send(0, commands.Start)
    assert table.clients[0].view["table"]["awaiting"] == {
        "what": "nothing",
        "seats": [],
        "nudged": [],
    }


def test_an_entry_reads_back_as_it_was_written() -> None:
    table = started()
    table.until("turn")
    for data in table.log:
        assert entries.write_entry(entries.read_entry(data)) == data


def start_hand(seed: bytes, salts: list[bytes]) -> int:
    """What the cards dealt to seat 0 would score at once."""
    setup = set_up("it", 5)
    order = shuffle(setup.cards, FairStream(seed, salts).below)
    match = deal_cards(start_match(setup), order).match
    assert match.deal
    return score_hand(setup.rules, match.deal.hands[0]).total


def test_who_knows_the_seed_and_the_other_salts_can_choose_a_deck_by_the_last() -> None:
    # Not wanted, but true; so it stands in the documents and beside the proof on the page.
    seed, others = bytes(32), [b"ann's own", b"bo's own", b"", b""]
    hands = [start_hand(seed, [bytes([last]), *others]) for last in range(200)]
    assert max(hands) >= 100 > sum(hands) / len(hands)


def test_the_documents_say_what_the_shuffle_proves_and_what_not() -> None:
    protocol, record = [
        (DOCS / name).read_text(encoding="utf-8") for name in ("protocol.md", "record.md")
    ]
    assert "Nobody, the server included" not in protocol
    assert "in league with a player" in protocol
    assert "### What the shuffle proves, and what not" in record
    for language in texts.LANGUAGES:
        file = Path(texts.__file__).parent / language / "page" / "scoring.json"
        told = json.loads(file.read_text(encoding="utf-8"))["shuffle"]
        assert len(told["trust"]) > len(told["findings"]["salt_in"])
