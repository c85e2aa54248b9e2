"""Who is at the other end: the payloads of the handshake (protocol/7-links.md, Hello).

A peer's identity key signs its link key together with the hash of the handshake so far. So a link
belongs to an identity, and what was signed for one link proves nothing on another.
"""

from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.log.charter import exact
from p2pjeux.log.identity import (
    DIGEST_SIZE,
    SIGNATURE_SIZE,
    Domain,
    Identity,
    check_public,
    check_signature,
)
from p2pjeux.log.names import NAME_MAX, check_name
from p2pjeux.net.noise import KEY_SIZE, Role
from p2pjeux.primitives.exchange import TAG_SIZE
from p2pjeux.rules.words import later

# Both ends of a link must mean the same.
PROLOGUE: Final = b"p2pjeux/link"
# The version of the links and of all that travels on them.
VERSION: Final = 1
# Enough for the longest name; a stranger cannot make us read more before we know who he is.
HELLO_SIZE_MAX: Final = 512
HANDSHAKE_SIZE_MAX: Final = 2 * KEY_SIZE + 2 * TAG_SIZE + HELLO_SIZE_MAX
# A later version may say more; it is read as far as its number.
_FIELDS_MAX: Final = 16
_BINDING: Final = Domain("link")


@dataclass(frozen=True, slots=True)
class Hello:
    """What a peer says of itself when a link is made.

    All but ``key`` is only a claim. ``name`` may be empty: a peer that keeps its table private says
    its name later. ``table`` is the table it plays at, or empty in the lobby. ``port`` is where it
    listens, or 0.
    """

    key: bytes
    name: str = ""
    table: bytes = b""
    port: int = 0


@dataclass(frozen=True, slots=True)
class Papers:
    """What a peer needs to be recognised: its identity, its link key, and what it says."""

    identity: Identity
    # The private X25519 key of its links.
    static: bytes
    hello: Hello


def write_hello(papers: Papers, role: Role, link_key: bytes, handshake_hash: bytes) -> bytes:
    """The payload with which ``papers`` vouch for ``link_key`` in this handshake."""
    hello = papers.hello
    assert hello.key == papers.identity.public
    signature = papers.identity.sign(_binding(role, link_key, handshake_hash))
    return encode(
        [VERSION, hello.key, signature, hello.name, hello.table, hello.port], HELLO_SIZE_MAX
    )


def read_hello(payload: bytes, role: Role, link_key: bytes, handshake_hash: bytes) -> Hello:
    """What the peer in ``role`` says; raise PeerFault unless its identity vouches for its link key.

    Raises LinkLost if it speaks another version.
    """
    version, *rest = shapes.items(decode(payload, HELLO_SIZE_MAX), 1, _FIELDS_MAX)
    theirs = shapes.number(version, 1, 2**32 - 1)
    # Before the rest is read: a later version may mean something else by it. The link is lost,
    # nobody is at fault.
    if theirs != VERSION:
        raise LinkLost(
            Loss.VERSION,
            later("the other program speaks version {theirs} of the protocol, this one {ours}"),
            theirs=theirs,
            ours=VERSION,
        )
    key, signature, name, table, port = shapes.fields(tuple(rest), 5)
    hello = Hello(
        check_public(key),
        "" if name == "" else check_name(name, NAME_MAX),
        _read_table(table),
        shapes.number(port, 0, 65535),
    )
    signed = exact(signature, SIGNATURE_SIZE)
    # Last, because it costs most. It covers the role: an initiator’s hello sent back to it proves
    # nothing.
    check_signature(hello.key, _binding(role, link_key, handshake_hash), signed)
    return hello


def _read_table(value: Value) -> bytes:
    table = shapes.data(value, DIGEST_SIZE)
    if len(table) not in {0, DIGEST_SIZE}:
        raise PeerFault(Fault.BAD_SHAPE, "a table has an identifier of 32 bytes")
    return table


def _binding(role: Role, link_key: bytes, handshake_hash: bytes) -> bytes:
    return _BINDING.message(role.value, link_key, handshake_hash)
