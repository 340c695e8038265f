"""Writes Unicode's table of look-alikes the way the package reads it, from their own file.

    python tests/support/lookalikes_text.py confusables.txt

The file is at https://www.unicode.org/Public/security/latest/confusables.txt.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parents[2] / "src" / "spielgeld" / "table" / "lookalikes.txt"
HEAD = """\
# Characters that look alike: what stands for all of them, and who they are, as code points.
# Made by tests/support/lookalikes_text.py from confusables.txt of Unicode, Inc.
# (UTS 39, {version}), under the licence in lookalikes-LICENSE.
"""


def shortened(text: str) -> str:
    """The same table, a line for each group."""
    version = re.search(r"^# Version: (\S+)$", text, re.MULTILINE)
    assert version
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.lstrip("\ufeff").splitlines():
        if line and not line.startswith("#"):
            character, like, _ = line.split(";", 2)
            groups[_short(like)].append(_short(character))
    lines = [f"{like}:{' '.join(group)}\n" for like, group in groups.items()]
    return HEAD.format(version=version[1]) + "".join(lines)


def _short(codes: str) -> str:
    return " ".join([f"{int(code, 16):x}" for code in codes.split()])


if __name__ == "__main__":
    TARGET.write_text(shortened(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="ascii")
