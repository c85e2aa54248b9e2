"""What a message on a link is for: its first byte says so (protocol/6-table.md, Purposes)."""

from enum import Enum
from typing import Final

from p2pjeux.errors import Fault, PeerFault

# Peers may meet at several tables, and come back to one while the other is at another: the first
# bytes of its identifier say which table a message is of.
TABLE_MARK_SIZE: Final = 8


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


def mark_of(table: bytes) -> bytes:
    """What stands before each message of the table with this identifier."""
    return table[:TABLE_MARK_SIZE]


def label_table(table: bytes, message: bytes) -> bytes:
    return label(Purpose.TABLE, mark_of(table) + message)


def read_mark(data: bytes) -> tuple[bytes, bytes]:
    """Which table a message is of, and the message."""
    if len(data) < TABLE_MARK_SIZE:
        raise PeerFault(Fault.BAD_SHAPE, "a message of a table says of which")
    return data[:TABLE_MARK_SIZE], data[TABLE_MARK_SIZE:]
