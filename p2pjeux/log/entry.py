"""What a seat gives to a step: a body, signed for this one place (protocol/3-log.md, Entry).

An entry carries all that its signature covers, so that anybody who holds the signed charter can
check it, wherever it came from and whatever else is missing.
"""

from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import STEP_MAX, Place, RecordForm, Said, Signed, check_author, read_place

# Most of what signs, reads or compares entries needs these too.
__all__ = ["STEP_MAX", "Place", "check_author", "read_place"]

BODY_SIZE_MAX: Final = 1 << 17
ENTRY_SIZE_MAX: Final = BODY_SIZE_MAX + 256


@dataclass(frozen=True)
class Entry(Signed):
    FORM = RecordForm(
        "entry",
        ENTRY_SIZE_MAX,
        (Said("body", "at most 131 072 bytes", lambda value: shapes.data(value, BODY_SIZE_MAX)),),
    )

    place: Place
    seat: int
    body: bytes
    signature: bytes


def sign_entry(identity: Identity, place: Place, seat: int, body: bytes) -> Entry:
    """A seat's entry. Whoever signs two different ones for one step has proved himself a cheat."""
    assert len(body) <= BODY_SIZE_MAX
    return Entry.sign(identity, place, seat, body)


def decode_entry(data: bytes) -> Entry:
    """The entry in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    return Entry.decode(data)


def check_entry(signed: SignedCharter, entry: Entry) -> None:
    """Raise PeerFault unless the entry is of this table and signed by the peer at its seat."""
    entry.check(signed)
