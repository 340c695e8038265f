"""Limits: what one connection, one address and all together may ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielgeld.server.access.address_limits import (
    AddressLimits,
    ConnectionLimits,
    LimitReached,
    TokenBucket,
    counted_as,
)

ANN, BO = "203.0.113.1", "203.0.113.2"


def test_a_bucket_lets_a_burst_pass_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take(100) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(100.5) == 0
    assert bucket.take(100.5) == 0.5
    assert [bucket.take(1000) for _ in range(4)] == [0, 0, 0, 0.5]


@given(
    rate=st.floats(0.001, 1000),
    burst=st.integers(1, 50),
    pauses=st.lists(st.floats(0, 10), min_size=1, max_size=60),
    start=st.floats(0, 1e6),
)
def test_a_bucket_never_lets_more_pass_and_its_word_is_true(
    rate: float, burst: int, pauses: list[float], start: float
) -> None:
    bucket, now, passed = TokenBucket(rate, burst), start, 0
    for pause in pauses:
        now += pause
        wait = bucket.take(now)
        if wait:
            now += wait
            assert bucket.take(now) == 0
        passed += 1
    assert passed <= burst + (now - start) * rate + 0.01


def test_who_waits_exactly_as_told_is_never_refused_by_a_rounding() -> None:
    for tenths in range(1000):
        bucket, now = TokenBucket(rate=7, burst=3), 400_000 + tenths / 10
        waits = [bucket.take(now) for _ in range(4)]
        assert waits[:3] == [0, 0, 0]
        assert bucket.take(now + waits[3]) == 0


def test_each_address_has_its_own_limit_for_each_thing() -> None:
    limits = AddressLimits({"tables": 2, "joins": 3})
    for _ in range(2):
        limits.check("tables", ANN, 0)
    with pytest.raises(LimitReached) as refused:
        limits.check("tables", ANN, 0)
    assert refused.value.code == "too_many_tables"
    assert refused.value.arguments == {"seconds": 1800, "limit": 2}
    limits.check("tables", BO, 0)
    limits.check("joins", ANN, 0)
    limits.check("tables", ANN, 1800)


def test_ipv6_is_counted_by_household() -> None:
    assert counted_as("2001:db8:1:2::7") == counted_as("2001:db8:1:2:ffff::")
    assert counted_as("2001:db8:1:2::7") != counted_as("2001:db8:1:3::7")
    assert counted_as(ANN) == ANN
    limits = AddressLimits({"tables": 1})
    limits.check("tables", "2001:db8::1", 0)
    with pytest.raises(LimitReached):
        limits.check("tables", "2001:db8::2", 0)


def test_no_more_addresses_are_remembered_than_allowed() -> None:
    limits = AddressLimits({"tables": 1}, remembered=10)
    limits.check("tables", ANN, 0)
    for number in range(9):
        limits.check("tables", f"10.0.0.{number}", 0)
    with pytest.raises(LimitReached):
        limits.check("tables", ANN, 0)  # which also makes Ann the last to be forgotten
    for number in range(100, 109):
        limits.check("tables", f"10.0.0.{number}", 0)
    assert len(limits) == 10
    with pytest.raises(LimitReached):
        limits.check("tables", ANN, 0)
    limits.check("tables", "10.0.0.0", 0)


def test_connections_are_counted_by_address_and_in_all() -> None:
    limits = ConnectionLimits(per_address=2, in_all=3)
    limits.enter(ANN)
    limits.enter(ANN)
    with pytest.raises(LimitReached) as refused:
        limits.enter(ANN)
    assert (refused.value.code, refused.value.arguments["limit"]) == ("too_many_connections", 2)
    limits.enter(BO)
    with pytest.raises(LimitReached) as refused:
        limits.enter("203.0.113.3")
    assert (refused.value.code, refused.value.arguments["limit"]) == ("server_full", 3)
    assert refused.value.arguments["seconds"]
    limits.leave(ANN)
    assert limits.total == 2
    limits.enter(ANN)
