"""The options of `spielgeld serve`: every setting of the server, and how it is shown here."""

from argparse import BooleanOptionalAction
from collections.abc import Callable
from functools import partial
from typing import Any

from spielgeld.cli.parser import Parser
from spielgeld.server.settings.options import FIRST_PORT, OPTIONS, SettingOption
from spielgeld.texts import tell_help

_DEFAULTS_IN_WORDS = {"host_names", "port", "data", "database", "log_format", "log_level"}
"""Settings whose default is described in words, because the value itself says little."""


def add_serve(add: Callable[[str], Parser]) -> None:
    """The command `serve`, which also runs where no command is named."""
    serve = add("serve")
    words = partial(tell_help, serve.language)
    serve.epilog = words("serve.environment")
    listening = serve.options.add_mutually_exclusive_group()
    for option in OPTIONS:
        _add_option(listening if option.name == "host" else serve, serve.language, option)
    listening.add_argument("--lan", action="store_true", help=words("serve.lan"))
    serve.add_argument(
        "--bot",
        dest="bots",
        action="append",
        default=[],
        metavar=words("names.bot"),
        help=words("serve.bot"),
    )
    serve.add_argument("--qr", action="store_true", help=words("serve.qr"))
    serve.add_argument(
        "--no-browser", dest="browser", action="store_false", help=words("serve.no_browser")
    )
    serve.add_argument("--language", metavar="L", help=words("options.language"))


def tell_default(language: str, option: SettingOption) -> str:
    """The default of a setting, as the help and the documents show it."""
    if option.name in _DEFAULTS_IN_WORDS:
        return tell_help(language, f"defaults.{option.name}", port=FIRST_PORT)
    if option.default is None or isinstance(option.default, bool):
        named = {None: "none", True: "yes", False: "no"}[option.default]
        return tell_help(language, f"defaults.{named}")
    return f"{option.default:g}" if isinstance(option.default, float) else str(option.default)


def _add_option(group: Any, language: str, option: SettingOption) -> None:
    about = tell_help(language, f"serve.{option.name}")
    named: dict[str, Any] = {"dest": option.name, "help": _with_default(language, about, option)}
    if option.kind == "switch":
        named |= {"action": BooleanOptionalAction, "default": None}
    else:
        # Parsed by the settings, which refuse an environment variable in the same words.
        stands = option.metavar
        named["metavar"] = stands if stands.isupper() else tell_help(language, f"names.{stands}")
    group.add_argument(option.flag, **named)


def _with_default(language: str, about: str, option: SettingOption) -> str:
    if option.choices:
        about = f"{about}: {', '.join(option.choices)}"
    default = tell_default(language, option)
    return tell_help(language, "layout.default", about=about, default=default)
