"""The metrics of one node for Prometheus, and who may see them.

Only the application imports this: `prometheus_client` loads an HTTP server of its own, which what
runs tables has to do without.
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

from spielgeld.server.operations.meter import Meter
from spielgeld.server.security.addresses import client_address, is_loopback
from spielgeld.server.settings import Settings
from spielgeld.table import commands

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Buckets for how long things take."""

_KINDS = [str(kind.__struct_config__.tag) for kind in commands.FromClient.__args__]
_FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"}

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, of no use here


class Metrics(Meter):
    """Every series exists from the start, so nothing that clients send can make a new one."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        messages = Counter(
            "spielgeld_messages_total",
            "Messages from clients, by type.",
            ["type"],
            registry=self._registry,
        )
        self._messages = {kind: messages.labels(kind) for kind in (*_KINDS, "unreadable")}
        self._answers = self._timer(
            "spielgeld_answer_seconds", "From a command to its durable answer."
        )
        store = self._timer("spielgeld_store_seconds", "How long the store took.", "what")
        self._store = {what: store.labels(what) for what in ("write", "read")}
        self._bots = self._timer(
            "spielgeld_bot_seconds", "How long a bot thought, without its pace."
        )

    def message(self, kind: str) -> None:
        self._messages[kind].inc()

    def answered(self, seconds: float) -> None:
        self._answers.observe(seconds)

    def store_took(self, what: str, seconds: float) -> None:
        self._store[what].observe(seconds)

    def bot_thought(self, seconds: float) -> None:
        self._bots.observe(seconds)

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """A number that is asked for whenever metrics are read."""
        Gauge(name, about, registry=self._registry).set_function(ask)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)

    def _timer(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(name, about, labels, buckets=SECONDS, registry=self._registry)


def may_see_metrics(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether this request may be answered with the metrics.

    Behind a proxy on this machine every client seems local, so forwarded requests count as remote.
    """
    if not settings.metrics or settings.metrics_public:
        return settings.metrics
    forwarded = any(name in _FORWARDED for name, _ in scope["headers"])
    return not forwarded and is_loopback(client_address(scope, 0))
