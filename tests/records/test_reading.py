"""Strictness down to the byte: every input is a record or a fault, and memory stays bounded."""

import json
import tracemalloc
from collections.abc import Callable

import pytest
from record_samples import Document, check_bytes, encoded, fault_of, padded, sample, with_members

from spielgeld.engine.records import Fault, RawRecord, check_record
from spielgeld.engine.records.format import MAX_BYTES


def match() -> Document:
    return sample("fr")


def spread(document: Document) -> str:
    """The record over many lines, every value on its own."""
    return json.dumps(document, indent=1)


def line_with(text: str, wanted: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), start=1) if wanted in line)


def peak_memory(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_byte_order_mark_is_allowed() -> None:
    check_bytes(b"\xef\xbb\xbf" + encoded(match()))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_not_read(encoding: str) -> None:
    """Without a byte order mark the bytes are UTF-8 by chance, but no JSON."""
    text = encoded(match()).decode()
    expected = "encoding" if encoding in {"utf-16", "utf-32"} else "json"
    assert fault_of(text.encode(encoding)).code == expected


@pytest.mark.parametrize(
    "name", [b"Andr\xe9", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\x80"]
)
def test_what_is_not_utf_8_is_refused_with_its_line(name: bytes) -> None:
    data = encoded(match()).replace(b'"players"', b'\n"players"').replace(b"Ann", name)
    fault = fault_of(data)
    assert (fault.code, fault.line) == ("encoding", 2)


@pytest.mark.parametrize(
    "mend", [lambda d: d + b"\0", lambda d: b"\0" + d, lambda d: d[:9] + b"\0"]
)
def test_nul_bytes_are_no_json(mend: Callable[[bytes], bytes]) -> None:
    assert fault_of(mend(encoded(match()))).code == "json"


def test_the_line_end_does_not_count_towards_8_mib() -> None:
    check_bytes(padded(match(), MAX_BYTES) + b"\r\n")
    check_bytes(b"\xef\xbb\xbf" + padded(match(), MAX_BYTES) + b"\n")
    assert fault_of(padded(match(), MAX_BYTES + 1) + b"\n").code == "too_long"


@pytest.mark.parametrize("depth", [100, *range(900, 1000, 9), 2000, 5000, 100_000])
def test_deep_nesting_never_ends_in_a_traceback(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    document = match()
    document["edition"] = "de"
    for data in (
        nested,
        b'{"format":' + nested + b"}",
        with_members(document, b'"unknown":' + nested),
        with_members(document, b'"unknown":' + nested + b',"a":1,"a":1'),
        encoded(document).replace(b'"deals": [', b'"deals": [' + nested + b","),
        b'{"a":' * depth + b"1" + b"}" * depth,
    ):
        fault = fault_of(data)
        assert fault.code in {"json", "duplicate_key", "format", "type", "edition"}
        assert len(str(fault)) < 10_000


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_json_does_not_know_as_a_number_is_refused(name: str) -> None:
    document = match()
    document["deals"][0]["scores"][0] = float(name.replace("Infinity", "inf"))
    assert fault_of(encoded(document)).code == "json"
    assert fault_of(with_members(match(), f'"unknown":[{name}]'.encode())).code == "json"


def test_nan_is_told_with_its_line() -> None:
    document = match()
    document["deals"][0]["scores"][0] = float("nan")
    text = spread(document)
    fault = fault_of(text.encode())
    assert (fault.code, fault.line) == ("json", line_with(text, "NaN"))


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-" + "9" * 100_000])
@pytest.mark.parametrize("place", ["scores", "winners", "seat", "victim"])
def test_huge_numbers_are_wrong_but_readable(number: str, place: str) -> None:
    document = match()
    turn = document["deals"][0]["rounds"][0]["turns"][0]
    marker = 123456789
    if place == "scores":
        document["deals"][0]["scores"][0] = marker
    elif place == "winners":
        document["winners"] = [marker]
    else:
        turn[place == "victim"] = marker
    fault = fault_of(encoded(document).replace(b"123456789", number.encode()))
    assert fault.code == {"seat": "order", "victim": "turn"}.get(place, place)
    assert len(str(fault)) < 500


def test_huge_numbers_under_unknown_keys_are_ignored() -> None:
    check_bytes(with_members(match(), b'"unknown":[' + b"9" * 100_000 + b",1e999,-0.0]"))


@pytest.mark.parametrize(
    "members",
    [
        b'"edition":"fr"',
        b'"a":1,"a":1',
        b'"unknown":{"b":[{"c":1,"d":2,"c":3}]}',
        b'"a":1,"\\u0061":1',
        b'"":1,"":1',
    ],
)
def test_no_key_stands_twice_in_an_object(members: bytes) -> None:
    assert fault_of(with_members(match(), members)).code == "duplicate_key"


def test_a_nested_duplicate_is_told_with_its_place_and_line() -> None:
    text = spread(match()).replace('"scores"', '"removed": 1,\n"removed": 2,\n"scores"')
    fault = fault_of(text.encode())
    assert (fault.code, fault.path) == ("duplicate_key", ("deals", 0, "removed"))
    assert fault.line is not None
    assert '"removed"' in text.split("\n")[fault.line - 1]


def test_the_same_key_in_two_objects_is_no_duplicate() -> None:
    check_bytes(with_members(match(), b'"unknown":[{"a":1},{"a":1,"b":{"a":1}}]'))


def test_a_long_key_does_not_make_a_long_sentence() -> None:
    key = b'"' + b"k" * 100_000 + b'":1'
    assert len(str(fault_of(with_members(match(), key + b"," + key)))) < 500


def test_every_truncation_of_a_record_is_no_json() -> None:
    data = encoded(match())
    for end in range(1, len(data), 13):
        assert fault_of(data[:end]).code == "json"


def test_text_after_the_record_is_no_json() -> None:
    assert fault_of(encoded(match()) + b" {}").code == "json"


@pytest.mark.parametrize("value", [b"[]", b'"x"', b"1", b"null", b"true"])
def test_a_record_is_an_object(value: bytes) -> None:
    assert fault_of(value).code == "format"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_fault_in_a_document_has_the_line_of_its_place(newline: str) -> None:
    document = match()
    document["deals"][0]["cards"][7] = "Y70"
    text = spread(document)
    fault = fault_of(text.replace("\n", newline).encode())
    assert (fault.code, fault.line) == ("cards", line_with(text, "Y70"))


def test_a_missing_key_has_the_line_of_the_object_that_lacks_it() -> None:
    document = match()
    del document["deals"][0]["rounds"][1]["bids"]
    document["deals"][0]["rounds"][1]["mark"] = 1
    text = spread(document)
    lines = text.split("\n")
    fault = fault_of(text.encode())
    assert fault.code == "missing"
    assert fault.line is not None
    assert lines[fault.line - 1].strip() == "{"
    assert fault.line < line_with(text, '"mark"')
    assert "}" not in "".join(lines[fault.line : line_with(text, '"mark"') - 1])


def test_a_syntax_error_has_its_line_and_column() -> None:
    fault = fault_of(b'{\n "format": "spielgeld-record/1",\n "edition" "it"}')
    assert (fault.code, fault.line) == ("json", 3)
    assert "column 12" in fault.sentence


def test_the_line_counts_from_where_the_record_begins_and_stays_when_asked_again() -> None:
    entry = RawRecord(5, Fault("too_long", "too long", line=1))
    for _ in range(2):
        with pytest.raises(Fault) as caught:
            check_record(entry)
        assert caught.value.line == 5


MANY = 20_000
FLAT = b"[" + b"0," * MANY + b"0]"


@pytest.mark.parametrize(
    "data",
    [
        with_members(match(), b'"unknown":' + FLAT),
        encoded(match()).replace(b'"deals": [', b'"deals": [' + b"0," * MANY),
        encoded(match()).replace(b'"players": [', b'"players": [' + b"0," * MANY),
        with_members(match(), b'"unknown":' + FLAT + b',"a":1,"a":1'),
        with_members(match(), b'"unknown":' + b"[" * 99 + FLAT + b"]" * 99 + b',"a":1,"a":1'),
    ],
    ids=["unknown", "wrong deals", "wrong players", "duplicate", "deep duplicate"],
)
def test_reading_takes_no_more_than_a_few_dozen_bytes_for_each_byte(data: bytes) -> None:
    def work() -> None:
        try:
            check_bytes(data)
        except Fault:
            return

    assert peak_memory(work) < 40 * len(data)


def test_a_duplicate_is_told_where_it_stands_for_the_second_time() -> None:
    fault = fault_of(b'{\n"a": {"b": 1,\n"c": 2,\n"b": 3}}')
    assert (fault.code, fault.path, fault.line) == ("duplicate_key", ("a", "b"), 4)
