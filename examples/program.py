"""A player as an outside program, with nothing but the standard library. Any language will do.

spielgeld arena --bots greedy --program "python examples/program.py" --deals 100
"""

import json
import random
import re
import sys


def value(card: str) -> int:
    """What is printed on a card: 20 for Y20a."""
    return int(re.sub(r"\D", "", card))


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"]}
    if asked["ask"] == "name":
        answer["name"] = "Richer-row"
    elif asked["ask"] == "bid":
        answer["bid"] = [random.Random(asked["seed"]).choice(asked["hand"]["hand"])]
    else:
        worth = {row: sum(map(value, asked["deal"][row])) for row in ("right", "left")}
        answer["turn"] = max(worth, key=lambda row: worth[row])
    print(json.dumps(answer), flush=True)
