"""A closed step: everybody's entries in the order of seats (protocol/3-log.md, Step)."""

from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.charter import SEATS_MAX, exact
from p2pjeux.log.entry import BODY_SIZE_MAX, STEP_MAX, Entry, Place
from p2pjeux.log.identity import SIGNATURE_SIZE, Domain
from p2pjeux.log.statement import RECORDED, Statement, read_statement

# At most every seat but one states who is absent.
STATEMENTS_MAX: Final = SEATS_MAX
STEP_SIZE_MAX: Final = 1 << 21

_STEP: Final = Domain("step")


@dataclass(frozen=True, slots=True)
class Step:
    """``entries`` in the order of seats, ``statements`` in the order of their rank."""

    number: int
    entries: tuple[Entry, ...]
    statements: tuple[Statement, ...] = ()

    @property
    def absent(self) -> frozenset[int]:
        """The seats that the step declares absent, if its statements suffice for it."""
        stated = (one.subjects for one in self.statements if one.kind in RECORDED)
        return frozenset(chain.from_iterable(stated))

    def encode(self) -> bytes:
        """The form in a log. Table and digest are left out: the place in the log tells them."""
        entries: list[Value] = [[entry.seat, entry.body, entry.signature] for entry in self.entries]
        statements: list[Value] = [statement.fields() for statement in self.statements]
        return encode([self.number, entries, statements], STEP_SIZE_MAX)

    def digest(self, previous: bytes) -> bytes:
        """The digest of this and all earlier steps, whose digest is ``previous``."""
        return _STEP.digest(
            previous,
            self.number,
            [sha256(entry.encode()).digest() for entry in self.entries],
            [sha256(statement.encode()).digest() for statement in self.statements],
        )


def decode_step(data: bytes, table: bytes, previous: bytes) -> Step:
    """The step in ``data`` as it stands after ``previous``; only its form is checked here."""
    number, entries, statements = shapes.fields(decode(data, STEP_SIZE_MAX), 3)
    place = Place(table, shapes.number(number, 0, STEP_MAX), previous)
    return Step(
        place.step,
        # One more than there are seats: whoever signed twice must be readable to be convicted.
        tuple(_entry(place, value) for value in shapes.items(entries, 0, SEATS_MAX + 1)),
        tuple(
            read_statement(place, value) for value in shapes.items(statements, 0, STATEMENTS_MAX)
        ),
    )


def _entry(place: Place, value: Value) -> Entry:
    seat, body, signature = shapes.fields(value, 3)
    return Entry(
        place,
        shapes.number(seat, 0, SEATS_MAX - 1),
        shapes.data(body, BODY_SIZE_MAX),
        exact(signature, SIGNATURE_SIZE),
    )
