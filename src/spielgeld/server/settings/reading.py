"""What the operator chose: a flag beats the environment, which beats the default."""

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from spielgeld.engine.errors import Unreadable, quoted
from spielgeld.server.settings.options import OPTIONS, SettingOption, Value

_SWITCHES = {"yes": True, "true": True, "on": True, "1": True}
_SWITCHES |= {"no": False, "false": False, "off": False, "0": False}
_HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_SCHEMES = {
    "database": ("postgresql", "postgres"),
    "database_direct_url": ("postgresql", "postgres"),
    "public_url": ("http", "https"),
}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything an operator can set. What each is for stands in `texts/*/help.json`."""

    host: str
    host_names: frozenset[str]
    port: int | None
    data: Path
    # The two may hold passwords, which must not get into a traceback or a log.
    database: str | None = field(repr=False)
    database_direct_url: str | None = field(repr=False)
    public_url: str | None
    trusted_proxies: int
    keep_days: int
    max_message_bytes: int
    messages_per_second: float
    message_burst: int
    tables_per_hour: int
    joins_per_hour: int
    connections_per_address: int
    connections: int
    hello_seconds: float
    log_format: str
    log_level: str
    metrics: bool
    metrics_public: bool


class _Given(NamedTuple):
    """A setting as it was given, and the flag or variable that gave it."""

    option: SettingOption
    source: str
    value: object

    def refused(self, why: str, reason: str, **arguments: object) -> Unreadable:
        return Unreadable(
            "setting",
            f"{self.source} {reason}",
            why=f"setting_{why}",
            name=self.source,
            **arguments,
        )


def read_settings(flags: Mapping[str, object], environ: Mapping[str, str]) -> Settings:
    """The settings of these flags, by the names of the fields, and this environment.

    A flag that is None and a variable that is empty count as not given.
    """
    given = {option.name: _given(option, flags, environ) for option in OPTIONS}
    values: dict[str, Any] = {
        name: option_given.option.default if option_given.value is None else _read(option_given)
        for name, option_given in given.items()
    }
    folder = values["data"]
    values["data"] = default_data_folder(environ) if folder is None else Path(folder).expanduser()
    values["host_names"] = _read_host_names(given["host_names"])
    if values["database_direct_url"] and not values["database"]:
        database = given["database"].option
        raise given["database_direct_url"].refused(
            "needs_database",
            f"is another way to a PostgreSQL: {database.flag} or {database.variable} names it",
            flag=database.flag,
            variable=database.variable,
        )
    return Settings(**values)


def default_data_folder(
    environ: Mapping[str, str], platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The folder for a program's data in the user's home, where the platform wants it.

    By hand: on macOS `platformdirs` (4.14) follows XDG_DATA_HOME, which our data folders never did.
    """
    home = home or Path(environ.get("HOME") or "~").expanduser()
    if platform == "darwin":
        return home / "Library" / "Application Support" / "spielgeld"
    variable, otherwise = "XDG_DATA_HOME", home / ".local" / "share"
    if platform == "win32":
        variable, otherwise = "LOCALAPPDATA", home / "AppData" / "Local"
    chosen = environ.get(variable, "")
    # By the XDG rules a relative path counts as not set.
    return (Path(chosen) if Path(chosen).is_absolute() else otherwise) / "spielgeld"


def _given(
    option: SettingOption, flags: Mapping[str, object], environ: Mapping[str, str]
) -> _Given:
    flag = flags.get(option.name)
    if flag is not None:
        return _Given(option, option.flag, flag)
    return _Given(option, option.variable, environ.get(option.variable) or None)


def _read(given: _Given) -> Value:
    kind = given.option.kind
    if kind == "switch":
        return _read_switch(given)
    if kind in ("whole", "number"):
        return _read_number(given)
    text = str(given.value)
    if kind == "choice":
        if text not in given.option.choices:
            choices = given.option.choices
            reason = f"is one of {', '.join(choices)}, not {quoted(text)}"
            raise given.refused("choice", reason, names=list(choices), found=quoted(text))
        return text
    if given.option.name in _SCHEMES:
        return _read_url(given, text, _SCHEMES[given.option.name])
    if not text.strip() or not text.isprintable():
        reason = f"is {quoted(text)}, which cannot be read"
        raise given.refused("text", reason, found=quoted(text))
    return text


def _read_switch(given: _Given) -> bool:
    if isinstance(given.value, bool):
        return given.value
    switched = _SWITCHES.get(str(given.value).strip().lower())
    if switched is None:
        found = quoted(given.value)
        raise given.refused("switch", f"is yes or no, not {found}", found=found)
    return switched


def _read_number(given: _Given) -> int | float:
    option, text = given.option, str(given.value).strip()
    whole = option.kind == "whole"
    number: float | None
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = None
    if number is None or not math.isfinite(number) or not option.least <= number <= option.most:
        kind = "a whole number" if whole else "a number"
        found = quoted(given.value)
        raise given.refused(
            option.kind,
            f"is {kind} from {option.least} to {option.most}, not {found}",
            least=option.least,
            most=option.most,
            found=found,
        )
    return number


def _read_host_names(given: _Given) -> frozenset[str]:
    names = [each.strip().lower() for each in str(given.value or "").split(",")]
    for name in filter(None, names):
        if not _HOST_NAME.fullmatch(name):
            requirement = "is names with commas between them, such as laptop.lan,cards.lan"
            found = quoted(given.value)
            raise given.refused("host_names", f"{requirement}, not {found}", found=found)
    return frozenset(filter(None, names))


def _read_url(given: _Given, text: str, schemes: tuple[str, ...]) -> str:
    # Never quoted: it may hold a password.
    requirement = f"is an address that begins with {schemes[0]}://"
    try:
        parts = urlsplit(text)
        # A database may have several hosts, each with a port of its own: the driver reads them.
        port = parts.port if given.option.name == "public_url" else None
    except ValueError:
        raise given.refused("url", requirement, scheme=schemes[0]) from None
    if parts.scheme not in schemes or not text.isprintable() or " " in text or port == 0:
        raise given.refused("url", requirement, scheme=schemes[0])
    if given.option.name != "public_url":
        return text
    if (
        not parts.hostname
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
        or parts.username
    ):
        reason = "is a scheme and a host, such as https://cards.example.org"
        raise given.refused("public_url", reason)
    return f"{parts.scheme}://{parts.netloc.lower()}"
