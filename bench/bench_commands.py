"""Guards a promise: a command starts within 0.3 s, and `check` needs little time and memory.

    python bench/bench_commands.py

Start: CPU time of whole processes beside a bare interpreter, the median of several. Check: records
of three greedy deals per minute of CPU time, and the most memory a process took for a file and for
one three times as large.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "spielgeld")
RECORDS = 100
COPIES = 30
"""The file is larger than the 8 MiB that are looked at to see whether it is one document."""
MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def measure(*command: str) -> tuple[float, int]:
    """CPU seconds and kibibytes of memory that a command took."""
    told = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    seconds, kibibytes = told.stdout.split()
    return float(seconds), int(kibibytes)


def median_milliseconds(command: Sequence[str], runs: int) -> float:
    return 1000 * statistics.median([measure(*command)[0] for _ in range(runs)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()

    bare = median_milliseconds([sys.executable, "-c", "pass"], options.runs)
    package = median_milliseconds([sys.executable, "-c", "import spielgeld"], options.runs)
    rules = median_milliseconds([sys.executable, "-c", "import spielgeld.engine"], options.runs)
    greeting = median_milliseconds([COMMAND, "--help"], options.runs)
    print(f"bare interpreter        {bare:6.0f} ms of CPU")
    print(f"import spielgeld        {package:6.0f} ms (limit 60)")
    print(f"import spielgeld.engine {rules:6.0f} ms")
    print(f"spielgeld --help        {greeting:6.0f} ms (limit 300)")

    with tempfile.TemporaryDirectory() as folder:
        made, file, large = (Path(folder, name) for name in ("made", "file", "large"))
        simulate = [COMMAND, "simulate", str(RECORDS), "--seed", "1", "--out", str(made)]
        subprocess.run(simulate, check=True)
        file.write_bytes(made.read_bytes() * COPIES)
        large.write_bytes(file.read_bytes() * 3)
        seconds, memory = measure(COMMAND, "check", str(file))
        _, memory_large = measure(COMMAND, "check", str(large))
        speed = 60 * RECORDS * COPIES / seconds
        print(f"spielgeld check         {speed:6,.0f} records per minute of CPU (limit 1,000)")
        print(f"memory for {file.stat().st_size / 2**20:4.0f} MiB     {memory / 1024:6.0f} MiB")
        print(
            f"memory for {large.stat().st_size / 2**20:4.0f} MiB     {memory_large / 1024:6.0f} MiB"
        )


if __name__ == "__main__":
    main()
