"""Everything an operator can set, as a table for the command line, the documents and the reader.

Kept apart from `settings` so that `--help` need not load the engine.
"""

from typing import Literal, NamedTuple

FIRST_PORT = 8420
"""Where a server listens that was told no port; the next free one if it is taken."""
MAX_COUNT = 1_000_000_000

Kind = Literal["text", "whole", "number", "switch", "choice"]
Value = str | int | float | bool | None


class Option(NamedTuple):
    """One setting: its name, how it is read, what it is without being set, and what it is for."""

    name: str
    kind: Kind
    default: Value
    help: str
    metavar: str = "N"
    least: int = 1
    most: int = MAX_COUNT
    choices: tuple[str, ...] = ()
    told: str = ""
    """The default in words, where its value would not tell."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "SPIELGELD_" + self.name.upper()

    @property
    def default_in_words(self) -> str:
        """The default as the help and the documents tell it."""
        if self.told:
            return self.told
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if isinstance(self.default, float):
            return f"{self.default:g}"
        return "none" if self.default is None else str(self.default)


OPTIONS = (
    Option("host", "text", "127.0.0.1", "address to listen on", "ADDRESS"),
    Option(
        "host_names",
        "text",
        None,
        "further names it is reached by, with commas between them",
        "NAMES",
        told="none but the machine's own",
    ),
    Option(
        "port",
        "whole",
        None,
        "port to listen on; 0: any free one",
        least=0,
        most=65_535,
        told=f"{FIRST_PORT}, or the next free one",
    ),
    Option(
        "data",
        "text",
        None,
        "folder of the embedded database",
        "DIR",
        told="spielgeld in the user's data folder",
    ),
    Option(
        "database",
        "text",
        None,
        "keep tables in this PostgreSQL, postgresql://…",
        "URL",
        told="SQLite in the data folder",
    ),
    Option("redis", "text", None, "join other nodes through this Redis, redis://…", "URL"),
    Option("public_url", "text", None, "address people reach it by, behind a proxy", "URL"),
    Option(
        "trusted_proxies",
        "whole",
        0,
        "proxies in front that add to X-Forwarded-For",
        least=0,
        most=10,
    ),
    Option("keep_days", "whole", 365, "days to keep finished tables", most=36_500),
    Option(
        "max_message_bytes",
        "whole",
        16_384,
        "size of a socket message at most",
        least=1_024,
        most=1_048_576,
    ),
    Option("messages_per_second", "number", 20.0, "lasting rate of messages of a seat"),
    Option("message_burst", "whole", 60, "messages a seat may send at once"),
    Option("tables_per_hour", "whole", 60, "tables an address may open in an hour"),
    Option("joins_per_hour", "whole", 300, "seats an address may take in an hour"),
    Option("connections_per_address", "whole", 200, "open sockets of one address at most"),
    Option("connections", "whole", 10_000, "open sockets at most"),
    Option("hello_seconds", "number", 10.0, "seconds a new socket has to say who it is"),
    Option(
        "log_format",
        "choice",
        "auto",
        "how to write logs",
        "FORMAT",
        choices=("auto", "json", "text"),
        told="auto: text on a terminal, else json",
    ),
    Option(
        "log_level",
        "choice",
        "auto",
        "least level to log",
        "LEVEL",
        choices=("auto", "debug", "info", "warning", "error"),
        told="auto: warning for text, else info",
    ),
    Option("metrics", "switch", True, "serve /metrics"),
    Option("metrics_public", "switch", False, "show /metrics to other hosts"),
)
