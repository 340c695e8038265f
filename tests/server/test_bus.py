"""News between nodes, with Redis there, away and back."""

import asyncio
import json
from collections.abc import Callable, Coroutine

from redis.asyncio import Redis

from spielgeld.server.tables.bus import CHANNEL, NODE_CHANNEL, NoBus, RedisBus
from spielgeld.server.tables.node_messages import NewEntries, NodeMessage
from support.servers import RedisServer

KEY = bytes(32)


class Node:
    """A bus and what it told."""

    def __init__(self, url: str, name: str) -> None:
        self.bus = RedisBus(url, name, KEY)
        self.news: list[tuple[str, int]] = []
        self.messages: list[tuple[str, NodeMessage]] = []
        self.deaf: list[str] = []
        self.gaps = 0

    async def start(self) -> None:
        await self.bus.start(
            lambda table, number: self.news.append((table, number)),
            self.miss,
            lambda sender, message: self.messages.append((sender, message)),
            self.deaf.append,
        )

    def miss(self) -> None:
        self.gaps += 1


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def play(scene: Coroutine[None, None, None]) -> None:
    """Run the scene; one that hangs has failed."""
    asyncio.run(asyncio.wait_for(scene, 60))


def test_news_reaches_the_other_nodes_and_not_oneself(redis_url: str) -> None:
    async def scene() -> None:
        a, b, c = (Node(redis_url, name) for name in "abc")
        for node in (a, b, c):
            await node.start()
        a.bus.publish("t", 5)
        await until(lambda: b.news and c.news)
        b.bus.publish("end", 1)
        await until(lambda: ("end", 1) in a.news and ("end", 1) in c.news)
        assert a.news == [("end", 1)]
        assert b.news == [("t", 5)]
        for node in (a, b, c):
            await node.bus.close()

    play(scene())


def test_news_of_one_moment_is_one_message_with_the_latest_numbers(redis_url: str) -> None:
    async def scene() -> None:
        a = Node(redis_url, "a")
        await a.start()
        client = Redis.from_url(redis_url)
        async with client.pubsub(ignore_subscribe_messages=True) as listener:
            await listener.subscribe(CHANNEL)
            await listener.get_message(timeout=5)
            for table, number in (("t", 1), ("u", 7), ("t", 3), ("t", 2)):
                a.bus.publish(table, number)
            message = None
            while message is None:
                message = await listener.get_message(timeout=5)
            assert json.loads(message["data"]) == ["a", [["t", 3], ["u", 7]]]
        await client.aclose()
        await a.bus.close()

    play(scene())


def test_a_closing_node_sends_its_last_news(redis_url: str) -> None:
    async def scene() -> None:
        a, b = Node(redis_url, "a"), Node(redis_url, "b")
        await a.start()
        await b.start()
        a.bus.publish("t", 5)
        await a.bus.close()
        await until(lambda: b.news == [("t", 5)])
        await b.bus.close()

    play(scene())


def test_a_node_polls_while_redis_is_away_and_hears_again_when_it_is_back(
    restartable_redis: RedisServer,
) -> None:
    async def scene() -> None:
        a, b = Node(restartable_redis.url, "a"), Node(restartable_redis.url, "b")
        await a.start()
        await b.start()
        await until(lambda: a.gaps == b.gaps == 1)  # whoever joins may have missed something
        await asyncio.to_thread(restartable_redis.stop)
        await until(lambda: a.gaps >= 4)
        a.bus.publish("during", 5)
        await until(lambda: a.gaps >= 6)
        await asyncio.to_thread(restartable_redis.start)
        before = b.gaps
        await until(lambda: b.gaps > before)
        number = 0
        while not any(table == "after" for table, _ in b.news):
            number += 1
            a.bus.publish("after", number)  # a may be back before b listens
            await asyncio.sleep(0.05)
        await a.bus.close()
        await b.bus.close()

    play(scene())


def test_news_published_while_redis_is_away_is_kept_until_it_is_back(
    restartable_redis: RedisServer,
) -> None:
    async def scene() -> None:
        restartable_redis.stop()
        a = Node(restartable_redis.url, "a")
        await a.start()  # returns although nobody is there
        a.bus.publish("t", 5)
        before = a.gaps
        await until(lambda: a.gaps >= before + 4)  # sending was tried in vain meanwhile
        a.bus.publish("u", 1)
        await until(lambda: a.bus.unsent == {"t": 5, "u": 1})
        await asyncio.to_thread(restartable_redis.start)
        await until(lambda: not a.bus.unsent and a.bus.is_up)
        await a.bus.close()

    play(scene())


def test_a_listener_that_stumbles_goes_on_listening(redis_url: str) -> None:
    async def scene() -> None:
        stumbled: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: stumbled.append(what))
        a, b = Node(redis_url, "a"), Node(redis_url, "b")
        await a.start()
        await b.start()
        client = Redis.from_url(redis_url)
        await client.publish(CHANNEL, b"not news")
        await client.aclose()
        a.bus.publish("t", 5)
        await until(lambda: b.news == [("t", 5)])
        assert len(stumbled) == 2
        await a.bus.close()
        await b.bus.close()

    play(scene())


def test_a_lone_node_needs_no_bus() -> None:
    async def scene() -> None:
        bus = NoBus()
        await bus.start(
            lambda _table, _number: None, lambda: None, lambda _node, _message: None, lambda _: None
        )
        bus.publish("t", 1)
        await bus.close()

    play(scene())


def test_a_bus_that_never_started_closes(redis_url: str) -> None:
    play(RedisBus(redis_url, "a", KEY).close())


def test_a_message_reaches_its_node_alone_and_before_the_news(redis_url: str) -> None:
    async def scene() -> None:
        a, b, c = (Node(redis_url, name) for name in "abc")
        for node in (a, b, c):
            await node.start()
        heard: list[object] = []
        b.news, b.messages = heard, heard  # type: ignore[assignment]
        told = NewEntries("t", 4, (b"entry",))
        a.bus.publish("t", 5)
        a.bus.message_to("b").entries.append(told)
        await until(lambda: c.news)
        await until(lambda: len(heard) == 2)
        assert heard == [("a", NodeMessage(entries=[told])), ("t", 5)]
        assert not c.messages
        for node in (a, b, c):
            await node.bus.close()

    play(scene())


def test_of_a_node_that_does_not_listen_its_sender_hears(redis_url: str) -> None:
    async def scene() -> None:
        a, b = Node(redis_url, "a"), Node(redis_url, "b")
        await a.start()
        await b.start()
        for node in ("b", "nobody"):
            a.bus.message_to(node).entries.append(NewEntries("t", 1, (b"entry",)))
        a.bus.publish("t", 2)
        await until(lambda: b.messages and b.news and a.deaf)
        assert a.deaf == ["nobody"]
        await b.bus.close()
        a.bus.message_to("b").entries.append(NewEntries("t", 2, (b"entry",)))
        await until(lambda: a.deaf == ["nobody", "b"])
        await a.bus.close()

    play(scene())


def test_redis_never_sees_what_a_message_says(redis_url: str) -> None:
    async def scene() -> None:
        a, b = Node(redis_url, "a"), Node(redis_url, "b")
        await a.start()
        await b.start()
        client = Redis.from_url(redis_url)
        async with client.pubsub(ignore_subscribe_messages=True) as listener:
            await listener.subscribe(NODE_CHANNEL + "b")
            await listener.get_message(timeout=5)
            a.bus.message_to("b").entries.append(NewEntries("t", 4, (b"a sealed bid",)))
            seen = None
            while seen is None:
                seen = await listener.get_message(timeout=5)
        await until(lambda: b.messages)
        assert b"sealed bid" not in seen["data"]
        await client.publish(NODE_CHANNEL + "b", seen["data"])  # once more, by whom it may be
        a.bus.message_to("b").entries.append(NewEntries("t", 5, (b"another",)))
        await until(lambda: len(b.messages) > 1)
        assert [message.entries[0].after for _, message in b.messages] == [4, 5]
        await client.aclose()
        await a.bus.close()
        await b.bus.close()

    play(scene())
