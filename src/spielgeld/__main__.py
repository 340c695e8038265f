"""`python -m spielgeld` is the command `spielgeld`."""

import sys

from spielgeld.cli import main

sys.exit(main())
