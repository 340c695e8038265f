"""Errors of the operating system in the reader's language: missing file, full disk and so on."""

import errno

from spielgeld.cli.output import harmless
from spielgeld.texts import tell

CLOSED_INPUT = "standard input is closed"
_NAMES = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "in_the_way",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.EMFILE: "too_many",
    errno.ENFILE: "too_many",
    errno.ENAMETOOLONG: "long_name",
    errno.ELOOP: "loop",
    errno.EIO: "damaged",
}


def tell_system_error(language: str | None, error: OSError) -> str:
    """The error in words; without a language, or for a rare error, in the words of the system."""
    if language is not None and error.strerror == CLOSED_INPUT:
        return tell(language, "system.closed_input")
    name = _NAMES.get(error.errno or 0)
    if language is None or name is None:
        return error.strerror or str(error)
    return tell(language, f"system.{name}")


def system_error_line(language: str | None, error: OSError) -> str:
    """The same after the name of the file it is about."""
    reason = tell_system_error(language, error)
    if error.filename is None:
        return reason
    return f"{harmless(str(error.filename)) or repr('')}: {reason}"
