"""Whether the table fits its window in every phase: nothing to scroll for, cut, or jumping.

`fitting.js` looks at one screen; here somebody plays, and has it looked at in every size.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket

from browser.screens import text

LOOK = (Path(__file__).parent / "fitting.js").read_text(encoding="utf-8")
SETTLED = """() => document.getAnimations().every((each) =>
  each.playState !== 'running' || each.effect.getComputedTiming().iterations === Infinity)"""
MOST_PICTURES = 3
"""Of one phase at one size in one language."""
MOVE_ALLOWED = 2.0
"""Pixels by which the hand, and the button just pressed, may move when a phase changes."""
A_MOMENT = 60
PATIENCE = 20_000
LONGEST_REVEAL = 60_000
SPEAK = """async (language) => {
  const kept = JSON.parse(localStorage.getItem('spielgeld / settings'));
  localStorage.setItem('spielgeld / settings', JSON.stringify({ ...kept, language }));
  dispatchEvent(new StorageEvent('storage', { key: 'spielgeld / settings' }));
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  while (document.documentElement.lang !== language) await frame();
}"""
"""As if another tab had chosen another language."""
TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
LOOK_IN_EACH = f"""async ([asked, waits]) => {{
  const [look, speak, isSettled] = [{LOOK}, {SPEAK}, {SETTLED}];
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const pileAt = ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-turn]')?.dataset.turn;
  const found = [];
  for (const [language, point] of asked) {{
    await speak(language);
    if (waits) do await frame(); while (!isSettled()); // what follows from new words is laid out
    found.push({{ ...look(), there: point && pileAt(point) }});
  }}
  return found;
}}"""
"""What it looks like in one language after the other, and which pile lies at a point then.

All at once: every question to the page takes its time.
"""

Size = tuple[int, int]
LAPTOPS: tuple[Size, ...] = ((1440, 900), (1024, 768))
PHONES: tuple[Size, ...] = ((390, 844), (390, 664), (360, 640), (360, 560), (844, 390))
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong on one screen."""

    kind: str
    at: str
    what: str


@dataclass(frozen=True)
class Screen:
    """What one phase looked like in one size and language."""

    size: Size
    language: str
    phase: str
    height: int
    width: int
    jump: float
    """By how many pixels the hand or a button moved since the phase before."""
    faults: tuple[Fault, ...]


def forms_of(sizes: Sequence[Size]) -> Iterator[tuple[dict[str, Any], list[Size]]]:
    """The sizes a laptop has and those a phone has, each with how a browser shows them."""
    for wishes, form in (({}, LAPTOPS), (TOUCH, PHONES)):
        if wanted := [size for size in sizes if size in form]:
            yield wishes, wanted


def visit(browser: Browser, language: str, wishes: dict[str, Any], **kept: Any) -> BrowserContext:
    """A browser of its own for somebody who reads this language."""
    context = browser.new_context(locale=language, **wishes)
    settings = json.dumps({"name": "Ann", "tempo": "instant", "sound": False, **kept})
    context.add_init_script(f"localStorage['spielgeld / settings'] ??= {settings!r}")
    return context


@dataclass
class Seen:
    """A table in a browser, with what the server says of it."""

    page: Page
    languages: Sequence[str]
    sizes: Sequence[Size]
    pictures: Path | None = None
    view: dict[str, Any] = field(default_factory=dict)
    seat: int | None = None
    screens: list[Screen] = field(default_factory=list)
    _places: dict[tuple[Size, str], list[float]] = field(default_factory=dict)
    _laid_at: dict[tuple[Size, str], tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.set_viewport_size({"width": self.sizes[0][0], "height": self.sizes[0][1]})
        self.language = self.languages[0]

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(str(frame)))

    def _hear(self, frame: str) -> None:
        for told in map(json.loads, frame.splitlines()):
            if told["type"] == "welcome":
                self.view, self.seat = told["view"], told["seat"]
            elif told["type"] == "update":
                for part in ("table", "deal", "own", "hand"):
                    if part in told:
                        self.view[part] = {**(self.view.get(part) or {}), **told[part]}

    @property
    def awaits(self) -> str:
        """What the table waits for, from this seat's place: bids, turn, ready, nothing, others."""
        awaiting = self.view.get("table", {}).get("awaiting")
        if not awaiting or self.view["table"]["status"] == "waiting":
            return "start"
        what = str(awaiting["what"])
        mine = self.seat is None or self.seat in awaiting["seats"]
        return what if mine or what in {"ready", "nothing"} else "others"

    @property
    def is_last_round(self) -> bool:
        return bool((self.view.get("deal") or {}).get("last_round"))

    def until(self, *wanted: str) -> str:
        """Wait until the table wants one of these of me."""
        for _ in range(PATIENCE // A_MOMENT):
            if self.awaits in wanted:
                return self.awaits
            self.page.wait_for_timeout(A_MOMENT)
        raise TimeoutError(f"the table awaits {self.awaits}, not {wanted}")

    def settle(self) -> None:
        """Wait until nothing moves."""
        self.page.evaluate(TWO_FRAMES)
        self.page.wait_for_function(SETTLED)

    def look(self, phase: str) -> None:
        """Note what the phase looks like in every size and language, and go back to the first."""
        for size in (*self.sizes[1:], self.sizes[0]):
            self.resize(size)
            self._look_in(phase, size, (*self.languages[1:], self.languages[0]), settled=True)

    def glance(self, phase: str, number: int) -> None:
        """Note what it looks like in the middle of movement, each time elsewhere."""
        size = self.sizes[number % len(self.sizes)]
        self.resize(size)
        language = self.languages[number // len(self.sizes) % len(self.languages)]
        self._look_in(phase, size, (language,), settled=False)

    def speak(self, language: str) -> None:
        if self.language == language:
            return
        self.page.evaluate(SPEAK, language)
        self.settle()
        self.language = language

    def resize(self, size: Size) -> None:
        if self.page.viewport_size != {"width": size[0], "height": size[1]}:
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            self.page.evaluate(TWO_FRAMES)

    def _look_in(self, phase: str, size: Size, languages: Sequence[str], *, settled: bool) -> None:
        asked = [(each, self._laid_at.get((size, each))) for each in languages]
        screens = self.page.evaluate(LOOK_IN_EACH, [asked, settled])
        self.language = languages[-1]
        for language, found in zip(languages, screens, strict=True):
            self._note(phase, size, language, found)

    def _note(self, phase: str, size: Size, language: str, found: dict[str, Any]) -> None:
        places = found["places"]
        faults = [Fault(**each) for each in found["faults"]]
        moved = {name: self._moved(size, language, name, at) for name, at in places.items()}
        faults += [
            Fault("jump", name, f"moved {by:.0f} px")
            for name, by in moved.items()
            if by > MOVE_ALLOWED
        ]
        faults += self._slips((size, language), places, found["there"])
        faults += self._missing(phase, set(found["offered"]))
        jump = max(moved.values(), default=0.0)
        height, width = found["height"], found["width"]
        self.screens.append(Screen(size, language, phase, height, width, jump, tuple(faults)))
        if faults and self.pictures:
            self._keep(phase, size, language)

    def _moved(self, size: Size, language: str, name: str, now: list[float]) -> float:
        """What is gone for a while does not jump; if it comes back elsewhere, it does."""
        what = (size, name if name == "hand" else f"{language}: {name}")
        before = self._places.setdefault(what, now)
        self._places[what] = now
        return max(abs(was - at) for was, at in zip(before[:2], now[:2], strict=True))

    def _slips(
        self, where: tuple[Size, str], places: dict[str, list[float]], there: str | None
    ) -> Iterator[Fault]:
        """In my turn nothing irreversible lies where the pointer pressed to lay the bid."""
        if box := places.get(text(where[1], "hand.bid.lay")):
            self._laid_at[where] = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        elif self.awaits == "turn" and there:
            yield Fault("slip", "pointer", f"“{there}” lies where the bid was laid")

    def _missing(self, phase: str, offered: set[str]) -> Iterator[Fault]:
        """All I may choose from is on the table: every card of mine, every pile."""
        mine: dict[str, list[Any]] = self.view.get("hand") or {}
        moment = phase.removeprefix("last round, ")
        wanted = {"bidding": "hand", "picked": "hand", "turn": "legal_turns"}.get(moment, "")
        for each in mine.get(wanted, ()):
            if str(each) not in offered:
                yield Fault("missing", moment, f"“{each}” can be chosen and is not there")

    def _keep(self, phase: str, size: Size, language: str) -> None:
        assert self.pictures
        self.pictures.mkdir(parents=True, exist_ok=True)
        name = f"{size[0]}x{size[1]}-{language}-{phase.replace(' ', '_')}"
        taken = len(list(self.pictures.glob(f"{name}*")))
        if taken < MOST_PICTURES:
            before = self.language
            self.speak(language)
            self.page.screenshot(path=self.pictures / f"{name}-{taken}.png")
            self.speak(before)

    def pick(self, count: int = 1) -> None:
        """Put so many more cards into the bid."""
        free = self.page.locator("[data-pick][aria-pressed=false]:not([data-pick='*'])")
        free.first.wait_for()
        for _ in range(count):
            card = free.first.element_handle()
            assert card
            self._press("picked", card, {"x": 8, "y": 8})

    def wish(self, turn: str) -> None:
        """Prepare the turn: press a pile that can be wished for."""
        pile = self.page.locator(f"button.wish[data-turn='{turn}']").element_handle()
        assert pile
        self._press("wished", pile)

    def _press(self, phase: str, what: Any, position: Any = None) -> None:
        """What is pressed and stays on the table does not move under the pointer."""
        before = what.bounding_box()
        what.click(position=position)
        self.page.evaluate(TWO_FRAMES)
        after = what.bounding_box()
        by = max(abs(before[side] - after[side]) for side in ("x", "y"))
        if by > MOVE_ALLOWED:
            fault = Fault("jump", "what was pressed", f"moved {by:.0f} px")
            self.screens.append(Screen(self.sizes[0], self.language, phase, 0, 0, by, (fault,)))

    @property
    def lay_button(self) -> Any:
        """Lays the bid; found by what it says, since that is what people look for."""
        return self.page.get_by_role("button", name=text(self.language, "hand.bid.lay"), exact=True)

    def lay(self) -> None:
        self.page.wait_for_timeout(400)  # a press right after a change of phase does not count
        self.lay_button.click()

    def act(self, choice: int = 0) -> None:
        """Take one of the piles that can be taken."""
        turns = self.view["hand"]["legal_turns"]
        turn = turns[choice % len(turns)]
        pile = self.page.locator(f"button[data-turn='{turn}']:not(.wish)")
        pile.wait_for(timeout=LONGEST_REVEAL)
        for _ in range(2):  # one press shows it, one takes it
            self.page.wait_for_timeout(400)  # a press right after a change does not count
            pile.click()


def play_deal(seen: Seen, *, rounds: Iterable[int] = range(400), choice: int = 0) -> None:
    """Play the deal to its end, and look at every phase of these rounds."""
    watched = set(rounds)
    for number in range(400):
        wanted = seen.until("bids", "turn", "ready", "nothing")
        if wanted in {"ready", "nothing"}:
            break
        looks = number in watched or seen.is_last_round
        if wanted == "bids":
            play_bid(seen, looks=looks, cards=1 + number % 3)
        if seen.until("turn", "ready", "nothing") != "turn":
            break
        play_turn(seen, looks=looks, choice=choice + number)
    look_at_end(seen)


def look_at_end(seen: Seen) -> None:
    """The end of a deal; of a match, and from there the count of its last deal."""
    seen.page.locator("section.deal-end").wait_for()
    if seen.awaits != "nothing":
        seen.look("end of deal")
        return
    count = text(seen.language, "scoring.after.count")
    button = seen.page.get_by_role("button", name=count, exact=True)
    button.wait_for()
    seen.look("end of match")
    button.click()
    seen.look("end of last deal")


def play_bid(seen: Seen, *, looks: bool = True, cards: int = 1) -> None:
    """Lay a bid, with a look before and while it is put together."""
    last = "last round, " if seen.is_last_round else ""
    seen.lay_button.wait_for()
    if looks:
        seen.look(f"{last}bidding")
    held = sum(1 for _ in seen.view["hand"]["hand"])
    seen.pick(min(cards, held))
    if looks:
        seen.look(f"{last}picked")
    seen.lay()


def play_turn(seen: Seen, *, looks: bool = True, choice: int = 0) -> None:
    """Take a turn, with a look before."""
    seen.settle()
    if looks:
        seen.look("last round, turn" if seen.is_last_round else "turn")
    seen.act(choice)
    for _ in range(PATIENCE // A_MOMENT):
        if seen.awaits != "turn":
            return
        seen.page.wait_for_timeout(A_MOMENT)
    raise TimeoutError("the turn is not taken")
