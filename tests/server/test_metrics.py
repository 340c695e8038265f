"""Metrics, read back by Prometheus's own parser."""

import math
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from spielgeld.server.operations.metrics import Registry, may_see_metrics
from spielgeld.server.settings import read_settings

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(registry: Registry) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(registry.text())
        for sample in family.samples
    }


def key(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return name, frozenset(labels.items())


def test_counters_count() -> None:
    registry = Registry()
    opened = registry.counter("tables_opened_total", "Tables opened.")
    opened.add()
    opened.add(2)
    assert read(registry) == {key("tables_opened_total"): 3}


def test_label_values_not_named_beforehand_share_one_series() -> None:
    registry = Registry()
    messages = registry.counters("messages_total", "Messages.", "kind", ("place_bid", 'od"d\n\\'))
    messages["place_bid"].add()
    messages['od"d\n\\'].add()
    for number in range(100):
        messages[f"made up {number}"].add()
    samples = read(registry)
    assert samples[key("messages_total", kind="place_bid")] == 1
    assert samples[key("messages_total", kind='od"d\n\\')] == 1
    assert samples[key("messages_total", kind="other")] == 100
    assert len(samples) == 3


def test_gauges_are_asked_when_read() -> None:
    registry, seats = Registry(), [1]
    registry.gauge("seats", "Seats taken.", lambda: len(seats))
    assert read(registry)[key("seats")] == 1
    seats.append(2)
    assert read(registry)[key("seats")] == 2
    registry.gauge("odd", "Odd.", lambda: math.inf)
    assert read(registry)[key("odd")] == math.inf


def test_histograms_count_what_is_at_most_the_bound() -> None:
    registry = Registry()
    waits = registry.histogram("wait_seconds", "Waits.", (0.1, 1))
    for value in (0.05, 0.1, 0.5, 7):
        waits.observe(value)
    samples = read(registry)
    assert samples[key("wait_seconds_bucket", le="0.1")] == 2
    assert samples[key("wait_seconds_bucket", le="1")] == 3
    assert samples[key("wait_seconds_bucket", le="+Inf")] == 4
    assert samples[key("wait_seconds_count")] == 4
    assert samples[key("wait_seconds_sum")] == pytest.approx(7.65)


def test_histograms_have_labels_too() -> None:
    registry = Registry()
    waits = registry.histograms("wait_seconds", "Waits.", "store", ("append",), (1,))
    waits["append"].observe(2)
    samples = read(registry)
    assert samples[key("wait_seconds_bucket", store="append", le="1")] == 0
    assert samples[key("wait_seconds_bucket", store="append", le="+Inf")] == 1
    assert samples[key("wait_seconds_count", store="other")] == 0


def test_kinds_and_words_are_told() -> None:
    registry = Registry()
    registry.counter("tables_opened_total", "Tables opened.")
    registry.histogram("wait_seconds", "Waits.")
    registry.gauge("seats", "Seats taken.", lambda: 0)
    families = list(text_string_to_metric_families(registry.text()))
    told = [(family.type, family.documentation) for family in families]
    assert told == [
        ("counter", "Tables opened."),
        ("histogram", "Waits."),
        ("gauge", "Seats taken."),
    ]


def test_a_name_is_given_once() -> None:
    registry = Registry()
    registry.counter("seats", "Seats.")
    with pytest.raises(ValueError, match="seats"):
        registry.counter("seats", "Seats.")


def scope(peer: str, **headers: str) -> dict[str, Any]:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": (peer, 1234), "headers": raw}


@pytest.mark.parametrize(
    ("request_scope", "near"),
    [
        (scope("127.0.0.1"), True),
        (scope("::1"), True),
        (scope("::ffff:127.0.0.1"), True),
        (scope("192.168.1.7"), False),
        (scope("127.0.0.1", x_forwarded_for="203.0.113.9"), False),
        (scope("127.0.0.1", forwarded="for=203.0.113.9"), False),
        (scope("192.168.1.7", x_forwarded_for="127.0.0.1"), False),
    ],
)
def test_metrics_are_for_this_machine_unless_made_public(
    request_scope: dict[str, Any], near: bool
) -> None:
    assert may_see_metrics(request_scope, read_settings({"trusted_proxies": "1"}, {})) == near
    assert may_see_metrics(request_scope, read_settings({"metrics_public": True}, {}))
    hidden = read_settings({"metrics": False, "metrics_public": True}, {})
    assert not may_see_metrics(request_scope, hidden)
