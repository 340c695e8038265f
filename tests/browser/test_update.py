"""A new version of page and Python in the middle of a match: it goes on, and opens in that one."""

import re
from pathlib import Path

from browser.conftest import INSTALLED, OpenPage
from browser.playing import Player, with_name
from browser.test_exported_site import site  # noqa: F401 - a fixture
from browser.test_offline import PATIENCE, ask_for_hint
from support.offline_part import needs_offline_part

pytestmark = needs_offline_part
UPDATE = """async () => {
  const here = await navigator.serviceWorker.getRegistration();
  await here.update();
  const coming = here.installing ?? here.waiting;
  await new Promise((done) => {
    const look = () => { if (coming.state === 'activated') done(); };
    coming.addEventListener('statechange', look);
    look();
  });
}"""
"""As the browser does by itself from time to time."""


def release(folder: Path) -> None:
    """Another version of everything we write: no file of the old one is left at the host."""
    ours = [*folder.glob("assets/*"), *folder.glob("python/*-*.*")]
    renamed = {
        each.name: f"{each.stem}-new{each.suffix}"
        for each in ours
        if each.is_file() and each.suffix != ".br"
    }
    names = re.compile("|".join(map(re.escape, renamed)))
    for text in [*folder.glob("**/*.js"), *folder.glob("**/*.css"), *folder.glob("*.html")]:
        told = text.read_text()
        told = names.sub(lambda found: renamed[found[0]], told)
        text.write_text(re.sub(r"shell-[0-9a-f]{12}", r"\g<0>-new", told))
    for each in ours:
        if each.name in renamed:
            each.rename(each.with_name(renamed[each.name]))


def test_a_match_goes_on_through_an_update(site: str, tmp_path: Path, visit: OpenPage) -> None:  # noqa: F811
    page = with_name(visit(**INSTALLED), "Ann", "/money/")
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/1*", timeout=PATIENCE)
    player = Player(page)
    player.asked(PATIENCE)
    release(tmp_path / "money")
    page.evaluate(UPDATE)
    ask_for_hint(page)  # the Python that advises is of the version the page began with
    player.step()
    asked = player.asked()
    page.reload()
    assert player.asked(PATIENCE) == asked
    assert "-new" in page.evaluate("document.querySelector('script[src]').src")
    player.step()
