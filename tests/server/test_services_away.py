"""PostgreSQL gone for a while: nothing accepted is lost, and play goes on."""

import asyncio
from pathlib import Path

import pytest

from support.cluster import Cluster, sharing
from support.scenes import (
    begin,
    disturbed,
    faults_in,
    has_no_gaps,
    run,
    seated,
    sitting,
)
from support.servers import PostgresServer
from support.waiting import until

pytestmark = [pytest.mark.server, pytest.mark.postgres]

BOT_PACE = 3
"""Seconds until the bots answer; PostgreSQL stops before."""


def is_missed(nodes: Cluster) -> bool:
    """Return True if a process has noticed that PostgreSQL is away."""
    return any("store_down" in line for node in nodes.nodes for line in node.lines)


def test_bots_that_could_not_answer_without_postgresql_are_asked_again(
    tmp_path: Path, restartable_postgres: PostgresServer
) -> None:
    """It is away while the bots answer."""

    async def scene() -> None:
        people = seated(nodes, bot_pace=BOT_PACE)
        async with sitting(nodes.urls, *people) as (ann, bo):
            now = await begin(ann, bo)
            for seat in (ann, bo):
                await seat.send("lay_bid", **now, cards=seat.view["hand"]["hand"][:1])
            await asyncio.to_thread(restartable_postgres.stop)
            await until(lambda: is_missed(nodes), "an answer that cannot be stored")
            await asyncio.to_thread(restartable_postgres.start)
            await ann.until(lambda: ann.view["deal"]["awaits"] == "turn")
        assert has_no_gaps(nodes)

    with sharing(tmp_path, 1, restartable_postgres.url) as nodes:
        run(scene())


def test_a_match_goes_on_after_postgresql_was_away_for_longer_than_anybody_waits(
    tmp_path: Path, restartable_postgres: PostgresServer
) -> None:
    async def restart() -> None:
        await asyncio.to_thread(restartable_postgres.stop)
        await until(lambda: is_missed(nodes), "a line in the log")
        await asyncio.to_thread(restartable_postgres.start)

    async def scene() -> None:
        assert faults_in(nodes, await disturbed(nodes, restart)) == []

    with sharing(tmp_path, 2, restartable_postgres.url) as nodes:
        run(scene())
