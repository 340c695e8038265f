"""Two processes at one table: whichever dies, play goes on, and nothing is done twice."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from spielgeld.client import RemoteSeat, ServerRefusal, open_table
from spielgeld.client.http import post
from spielgeld.table.entries import Arrived, BidLaid, Joined, Lost, SaltsClosed, Started
from support.cluster import Cluster, sharing
from support.recording import play_recorded
from support.scenes import (
    AGREEMENT,
    Json,
    answer,
    asked,
    begin,
    disturbed,
    faults_in,
    finish,
    has_no_gaps,
    run,
    seated,
    sitting,
    welcomes,
    wire,
    written,
)
from support.waiting import until

pytestmark = [pytest.mark.server, pytest.mark.postgres]


@pytest.fixture(name="nodes")
def two_processes(tmp_path: Path, postgres_url: str) -> Iterator[Cluster]:
    with sharing(tmp_path, 2, postgres_url) as cluster:
        yield cluster


# ---------------------------------------------------------------- processes


def test_processes_that_start_at_once_on_an_empty_database_migrate_it_once(nodes: Cluster) -> None:
    assert [node.ask("GET", "/readyz").status_code for node in nodes.nodes] == [200, 200]
    applied = asked(nodes, "SELECT number FROM migrations ORDER BY number")
    assert applied
    assert applied == list(range(1, len(applied) + 1))


@pytest.mark.parametrize("which", [0, 1])
def test_two_people_and_two_bots_finish_while_a_process_is_killed(
    nodes: Cluster, which: int
) -> None:
    async def kill() -> None:
        nodes.nodes[which].kill()

    async def scene() -> None:
        match = await disturbed(nodes, kill)
        assert faults_in(nodes, match) == []
        assert match.journals[which].greetings.total() > 1
        assert match.journals[1 - which].greetings.total() == 1

    run(scene())


def test_two_processes_tell_nobody_too_much(nodes: Cluster) -> None:
    seats = [{}, {}, {}, {"bot": "random"}]
    agreement = {"edition": "it-full", "seats": seats, "rules": {"deals": 1}}
    match = asyncio.run(play_recorded(nodes.nodes, agreement))
    assert [recording.scan(match.truth) for recording in match.recordings] == [[]] * 6


def test_the_other_process_takes_over_bots_and_clocks(nodes: Cluster) -> None:
    async def scene() -> None:
        people = seated(nodes)
        async with sitting(nodes.urls, *people) as (ann, bo):
            await ann.send("start")
            author = asked(nodes, "SELECT author FROM tables")
            nodes.nodes[0].kill()
            await bo.until(lambda: (bo.view["deal"] or {}).get("has_bid", [])[2:] == [True, True])
            assert asked(nodes, "SELECT author FROM tables") != author
        log = nodes.log(people[0]["code"])
        # Nobody gave a salt, so it was the clock that dealt.
        kinds = [type(entry) for entry in log]
        assert kinds.count(SaltsClosed) == 1
        assert [entry.seat for entry in log if isinstance(entry, BidLaid)] in ([2, 3], [3, 2])

    run(scene())


def test_people_of_a_process_that_was_taken_for_dead_are_back_at_once(nodes: Cluster) -> None:
    def is_there(ann: RemoteSeat) -> bool:
        return bool(ann.view["table"]["seats"][1]["connected"])

    async def scene() -> None:
        people = seated(nodes)
        async with sitting(nodes.urls, *people) as (ann, bo):
            await ann.until(lambda: is_there(ann))
            nodes.nodes[1].freeze()
            await ann.until(lambda: not is_there(ann))
            nodes.nodes[1].thaw()
            await ann.until(lambda: is_there(ann))
            await until(lambda: bo.seen == ann.seen, "what Ann has seen")
        log = nodes.log(people[0]["code"])
        told = [type(entry) for entry in log if isinstance(entry, Lost | Arrived)]
        assert told == [Arrived, Arrived, Lost, Arrived]

    run(scene())


@pytest.mark.parametrize("left_first", [True, False])
def test_a_sleeping_table_of_a_dead_process_wakes_at_the_other(
    nodes: Cluster, left_first: bool
) -> None:
    async def scene() -> None:
        people = seated(nodes)
        async with sitting(nodes.urls[:1], *people) as (ann, bo):
            await ann.send("start")
            playing = asyncio.create_task(finish(ann, bo))
            await ann.until(lambda: (ann.view["deal"] or {}).get("round", 0) >= 3)
            playing.cancel()
            if not left_first:
                nodes.nodes[0].kill()
        if left_first:
            await until(lambda: asked(nodes, "SELECT through FROM tables") == [[]], "nobody there")
            nodes.nodes[0].kill()
        before = written(nodes)
        async with sitting(nodes.urls[1:], *people) as (ann, bo):
            assert ann.view["deal"]["round"] >= 3
            await finish(ann, bo)
        log = nodes.log(people[0]["code"])
        # While it slept nothing happened: first of all somebody came, or the dead process was lost.
        assert isinstance(log[before], Arrived | Lost)
        assert has_no_gaps(nodes)

    run(scene())


# ---------------------------------------------------------------- conflicts


def test_of_people_who_want_the_same_seat_at_both_processes_one_gets_it(nodes: Cluster) -> None:
    async def join(number: int) -> Json | str:
        url = nodes.urls[number % 2]
        body = {"name": f"Guest {number}", "seat": 1}
        try:
            return await asyncio.to_thread(post, url, f"/api/tables/{code}/join", body)
        except ServerRefusal as refusal:
            return refusal.code

    async def scene() -> None:
        came = await asyncio.gather(*[join(number) for number in range(8)])
        assert came.count("seat_taken") == 7
        assert [entry.seat for entry in nodes.log(code) if isinstance(entry, Joined)] == [0, 1]

    code = open_table(nodes.urls[0], "Ann", AGREEMENT)["code"]
    run(scene())


def test_of_two_starts_at_both_processes_one_counts(nodes: Cluster) -> None:
    async def start(url: str, name: str) -> Json:
        async with wire(url, people[0]) as (socket, _):
            await both_there.wait()
            return await answer(socket, {"type": "start", "id": name})

    async def scene() -> None:
        answers = await asyncio.gather(*[start(url, url) for url in nodes.urls])
        assert sorted(told["type"] for told in answers) == ["accepted", "refused"]
        assert [told["code"] for told in answers if "code" in told] == ["already_started"]
        log = nodes.log(people[0]["code"])
        assert sum(isinstance(entry, Started) for entry in log) == 1

    people = seated(nodes)
    both_there = asyncio.Barrier(2)
    run(scene())


def test_bids_of_one_seat_through_both_processes_have_one_order(nodes: Cluster) -> None:
    async def scene() -> None:
        people = seated(nodes)
        async with (
            sitting(nodes.urls, *people) as (ann, bo),
            sitting(nodes.urls[1:], people[0]) as (elsewhere,),
        ):
            now = await begin(ann, bo)
            hand = ann.view["hand"]["hand"]
            bids = [[card] for card in hand] * 3
            await asyncio.gather(
                *[ann.send("lay_bid", **now, cards=bid) for bid in bids],
                *[elsewhere.send("lay_bid", **now, cards=bid) for bid in reversed(bids)],
            )
            log = nodes.log(people[0]["code"])
            laid = [entry.bid for entry in log if isinstance(entry, BidLaid) and entry.seat == 0]
            assert sorted(laid) == sorted(bids * 2)
            await ann.until(lambda: ann.view["own"]["bid"] == laid[-1])
            await until(lambda: elsewhere.seen == ann.seen, "the same updates at both processes")
            assert elsewhere.view["own"]["bid"] == laid[-1]
            one, other = await welcomes(nodes, people[0])
            assert one == other
            assert one["view"]["own"]["bid"] == laid[-1]
            assert has_no_gaps(nodes)

    run(scene())


def test_the_same_message_sent_to_both_processes_acts_once(nodes: Cluster) -> None:
    async def scene() -> None:
        people = seated(nodes)
        async with sitting(nodes.urls, *people) as (ann, bo):
            now = await begin(ann, bo)
            card = ann.view["hand"]["hand"][0]
            async with (
                wire(nodes.urls[0], people[0]) as (here, _),
                wire(nodes.urls[1], people[0]) as (there, _),
            ):
                for number in range(20):
                    bid = {"type": "lay_bid", "id": f"bid {number}", **now, "cards": [card]}
                    answers = await asyncio.gather(answer(here, bid), answer(there, bid))
                    assert [told["type"] for told in answers] == ["accepted", "accepted"]
        names = [entry.id for entry in nodes.log(people[0]["code"]) if entry.id.startswith("bid")]
        assert names == [f"bid {number}" for number in range(20)]

    run(scene())


def test_a_request_whose_client_has_hung_up_is_not_carried_out(nodes: Cluster) -> None:
    """It waits for the table's row, and its client asks elsewhere meanwhile."""
    opened = open_table(
        nodes.urls[0], "Ann", {**AGREEMENT, "seats": [{}, *[{"bot": "random"}] * 2]}
    )
    port = int(nodes.urls[0].rpartition(":")[2])
    head = f"POST /api/tables/{opened['code']}/start HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Authorization: Bearer {opened['token']}\r\nContent-Type: application/json\r\n"
    with psycopg.connect(nodes.place) as holder:
        holder.execute("SELECT FROM tables FOR UPDATE")
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(f"{head}Content-Length: 2\r\n\r\n{{}}".encode())
            time.sleep(0.5)
        time.sleep(0.5)
    time.sleep(0.5)
    assert not [each for each in nodes.log(opened["code"]) if isinstance(each, Started)]
    assert post(nodes.urls[1], f"/api/tables/{opened['code']}/start", {}, opened["token"]) == {}
