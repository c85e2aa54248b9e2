"""Records one after another in a file (protocol/4-file.md, Frames).

The checksums find torn and rotten bytes at once and at their place; whether records are true is
for signatures to say. The length has a checksum of its own: otherwise a single flipped bit could
make the rest of a file look like one record that was not written to its end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final
from zlib import crc32

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.step import STEP_SIZE_MAX

RECORD_SIZE_MAX: Final = STEP_SIZE_MAX
LENGTH_SIZE: Final = 4
CHECK_SIZE: Final = 4
HEAD_SIZE: Final = LENGTH_SIZE + CHECK_SIZE


class Tail(Enum):
    """How a file can end after its last whole record when a write was interrupted."""

    # The beginning of a record, or zeros that a file system left where one was to be.
    TORN = "torn"
    # As long as a record, but with other bytes: torn, or spoilt later.
    SPOILT = "spoilt"


@dataclass(frozen=True, slots=True)
class Frame:
    """A record and where in its file it stands; ``end`` is where the next one begins."""

    at: int
    end: int
    record: bytes


def write_frame(record: bytes) -> bytes:
    assert 0 < len(record) <= RECORD_SIZE_MAX
    return _head(len(record).to_bytes(LENGTH_SIZE, "big")) + record + _check(record)


def _head(length: bytes) -> bytes:
    return length + _check(length)


def _check(data: bytes) -> bytes:
    return crc32(data).to_bytes(CHECK_SIZE, "big")


class FrameReader:
    """Iterate over the frames of ``data`` from ``at`` on.

    Stops at the end or before a tail, which ``tail`` then names. ``at`` is the place of the frame
    that was handed out last or could not be read; at the end, where the last whole one ends.
    Raises PeerFault for anything that no interrupted write leaves behind.
    """

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at
        self.tail: Tail | None = None

    def __iter__(self) -> Iterator[Frame]:
        while self.at < len(self._data):
            found = self._read()
            if isinstance(found, Tail):
                self.tail = found
                return
            yield found
            self.at = found.end

    def _read(self) -> Frame | Tail:
        data, at = self._data, self.at
        head = data[at : at + HEAD_SIZE]
        if len(head) < HEAD_SIZE or not (any(head) or any(data[at:])):
            return Tail.TORN
        if head != _head(head[:LENGTH_SIZE]):
            raise self._fault("the length of a record is damaged")
        size = int.from_bytes(head[:LENGTH_SIZE], "big")
        if not 0 < size <= RECORD_SIZE_MAX:
            raise self._fault(f"a record of {size} bytes; at most {RECORD_SIZE_MAX} are allowed")
        stop = at + HEAD_SIZE + size
        end = stop + CHECK_SIZE
        if end > len(data):
            return Tail.TORN
        record = data[at + HEAD_SIZE : stop]
        if _check(record) == data[stop:end]:
            return Frame(at, end, record)
        if end == len(data):
            return Tail.SPOILT
        raise self._fault("a record is damaged")

    def _fault(self, message: str) -> PeerFault:
        return PeerFault(Fault.BAD_FRAME, f"{message}, at byte {self.at}")
