"""What the tests of the table share."""

import json
from typing import Any

from playwright.sync_api import Locator, Page

from browser.conftest import PHONE, OpenPage
from browser.playing import BIDDING, Player, come, sit_down
from support.server_process import ServerProcess

SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
_AS_TOLD = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const told = event.data.split('\\n').map((line) => JSON.parse(line));
      for (const each of told) {
        const part = each.view?.PART ?? each.PART;
        if (part) Object.assign(part, CHANGES);
      }
      hear({ data: told.map((each) => JSON.stringify(each)).join('\\n') });
    };
  }
};
"""


def hand_of(page: Page) -> Locator:
    return page.locator("[data-part=hand]")


def seated(server: ServerProcess, visit: OpenPage, **wishes: Any) -> Player:
    [seat] = sit_down(server, "Ann", bots=2)
    ann = come(visit, seat, "Ann", **wishes)
    assert ann.asked() == BIDDING
    return ann


def as_told(part: str, **changes: Any) -> str:
    """A script for a page that hears this of a part of the view, whatever the server says."""
    return _AS_TOLD.replace("PART", part).replace("CHANGES", json.dumps(changes))
