"""What an entry carries beside the body of its seat: notes that must reach everybody in this step.

A seat that was absent and wants to play again says so in a signed statement. When it takes effect
must be the same for everybody, so a present seat passes it on inside its own entry: whoever closes
the step has it, and the seat is back from the next step on (protocol/3-log.md, Return).
"""

from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.entry import BODY_SIZE_MAX
from p2pjeux.log.statement import STATEMENT_SIZE_MAX, Statement, decode_statement

NOTES_MAX: Final = SEATS_MAX


def wrap(body: bytes, notes: tuple[Statement, ...] = ()) -> bytes:
    return encode([body, [note.encode() for note in notes]])


def unwrap(data: bytes) -> tuple[bytes, tuple[Statement, ...]]:
    """The body and the notes; raise PeerFault unless the form is right. Signatures come later."""
    body, notes = shapes.fields(decode(data, BODY_SIZE_MAX), 2)
    return shapes.data(body, BODY_SIZE_MAX), tuple(
        decode_statement(shapes.data(note, STATEMENT_SIZE_MAX))
        for note in shapes.items(notes, 0, NOTES_MAX)
    )
