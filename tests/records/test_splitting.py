"""Finding the records in a file: documents, JSON lines, pieces of any size, lines of any length."""

import json
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_samples import encoded, findings, sample

from spielgeld.engine.records import split_records
from spielgeld.engine.records.format import MAX_BYTES

GOOD = encoded(sample("fr"))
SPREAD = json.dumps(sample("fr"), indent=1).encode()
FILES = {
    "lines": GOOD + b"\n" + GOOD + b"\n",
    "no last line end": GOOD + b"\n" + GOOD,
    "blank lines": b"\n\n" + GOOD + b"\n  \n\n" + GOOD + b"\n\n",
    "crlf": GOOD + b"\r\n\r\n" + GOOD + b"\r\n",
    "mark": b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD + b"\n",
    "document": SPREAD,
    "document with mark": b"\xef\xbb\xbf" + SPREAD + b"\n",
    "bad lines": GOOD + b"\n{\n" + GOOD + b"\nNaN\n\xff\n\n[]\n" + GOOD + b"\n",
    "bad first line": GOOD[:100] + b"\n" + GOOD + b"\n",
    "nothing": b"",
}


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("lines", [(1, "fine"), (2, "fine")]),
        ("no last line end", [(1, "fine"), (2, "fine")]),
        ("blank lines", [(3, "fine"), (6, "fine")]),
        ("crlf", [(1, "fine"), (3, "fine")]),
        ("mark", [(1, "fine"), (2, "fine")]),
        ("document", [(1, "fine")]),
        ("document with mark", [(1, "fine")]),
        (
            "bad lines",
            [
                (1, "fine"),
                (2, "json"),
                (3, "fine"),
                (4, "json"),
                (5, "encoding"),
                (7, "format"),
                (8, "fine"),
            ],
        ),
        ("bad first line", [(1, "json"), (2, "fine")]),
        ("nothing", []),
    ],
)
def test_every_record_of_a_file_is_found_with_its_line(
    name: str, found: list[tuple[int, str]]
) -> None:
    assert findings([FILES[name]]) == found


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 4096])
def test_records_do_not_depend_on_how_the_file_is_cut(name: str, size: int) -> None:
    whole = [(entry.line, entry.data) for entry in split_records([FILES[name]])]
    cut = [(entry.line, entry.data) for entry in split_records(pieces(FILES[name], size))]
    assert cut == whole


@pytest.mark.parametrize("name", ["lines", "document"])
def test_an_empty_piece_is_not_the_end(name: str) -> None:
    half = len(FILES[name]) // 2
    cut = [b"", FILES[name][:half], b"", b"", FILES[name][half:], b""]
    assert findings(cut) == findings([FILES[name]])


@settings(deadline=None)
@given(st.lists(st.sampled_from([GOOD[:50], b"\n", b"\r\n", b"{", b"}", b"\xff", b"1", b" "])))
def test_pieces_of_anything_give_what_the_whole_gives(chunks: list[bytes]) -> None:
    def entries(parts: list[bytes]) -> list[tuple[int, str]]:
        return [(entry.line, str(entry.data)) for entry in split_records(parts)]

    assert entries(chunks) == entries([b"".join(chunks)])


def test_a_truncated_document_over_several_lines_is_one_fault_at_its_end() -> None:
    lines = SPREAD.count(b"\n", 0, 2000) + 1
    assert findings([SPREAD[:2000]]) == [(lines, "json")]


def test_a_document_in_latin_1_is_one_fault_with_its_line() -> None:
    compact = GOOD.replace(b', "edition"', b',\n"edition"').replace(b', "deals"', b',\n"deals"')
    assert findings([compact]) == [(1, "fine")]
    assert findings([compact.replace(b"Ann", b"\xc4nn")]) == [(2, "encoding")]
    first_line = compact.replace(b"{", b'{"by":"\xc4nn",', 1)
    assert findings([first_line]) == [(1, "encoding")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
@pytest.mark.parametrize("data", [GOOD, SPREAD, FILES["lines"]])
def test_a_file_in_a_wide_encoding_is_one_fault(encoding: str, data: bytes) -> None:
    """Without a byte order mark its bytes are UTF-8 by chance, but no JSON."""
    code = "encoding" if encoding in {"utf-16", "utf-32"} else "json"
    assert findings([data.decode().encode(encoding)]) == [(1, code)]


def test_a_nul_byte_in_one_line_leaves_the_others_alone() -> None:
    assert findings([b"{}\0\n" + GOOD + b"\n"]) == [(1, "json"), (2, "fine")]
    assert findings([GOOD + b"\n{}\0\n"]) == [(1, "fine"), (2, "json")]


def test_a_line_of_8_mib_is_a_record_and_a_longer_one_costs_only_itself() -> None:
    room = MAX_BYTES - len(GOOD) - len(b'"pad":"",')
    longest = b'{"pad":"' + b"x" * room + b'",' + GOOD[1:]
    assert len(longest) == MAX_BYTES
    longer = longest.replace(b"x", b"xx", 1)
    data = b"\n".join([GOOD, longest, longer, GOOD, b""])
    assert findings(pieces(data, 1 << 16)) == [
        (1, "fine"),
        (2, "fine"),
        (3, "too_long"),
        (4, "fine"),
    ]


def hundred_megabytes(before: bytes = b"", after: bytes = b"") -> Iterator[bytes]:
    yield before
    chunk = b"x" * (1 << 16)
    for _ in range(100 * 16):
        yield chunk
    yield after


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (b'{"a":"', b'"}\n', [(1, "too_long")]),
        (GOOD + b'\n{"a":"', b'"}\n' + GOOD, [(1, "fine"), (2, "too_long"), (3, "fine")]),
        (b'{\n"a":"', b'"}\n', [(1, "too_long")]),
        (b'{"a":"\xff', b'"}\n', [(1, "encoding")]),
    ],
    ids=["alone", "among others", "in a document", "not UTF-8"],
)
def test_a_line_of_100_mb_is_told_in_little_memory(
    before: bytes, after: bytes, found: list[tuple[int, str]]
) -> None:
    tracemalloc.start()
    try:
        assert findings(hundred_megabytes(before, after)) == found
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


def test_a_first_line_cut_short_does_not_spoil_the_lines_after_it() -> None:
    assert findings([b'{"format":\n' + GOOD + b"\n"]) == [(1, "json"), (2, "fine")]


def test_documents_one_after_the_other_are_one_fault() -> None:
    spread = json.dumps(json.loads(GOOD), indent=0).encode()
    assert findings([spread + b"\n" + spread]) == [(spread.count(b"\n") + 2, "json")]
    assert [code for _, code in findings([spread[: len(spread) // 2]])] == ["json"]
