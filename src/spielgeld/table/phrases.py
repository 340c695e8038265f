"""Quick phrases: all that people can say at a table. The words are in `texts/`."""

from typing import Literal

Phrase = Literal[
    "hello",
    "good_luck",
    "thinking",
    "hurry",
    "nice_bid",
    "bluff",
    "ouch",
    "lucky",
    "thanks",
    "sorry",
    "well_played",
    "one_more",
    "goodbye",
]

MOST = 4
"""How many phrases a seat may say …"""
WITHIN = 10.0
"""… within this many seconds."""
