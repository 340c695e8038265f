"""Reads Parquet files of strangers in bounded memory, whatever they claim to hold."""

from collections.abc import Iterator, Mapping
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spielgeld.research.parquet_pages import Size, size_of_group

_ROWS_AT_ONCE = 32
_WRITER = "parquet-cpp-arrow "
"""How PyArrow names itself. Of some other writers it reads more than the footer says."""


class Limits(NamedTuple):
    """How much a file may hold in one place."""

    group: Size
    """All pages of a row group together."""
    lists: Mapping[str, int]
    """The values of a list in a row, by column."""
    text: int
    """The bytes of a text."""


def read_rows(file: Path, schema: pa.Schema, limits: Limits) -> Iterator[dict[str, Any]]:
    """Read the rows, in order; ValueError says what is wrong with the file."""
    source = _opened(file, schema)
    with open(file, "rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
        for number in range(source.num_row_groups):
            _check_group(data, source.metadata.row_group(number), limits.group)
            # One group at a time: PyArrow cannot read nested dictionaries of several into a batch.
            for batch in source.iter_batches(_ROWS_AT_ONCE, row_groups=[number], use_threads=False):
                check_lengths(batch, limits)
                yield from batch.to_pylist()


def _opened(file: Path, schema: pa.Schema) -> Any:
    source = pq.ParquetFile(file)
    found, wanted = source.schema_arrow, schema.metadata[b"format"]
    if (found.metadata or {}).get(b"format") != wanted:
        raise ValueError(f"it is not of the format {wanted.decode()}")
    if not found.equals(schema) or not source.metadata.created_by.startswith(_WRITER):
        raise ValueError("its columns are not those of a data set")
    return source


def _check_group(data: mmap, group: Any, most: Size) -> None:
    size = size_of_group(data, group)
    if size.values > most.values or size.bytes > most.bytes:
        raise ValueError("a row group is larger than a data set may have")


def check_lengths(batch: Any, limits: Limits) -> None:
    """Refuse, with ValueError, a batch with a list or a text that is too long."""
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name in limits.lists:
            longest = pc.max(pc.list_value_length(column)).as_py() or 0
            if longest > limits.lists[name]:
                raise ValueError(f"a row has more than {limits.lists[name]:,} {name}")
        # A dictionary has each text once; in the column a long one may stand a thousand times.
        values = column.flatten() if name in limits.lists else column
        if isinstance(values, pa.DictionaryArray):
            longest = pc.max(pc.binary_length(values.dictionary)).as_py() or 0
            if longest > limits.text:
                raise ValueError(f"a text in {name} has more than {limits.text:,} bytes")
