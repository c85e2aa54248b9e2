"""What a hello binds, and what of it is refused."""

from dataclasses import replace

import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.log.identity import Identity
from p2pjeux.net.hello import HELLO_SIZE_MAX, Hello, read_hello, write_hello
from p2pjeux.net.noise import Role
from tests.net.people import faulting, papers

LINK_KEY = bytes(range(32))
HASH = bytes(range(32, 64))
ROLE = Role.RESPONDER
MINE = papers(1, "Zoé", table=bytes(32), port=4242)
PAYLOAD = write_hello(MINE, ROLE, LINK_KEY, HASH)


def changed(at: int, value: Value) -> bytes:
    fields = decode(PAYLOAD)
    assert isinstance(fields, tuple)
    return encode([*fields[:at], value, *fields[at + 1 :]])


def test_a_hello_is_read_as_it_was_written() -> None:
    assert read_hello(PAYLOAD, ROLE, LINK_KEY, HASH) == MINE.hello


def test_a_hello_may_keep_its_name_and_its_table_to_itself() -> None:
    shy = replace(MINE, hello=Hello(MINE.identity.public))

    payload = write_hello(shy, ROLE, LINK_KEY, HASH)

    assert read_hello(payload, ROLE, LINK_KEY, HASH) == shy.hello


@pytest.mark.parametrize(
    "role, link_key, handshake_hash",
    [(Role.INITIATOR, LINK_KEY, HASH), (ROLE, HASH, HASH), (ROLE, LINK_KEY, LINK_KEY)],
    ids=["role", "link key", "handshake"],
)
def test_a_hello_holds_for_one_role_one_key_and_one_handshake(
    role: Role, link_key: bytes, handshake_hash: bytes
) -> None:
    with faulting(Fault.BAD_SIGNATURE):
        read_hello(PAYLOAD, role, link_key, handshake_hash)


def test_the_identity_of_another_does_not_hold() -> None:
    with faulting(Fault.BAD_SIGNATURE):
        read_hello(changed(1, Identity(bytes(32)).public), ROLE, LINK_KEY, HASH)


def test_another_version_is_said_whatever_follows_it() -> None:
    with pytest.raises(LinkLost) as caught:
        read_hello(encode([2, "anything", {"at": "all"}]), ROLE, LINK_KEY, HASH)

    assert caught.value.loss is Loss.VERSION
    assert caught.value.values == {"theirs": 2, "ours": 1}


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xc0",
        encode([]),
        encode([1]),
        encode([0, b""]),
        encode(["1"]),
        changed(1, bytes(32)),
        changed(1, b"short"),
        changed(2, b"short"),
        changed(3, "a\nb"),
        changed(3, "x" * 21),
        changed(3, 7),
        changed(4, b"short"),
        changed(4, bytes(33)),
        changed(5, 65536),
        changed(5, -1),
        PAYLOAD + b"\x00",
        PAYLOAD.ljust(HELLO_SIZE_MAX + 1, b"\x00"),
    ],
)
def test_a_hello_out_of_shape_is_refused(payload: bytes) -> None:
    with pytest.raises(PeerFault):
        read_hello(payload, ROLE, LINK_KEY, HASH)
