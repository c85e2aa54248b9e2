"""Frames and pieces without I/O (protocol/7-links.md, Frames).

A frame is two bytes of length and one Noise message. In a Noise message after the handshake, the
first byte says what it is: a piece of a message, the last one, a ping, or a goodbye. Every length
is compared with a limit before anything is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.net.noise import MESSAGE_SIZE_MAX as NOISE_SIZE_MAX

LENGTH_SIZE: Final = 2
KIND_SIZE: Final = 1
# So much of a message goes into one frame. Whole frames alone show that a peer lives: at 64 kbit/s,
# shared by five links, one takes three seconds, and sixty-four times as much would seem dead.
PIECE_SIZE: Final = 4096


class FrameKind(IntEnum):
    LAST = 0
    MORE = 1
    PING = 2
    BYE = 3


class Reason(IntEnum):
    """Why a peer says goodbye."""

    LEAVING = 0
    REFUSED = 1
    BUSY = 2
    REPLACED = 3


@dataclass(frozen=True, slots=True)
class Bye:
    reason: Reason


PING: Final = bytes([FrameKind.PING])


def write_frame(data: bytes) -> bytes:
    assert 0 < len(data) <= NOISE_SIZE_MAX
    return len(data).to_bytes(LENGTH_SIZE, "big") + data


def write_bye(reason: Reason) -> bytes:
    return bytes([FrameKind.BYE, reason])


class FrameReader:
    """Cut a stream of bytes into frames.

    Does no I/O: whoever holds the stream calls ``receive_data`` with what came, then ``next_frame``
    until it returns None, which means "more bytes, please". ``size_max`` may be changed between
    frames: before a peer is known it is small.
    """

    def __init__(self, size_max: int) -> None:
        self.size_max = size_max
        self._buffer = bytearray()

    def receive_data(self, data: bytes | bytearray) -> None:
        self._buffer += data

    def next_frame(self) -> bytes | None:
        if len(self._buffer) < LENGTH_SIZE:
            return None
        size = int.from_bytes(self._buffer[:LENGTH_SIZE], "big")
        # Before the bytes are here: an announced length must not make us keep what cannot be good.
        # An empty frame cannot be a sealed one.
        if not 0 < size <= self.size_max:
            raise PeerFault(Fault.BAD_FRAME, f"a frame of {size} bytes was announced")
        end = LENGTH_SIZE + size
        if len(self._buffer) < end:
            return None
        with memoryview(self._buffer) as view:
            frame = bytes(view[LENGTH_SIZE:end])
        # Only after a whole frame, so that each byte is moved once.
        del self._buffer[:end]
        return frame


def cut(message: bytes) -> Iterator[bytes]:
    """The pieces of ``message``: all full but the last."""
    view = memoryview(message)
    last = max(len(message) - 1, 0) // PIECE_SIZE
    for number in range(last + 1):
        kind = FrameKind.LAST if number == last else FrameKind.MORE
        yield bytes([kind]) + view[number * PIECE_SIZE : (number + 1) * PIECE_SIZE]


class Joiner:
    """Put the pieces of messages together again.

    ``size_max`` bounds a whole message. A piece that is not the last must be full, so that a
    message has one form only and nobody can send endless empty pieces.
    """

    def __init__(self, size_max: int) -> None:
        self.size_max = size_max
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, piece: bytes) -> bytes | Bye | None:
        """The message that ``piece`` ends, a goodbye, or None."""
        match piece[:1]:
            case b"\x00" if len(piece) <= KIND_SIZE + PIECE_SIZE:
                self._keep(piece)
                message = b"".join(self._pieces)
                self._pieces, self._size = [], 0
                return message
            case b"\x01" if len(piece) == KIND_SIZE + PIECE_SIZE:
                self._keep(piece)
                return None
            # Pings may come between the pieces of a message and do not disturb it.
            case b"\x02" if len(piece) == KIND_SIZE:
                return None
            case b"\x03" if len(piece) == 2 and piece[1] in frozenset(Reason):
                return Bye(Reason(piece[1]))
            case _:
                raise PeerFault(Fault.BAD_FRAME, "this is no piece of a message")

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece) - KIND_SIZE
        if self._size > self.size_max:
            raise PeerFault(
                Fault.BAD_FRAME, f"a message of more than {self.size_max} bytes was sent"
            )
        self._pieces.append(piece[KIND_SIZE:])
