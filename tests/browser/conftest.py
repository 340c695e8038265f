"""A real browser at a real server, with the server's real policy on."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser import chromium
from support.server_process import server

__all__ = ["server"]

# Playwright's own Node needs a library that a bare machine lacks.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(chromium.NODE))

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
INSTALLED: dict[str, Any] = {"service_workers": "allow"}
"""A page that keeps itself for later. Others do without: it fetches more than a hundred files."""
NOTE_VIOLATIONS = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
OpenPage = Callable[..., Page]


expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser for the tests of this folder.

    While it runs, no other test of the same process could run an event loop.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own as it were; nothing may go wrong in any of them."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    faults: list[str] = []

    def open_page(**wishes: Any) -> Page:
        plain = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
        context = browser.new_context(**{**plain, "service_workers": "block", **wishes})
        context.add_init_script(NOTE_VIOLATIONS)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        if not page.is_closed() and page.url != "about:blank":
            faults += page.evaluate("window.violations ?? []")
    for context in contexts:
        context.close()
    assert faults == []
