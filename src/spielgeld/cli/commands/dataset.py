"""`spielgeld dataset`: records as a data set for research, and back."""

import shlex
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from spielgeld.cli.output import FINE, REFUSED, complain, say
from spielgeld.cli.record_files import read_chunks
from spielgeld.engine.records import split_records

PARQUET = ".parquet"


def run(arguments: Namespace) -> int:
    """Write deals, with a data card beside them; or, of a data set, its records."""
    if find_spec("pyarrow") is None:
        complain("a data set needs PyArrow: pip install 'spielgeld[research]'")
        return REFUSED
    from spielgeld.research.dataset import (  # noqa: PLC0415 - may not be there
        data_card,
        read_deals,
        records_of,
        write_deals,
    )

    out = Path(arguments.out)
    if arguments.file.endswith(PARQUET):
        with open(out, "wb") as stream:
            stream.writelines(records_of(read_deals(Path(arguments.file))))
        return FINE
    deals = write_deals(split_records(read_chunks(arguments.file)), out)
    made_by = shlex.join(["spielgeld", "dataset", arguments.file, "--out", arguments.out])
    if arguments.made_by:
        made_by = f"{arguments.made_by}\n{made_by}"
    card = out.with_suffix(".md")
    card.write_text(data_card(out, made_by), encoding="utf-8")
    say(f"{deals} deals, {out.stat().st_size} bytes; {card} tells of them")
    return FINE
