"""Reads what clients say, strictly."""

import msgspec

from spielgeld.engine import Unreadable
from spielgeld.server.api.decoding import explain
from spielgeld.table.commands import FromClient

_decoder = msgspec.json.Decoder(FromClient)


class _OnlyId(msgspec.Struct):
    id: str | None = None


_id_decoder = msgspec.json.Decoder(_OnlyId)


def read_message(text: str | bytes) -> FromClient:
    """Return the message; refused if it cannot be read."""
    try:
        message: FromClient = _decoder.decode(text)
    except msgspec.ValidationError as error:
        code, arguments = explain(error, "message")
        raise Unreadable(code, str(error), **arguments) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable("json", "that is not JSON") from None
    return message


def id_in(text: str | bytes) -> str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        found = _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found[:40] if found else None
