"""What was seen of the table at every size, as a table and a list of faults."""

from collections import defaultdict
from dataclasses import dataclass, field

from browser.fit_scenes import Wanted
from browser.fitting import Screen, Size


@dataclass
class Report:
    """All screens that were looked at."""

    screens: list[tuple[Wanted, str, Screen]] = field(default_factory=list)
    broken: int = 0
    """Scenes that could not be played to their end."""

    def add(self, wanted: Wanted, scene: str, screens: list[Screen]) -> None:
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
