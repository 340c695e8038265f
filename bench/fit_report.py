"""The results of `table_fit.py`: stored in a file, printed as a table and a list of faults."""

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from browser.fit_scenes import Wanted
from browser.fitting import Fault, Screen, Size


@dataclass
class Report:
    """All screens that were looked at; with a file, also those of the runs before."""

    file: Path | None = None
    screens: list[tuple[Wanted, str, Screen]] = field(default_factory=list)
    broken: int = 0
    """Scenes that could not be played to their end."""
    _done: set[tuple[str, Wanted]] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not self.file or not self.file.exists():
            return
        kept = map(json.loads, self.file.read_text(encoding="utf-8").splitlines())
        latest = {(each["scene"], *map(str, _cell(each))): each for each in kept}
        for each in latest.values():
            screens = [_screen(told) for told in each["screens"]]
            if not any(screen.faults for screen in screens):  # those with faults are checked again
                self._note(Wanted(*_cell(each)), each["scene"], screens)

    def has(self, wanted: Wanted, scene: str) -> bool:
        """Whether it was looked at before, and was without a fault."""
        return (scene, replace(wanted, pictures=None)) in self._done

    def add(self, wanted: Wanted, scene: str, screens: list[Screen]) -> None:
        self._note(replace(wanted, pictures=None), scene, screens)
        if self.file:
            cell = {"players": wanted.players, "languages": wanted.languages, "sizes": wanted.sizes}
            told = {"scene": scene, **cell, "screens": [asdict(screen) for screen in screens]}
            with self.file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(told) + "\n")

    def _note(self, wanted: Wanted, scene: str, screens: list[Screen]) -> None:
        self._done.add((scene, wanted))
        self.screens += [(wanted, scene, screen) for screen in screens]

    def tell(self) -> int:
        """Print it all: how many faults there were."""
        self.tell_heights()
        return self._tell_faults() + self.broken

    def tell_heights(self) -> None:
        """A line for each size and phase, with the tallest and widest page and the longest jump."""
        rows: dict[tuple[Size, str], list[Screen]] = defaultdict(list)
        for _, _, screen in self.screens:
            rows[screen.size, screen.phase].append(screen)
        print("\n| window | phase | screens | tallest | widest | jump | faults |")
        print("|---|---|---|---|---|---|---|")
        for (size, phase), screens in sorted(rows.items(), key=lambda row: (-row[0][0][0], row[0])):
            tallest = max(screen.height for screen in screens)
            widest = max(screen.width for screen in screens)
            jump = max(screen.jump for screen in screens)
            faults = sum(bool(screen.faults) for screen in screens)
            print(
                f"| {size[0]}×{size[1]} | {phase} | {len(screens)} | {tallest}"
                f" | {widest} | {jump:.0f} | {faults} |"
            )

    def _tell_faults(self) -> int:
        """Each fault once, with where it was seen first and how often."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for wanted, scene, screen in self.screens:
            size = f"{screen.size[0]}×{screen.size[1]}"
            where = f"{size}, {wanted.players} players, {screen.language}, {scene}, {screen.phase}"
            for fault in screen.faults:
                found[fault.kind, fault.at].append(f"{where}: {fault.what}")
        print(f"\n{len(found)} different faults on {len(self.screens)} screens")
        for (kind, at), places in sorted(found.items()):
            print(f"- {kind}: {at} ({len(places)}×)\n    {places[0]}")
            if len(sizes := sorted({place.split(",")[0] for place in places})) > 1:
                print(f"    sizes {', '.join(sizes)}")
        return len(found)


def _cell(told: dict[str, Any]) -> tuple[int, tuple[str, ...], tuple[Size, ...]]:
    """At what it was looked at."""
    return told["players"], tuple(told["languages"]), tuple(map(_size, told["sizes"]))


def _size(told: list[int]) -> Size:
    width, height = told
    return width, height


def _screen(told: dict[str, Any]) -> Screen:
    faults = tuple(Fault(**fault) for fault in told["faults"])
    return Screen(**{**told, "size": _size(told["size"]), "faults": faults})
