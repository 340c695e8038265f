"""The metrics of one process for Prometheus, and who may see them.

Only `app.py` imports this: `prometheus_client` loads an HTTP server of its own, and the code that
runs tables must not need one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

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


disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics(Meter):
    """Every series exists from the start, so nothing that clients send can make a new one."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        messages = Counter(
            "spielgeld_messages", "Messages from clients, by type.", ["type"], registry=None
        )
        self._messages = {kind: messages.labels(kind) for kind in (*_KINDS, "unreadable")}
        self._answers = _timer("answer", "From a command to its durable answer.")
        store = _timer("store", "How long the store took.", "what")
        self._store = {what: store.labels(what) for what in ("write", "read")}
        self._bots = _timer("bot", "How long a bot thought, without its pace.")
        self._locks = _timer("lock", "How long it took to lock tables' rows.")
        self._counted = {
            what: Counter(f"spielgeld_{what}", about, registry=None)
            for what, about in COUNTED.items()
        }
        for each in (messages, self._answers, store, self._bots):
            self._registry.register(each)

    def show_passes(self) -> None:
        """Show what is counted of passes: several processes share the tables."""
        for each in (*self._counted.values(), self._locks):
            self._registry.register(each)

    def message(self, kind: str) -> None:
        self._messages[kind].inc()

    def answered(self, seconds: float) -> None:
        self._answers.observe(seconds)

    def store_took(self, what: str, seconds: float) -> None:
        self._store[what].observe(seconds)

    def bot_thought(self, seconds: float) -> None:
        self._bots.observe(seconds)

    def locked(self, seconds: float) -> None:
        self._locks.observe(seconds)

    def count(self, what: str, number: int = 1) -> None:
        self._counted[what].inc(number)

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """Add a number that is asked for whenever metrics are read."""
        Gauge(name, about, registry=self._registry).set_function(ask)

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self._registry)


def _timer(name: str, about: str, *labels: str) -> Histogram:
    return Histogram(f"spielgeld_{name}_seconds", about, labels, buckets=SECONDS, registry=None)


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
