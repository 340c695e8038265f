"""Text is really drawn: a page whose font is missing passes every other test."""

from browser.conftest import OpenPage
from support.server_process import ServerProcess


def test_letters_are_drawn(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    page.goto(server.url)
    heading = page.get_by_role("heading", level=1)
    heading.wait_for()
    with_letters = len(heading.screenshot())
    heading.evaluate("node => { node.style.color = 'transparent'; }")
    without = len(heading.screenshot())
    assert with_letters > 1.5 * without
