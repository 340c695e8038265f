"""Runs a command as systemd does under MemoryDenyWriteExecute: no memory is written, then run.

    python tests/support/hardened.py COMMAND …

Done with prctl, by the filter of system calls that systemd sets, and by the kernel's own switch
where there is one (Linux 6.3), as newer versions of systemd do.
"""

import ctypes
import os
import platform
import struct
import sys

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_PR_SET_MDWE = 65
_FILTER = 2
_WRITE, _EXECUTE = 2, 4
_SHARED_EXECUTE = 0o100000
_CALLS = {  # mmap, mprotect, pkey_mprotect, shmat
    "x86_64": (9, 10, 329, 30),
    "aarch64": (222, 226, 288, 196),
}
_NUMBER, _THIRD_ARGUMENT = 0, 32
"""Where they stand in what a filter is given."""
_LOAD, _AND, _EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # refused with EPERM


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def deny_written_code() -> None:
    """For this process and its children."""
    map_, *protects, attach = _CALLS[platform.machine()]
    rules = [
        (map_, _WRITE | _EXECUTE),
        *[(call, _EXECUTE) for call in protects],
        (attach, _SHARED_EXECUTE),
    ]
    code = b"".join([_refusing(call, flags) for call, flags in rules])
    code += _step(_RETURN, _ALLOW)
    program = _Program(len(code) // 8, code)
    libc = ctypes.CDLL(None, use_errno=True)
    for call in (
        (_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0),
    ):
        if libc.prctl(*call):
            raise OSError(ctypes.get_errno(), "prctl")
    libc.prctl(_PR_SET_MDWE, 1, 0, 0, 0)  # an older kernel has none


def _refusing(call: int, flags: int) -> bytes:
    """Refuse the call if its third argument has all these flags; go on otherwise."""
    return b"".join(
        [
            _step(_LOAD, _NUMBER),
            _step(_EQUAL, call, otherwise=4),
            _step(_LOAD, _THIRD_ARGUMENT),
            _step(_AND, flags),
            _step(_EQUAL, flags, otherwise=1),
            _step(_RETURN, _REFUSE),
        ]
    )


def _step(operation: int, value: int, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", operation, 0, otherwise, value)


if __name__ == "__main__":
    deny_written_code()
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606 - our own command
