"""Numbers for Prometheus, in its text format 0.0.4, without a library on the hot path."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from spielgeld.server.security.addresses import client_address, is_loopback
from spielgeld.server.settings import Settings

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
OTHER = "other"
"""What stands for any label value that was not named beforehand."""
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Buckets for how long things take."""

_FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"}

Kind = TypeVar("Kind")


class Counter:
    """A number that only grows."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def add(self, amount: int = 1) -> None:
        self.value += amount

    def samples(self, name: str, label: str) -> Iterable[str]:
        yield f"{name}{_braces(label)} {self.value}"


class Histogram:
    """How often values fell into fixed buckets, and their sum."""

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def samples(self, name: str, label: str) -> Iterable[str]:
        below = 0
        for bound, count in zip((*self._bounds, math.inf), self._counts, strict=True):
            below += count
            at_most = f'le="{_number(bound)}"'
            yield f"{name}_bucket{_braces(label, at_most)} {below}"
        yield f"{name}_sum{_braces(label)} {_number(self._sum)}"
        yield f"{name}_count{_braces(label)} {below}"


class Family(dict[str, Kind], Generic[Kind]):
    """One counter or histogram per label value; those not named beforehand share `other`.

    So whatever clients send cannot make the number of series grow.
    """

    def __missing__(self, value: str) -> Kind:
        return self[OTHER]


class Registry:
    """All metrics of a server, by name."""

    def __init__(self) -> None:
        self._tellers: dict[str, Callable[[], Iterable[str]]] = {}

    def counter(self, name: str, about: str) -> Counter:
        return self.counters(name, about, "", ())[OTHER]

    def counters(self, name: str, about: str, label: str, values: Iterable[str]) -> Family[Counter]:
        family = Family({value: Counter() for value in (*values, OTHER)})
        self._add(name, "counter", about, label, family)
        return family

    def histogram(self, name: str, about: str, bounds: Sequence[float] = SECONDS) -> Histogram:
        return self.histograms(name, about, "", (), bounds)[OTHER]

    def histograms(
        self,
        name: str,
        about: str,
        label: str,
        values: Iterable[str],
        bounds: Sequence[float] = SECONDS,
    ) -> Family[Histogram]:
        family = Family({value: Histogram(bounds) for value in (*values, OTHER)})
        self._add(name, "histogram", about, label, family)
        return family

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """A number that is asked for whenever metrics are read."""
        self._put(name, "gauge", about, lambda: [f"{name} {_number(ask())}"])

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return "".join([f"{line}\n" for tell in self._tellers.values() for line in tell()])

    def _add(
        self,
        name: str,
        kind: str,
        about: str,
        label: str,
        family: Mapping[str, Counter] | Mapping[str, Histogram],
    ) -> None:
        labels = {value: f'{label}="{_escaped(value)}"' if label else "" for value in family}

        def tell() -> Iterable[str]:
            for value, each in family.items():
                yield from each.samples(name, labels[value])

        self._put(name, kind, about, tell)

    def _put(self, name: str, kind: str, about: str, tell: Callable[[], Iterable[str]]) -> None:
        if name in self._tellers:
            raise ValueError(f"there is a metric {name} already")
        head = [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        self._tellers[name] = lambda: [*head, *tell()]


def may_see_metrics(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether this request may be answered with the metrics.

    A proxy on this machine makes everybody look near, so whatever was forwarded counts as far.
    """
    if not settings.metrics or settings.metrics_public:
        return settings.metrics
    forwarded = any(name in _FORWARDED for name, _ in scope["headers"])
    return not forwarded and is_loopback(client_address(scope, 0))


def _braces(*labels: str) -> str:
    given = ",".join([label for label in labels if label])
    return f"{{{given}}}" if given else ""


def _number(value: float) -> str:
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return "NaN" if math.isnan(value) else f"{value:.10g}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
