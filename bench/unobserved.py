#!/usr/bin/env python3
"""Starts the browser for Playwright without its cache of response bodies.

Playwright watches the network, for which a renderer keeps the body of every response as text: 45 MB
for the Python part, which a normal user's browser does not have. Here that cache is disabled.
Its address is in CHROMIUM. Commands come in on file 3, each ended by a zero; answers go out on 4.
"""

import json
import os
import subprocess
import sys
from threading import Thread

COMMANDS, LARGEST = 3, 1 << 16
KEEP_NOTHING = {"maxTotalBufferSize": 1, "maxResourceBufferSize": 1}


def quietened(command: bytes) -> bytes:
    told = json.loads(command)
    if told["method"] == "Network.enable":
        told["params"] = {**told.get("params", {}), **KEEP_NOTHING}
    return json.dumps(told).encode()


def pass_on(commands: int, browser: int) -> None:
    rest = b""
    while chunk := os.read(commands, LARGEST):
        *whole, rest = (rest + chunk).split(b"\0")
        for command in whole:
            os.write(browser, quietened(command) + b"\0")
    os.close(browser)


def main() -> int:
    given, taken = os.pipe()
    ours = os.dup(COMMANDS)
    os.dup2(given, COMMANDS)  # what the browser reads from now on
    os.close(given)
    browser = subprocess.Popen([os.environ["CHROMIUM"], *sys.argv[1:]], close_fds=False)
    os.close(COMMANDS)
    Thread(target=pass_on, args=(ours, taken), daemon=True).start()
    return browser.wait()


if __name__ == "__main__":
    sys.exit(main())
