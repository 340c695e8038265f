"""Records as a data set: nothing that was drawn or chosen is lost on the way there and back."""

import json
from contextlib import chdir
from pathlib import Path
from shutil import copytree
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from spielgeld import __version__
from spielgeld.cli import main
from spielgeld.research.dataset import FORMAT, SCHEMA, checksum, read_deals

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


def test_the_project_can_be_cited_with_its_version() -> None:
    root = Path(__file__).parent.parent.parent
    cited = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    assert cited["version"] == __version__
    assert {"cff-version", "message", "title", "authors"} <= {*cited}
