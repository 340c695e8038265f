"""Which optional packages are installed, and whether Numba may compile. Imports none of them."""

import mmap
import os
import sys
from importlib.util import find_spec

HAS_NUMPY = find_spec("numpy") is not None
"""Whether NumPy is installed: it comes with the package, but not where Python runs in a browser."""
HAS_NUMBA = find_spec("numba") is not None
"""Whether the extra `fast` is installed."""


def _may_run_what_it_wrote() -> bool:
    """Whether the system allows executable memory; MemoryDenyWriteExecute and SELinux may not."""
    if sys.platform != "linux":
        return True  # macOS has its own mechanism, which Numba handles
    try:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError:
        return False
    return True


MAY_COMPILE = _may_run_what_it_wrote()
CAN_COMPILE = HAS_NUMBA and MAY_COMPILE and not os.environ.get("NUMBA_DISABLE_JIT")
"""Whether Numba is there, allowed, and not switched off by its own variable."""
