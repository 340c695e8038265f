"""Real servers for every test in this folder."""

from support.server_process import server
from support.servers import (
    postgres_server,
    postgres_url,
    redis_server,
    redis_url,
    restartable_postgres,
    restartable_redis,
)

__all__ = [
    "postgres_server",
    "postgres_url",
    "redis_server",
    "redis_url",
    "restartable_postgres",
    "restartable_redis",
    "server",
]
