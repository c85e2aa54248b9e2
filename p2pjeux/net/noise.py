"""Noise_XX_25519_ChaChaPoly_SHA256 without I/O (the Noise framework, revision 34).

Held to the public vectors in protocol/vectors/noise-xx.json. Nothing is drawn here: the ephemeral
key is an argument, and whoever passes it must never pass it twice.
"""

import hmac
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.primitives import exchange
from p2pjeux.primitives.exchange import TAG_SIZE

PROTOCOL_NAME: Final = b"Noise_XX_25519_ChaChaPoly_SHA256"
KEY_SIZE: Final = 32
# The framework's own limit; lengths take two bytes on the wire.
MESSAGE_SIZE_MAX: Final = 65535
# The framework reserves the last nonce. Nobody sends so many messages; the check costs nothing.
NONCE_MAX: Final = 2**64 - 1

# What each message of the pattern XX carries; the initiator sends the first.
PATTERN: Final = (("e",), ("e", "ee", "s", "es"), ("s", "se"))


class Role(Enum):
    INITIATOR = "initiator"
    RESPONDER = "responder"


def public_key(private: bytes) -> bytes:
    """The X25519 public key of 32 private bytes."""
    return exchange.public_of(private)


def agree(private: bytes, public: bytes) -> bytes:
    """X25519; raise PeerFault for a public key with which no secret can be agreed."""
    secret = exchange.agree(private, public)
    if secret is None:
        raise PeerFault(Fault.BAD_POINT, "no secret can be agreed with this key", evidence=public)
    return secret


class CipherState:
    """One direction: every message is sealed under the next nonce, so order and number are bound.

    A message that does not open changes nothing, but whoever meets one must end the link.
    """

    def __init__(self, key: bytes, nonce: int = 0) -> None:
        self._key = exchange.sealing_key(key)
        self._nonce = nonce

    def encrypt(self, plaintext: bytes, associated: bytes = b"") -> bytes:
        assert self._nonce < NONCE_MAX
        sealed = self._key.seal(self._nonce_bytes(), plaintext, associated)
        self._nonce += 1
        return sealed

    def decrypt(self, sealed: bytes, associated: bytes = b"") -> bytes:
        if len(sealed) < TAG_SIZE or self._nonce >= NONCE_MAX:
            raise PeerFault(Fault.BAD_SEAL, "a sealed message is too short or one too many")
        plaintext = self._key.unseal(self._nonce_bytes(), sealed, associated)
        if plaintext is None:
            raise PeerFault(Fault.BAD_SEAL, "a sealed message does not open")
        self._nonce += 1
        return plaintext

    def _nonce_bytes(self) -> bytes:
        # ChaChaPoly: four zero bytes, then the counter.
        return bytes(4) + self._nonce.to_bytes(8, "little")


@dataclass(frozen=True, slots=True)
class Transport:
    """What a finished handshake leaves: a cipher for each direction, and its hash.

    The hash is the same at both ends and at no other link: what must not be carried over to another
    link is bound to it.
    """

    send: CipherState
    receive: CipherState
    handshake_hash: bytes
    remote_static: bytes


class Handshake:
    """One end of the handshake: ``write`` and ``read`` in turn, then ``split``.

    Any PeerFault ends it for good.
    """

    def __init__(self, role: Role, static: bytes, ephemeral: bytes, prologue: bytes) -> None:
        self._role = role
        self._keys = {"s": static, "e": ephemeral}
        self._theirs: dict[str, bytes] = {}
        self._turn = 0
        # The protocol name is exactly as long as a hash, so it stands unhashed.
        self._hash = self._chain = PROTOCOL_NAME
        self._cipher: CipherState | None = None
        # Both ends must have meant the same protocol: the first seal fails otherwise.
        self._mix_hash(prologue)

    @property
    def hash(self) -> bytes:
        """The hash of all that both ends have seen so far."""
        return self._hash

    @property
    def finished(self) -> bool:
        return self._turn == len(PATTERN)

    @property
    def remote_static(self) -> bytes | None:
        return self._theirs.get("s")

    def write(self, payload: bytes = b"") -> bytes:
        """The next message, which is ours."""
        assert not self.finished
        assert self._is_our_turn()
        message = b""
        for mark in PATTERN[self._turn]:
            if mark == "e":
                message += self._mixed(public_key(self._keys["e"]))
            elif mark == "s":
                message += self._seal(public_key(self._keys["s"]))
            else:
                self._mix_agreement(mark)
        # Counted before the payload is sealed: the last message has no successor.
        self._turn += 1
        message += self._seal(payload)
        assert len(message) <= MESSAGE_SIZE_MAX
        return message

    def read(self, message: bytes) -> bytes:
        """Take their message and return its payload; raise PeerFault if it does not hold."""
        assert not self.finished
        assert not self._is_our_turn()
        at = 0
        for mark in PATTERN[self._turn]:
            # Two letters: not a key that is sent but an agreement of two that are known.
            if mark not in self._keys:
                self._mix_agreement(mark)
                continue
            size = KEY_SIZE if mark == "e" else KEY_SIZE + TAG_SIZE
            part = message[at : at + size]
            if len(part) < size:
                raise PeerFault(Fault.BAD_HANDSHAKE, "a message of the handshake is cut short")
            self._theirs[mark] = self._mixed(part) if mark == "e" else self._open(part)
            at += size
        self._turn += 1
        return self._open(message[at:])

    def split(self) -> Transport:
        assert self.finished
        first, second = _derive(self._chain, b"")
        ciphers = CipherState(first), CipherState(second)
        send, receive = ciphers if self._role is Role.INITIATOR else ciphers[::-1]
        return Transport(send, receive, self._hash, self._theirs["s"])

    def _is_our_turn(self) -> bool:
        return (self._turn % 2 == 0) == (self._role is Role.INITIATOR)

    def _mix_hash(self, data: bytes) -> None:
        self._hash = sha256(self._hash + data).digest()

    def _mixed(self, data: bytes) -> bytes:
        self._mix_hash(data)
        return data

    def _mix_agreement(self, mark: str) -> None:
        """Agree on a secret: the first letter names the initiator's key, the second the other's."""
        ours, theirs = mark[0], mark[1]
        if self._role is Role.RESPONDER:
            ours, theirs = theirs, ours
        secret = agree(self._keys[ours], self._theirs[theirs])
        self._chain, key = _derive(self._chain, secret)
        self._cipher = CipherState(key)

    def _seal(self, plaintext: bytes) -> bytes:
        if self._cipher is None:
            return self._mixed(plaintext)
        # Bound to the hash so far: nothing sealed here can be carried over to another handshake,
        # and what is mixed in is the sealed form, which both ends have seen.
        return self._mixed(self._cipher.encrypt(plaintext, self._hash))

    def _open(self, data: bytes) -> bytes:
        plaintext = data if self._cipher is None else self._cipher.decrypt(data, self._hash)
        self._mix_hash(data)
        return plaintext


def _derive(chain: bytes, secret: bytes) -> tuple[bytes, bytes]:
    """HKDF with two outputs, as the framework defines it."""
    seed = hmac.digest(chain, secret, "sha256")
    first = hmac.digest(seed, b"\x01", "sha256")
    return first, hmac.digest(seed, first + b"\x02", "sha256")
