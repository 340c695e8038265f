"""People at a table in a browser: they look for what a person looks for, and do what it asks."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTimeError

from browser.conftest import OpenPage
from spielgeld.texts import load_bots
from support.server_process import ServerProcess

Press = Callable[[Locator], None]
"""How somebody presses a button: by mouse, or by finger."""
CHOICE = re.compile("^(Show: .+|Take the (right|left) row|Take .+’s bid|Keep your bid)$")
MATCH_OVER = "The match is over"
BIDDING, TURN, OVER = "bidding", "turn", "over"
_A_MOMENT = 150
"""Milliseconds in which one of several people looks whether something is asked."""
_MOST_STEPS = 400
_SETTLE = "(key, kept) => { localStorage[key] ??= kept; }"


def with_name(page: Page, name: str, base: str = "/") -> Page:
    """Give the page's visitor a name and no animations. `base` is the folder of the page."""
    key = f"spielgeld {base} settings"
    kept = json.dumps({"name": name, "tempo": "instant", "sound": False})
    page.add_init_script(f"({_SETTLE})({json.dumps(key)}, {json.dumps(kept)})")
    return page


@dataclass(frozen=True)
class Seated:
    """A seat at a table, and the link that opens it."""

    code: str
    link: str


def sit_down(
    server: ServerProcess, *people: str, bots: int = 0, watchers: str = "nobody"
) -> list[Seated]:
    """A table with quick bots and one deal, which begins as soon as its last person has come."""
    seats: list[dict[str, Any]] = [{}] * len(people) + [{"bot": "greedy"}] * bots
    agreement: dict[str, Any] = {"edition": "nl", "rules": {"deals": 1}, "seats": seats}
    agreement |= {"start": "full", "watchers": watchers, "bot_pace": 0}
    host, *others = people
    told = [server.ask("POST", "/api/tables", {"name": host, "agreement": agreement}).json()]
    join = f"/api/tables/{told[0]['code']}/join"
    told += [server.ask("POST", join, {"name": name}).json() for name in others]
    return [Seated(each["code"], each["private_link"]) for each in told]


class Player:
    """Somebody at the page of a table."""

    def __init__(self, page: Page, press: Press = Locator.click) -> None:
        self.page = page
        self.press = press
        self.side = page.get_by_role("region", name="Your side of the table")
        self.hand = page.get_by_role("group", name=re.compile(r"^Your cards \d+$"))
        self.cards = self.hand.get_by_role("button", name=re.compile(r", number \d+"))
        self.lay = page.get_by_role("button", name="Place bid", exact=True)
        self.lies = page.get_by_role("heading", name="Your bid, face down")
        self.choices = self.side.get_by_role("button", name=CHOICE)
        self.piles = page.locator("button[data-turn]:not(.wish)")
        over = re.compile(r"^(Deal \d+ of \d+|The match) is over$")
        self.over = page.get_by_role("heading", name=over)
        self._asked = self.lay.or_(self.choices).or_(self.over)

    def asked(self, patience: float = 20_000) -> str:
        """What the page wants now: a bid, a turn, or nothing more in this deal."""
        self._asked.first.wait_for(timeout=patience)
        if self.over.is_visible():
            return OVER
        return BIDDING if self.lay.is_visible() else TURN

    def is_asked(self) -> bool:
        """Whether anything is asked of this one, or the deal is over; if not, others are."""
        try:
            self.asked(_A_MOMENT)
        except NotInTimeError:
            return False
        return True

    def bid(self, number: int = 0) -> str:
        """Lay one card of the hand: its name."""
        card = self.cards.nth(number)
        name = label_of(card)
        self.press(card)
        self.press(self.lay)
        expect(self.lay).to_be_hidden()
        return name

    def own_bid(self, card: str) -> Locator:
        """A card of the bid that lies face down for everybody else."""
        return self.side.get_by_role("img", name=card)

    def expect_log(self, told: str) -> None:
        """Open the log, and find that in it."""
        self.page.get_by_role("button", name="Log", exact=True).click()
        expect(self.page.get_by_role("log")).to_contain_text(told)
        self.page.get_by_role("dialog").get_by_role("button", name="Close").click()

    def take(self) -> None:
        """Take the first pile that can be taken: one press shows it, one takes it."""
        self.show(self.piles.first)
        self.press(self.piles.first)
        expect(self.choices).to_have_count(0)

    def show(self, pile: Locator) -> None:
        """Press a pile once, and wait until the next press counts."""
        self.press(pile)
        expect(pile).to_have_class(re.compile(r"\bchosen\b"))
        expect(pile).to_have_attribute("aria-disabled", "false")

    def step(self) -> str:
        """Do what is asked: what it was."""
        asked = self.asked()
        if asked == BIDDING:
            self.bid()
        elif asked == TURN:
            self.take()
        return asked

    def finish_deal(self, after_step: Callable[[], None] = lambda: None) -> int:
        """Play until the deal is over: how many steps it took."""
        for steps in range(_MOST_STEPS):
            if self.step() == OVER:
                return steps
            after_step()
        raise AssertionError("the deal does not end")

    def hands(self) -> dict[str, int]:
        """What everybody has scored in the deal, as the page counts it."""
        count = self.page.get_by_role("button", name="Scoring", exact=True)
        if count.is_visible():
            self.press(count)
        hands = self.page.get_by_role("article", name=re.compile("’s hand$"))
        expect(hands.first).to_be_visible()
        return dict(_name_and_total(hand) for hand in hands.all())


def finish_together(*players: Player) -> None:
    """All of them play until the deal is over for everybody."""
    playing = list(players)
    for _ in range(_MOST_STEPS):
        playing = [each for each in playing if not (each.is_asked() and each.step() == OVER)]
        if not playing:
            return
    raise AssertionError("the deal does not end")


def wait_for_turn(player: Player, *others: Player) -> None:
    """Bids lie open: the others act until it is this one's turn."""
    for _ in range(_MOST_STEPS):
        if player.is_asked():
            assert player.asked() == TURN
            return
        for other in others:
            if other.is_asked() and other.asked() == TURN:
                other.take()
    raise AssertionError("the turn does not come")


def label_of(card: Locator) -> str:
    """The name of a card."""
    label = str(card.get_attribute("aria-label"))
    return re.sub(r"(number \d+), .*", r"\1", label)  # without what it is doing there


def worth_of(*names: str) -> int:
    """What cards with these names are worth together."""
    return sum(int(re.findall(r"\d+", name)[0]) for name in names)


def _name_and_total(hand: Locator) -> tuple[str, int]:
    name = hand.get_by_role("heading").inner_text()
    total = hand.get_by_role("row", name="Total").get_by_role("cell")
    return name, int(total.inner_text().replace(",", ""))


def agree_on(page: Page, *others: str, press: Press = Locator.click) -> None:
    """Fill in the form of a new table: one deal with two others, bots by their ids."""
    press(page.get_by_role("group", name="Players").get_by_text("3", exact=True))
    for number, other in enumerate(others, 2):
        page.get_by_role("combobox", name=f"Seat {number}").select_option(bot_name(other))
    page.get_by_role("combobox", name=re.compile("^Deals")).select_option("1")


def come(visit: OpenPage, seated: Seated, name: str, **wishes: Any) -> Player:
    """Somebody opens a seat by its private link."""
    page = with_name(visit(**wishes), name)
    page.goto(seated.link)
    return Player(page)


def scores_by_name(server: ServerProcess, code: str) -> dict[str, int]:
    """What the server's own record says of the first deal, bots by the names people read."""
    record = server.ask("GET", f"/api/tables/{code}/record").json()
    names = record["players"]
    for bot in {*record["bots"]} - {None}:
        names = [re.sub(f"^{bot}( |$)", rf"{bot_name(bot)}\1", name) for name in names]
    return dict(zip(names, record["deals"][0]["scores"], strict=True))


def bot_name(bot: str) -> str:
    """What people call the bot."""
    return load_bots("en")[bot]["name"]


def code_of(page: Page) -> str:
    """The code of the table the page is at."""
    found = re.search(r"/t/(\w+)", page.url)
    assert found, page.url
    return found[1]
