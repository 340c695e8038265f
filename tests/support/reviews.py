"""Waiting for a review over HTTP."""

import time
from typing import Any

import httpx

from support.server_process import ServerProcess


def waited_for(server: ServerProcess, begun: httpx.Response) -> dict[str, Any]:
    """The review, when it is there."""
    assert begun.status_code == 200, begun.text
    state: dict[str, Any] = begun.json()
    until = time.monotonic() + 60
    while state["review"] is None:
        assert state["done"] <= state["total"]
        assert time.monotonic() < until
        time.sleep(0.1)
        answer = server.ask("GET", f"/api/review/{state['id']}")
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return state
