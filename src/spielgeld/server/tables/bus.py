"""What nodes tell each other: "table X is now at number N" to all, and messages to one node.

Either may be lost, and news may come twice; the store holds the truth. Whoever may have missed
something is told of the gap and looks there. Messages (`node_messages.py`) are sealed
(`node_cipher.py`), news is no secret.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from spielgeld.server.tables.node_cipher import NodeCipher
from spielgeld.server.tables.node_messages import NodeMessage, decode_message, encode_message

if TYPE_CHECKING:
    from redis.asyncio import Connection, Redis
    from redis.asyncio.client import PubSub

OnNews = Callable[[str, int], None]
OnGap = Callable[[], None]
OnMessage = Callable[[str, NodeMessage], None]
"""Hears which node sent what."""
OnUnheard = Callable[[str], None]
"""Hears of a node that was sent a message, and does not listen."""

CHANNEL = "spielgeld:news"
NODE_CHANNEL = "spielgeld:2:node:"
"""Followed by the node's name: where it hears what is for it alone. The number counts the forms
that messages have had, so that nodes of different versions do not misunderstand each other."""
MESSAGE_PAUSE, NEWS_PAUSE = 0.005, 0.02
"""Seconds after sending in which more is collected, because speaking with Redis is not cheap. News
can wait longer than messages: nodes through which somebody sits have had the message."""
SILENCE = 1.0
"""Seconds without a message after which the connection is tested."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
PATIENCE = 1.0
"""Seconds in which Redis has to take what it is sent."""

_encode_news = msgspec.json.Encoder().encode
_decode_news = msgspec.json.Decoder(tuple[str, list[tuple[str, int]]]).decode

log = logging.getLogger(__name__)


class Bus(Protocol):
    is_shared: bool
    """Whether other nodes may write to the same tables."""
    is_up: bool
    """Whether other nodes can be reached now, as far as is known."""

    async def start(
        self, on_news: OnNews, on_gap: OnGap, on_message: OnMessage, on_unheard: OnUnheard
    ) -> None:
        """Begin to listen; returns when connected, or when the first attempt has failed."""
        ...

    def publish(self, table: str, number: int) -> None:
        """Tell the other nodes, soon; never raises."""
        ...

    def message_to(self, node: str) -> NodeMessage:
        """The message that will be sent to that node next, for the caller to add to at once.

        It goes out before any news published from now on.
        """
        ...

    async def close(self) -> None: ...


class NoBus:
    """For a node that is alone."""

    is_shared = False
    is_up = False

    async def start(
        self, on_news: OnNews, on_gap: OnGap, on_message: OnMessage, on_unheard: OnUnheard
    ) -> None:
        pass

    def publish(self, table: str, number: int) -> None:
        pass

    def message_to(self, node: str) -> NodeMessage:  # noqa: ARG002 - there is no other
        return NodeMessage()

    async def close(self) -> None:
        pass


class RedisBus:
    """Through Redis or Valkey; when it is away, everybody polls and we keep trying."""

    is_shared = True

    def __init__(self, url: str, node: str, key: bytes) -> None:
        self.is_up = False
        self._url = url
        self._node = node
        self._cipher = NodeCipher(key, node)
        self.unsent: dict[str, int] = {}
        """The latest number of each table that the other nodes have not been sent yet."""
        self._messages: dict[str, NodeMessage] = {}
        """By node, what it is to be told next."""
        self._something = asyncio.Event()
        """There is something to send."""
        self._news_from = 0.0
        """When the next news may go out."""
        self._tried = asyncio.Event()
        """The first attempt to connect has ended."""
        self._tasks: list[asyncio.Task[None]] = []
        self._away = False
        """The loss of Redis was logged."""

    async def start(
        self, on_news: OnNews, on_gap: OnGap, on_message: OnMessage, on_unheard: OnUnheard
    ) -> None:
        self._client = _connected(self._url)
        self._sender = _sender(self._client)
        self._on_news, self._on_gap = on_news, on_gap
        self._on_message, self._on_unheard = on_message, on_unheard
        self._tasks = [
            asyncio.create_task(self._keep(self._listen, on_failure=self._lose)),
            asyncio.create_task(self._keep(self._send, on_failure=lambda _: None)),
        ]
        await self._tried.wait()

    def publish(self, table: str, number: int) -> None:
        if not self.unsent:
            self._something.set()
        if number > self.unsent.get(table, 0):
            self.unsent[table] = number

    def message_to(self, node: str) -> NodeMessage:
        message = self._messages.get(node)
        if message is None:
            message = self._messages[node] = NodeMessage()
            self._something.set()
        return message

    async def close(self) -> None:
        if not self._tasks:
            return
        running = set(self._tasks)
        while running:
            for task in running:
                task.cancel()
            # Cancelled again, for the client may take a cancellation for a failing connection.
            _, running = await asyncio.wait(running, timeout=0.1)
        with contextlib.suppress(*_failures()):
            await self._send_due(with_news=True)
            await self._sender.disconnect()
        await self._client.aclose()

    async def _keep(self, work: Callable[[], Any], on_failure: Callable[[Exception], None]) -> None:
        """Do the work again and again, with growing pauses, whatever happens to Redis."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            began = loop.time()
            try:
                await work()
            except _failures() as error:
                on_failure(error)
            pause = FIRST_PAUSE if loop.time() - began > SILENCE else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _listen(self) -> None:
        async with self._client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            await subscription.subscribe(NODE_CHANNEL + self._node)
            while True:
                self._hear(await _next_message(subscription))

    def _hear(self, message: dict[str, Any]) -> None:
        is_news = message["channel"] == CHANNEL.encode()
        if message["type"] == "message":
            # In a turn of its own: what goes wrong there must not end the listening.
            tell = self._tell_news if is_news else self._tell_message
            asyncio.get_running_loop().call_soon(tell, message["data"])
        elif message["type"] == "subscribe" and not is_news:  # the second subscription
            self.is_up, self._away = True, False
            self._miss()

    def _tell_news(self, data: bytes) -> None:
        node, news = _decode_news(data)
        if node != self._node:
            for table, number in news:
                self._on_news(table, number)

    def _tell_message(self, data: bytes) -> None:
        opened = self._cipher.open(data)
        if opened is None:
            log.warning("a message was dropped that none of our nodes has sent, or that came twice")
            return
        sender, message = opened
        self._on_message(sender, decode_message(message))

    def _lose(self, error: Exception) -> None:
        if not self._away:
            log.warning("redis is away: %s", type(error).__name__)
        self.is_up, self._away = False, True
        self._miss()

    def _miss(self) -> None:
        self._tried.set()
        asyncio.get_running_loop().call_soon(self._on_gap)

    async def _send(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._something.wait()
            self._something.clear()
            with_news = loop.time() >= self._news_from
            if with_news:
                self._news_from = loop.time() + NEWS_PAUSE
            elif self.unsent:
                loop.call_at(self._news_from, self._something.set)
            await self._send_due(with_news=with_news)
            await asyncio.sleep(MESSAGE_PAUSE)

    async def _send_due(self, *, with_news: bool) -> None:
        """Messages first: then the news tells their recipients nothing that they lack."""
        messages, self._messages = self._messages, {}
        news: dict[str, int] = {}
        if with_news:
            news, self.unsent = self.unsent, {}
        due = [
            ("PUBLISH", NODE_CHANNEL + node, self._cipher.seal(encode_message(message), node))
            for node, message in messages.items()
        ]
        if news:
            due.append(("PUBLISH", CHANNEL, _encode_news((self._node, list(news.items())))))
        sender = self._sender
        try:
            async with asyncio.timeout(PATIENCE):
                await sender.send_packed_command(sender.pack_commands(due))
                heard = [await sender.read_response() for _ in due]
        except BaseException:
            for table, number in news.items():  # it goes with the next
                self.publish(table, number)
            await sender.disconnect(nowait=True)  # answers may still be on their way
            raise
        for node, count in zip(messages, heard, strict=False):  # the news comes last
            if count == 0:
                asyncio.get_running_loop().call_soon(self._on_unheard, node)


async def _next_message(subscription: "PubSub") -> dict[str, Any]:
    """What comes next; a connection that stays silent even when asked is taken for dead."""
    for _ in range(2):
        message = await subscription.get_message(timeout=SILENCE)
        if message is not None:
            return dict(message)
        await subscription.ping()
    raise ConnectionResetError


def _connected(url: str) -> "Redis":
    from redis.asyncio import Redis  # noqa: PLC0415 - an optional extra
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415

    # Retries would renew the connection behind our back, and nobody would hear of the gap.
    # Protocol 3 brings nothing here, and with it the client logs every message.
    return Redis.from_url(
        url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=1, socket_timeout=2, protocol=2
    )


def _sender(client: "Redis") -> "Connection":
    """A connection of its own, for all that is sent.

    The client would take one from its pool for every command, and start a task to time it.
    """
    sender: Connection = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
    sender.socket_timeout = None  # `PATIENCE` is for all of it
    return sender


def _failures() -> tuple[type[Exception], ...]:
    from redis.exceptions import RedisError  # noqa: PLC0415 - an optional extra

    return (RedisError, OSError)
