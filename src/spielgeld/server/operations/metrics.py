"""The metrics of one process for Prometheus, and who may see them.

Only `app.py` imports this: `prometheus_client` loads an HTTP server of its own, and the code that
runs tables must not need one.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from spielgeld.server.access.addresses import client_address, is_loopback
from spielgeld.server.access.origins import is_loopback_host
from spielgeld.server.operations.meter import COUNTED, Meter
from spielgeld.server.settings.reading import Settings
from spielgeld.table import commands

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Buckets for how long things take."""

_KINDS = [str(kind.__struct_config__.tag) for kind in commands.FromClient.__args__]
_FORWARDED = {b"forwarded", b"via"}
_FORWARDED_PREFIX, _FORWARDED_SUFFIX = b"x-forwarded-", b"-ip"
"""Of the names of headers by which proxies tell from where they forward: `cf-connecting-ip`."""


class Timer:
    """How often something took how long."""

    __slots__ = ("about", "counts", "label", "name", "total")

    def __init__(self, name: str, about: str, **label: str) -> None:
        self.name, self.about, self.label = name, about, label
        self.counts = [0] * (len(SECONDS) + 1)
        """By bucket; the last is for all that took longer."""
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def add_to(self, family: HistogramMetricFamily) -> None:
        bounds = [*map(floatToGoString, SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self.counts), strict=True))
        family.add_metric(list(self.label.values()), buckets, self.total)


class Metrics(Meter, Collector):
    """Every series exists from the start, so nothing that clients send can make a new one.

    All that is counted is counted in the event loop, as plain numbers. The library is asked only
    when metrics are read: its counters take a lock each time, which was 4 % of a move's work.
    """

    def __init__(self) -> None:
        self._messages = dict.fromkeys((*_KINDS, "unreadable"), 0)
        self._answers = Timer("spielgeld_answer_seconds", "From a command to its durable answer.")
        self._store = {
            what: Timer("spielgeld_store_seconds", "How long the store took.", what=what)
            for what in ("write", "read")
        }
        self._bots = Timer("spielgeld_bot_seconds", "How long a bot thought, without its pace.")
        self._locks = Timer("spielgeld_lock_seconds", "How long it took to lock tables' rows.")
        self._counted = dict.fromkeys(COUNTED, 0)
        self.is_shared = False
        """Several processes share the tables: what is counted of passes is shown too."""
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def message(self, kind: str) -> None:
        self._messages[kind] += 1

    def answered(self, seconds: float) -> None:
        self._answers.observe(seconds)

    def store_took(self, what: str, seconds: float) -> None:
        self._store[what].observe(seconds)

    def bot_thought(self, seconds: float) -> None:
        self._bots.observe(seconds)

    def locked(self, seconds: float) -> None:
        self._locks.observe(seconds)

    def count(self, what: str, number: int = 1) -> None:
        self._counted[what] += number

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """A number that is asked for whenever metrics are read."""
        Gauge(name, about, registry=self._registry).set_function(ask)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """What was counted, for the library."""
        messages = CounterMetricFamily(
            "spielgeld_messages", "Messages from clients, by type.", labels=["type"]
        )
        for kind, number in self._messages.items():
            messages.add_metric([kind], number)
        yield messages
        timed = [[self._answers], [*self._store.values()], [self._bots]]
        if self.is_shared:
            for what, number in self._counted.items():
                yield CounterMetricFamily(f"spielgeld_{what}", COUNTED[what], value=number)
            timed.append([self._locks])
        for timers in timed:
            first = timers[0]
            family = HistogramMetricFamily(first.name, first.about, labels=list(first.label))
            for timer in timers:
                timer.add_to(family)
            yield family


def may_see_metrics(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether this request may be answered with the metrics.

    Behind a proxy on this machine every client seems local. So the request must also be for a host
    name of this machine alone, and no proxy may have left its mark on it.
    """
    if not settings.metrics or settings.metrics_public:
        return settings.metrics
    headers = scope["headers"]
    is_local = is_loopback(client_address(scope, 0)) and is_loopback_host(headers)
    return is_local and not any(_is_by_proxy(name) for name, _ in headers)


def _is_by_proxy(header: bytes) -> bool:
    return (
        header in _FORWARDED
        or header.startswith(_FORWARDED_PREFIX)
        or header.endswith(_FORWARDED_SUFFIX)
    )
