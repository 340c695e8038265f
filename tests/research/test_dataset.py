"""Records as a data set: nothing that was drawn or chosen is lost on the way there and back."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from spielgeld import __version__
from spielgeld.cli import main
from spielgeld.research import dataset
from spielgeld.research.dataset import FORMAT, SCHEMA, checksum, read_deals
from support.chance import fewer

EXAMPLE = Path(__file__).parents[2] / "examples" / "data_set.py"
DEALS = SCHEMA.with_metadata({"format": FORMAT})
SIMULATE = "simulate 4 --edition any --players any --rules any --bots random,penny --seed 5 --out"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder):
        assert main([*SIMULATE.split(), "records.jsonl"]) == 0
        words = ["dataset", "records.jsonl", "--out", "deals.parquet"]
        assert main([*words, "--made-by", f"spielgeld {SIMULATE} records.jsonl"]) == 0
    return folder


@pytest.fixture
def made(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(file: Path) -> list[dict[str, Any]]:
    """The records without what a data set leaves out: proofs of shuffles and notes."""
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for record in records:
        record.pop("simulated", None)
        for deal in record["deals"]:
            deal.pop("shuffle", None)
            for each in deal["rounds"]:
                each["bids"] = [sorted(bid) for bid in each["bids"]]
    return records


def test_there_and_back(made: Path) -> None:
    assert main(["dataset", "deals.parquet", "--out", "again.jsonl"]) == 0
    assert main(["check", "again.jsonl"]) == 0
    assert told(made / "again.jsonl") == told(made / "records.jsonl")


def test_the_data_card_tells_what_is_there(made: Path) -> None:
    card = (made / "deals.md").read_text("utf-8")
    rows = list(read_deals(made / "deals.parquet"))
    assert f"{len(rows)} in 4 matches" in card
    assert checksum(made / "deals.parquet") in card
    assert f"spielgeld {SIMULATE} records.jsonl\nspielgeld dataset records.jsonl" in card


def test_the_command_that_makes_it_makes_it_again(made: Path) -> None:
    first = checksum(made / "deals.parquet")
    assert main(["dataset", "records.jsonl", "--out", "other.parquet"]) == 0
    assert checksum(made / "other.parquet") == first


def test_a_match_under_way_keeps_what_there_is(made: Path) -> None:
    record = json.loads((made / "records.jsonl").read_text("utf-8").splitlines()[0])
    record["deals"] = record["deals"][:1]
    record.pop("winners", None)
    deal = record["deals"][0]
    deal.pop("scores")
    deal["rounds"] = deal["rounds"][:2]
    deal["rounds"][-1]["turns"] = deal["rounds"][-1]["turns"][:1]
    (made / "half.jsonl").write_text(json.dumps(record), "utf-8")
    assert main(["check", "half.jsonl"]) == 0
    assert main(["dataset", "half.jsonl", "--out", "half.parquet"]) == 0
    assert main(["dataset", "half.parquet", "--out", "again.jsonl"]) == 0
    assert told(made / "again.jsonl") == told(made / "half.jsonl")


def test_broken_records_are_refused(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (made / "broken.jsonl").write_text('{"format": "spielgeld-record/1"}\n', "utf-8")
    assert main(["dataset", "broken.jsonl", "--out", "x.parquet"]) == 2
    assert "missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    "how", ["no parquet", "another format", "bids", "turns", "cards", "scores"]
)
def test_broken_data_sets_are_refused(
    how: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = made / "broken.parquet"
    if how == "no parquet":
        file.write_bytes(b"PAR1 but not really")
    else:
        rows = list(read_deals(made / "deals.parquet"))
        meta = {"format": "else" if how == "another format" else FORMAT}
        if how in rows[0]:
            rows[0][how] = rows[0][how][::-1]
            rows[0][how][0] += 1
        pq.write_table(pa.Table.from_pylist(rows, SCHEMA.with_metadata(meta)), file)
    assert main(["dataset", "broken.parquet", "--out", "again.jsonl"]) == 2
    assert "dataset: " in capsys.readouterr().err


# ---------------------------------------------------------------- files of strangers


def refused(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence with which the command refuses the file."""
    assert main(["dataset", str(file), "--out", "again.jsonl"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("spielgeld: dataset: "), told
    return told


def with_column(made: Path, name: str, values: Any) -> Path:
    """The data set with other values in a column; without it if there are none."""
    table = pq.read_table(made / "deals.parquet")
    at = table.schema.get_field_index(name)
    if values is None:
        table = table.remove_column(at)
    else:
        table = table.set_column(at, SCHEMA.field(name), values)
    pq.write_table(table, made / "broken.parquet")
    return made / "broken.parquet"


@pytest.mark.parametrize("rules", ["[]", "7", "null", '{"coins": {"a": []}}', "[" * 5000, "{", ""])
def test_rules_that_are_none_are_refused(
    rules: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = pq.read_metadata(made / "deals.parquet").num_rows
    values = pa.array([rules] * count, SCHEMA.field("rules").type)
    assert "match 0 of the data set is broken" in refused(
        with_column(made, "rules", values), capsys
    )


@pytest.mark.parametrize("name", SCHEMA.names)
def test_a_data_set_without_a_column_is_refused(
    name: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "columns" in refused(with_column(made, name, None), capsys)


@pytest.mark.parametrize("name", ["rules", "players"])
def test_bytes_that_are_no_text_are_refused(
    name: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = pq.read_metadata(made / "deals.parquet").num_rows
    kind = SCHEMA.field(name).type
    index = pa.int32() if pa.types.is_list(kind) else kind.index_type
    no_text = pa.array([b"\xff\xfe"]).view(pa.string())
    values = pa.DictionaryArray.from_arrays(pa.array([0] * count, index), no_text)
    if pa.types.is_list(kind):
        offsets = pa.array(range(count + 1), pa.int32())
        values = pa.ListArray.from_arrays(offsets, values).cast(kind)
    assert "UTF" in refused(with_column(made, name, values), capsys).upper()


def test_a_column_name_that_is_no_text_is_refused(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = (made / "deals.parquet").read_bytes()
    (made / "broken.parquet").write_bytes(data.replace(b"winners", b"winner\xff"))
    refused(made / "broken.parquet", capsys)


def test_damaged_bytes_are_refused_or_harmless(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = (made / "deals.parquet").read_bytes()
    rng = Random(7)
    codes = Counter[int]()
    for _ in range(fewer(300)):
        damaged = bytearray(sound)
        # Half of them in the footer, where less is checked by the decompression.
        first = 0 if rng.random() < 0.5 else len(sound) - 8 - int.from_bytes(sound[-8:-4], "little")
        for _ in range(rng.choice([1, 1, 1, 5])):
            at = rng.randrange(first, len(damaged))
            damaged[at] = rng.choice([damaged[at] ^ 1 << rng.randrange(8), 0, 0xFF, 0x80])
        (made / "broken.parquet").write_bytes(damaged)
        code = main(["dataset", "broken.parquet", "--out", "again.jsonl"])
        told = capsys.readouterr().err
        assert told.startswith("spielgeld: ") if code else not told, told
        codes[code] += 1
    assert codes.keys() == {0, 2}


def one_row(**changed: Any) -> dict[str, Any]:
    """A row of a data set. The rules are not asked about it here."""
    names = {"players": ["a", "b", "c"], "bots": None, "removed": [], "edition": "it"}
    rest = {"cards": [1], "bids": [1, -1], "turns": [-1], "rounds": 1, "rules": "{}", "deal": 1}
    return {"match": 0, **names, **rest, "scores": None, "winners": None, "seed": None, **changed}


def rows_of_one_match(file: Path) -> None:
    table = pa.Table.from_pylist([one_row()] * 20_000, DEALS)
    with pq.ParquetWriter(file, DEALS, compression="zstd") as writer:
        for _ in range(100):
            writer.write_table(table)


def rows_in_one_group(file: Path) -> None:
    table = pa.Table.from_pylist([one_row()] * 20_000, DEALS)
    pq.write_table(pa.concat_tables([table] * 100), file, compression="zstd", row_group_size=10**9)


def cells_of_a_row(file: Path) -> None:
    count = 40_000_000
    cells = pa.array(np.zeros(count, np.int8))
    values = pa.ListArray.from_arrays(pa.array([0, count], pa.int32()), cells)
    table = pa.Table.from_pylist([one_row()], DEALS)
    field = DEALS.field("cards")
    at = DEALS.names.index("cards")
    pq.write_table(table.set_column(at, field, values.cast(field.type)), file, compression="zstd")


def letters_of_a_text(file: Path) -> None:
    row = one_row(rules="{}" + " " * 200_000_000)
    pq.write_table(pa.Table.from_pylist([row], DEALS), file, compression="zstd")


def one_text_in_many_rows(file: Path) -> None:
    row = one_row(rules="{}" + " " * 50_000)
    table = pa.Table.from_pylist([row] * 20_000, DEALS)
    pq.write_table(table, file, compression="zstd")


BOMBS = (
    *(rows_of_one_match, rows_in_one_group, cells_of_a_row),
    *(letters_of_a_text, one_text_in_many_rows),
)


MEASURED = """
import sys
from spielgeld.cli import main
code = main(sys.argv[1:])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
sys.exit(code)
"""
"""Tells the most memory that the command has held, in KiB."""


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is measured in other ways")
@pytest.mark.parametrize("lies", [False, True])
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_file_does_not_become_a_large_one(
    bomb: Callable[[Path], None], lies: bool, tmp_path: Path
) -> None:
    """Nor if its footer says that it is small."""
    file = tmp_path / "bomb.parquet"
    bomb(file)
    if lies:
        lie(file)
    assert file.stat().st_size < 400_000
    command = ["dataset", str(file), "--out", str(tmp_path / "out.jsonl")]
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.startswith("spielgeld: dataset: "), ran.stderr
    assert int(ran.stdout) < 300_000  # with nothing to read, 80,000


def lie(file: Path) -> None:
    """Write small numbers into the footer in place of large ones, of as many bytes."""
    data = bytearray(file.read_bytes())
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    metadata = pq.read_metadata(file)
    for group in [metadata.row_group(at) for at in range(metadata.num_row_groups)]:
        columns = [group.column(at) for at in range(group.num_columns)]
        said = {
            size for each in columns for size in (each.num_values, each.total_uncompressed_size)
        }
        for number in [size for size in {*said, group.total_byte_size} if size > 100_000]:
            large = varint(2 * number, 0)
            small = varint(2 * 1000, len(large))
            data[footer:] = data[footer:].replace(large, small)
    file.write_bytes(data)


def varint(number: int, length: int) -> bytes:
    """The number in seven bits a byte, with zeros up to that length."""
    found = bytearray()
    while number or len(found) < length:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found[-1] &= 0x7F
    return bytes(found)


def test_what_cannot_be_read_again_is_not_written(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((made / "records.jsonl").read_text("utf-8").splitlines()[0])
    record["players"][0] = "A" * 10_001
    (made / "long.jsonl").write_text(json.dumps(record), "utf-8")
    assert main(["dataset", "long.jsonl", "--out", "long.parquet"]) == 2
    assert "dataset: " in capsys.readouterr().err


def test_many_people_and_many_long_deals_come_back(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More names than 16 bits count, and more in a deal than a group of rows may hold."""
    monkeypatch.setattr(dataset, "_CELLS", 300)
    line = (made / "records.jsonl").read_text("utf-8").splitlines()[0]
    record = json.loads(line)
    record["simulated"] = {}
    (made / "two.jsonl").write_text(f"{line}\n{json.dumps(record)}\n", "utf-8")
    assert main(["dataset", "two.jsonl", "--out", "two.parquet"]) == 0
    assert pq.read_metadata(made / "two.parquet").num_row_groups > 1
    assert main(["dataset", "two.parquet", "--out", "again.jsonl"]) == 0
    assert told(made / "again.jsonl") == told(made / "two.jsonl")
    names = [one_row(players=[f"{at}{seat}" for seat in "abc"]) for at in range(15_000)]
    assert pa.RecordBatch.from_pylist(names, SCHEMA).num_rows == 15_000


def test_the_project_can_be_cited_with_its_version() -> None:
    root = Path(__file__).parent.parent.parent
    cited = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert cited["version"] == __version__
    assert {"cff-version", "message", "title", "authors"} <= {*cited}


# ---------------------------------------------------------------- the example


@pytest.mark.process
def test_the_example_makes_the_same_data_set_and_plot_again(tmp_path: Path) -> None:
    made = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        subprocess.run(
            [sys.executable, EXAMPLE, "--out", "deals", "--matches", "5"], cwd=folder, check=True
        )
        drawn = (folder / "deals.svg").read_text("utf-8")
        assert drawn.count("<path") == 4
        rows = [*read_deals(folder / "deals.parquet")]
        won = sum(row["scores"].count(max(row["scores"])) for row in rows)
        totals = re.findall(r">(\d+)</text>\n<path", drawn)
        assert sum(map(int, totals)) == won
        made.append((checksum(folder / "deals.parquet"), drawn))
    assert made[0] == made[1]


def test_the_document_names_the_example_as_it_is_made() -> None:
    told = (EXAMPLE.parents[1] / "docs" / "research-interfaces.md").read_text("utf-8")
    assert "python examples/data_set.py --out deals" in told
    assert (EXAMPLE.parents[1] / "docs" / "images" / "deals.svg").exists()
