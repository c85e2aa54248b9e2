"""What a message on a link is for: its first byte says so (protocol/6-table.md, Purposes)."""

from enum import Enum

from p2pjeux.errors import Fault, PeerFault


class Purpose(Enum):
    LOBBY = b"L"
    TABLE = b"T"
    CODE = b"C"
    WATCH = b"W"


def label(purpose: Purpose, data: bytes) -> bytes:
    return purpose.value + data


def read_label(message: bytes) -> tuple[Purpose, bytes]:
    """What ``message`` is for, and the rest; raise PeerFault if it is for nothing we know."""
    try:
        return Purpose(message[:1]), message[1:]
    except ValueError:
        raise PeerFault(Fault.BAD_SHAPE, "there is no such purpose of a message") from None
