"""What nodes send each other: nobody else reads it, invents it, or sends it a second time."""

import pytest

from spielgeld.server.tables.node_cipher import NodeCipher

KEY = bytes(range(32))


def test_the_recipient_reads_it_and_nobody_else() -> None:
    a, b, c = (NodeCipher(KEY, name) for name in "abc")
    sealed = a.seal(b"SF20a", "b")
    assert b"SF20a" not in sealed
    assert c.open(sealed) is None
    assert b.open(sealed) == ("a", b"SF20a")


def test_what_was_heard_before_is_not_heard_again() -> None:
    a, b = NodeCipher(KEY, "a"), NodeCipher(KEY, "b")
    first, second, third = (a.seal(message, "b") for message in (b"1", b"2", b"3"))
    assert b.open(first) == ("a", b"1")
    assert b.open(first) is None
    assert b.open(third) == ("a", b"3")  # one was lost
    assert b.open(second) is None


def test_equal_messages_look_different() -> None:
    a, b = NodeCipher(KEY, "a"), NodeCipher(KEY, "b")
    sealed = [a.seal(b"same", "c"), a.seal(b"same", "c"), b.seal(b"same", "c")]
    assert len({data[-20:] for data in sealed}) == 3


@pytest.mark.parametrize("at", [-1, -20, 3])
def test_what_was_changed_on_its_way_is_not_heard(at: int) -> None:
    sealed = bytearray(NodeCipher(KEY, "a").seal(b"message", "b"))
    sealed[at] ^= 1
    assert NodeCipher(KEY, "b").open(bytes(sealed)) is None


@pytest.mark.parametrize("data", [b"", b"not news", b"\x93\xa1a\x01", b"\x93\xa1a\xff\xc4\x00"])
def test_what_is_no_message_is_not_heard(data: bytes) -> None:
    assert NodeCipher(KEY, "b").open(data) is None


def test_another_cluster_is_not_heard() -> None:
    assert NodeCipher(KEY, "b").open(NodeCipher(bytes(32), "a").seal(b"", "b")) is None
