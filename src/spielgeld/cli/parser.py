"""An argument parser in the reader's language: headings, help and error messages.

argparse reports errors as English sentences, without a code. Most are caught before that: a failing
option carries its name, leftover words are found here, numbers and commands are converted by our
own functions. The other sentences are recognised by their wording (`_SENTENCES`); one that a later
Python words differently is shown as it is.
"""

import re
import sys
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, NoReturn

from spielgeld.cli.output import REFUSED, harmless
from spielgeld.cli.reader_language import FOR_PROGRAMS
from spielgeld.texts import tell, tell_help, tell_whole

_SENTENCES = {
    "required": re.compile(r"the following arguments are required: (?P<names>.+)", re.DOTALL),
    "one_value": re.compile(r"expected one argument"),
    "no_value": re.compile(r"ignored explicit argument (?P<found>.+)", re.DOTALL),
    "together": re.compile(r"not allowed with argument (?P<other>.+)", re.DOTALL),
    "ambiguous": re.compile(
        r"ambiguous option: (?P<found>.+) could match (?P<names>.+)", re.DOTALL
    ),
}
_LONGEST_NUMBER = 13
_MOST = 10**12


class Help(HelpFormatter):
    """Help with the translated word for *usage*."""

    def __init__(self, prog: str, *, language: str, **named: Any) -> None:
        super().__init__(prog, **named)
        self._before_usage = f"{tell_help(language, 'layout.usage')} "

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the usage line; a given prefix, even an empty one, replaces the translated word."""
        own = self._before_usage if prefix is None else prefix
        super().add_usage(usage, actions, groups, own)


class HelpAsWritten(RawDescriptionHelpFormatter, Help):
    """The same, with a description that keeps its lines."""


class Parser(ArgumentParser):
    """Prints help and errors in one language; what it quotes of the input is made safe to print."""

    def __init__(
        self, *, language: str = FOR_PROGRAMS, style: type[Help] = Help, **named: Any
    ) -> None:
        help_style: Any = partial(style, language=language)
        super().__init__(add_help=False, formatter_class=help_style, **named)
        self.language = language
        self.commands: Sequence[str] = ()
        """The names of the commands, for the parser of the whole line."""
        self._arguments = self.add_argument_group(tell_help(language, "layout.arguments"))
        self.options = self.add_argument_group(tell_help(language, "layout.options"))
        """The group for mutually exclusive options."""
        self.add_argument("-h", "--help", action="help", help=tell_help(language, "options.help"))

    def add_argument(self, *names: Any, **named: Any) -> Action:
        """Add it under our heading instead of argparse's."""
        group = self.options if names[0].startswith("-") else self._arguments
        return group.add_argument(*names, **named)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse leftover words at once, with the usage of the command they were meant for."""
        words = [*(sys.argv[1:] if args is None else args)]
        if self.commands and words and not words[0].startswith("-"):
            self._check_command(words[0])
        chosen, left = super().parse_known_args(words, namespace)
        if left:
            self.refuse("left_over", words=" ".join(left))
        return chosen, left

    def _check_command(self, found: str) -> None:
        if found in self.commands:
            return
        alike = get_close_matches(found, self.commands, n=1)
        if alike:
            self.refuse("command_alike", found=repr(found[:40]), alike=alike[0])
        self.refuse("command", found=repr(found[:40]), names=[*self.commands])

    def error(self, message: str) -> NoReturn:
        """Called by argparse when something is wrong, within the handling of an `ArgumentError`."""
        failure = sys.exc_info()[1]
        option = failure.argument_name if isinstance(failure, ArgumentError) else None
        reason = failure.message if isinstance(failure, ArgumentError) else message
        for name, sentence in _SENTENCES.items():
            if found := sentence.fullmatch(reason):
                self.refuse(name, option=option, **found.groupdict())
        self._stop(reason if option is None else f"{option}: {reason}")

    def refuse(self, name: str, **arguments: object) -> NoReturn:
        """Print the error of that name and exit."""
        self._stop(tell(self.language, f"mistakes.{name}", **arguments))

    def _stop(self, sentence: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(REFUSED, f"{self.prog}: {harmless(sentence)}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own method ignores an output that cannot be written.
        (file or sys.stderr).write(message)


def whole_number(language: str, least: int) -> Callable[[str], int]:
    """A converter for whole numbers of at least `least`; it refuses anything else."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER:
            number = int(text)
            if least <= number <= _MOST:
                return number
        found, most = repr(text[:40]), tell_whole(language, _MOST)
        raise ArgumentTypeError(
            tell(language, "mistakes.whole_number", found=found, least=least, most=most)
        )

    return read
