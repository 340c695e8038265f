"""Everything an operator can set, as a table for the command line, the documents and the reader.

Kept apart from `settings` so that `--help` need not load the engine. What each is for stands in
`texts/*/help.json`.
"""

from typing import Literal, NamedTuple

FIRST_PORT = 8420
"""Where a server listens that was told no port; the next free one if it is taken."""
MAX_COUNT = 1_000_000_000

Kind = Literal["text", "whole", "number", "switch", "choice"]
Value = str | int | float | bool | None


class Option(NamedTuple):
    """One setting: its name, how it is read, and what it is without being set."""

    name: str
    kind: Kind
    default: Value
    metavar: str = "N"
    """What stands for the value; in small letters, the name of a word for it in `texts`."""
    least: int = 1
    most: int = MAX_COUNT
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "SPIELGELD_" + self.name.upper()


OPTIONS = (
    Option("host", "text", "127.0.0.1", "address"),
    Option("host_names", "text", None, "host_names"),
    Option("port", "whole", None, least=0, most=65_535),
    Option("data", "text", None, "folder"),
    Option("database", "text", None, "URL"),
    Option("redis", "text", None, "URL"),
    Option("public_url", "text", None, "URL"),
    Option("trusted_proxies", "whole", 0, least=0, most=10),
    Option("keep_days", "whole", 365, most=36_500),
    Option("max_message_bytes", "whole", 16_384, least=1_024, most=1_048_576),
    Option("messages_per_second", "number", 20.0),
    Option("message_burst", "whole", 60),
    Option("tables_per_hour", "whole", 60),
    Option("joins_per_hour", "whole", 300),
    Option("connections_per_address", "whole", 200),
    Option("connections", "whole", 10_000),
    Option("hello_seconds", "number", 10.0),
    Option("log_format", "choice", "auto", "format", choices=("auto", "json", "text")),
    Option(
        "log_level",
        "choice",
        "auto",
        "level",
        choices=("auto", "debug", "info", "warning", "error"),
    ),
    Option("metrics", "switch", True),
    Option("metrics_public", "switch", False),
)
