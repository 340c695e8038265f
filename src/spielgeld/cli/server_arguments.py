"""The options of `spielgeld serve`: every setting of the server, and how it is shown here."""

from argparse import ArgumentParser, BooleanOptionalAction
from collections.abc import Callable

from spielgeld.server.options import OPTIONS, Option


def add_serve(add: Callable[[str, str], ArgumentParser]) -> None:
    """The command `serve`, which also runs where no command is named."""
    serve = add("serve", "Serve tables to browsers and bots; the default without a command.")
    serve.epilog = "Each setting can also be given in the environment: SPIELGELD_PORT for --port."
    listening = serve.add_mutually_exclusive_group()
    for option in OPTIONS:
        _add_option(listening if option.name == "host" else serve, option)
    listening.add_argument(
        "--lan", action="store_true", help="listen on all addresses and print the link for others"
    )
    serve.add_argument(
        "--bot",
        dest="bots",
        action="append",
        default=[],
        metavar="FILE.py:CLASS",
        help="a bot of your own that can take seats; may be given several times",
    )
    serve.add_argument("--qr", action="store_true", help="print the QR code also into a file")
    serve.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )


def _add_option(parser: object, option: Option) -> None:
    add = getattr(parser, "add_argument")  # noqa: B009 - argparse has no public type for groups
    told = f"{option.help}; default: {option.default_in_words}"
    if option.kind == "switch":
        add(option.flag, dest=option.name, action=BooleanOptionalAction, default=None, help=told)
    else:
        # Read by the settings, which refuse a variable in the same words.
        metavar = option.metavar if not option.choices else None
        add(
            option.flag,
            dest=option.name,
            metavar=metavar,
            choices=option.choices or None,
            help=told,
        )
