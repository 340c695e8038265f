"""A client of the server, for programs: a seat over the wire that survives lost connections."""

from spielgeld.client.http import ServerRefusal, join_table, open_table
from spielgeld.client.player import play
from spielgeld.client.seat import RemoteSeat
from spielgeld.client.views import engine_view

__all__ = ["RemoteSeat", "ServerRefusal", "engine_view", "join_table", "open_table", "play"]
