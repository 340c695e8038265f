"""News between nodes: "table X is now at number N", and nothing else.

News may be lost or doubled; the store holds the truth. Whoever may have missed some is told of
the gap and looks there.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

OnNews = Callable[[str, int], None]
OnGap = Callable[[], None]

CHANNEL = "spielgeld:news"
COLLECTED_FOR = 0.002
"""Seconds in which news is collected for one message."""
SILENCE = 1.0
"""Seconds without a message after which the connection is tested."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
LAST_WORDS = 1.0
"""Seconds a closing node tries to send what it has collected."""

log = logging.getLogger(__name__)


class Bus(Protocol):
    is_shared: bool
    """Whether other nodes may write to the same tables."""

    async def start(self, on_news: OnNews, on_gap: OnGap) -> None:
        """Begin to listen; returns when connected, or when it is plain that we are not yet."""
        ...

    def publish(self, table: str, number: int) -> None:
        """Tell the other nodes, soon; never raises."""
        ...

    async def close(self) -> None: ...


class NoBus:
    """For a node that is alone."""

    is_shared = False

    async def start(self, on_news: OnNews, on_gap: OnGap) -> None:
        pass

    def publish(self, table: str, number: int) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus:
    """News through Redis or Valkey; when it is away, everybody polls and we keep trying."""

    is_shared = True

    def __init__(self, url: str, node: str) -> None:
        self._url = url
        self._node = node
        self._news: dict[str, int] = {}
        self._some_news = asyncio.Event()
        self._tried = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._away = False

    async def start(self, on_news: OnNews, on_gap: OnGap) -> None:
        self._client = _connected(self._url)
        self._on_news, self._on_gap = on_news, on_gap
        self._tasks = [
            asyncio.create_task(self._keep(self._listen, on_failure=self._lose)),
            asyncio.create_task(self._keep(self._send, on_failure=lambda _: None)),
        ]
        await self._tried.wait()

    def publish(self, table: str, number: int) -> None:
        self._news[table] = max(number, self._news.get(table, 0))
        self._some_news.set()

    async def close(self) -> None:
        if not self._tasks:
            return
        running = set(self._tasks)
        while running:
            for task in running:
                task.cancel()
            # Asked again, for the client may take the request for a failing connection.
            _, running = await asyncio.wait(running, timeout=0.1)
        with contextlib.suppress(*_failures(), TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._send_collected()
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
            while True:
                self._hear(await _next_message(subscription))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":  # also after a connection was renewed
            self._away = False
            self._miss()
        elif message["type"] == "message":
            # In a turn of its own: what goes wrong there must not end the listening.
            asyncio.get_running_loop().call_soon(self._tell, message["data"])

    def _tell(self, data: bytes) -> None:
        node, news = json.loads(data)
        if node != self._node:
            for table, number in news:
                self._on_news(table, number)

    def _lose(self, error: Exception) -> None:
        if not self._away:
            log.warning("redis is away: %s", type(error).__name__)
        self._away = True
        self._miss()

    def _miss(self) -> None:
        self._tried.set()
        asyncio.get_running_loop().call_soon(self._on_gap)

    async def _send(self) -> None:
        while True:
            await self._some_news.wait()
            await asyncio.sleep(COLLECTED_FOR)
            await self._send_collected()

    async def _send_collected(self) -> None:
        if not self._news:
            return
        news, self._news = self._news, {}
        self._some_news.clear()
        try:
            message = json.dumps([self._node, list(news.items())], separators=(",", ":"))
            await self._client.publish(CHANNEL, message)
        except BaseException:
            for table, number in news.items():  # it goes with the next message
                self.publish(table, number)
            raise


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
    return Redis.from_url(
        url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=1, socket_timeout=2
    )


def _failures() -> tuple[type[Exception], ...]:
    from redis.exceptions import RedisError  # noqa: PLC0415 - an optional extra

    return (RedisError, OSError)
