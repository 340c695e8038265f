"""Guards the promise of `load.py`: tells a slow disk from a slow server.

    python bench/disk.py [FOLDER]

Writes 60 kB into a file that is already that long and calls `fdatasync`, about 70 times a second
for 20 seconds, as a busy server does. A server that
promises durability waits at least that long.
"""

import os
import sys
import tempfile
import time

PIECE = b"x" * 60_000
PIECES = 64
PAUSE = 0.012
SECONDS = 20.0


def main(folder: str | None) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(PIECE * PIECES)
        file.flush()
        os.fsync(file.fileno())
        waits = sorted(_waits(file.fileno()))
    print(f"{len(waits)} synced writes, in milliseconds:")
    for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("longest", 1.0)):
        print(f"{name:8} {1000 * waits[min(len(waits) - 1, int(share * len(waits)))]:8.2f}")
    print(f"over 20 ms: {sum(wait > 0.02 for wait in waits)}")


def _waits(file: int) -> list[float]:
    waits: list[float] = []
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        os.pwrite(file, PIECE, len(waits) % PIECES * len(PIECE))
        before = time.perf_counter()
        os.fdatasync(file)
        waits.append(time.perf_counter() - before)
        time.sleep(PAUSE)
    return waits


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
