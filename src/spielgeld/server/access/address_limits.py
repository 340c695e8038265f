"""How much one connection, one address and all together may ask for.

Times are arguments, in seconds of any steady clock.
"""

import ipaddress
import math
from collections import Counter, OrderedDict

from spielgeld.engine.errors import NotAllowed

_HOUR = 3600.0
_ADDRESSES = 50_000
"""The most addresses remembered; the least recently used is dropped."""
TRY_AGAIN = 10
"""Seconds after which a connection may have become free."""

_ROUNDING = 1e-6
"""Tolerance: a client that returns after exactly the given seconds must be let in."""


class LimitReached(NotAllowed):
    """Too much at once: its argument `seconds` says in how many seconds to come back."""


class TokenBucket:
    """Lets `burst` pass at once and `rate` a second in the long run."""

    __slots__ = ("_burst", "_full_at", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        # One number is enough: the moment the bucket will be full again.
        self._full_at = -math.inf

    def take(self, now: float) -> float:
        """Take one: 0.0 if there was one, else the seconds until there is."""
        missing = max(0.0, self._full_at - now) * self._rate
        lacking = missing + 1 - self._burst
        if lacking > _ROUNDING:
            return lacking / self._rate
        self._full_at = now + (missing + 1) / self._rate
        return 0.0


class AddressLimits:
    """Counts what addresses do, each by its own hourly limit; bounded in memory."""

    def __init__(self, per_hour: dict[str, int], remembered: int = _ADDRESSES) -> None:
        self._per_hour = per_hour
        self._remembered = remembered
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def check(self, what: str, address: str, now: float) -> None:
        """Count one `what`, such as tables, of this address, or refuse it: `too_many_tables`."""
        key = what, counted_as(address)
        limit = self._per_hour[what]
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(limit / _HOUR, limit)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        wait = bucket.take(now)
        if wait:
            sentence = f"more than {limit} {what} an hour from one address"
            raise _refused(f"too_many_{what}", sentence, wait, limit=limit)


class ConnectionLimits:
    """Counts open connections, by address and in all."""

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> None:
        """Count a connection that opens, or refuse it; a refused one does not leave."""
        if self.total >= self._in_all:
            raise _refused("server_full", "the server is full", TRY_AGAIN, limit=self._in_all)
        key, limit = counted_as(address), self._per_address
        if self._open[key] >= limit:
            sentence = f"more than {limit} connections from one address"
            raise _refused("too_many_connections", sentence, TRY_AGAIN, limit=limit)
        self._open[key] += 1
        self.total += 1

    def leave(self, address: str) -> None:
        """Count a connection that closes."""
        key = counted_as(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]  # else every address ever seen stays in memory
        self.total -= 1


def counted_as(address: str) -> str:
    """The address as limits count it: IPv6 by /64, which is what one household gets."""
    if ":" not in address:
        return address
    network = ipaddress.ip_network((address, 64), strict=False)
    return str(network)


def _refused(code: str, sentence: str, wait: float, **arguments: int) -> LimitReached:
    return LimitReached(code, sentence, seconds=math.ceil(wait), **arguments)
