"""`python -m spielgeld` is the command `spielgeld`.

With `-m`, Python searches the current folder before the standard library. The console script does
not, so the folder is taken off the path again, unless the package itself is there.
"""

import os
import sys

_PACKAGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if not sys.flags.safe_path and sys.path[0] != _PACKAGES:
    del sys.path[0]

from spielgeld.cli import main  # noqa: E402 - only now are all modules found where they should be

sys.exit(main())
