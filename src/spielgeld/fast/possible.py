"""Whether machine code can be made here. It costs nothing to ask: NumPy and Numba stay unloaded."""

import mmap
import os
import sys
from importlib.util import find_spec

HAS_NUMBA = find_spec("numba") is not None
"""Whether the extra `fast` is installed."""


def _may_run_what_it_wrote() -> bool:
    """Whether the system allows it; systemd's MemoryDenyWriteExecute and SELinux may not."""
    if sys.platform != "linux":
        return True  # macOS asks for it in a way of its own, which Numba knows
    try:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError:
        return False
    return True


MAY_COMPILE = _may_run_what_it_wrote()
CAN_COMPILE = HAS_NUMBA and MAY_COMPILE and not os.environ.get("NUMBA_DISABLE_JIT")
"""Whether Numba is there, allowed, and not switched off by its own variable."""
