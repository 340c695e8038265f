"""Real servers for every test in this folder."""

from support.server_process import server
from support.servers import postgres_server, postgres_url, restartable_postgres

__all__ = ["postgres_server", "postgres_url", "restartable_postgres", "server"]
