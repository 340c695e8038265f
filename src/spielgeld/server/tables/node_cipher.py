"""Seals what nodes send each other: Redis may leak, repeat or invent it, and nothing comes of that.

The nodes share a key that is kept in the store. Each encrypts with a key of its own, derived from
that one, and counts its messages. The count is the nonce, and tells what was heard before.
"""

import hmac
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12


class Sealed(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A message as it travels."""

    sender: str
    count: int
    data: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Sealed).decode


class _Sender:
    """Another node, as far as it has been heard."""

    __slots__ = ("cipher", "count")

    def __init__(self, cipher: "AESGCM") -> None:
        self.cipher = cipher
        self.count = 0


class NodeCipher:
    """Seals the messages of one node, and opens those sent to it."""

    def __init__(self, key: bytes, node: str) -> None:
        self._key = key
        self._node = node
        self._count = 0
        self._cipher = _cipher_of(key, node)
        self._senders: dict[str, _Sender] = {}

    def seal(self, message: bytes, recipient: str) -> bytes:
        """For that node, and no other, to read."""
        self._count += 1
        data = self._cipher.encrypt(_nonce(self._count), message, recipient.encode())
        return _encode(Sealed(self._node, self._count, data))

    def open(self, data: bytes) -> tuple[str, bytes] | None:
        """Who sent it, and what; None if it is not genuine, not for us, or was heard before."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - an optional extra

        try:
            sealed = _decode(data)
            sender = self._senders.get(sealed.sender)
            sender = sender or _Sender(_cipher_of(self._key, sealed.sender))
            nonce, recipient = _nonce(sealed.count), self._node.encode()
            message = sender.cipher.decrypt(nonce, sealed.data, recipient)
        except (InvalidTag, msgspec.DecodeError, OverflowError):
            return None
        if sealed.count <= sender.count:
            return None
        sender.count = sealed.count
        self._senders[sealed.sender] = sender
        return sealed.sender, message


def _cipher_of(key: bytes, node: str) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    return AESGCM(hmac.digest(key, node.encode(), "sha256"))


def _nonce(count: int) -> bytes:
    return count.to_bytes(NONCE_BYTES)
