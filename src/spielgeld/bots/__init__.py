"""Computer players. A bot gets a view and a random number generator, nothing else."""

from spielgeld.bots.bot import BatchBot, Bot
from spielgeld.bots.matches import play_match
from spielgeld.bots.piles import taken
from spielgeld.bots.registry import BOTS, PUBLISHED, BotEntry, add_bot, make_bot

__all__ = [
    "BOTS",
    "PUBLISHED",
    "BatchBot",
    "Bot",
    "BotEntry",
    "add_bot",
    "make_bot",
    "play_match",
    "taken",
]
