"""A bot over the wire: `python remote_bot.py http://127.0.0.1:8420/t/CODE`. Needs `websockets`.

It bids its cheapest card and takes the fuller row; docs/protocol.md tells all the rest."""

import json
import sys
import urllib.request
from string import ascii_uppercase

from websockets.sync.client import connect

server, code = sys.argv[1].split("/t/")
join = f"{server}/api/tables/{code}/join", b'{"name": "Wire"}', {"Content-Type": "application/json"}
token = json.load(urllib.request.urlopen(urllib.request.Request(*join)))["token"]

with connect(server.replace("http", "ws", 1) + f"/ws/{code}", proxy=None) as socket:
    socket.send(json.dumps({"type": "hello", "token": token}))
    seat, view, done = None, {}, set()
    for message in (json.loads(line) for frame in socket for line in frame.splitlines()):
        if message["type"] == "welcome":
            seat, view = message["seat"], message["view"]
        for part in {"table", "deal", "hand"} & set(message):
            view[part] = {**(view[part] or {}), **message[part]}
        table, deal = view["table"], view["deal"]
        if table["status"] == "finished":
            print(deal["scores"])
            break
        what, when = table["awaiting"]["what"], deal and {k: deal[k] for k in ("deal", "round")}
        if seat not in table["awaiting"]["seats"] or (name := f"{what} {when}") in done:
            continue
        done.add(name)
        move = {"type": "ready", "deal": deal["deal"] + 1}
        if what == "bids":
            cheapest = min(view["hand"]["hand"], key=lambda card: card.lstrip(ascii_uppercase))
            move = {"type": "lay_bid", **when, "cards": [cheapest]}
        elif what == "turn":
            fuller = "right" if len(deal["right"]) >= len(deal["left"]) else "left"
            move = {"type": "take_turn", **when, "turn": fuller}
        socket.send(json.dumps({**move, "id": str(len(done))}))
