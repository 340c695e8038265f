"""What two nodes tell each other about a table that one of them runs.

A command goes to the node that runs the table; what was written goes to every node through which
somebody is connected or has just done something, and tells that the command was accepted; else an
answer comes back. Any of it may be lost: then the store is read, and the command is decided where
it came in. News for all nodes, without content, is in `bus.py`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.tables.seat_commands import AnySeatCommand
from spielgeld.table.outgoing.publisher import EncodedUpdate, OwnPart

NOT_DONE = -1
"""Answered by a node that does not run the table, or cannot write to it."""


class ForwardedCommand(Struct, array_like=True, frozen=True, gc=False):
    """What somebody does at a table, for the node that runs it."""

    table: str
    number: int
    """The sender's own number for it."""
    command: AnySeatCommand


class RefusedCommand(Struct, array_like=True, frozen=True, gc=False):
    """Why a command was refused."""

    code: str
    sentence: str
    arguments: dict[str, Any]
    is_readable: bool
    """Whether it was understood, but not allowed."""


class CommandAnswer(Struct, array_like=True, frozen=True, gc=False):
    """What became of a forwarded command, where the new entries do not tell."""

    table: str
    number: int
    """As it was sent."""
    reached: int
    """The number the log had reached, or `NOT_DONE`."""
    refused: RefusedCommand | None = None

    @property
    def refusal(self) -> Refusal | None:
        why = self.refused
        if why is None:
            return None
        family = NotAllowed if why.is_readable else Unreadable
        return family(why.code, why.sentence, **why.arguments)


class EntryUpdates(Struct, array_like=True, frozen=True, gc=False):
    """What the recipients at one node are told of one entry, worked out for it."""

    shared: bytes
    """The part all have in common."""
    own_parts: list[OwnPart]


class NewEntries(Struct, array_like=True, frozen=True, gc=False):
    """What was written to a table's log."""

    table: str
    after: int
    """The number of the last entry before these."""
    entries: tuple[bytes, ...]
    recipients: list[int] = []
    """Those for whom the updates were worked out."""
    updates: list[EntryUpdates] = []
    """By entry; none where each node has to work them out."""
    accepted: list[int] = []
    """The recipient's numbers of the commands that were accepted with them: no other answer."""


class NodeMessage(Struct, array_like=True, frozen=True, gc=False):
    """All that one node tells another at one moment.

    Entries are heard before answers: a sender sees the update before its confirmation.
    """

    entries: list[NewEntries] = []
    answers: list[CommandAnswer] = []
    commands: list[ForwardedCommand] = []


def updates_for(recipients: list[int], updates: Mapping[int, EncodedUpdate]) -> EntryUpdates:
    """What these recipients are told of an entry, as it travels."""
    shared, own_parts = b"", []
    for each in recipients:
        if each in updates:
            number, shared, own = updates[each]
            own_parts.append((each, number, own))
    return EntryUpdates(shared, own_parts)


def refused_command(refusal: Refusal | None) -> RefusedCommand | None:
    """The refusal as it travels."""
    if refusal is None:
        return None
    is_readable = isinstance(refusal, NotAllowed)
    return RefusedCommand(refusal.code, refusal.sentence, refusal.arguments, is_readable)


encode_message = msgspec.msgpack.Encoder().encode
decode_message = msgspec.msgpack.Decoder(NodeMessage).decode
