"""All bots by name: one list for every door of the house."""

from collections.abc import Callable, Mapping

from spielgeld.bots.bot import Bot
from spielgeld.bots.greedy_bot import GreedyBot
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Unreadable, quoted

BOTS: Mapping[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(name: str) -> Bot:
    """The bot of that name; refused with code `bot` if there is none."""
    if name not in BOTS:
        raise Unreadable(
            "bot",
            f"there is no bot {quoted(name)}; there are {', '.join(BOTS)}",
            found=quoted(name),
            names=list(BOTS),
        )
    return BOTS[name]()
