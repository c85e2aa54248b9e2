"""What an entry carries beside the body of its seat: notes that must reach everybody in this step.

A seat that was left out and wants to play again says so in a signed ``back``. When it takes effect
must be the same for everybody, so a present seat passes it on inside its own entry: whoever closes
the step has it, and the seat is back from the next step on (protocol/3-log.md, Return). An entry
without a body takes decisions back: its notes are the consents of all (Taking back).
"""

from collections.abc import Iterable
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.ballot import BALLOT_SIZE_MAX, Back
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.consent import CONSENT_SIZE_MAX, Consent
from p2pjeux.log.entry import BODY_SIZE_MAX

NOTES_MAX: Final = SEATS_MAX


def wrap(body: bytes, notes: Iterable[Back] = ()) -> bytes:
    return encode([body, [note.data for note in notes]])


def unwrap(data: bytes) -> tuple[bytes, tuple[Back, ...]]:
    """The body and the notes; raise PeerFault unless the form is right. Signatures come later."""
    body, notes = _read(data)
    if not body:
        return body, ()
    return body, tuple(Back.decode(shapes.data(note, BALLOT_SIZE_MAX)) for note in notes)


def wrap_take_back(consents: Iterable[Consent]) -> bytes:
    return encode([b"", [consent.data for consent in consents]])


def unwrap_take_back(data: bytes) -> tuple[Consent, ...]:
    """The consents in an entry without a body; raise PeerFault unless the form is right."""
    _body, notes = _read(data)
    return tuple(Consent.decode(shapes.data(note, CONSENT_SIZE_MAX)) for note in notes)


def _read(data: bytes) -> tuple[bytes, tuple[Value, ...]]:
    body, notes = shapes.fields(decode(data, BODY_SIZE_MAX), 2)
    return shapes.data(body, BODY_SIZE_MAX), shapes.items(notes, 0, NOTES_MAX)
