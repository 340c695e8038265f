"""Whatever the bytes are: a record or a fault, nothing else."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from record_samples import encoded, findings, sample

from spielgeld.engine.records.format import CODES

GOOD = encoded(sample("pl", deals=1))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def assert_told_properly(data: bytes) -> None:
    for line, code in findings([data]):
        assert line >= 1
        assert code in {"fine", *CODES}


@settings(deadline=None)
@given(st.binary())
def test_random_bytes(data: bytes) -> None:
    assert_told_properly(data)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.binary(max_size=3)), max_size=4))
def test_a_record_with_some_bytes_replaced(changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(GOOD)
    for place, replacement in changes:
        data[place : place + 2] = replacement
    assert_told_properly(bytes(data))


@settings(deadline=None)
@given(st.integers(0, 2**32), JSON)
def test_a_record_with_any_value_anywhere(seed: int, value: object) -> None:
    rng = Random(seed)
    document = json.loads(GOOD)
    place = document
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    place[key] = value
    assert_told_properly(encoded(document))


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_record_with_two_of_its_values_exchanged(seed: int) -> None:
    rng = Random(seed)
    document = json.loads(GOOD)
    first = document["deals"][0]
    lists = [document["players"], first["cards"], first["rounds"], first["scores"]]
    lists += [each[key] for each in first["rounds"] for key in ("bids", "turns") if each[key]]
    one, other = rng.choice(lists), rng.choice(lists)
    here, there = rng.randrange(len(one)), rng.randrange(len(other))
    one[here], other[there] = other[there], one[here]
    assert_told_properly(encoded(document))
