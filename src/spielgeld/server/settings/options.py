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


class SettingOption(NamedTuple):
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
    SettingOption("host", "text", "127.0.0.1", "address"),
    SettingOption("host_names", "text", None, "host_names"),
    SettingOption("port", "whole", None, least=0, most=65_535),
    SettingOption("data", "text", None, "folder"),
    SettingOption("database", "text", None, "URL"),
    SettingOption("database_direct_url", "text", None, "URL"),
    SettingOption("public_url", "text", None, "URL"),
    SettingOption("trusted_proxies", "whole", 0, least=0, most=10),
    SettingOption("keep_days", "whole", 365, most=36_500),
    SettingOption("max_message_bytes", "whole", 16_384, least=1_024, most=1_048_576),
    SettingOption("messages_per_second", "number", 20.0),
    SettingOption("message_burst", "whole", 60),
    SettingOption("tables_per_hour", "whole", 60),
    SettingOption("joins_per_hour", "whole", 300),
    SettingOption("connections_per_address", "whole", 200),
    SettingOption("connections", "whole", 10_000),
    SettingOption("hello_seconds", "number", 10.0),
    SettingOption("log_format", "choice", "auto", "format", choices=("auto", "json", "text")),
    SettingOption(
        "log_level",
        "choice",
        "auto",
        "level",
        choices=("auto", "debug", "info", "warning", "error"),
    ),
    SettingOption("metrics", "switch", True),
    SettingOption("metrics_public", "switch", False),
)
