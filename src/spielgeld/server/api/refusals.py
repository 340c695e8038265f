"""Why a request was refused: its status, its code and what the words about it have to name."""

from collections.abc import Mapping

from spielgeld.engine import NotAllowed, Refusal, quoted

_LONGEST_TEXT = 80
_LONGEST_LIST = 20
_SAFE_NUMBER = 2**53
"""The largest integer that JavaScript represents exactly."""


_STATUS = {
    "no_such_table": 404,
    "no_such_review": 404,
    "busy": 503,
    "wrong_token": 403,
    "not_host": 403,
    "too_many_tables": 429,
    "too_many_joins": 429,
    "table_unreadable": 500,
    "store_down": 503,
}
"""Where a code of the table says more than its family."""


class HttpRefusal(Exception):
    """A request was refused for a reason that the rules of the game do not know.

    An argument `seconds` says when to come back; it also goes out as `Retry-After`.
    """

    def __init__(self, status: int, code: str, /, **arguments: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        """Stable name of the reason, for programs."""
        self.arguments = arguments
        """What the words about it have to name."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.code), self.__dict__


def status_of(refusal: HttpRefusal | Refusal) -> int:
    """The HTTP status of a refusal."""
    match refusal:
        case HttpRefusal():
            return refusal.status
        case NotAllowed():
            return _STATUS.get(refusal.code, 409)
        case _:
            return _STATUS.get(refusal.code, 400)


def plain_arguments(arguments: Mapping[str, object]) -> dict[str, object]:
    """Arguments that any JSON decoder can read, whatever input they quote."""
    return {name: _plain(value) for name, value in arguments.items()}


def _plain(value: object) -> object:
    match value:
        case None | bool():
            return value
        case int():
            return value if abs(value) < _SAFE_NUMBER else quoted(value)
        case float():
            return value if abs(value) < _SAFE_NUMBER else None
        case str():
            cut = value if len(value) <= _LONGEST_TEXT else value[: _LONGEST_TEXT - 1] + "…"
            return readable(cut)
        case list() | tuple():
            return [_plain(each) for each in value[:_LONGEST_LIST]]
        case _:
            return readable(quoted(value))


def readable(text: str) -> str:
    """The text without lone surrogates, which JSON can contain."""
    return text.encode("utf-8", "replace").decode("utf-8")


def unreadable(code: str, /, **arguments: object) -> HttpRefusal:
    """The request itself cannot be read."""
    return HttpRefusal(400, code, **arguments)
