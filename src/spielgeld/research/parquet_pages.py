"""Checks what the pages of a Parquet file expand to, before PyArrow reads them.

A file of a few kilobytes can expand to gigabytes. The totals in its footer do not help: PyArrow
believes the header of each page, and compares nothing with the footer. Page headers are structs in
Thrift's compact protocol: https://parquet.apache.org/docs/file-format/data-pages/
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

_Struct = dict[int, Any]
"""A Thrift struct: its values by the ids of their fields."""

# The ids of the fields of a page header.
_UNCOMPRESSED, _COMPRESSED = 2, 3
_ENCODING_IN = {5: 2, 7: 2, 8: 4}
"""By the field of the part that each kind of page has: the field of the encoding in that part."""
_VALUES = 1
"""The field of the number of values in that part."""
_ENCODINGS = {0, 2, 3, 8}
"""Plain, with a dictionary, and run-length: those in which no value is longer than its page."""

_TRUE, _FALSE, _INT16, _INT32, _INT64, _BINARY, _STRUCT = 1, 2, 4, 5, 6, 8, 12
_MOST_DEPTH = 4
_LONGEST_VARINT = 10


class Size(NamedTuple):
    """How much there is in pages."""

    values: int
    """Nulls included."""
    bytes: int
    """When they are decompressed."""


def size_of_group(data: Any, group: Any) -> Size:
    """Return the size of a row group of the file with these bytes; ValueError if it is broken."""
    chunks = [group.column(at) for at in range(group.num_columns)]
    sizes = [size for chunk in chunks for size in _sizes_of_pages(data, chunk)]
    return Size(sum(size.values for size in sizes), sum(size.bytes for size in sizes))


def _sizes_of_pages(data: Any, chunk: Any) -> Iterator[Size]:
    """The sizes of all pages of a column chunk, found as PyArrow finds them."""
    at = min(chunk.data_page_offset, chunk.dictionary_page_offset or chunk.data_page_offset)
    end = at + chunk.total_compressed_size
    if not 0 <= at <= end <= len(data):
        raise ValueError("a column is not within the file")
    while at < end:
        try:
            header, at = _struct(data, at, _MOST_DEPTH)
            size, compressed = _size_of_page(header), header[_COMPRESSED]
        except (AttributeError, IndexError, KeyError, TypeError):
            raise ValueError("the header of a page cannot be read") from None
        if not 0 <= compressed <= end - at:
            raise ValueError("a page is not within its column")
        yield size
        at += compressed


def _size_of_page(header: _Struct) -> Size:
    (kind,) = _ENCODING_IN.keys() & header.keys()
    part = header[kind]
    size = Size(part[_VALUES], header[_UNCOMPRESSED])
    if min(size) < 0 or part[_ENCODING_IN[kind]] not in _ENCODINGS:
        raise ValueError("a page has a size or an encoding that no deals need")
    return size


def _struct(data: Any, at: int, depth: int) -> tuple[_Struct, int]:
    """The struct that begins there, and where it ends."""
    found: _Struct = {}
    field = 0
    while byte := data[at]:
        if byte < 1 << 4 or not depth:  # ids in ascending order, so that none can come twice
            raise ValueError("the header of a page has fields that no header needs")
        field += byte >> 4
        found[field], at = _value(byte & 0xF, data, at + 1, depth)
    return found, at + 1


def _value(kind: int, data: Any, at: int, depth: int) -> tuple[Any, int]:
    if kind in (_TRUE, _FALSE):
        return kind == _TRUE, at
    if kind in (_INT16, _INT32, _INT64):
        number, at = _varint(data, at)
        return number >> 1 ^ -(number & 1), at
    if kind == _BINARY:  # an extreme value in the statistics
        length, at = _varint(data, at)
        return None, at + length
    if kind == _STRUCT:
        return _struct(data, at, depth - 1)
    raise ValueError("the header of a page has fields that no header needs")


def _varint(data: Any, at: int) -> tuple[int, int]:
    number = 0
    for place in range(_LONGEST_VARINT):
        number |= (data[at + place] & 0x7F) << 7 * place
        if data[at + place] < 1 << 7:
            return number, at + place + 1
    raise ValueError("the header of a page has a number that is too long")
