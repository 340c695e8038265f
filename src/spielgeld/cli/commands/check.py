"""`spielgeld check`: whether records are valid matches."""

from argparse import Namespace
from collections.abc import Iterator

from spielgeld.cli.output import (
    FINE,
    FOUND_SOMETHING,
    REFUSED,
    Progress,
    complain,
    harmless,
    say,
    say_json,
)
from spielgeld.cli.record_files import fault_line, file_size, read_chunks
from spielgeld.engine.records import Fault, RawRecord, open_record, split_records
from spielgeld.engine.records.format import place_name


def run(arguments: Namespace) -> int:
    """Replay and verify every record, one line per fault, then a summary."""
    records = faults = 0
    unread = False
    for name in arguments.files:
        try:
            for fault in _check_file(name):
                records += 1
                if fault:
                    faults += 1
                    _tell(name, fault, as_json=arguments.json)
        except BrokenPipeError:
            raise
        except OSError as error:
            complain(f"{harmless(name)}: {error.strerror or error}")
            unread = True
    if arguments.json:
        say_json({"records": records, "faults": faults})
    else:
        say(f"{_count(records, 'record')}, {_count(faults, 'fault')}")
    if unread:
        return REFUSED
    return FOUND_SOMETHING if faults else FINE


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _check_file(name: str) -> Iterator[Fault | None]:
    """The fault of each record in the file, or None."""
    with Progress("check", file_size(name)) as progress:
        for entry in split_records(read_chunks(name, progress.update)):
            yield _first_fault(entry)


def _first_fault(entry: RawRecord) -> Fault | None:
    try:
        for _ in open_record(entry)[1]:
            pass  # a step may be forgotten as soon as the next is there
    except Fault as fault:
        return fault
    return None


def _tell(name: str, fault: Fault, *, as_json: bool) -> None:
    if as_json:
        place = place_name(fault.path)
        found = {"file": name, "line": fault.line, "code": fault.code, "place": place}
        say_json({**found, "sentence": fault.sentence})
    else:
        say(fault_line(name, fault))
