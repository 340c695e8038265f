"""Metrics, read back by Prometheus's own parser."""

from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from spielgeld.server.operations.metrics import Metrics, may_see_metrics
from spielgeld.server.settings.reading import read_settings

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(metrics: Metrics) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def key(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return name, frozenset(labels.items())


def test_messages_are_counted_by_type() -> None:
    metrics = Metrics()
    before = read(metrics)
    metrics.message("lay_bid")
    metrics.message("lay_bid")
    metrics.message("unreadable")
    after = read(metrics)
    assert {name: value for name, value in after.items() if value != before[name]} == {
        key("spielgeld_messages_total", type="lay_bid"): 2,
        key("spielgeld_messages_total", type="unreadable"): 1,
    }


def test_no_series_is_made_by_what_happens() -> None:
    metrics = Metrics()
    before = read(metrics).keys()
    with pytest.raises(KeyError):
        metrics.message("made up")
    assert read(metrics).keys() == before


def test_gauges_are_asked_when_read() -> None:
    metrics, seats = Metrics(), [1]
    metrics.gauge("seats", "Seats taken.", lambda: len(seats))
    assert read(metrics)[key("seats")] == 1
    seats.append(2)
    assert read(metrics)[key("seats")] == 2


def test_times_fall_into_buckets() -> None:
    metrics = Metrics()
    for seconds in (0.05, 0.06, 7):
        metrics.answered(seconds)
    metrics.store_took("write", 0.2)
    metrics.bot_thought(0.002)
    samples = read(metrics)
    assert samples[key("spielgeld_answer_seconds_bucket", le="0.05")] == 1
    assert samples[key("spielgeld_answer_seconds_bucket", le="+Inf")] == 3
    assert samples[key("spielgeld_answer_seconds_sum")] == pytest.approx(7.11)
    assert samples[key("spielgeld_store_seconds_count", what="write")] == 1
    assert samples[key("spielgeld_store_seconds_count", what="read")] == 0
    assert samples[key("spielgeld_bot_seconds_count")] == 1


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.message("ping")
    assert read(other)[key("spielgeld_messages_total", type="ping")] == 0


def scope(peer: str, **headers: str) -> dict[str, Any]:
    headers = {"host": "127.0.0.1:8420", **headers}
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
        (scope("127.0.0.1", x_forwarded_host="cards.example.org"), False),
        (scope("127.0.0.1", x_forwarded_proto="https"), False),
        (scope("127.0.0.1", cf_connecting_ip="203.0.113.9"), False),
        (scope("127.0.0.1", true_client_ip="203.0.113.9"), False),
        (scope("127.0.0.1", via="1.1 proxy"), False),
        (scope("127.0.0.1", host="cards.example.org"), False),
        (scope("127.0.0.1", host="192.168.1.5:8420"), False),
        (scope("127.0.0.1", host="localhost.example.org"), False),
        (scope("127.0.0.1", host=""), False),
        (scope("127.0.0.1", host="localhost:8420"), True),
        (scope("127.0.0.1", host="LocalHost."), True),
        (scope("127.0.0.1", host="127.0.0.2"), True),
        (scope("::1", host="[::1]:8420"), True),
    ],
)
def test_metrics_are_for_this_machine_unless_made_public(
    request_scope: dict[str, Any], near: bool
) -> None:
    assert may_see_metrics(request_scope, read_settings({"trusted_proxies": "1"}, {})) == near
    assert may_see_metrics(request_scope, read_settings({"metrics_public": True}, {}))
    hidden = read_settings({"metrics": False, "metrics_public": True}, {})
    assert not may_see_metrics(request_scope, hidden)
