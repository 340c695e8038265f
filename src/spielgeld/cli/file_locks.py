"""A file that only one process writes. The system unlocks it however the process ends.

By hand: `filelock` (4.2, `lock_descriptor`) takes a `flock`, which a forked worker would keep when
its parent was killed, and on Windows locks the first byte, so that nobody could read the file.
"""

import os
import stat
import sys
from io import BufferedWriter

from spielgeld.engine.errors import NotAllowed, quoted

_FAR_BEYOND = 1 << 30
"""The offset of the byte locked on Windows: other processes must be able to read the file."""


def locked(descriptor: int) -> bool:
    """Try to lock the file; False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - only there

            os.lseek(descriptor, _FAR_BEYOND, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl  # noqa: PLC0415 - not on Windows

            # A record lock: unlike flock's, it is not kept alive by a forked worker.
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def open_alone(name: str) -> BufferedWriter:
    """Open the file for writing, truncated and locked; refused while another process writes it."""
    out = open(name, "ab")  # noqa: SIM115 - the caller closes it
    if not stat.S_ISREG(os.fstat(out.fileno()).st_mode):
        return out  # a pipe or a device cannot be truncated
    if not locked(out.fileno()):
        out.close()
        sentence = f"another process is writing to {quoted(name)}; end it, or choose another file"
        raise NotAllowed("file_in_use", sentence, found=quoted(name))
    out.truncate(0)
    return out
