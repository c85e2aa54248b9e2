"""Proof that a seat signed two things that exclude each other (protocol/3-log.md, Fork).

It needs nothing but the signed charter: neither the log nor the word of whoever found it.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import ENTRY_SIZE_MAX, Entry, check_entry, decode_entry
from p2pjeux.log.statement import (
    RECORDED,
    STATEMENT_SIZE_MAX,
    Kind,
    Statement,
    check_statement,
    decode_statement,
)

FORK_SIZE_MAX: Final = 2 * ENTRY_SIZE_MAX + 64

_ENTRIES: Final = "entries"
_STATEMENTS: Final = "statements"

Pair: TypeAlias = tuple[Entry, Entry] | tuple[Statement, Statement]


@dataclass(frozen=True, slots=True)
class Fork:
    """Two entries, or two statements, of which an honest peer signs at most one.

    The one with the lesser bytes stands first, so that a fork has one byte form.
    """

    pair: Pair

    @property
    def seat(self) -> int:
        first = self.pair[0]
        return first.seat if isinstance(first, Entry) else first.signer

    @property
    def step(self) -> int:
        return self.pair[0].step

    @property
    def reason(self) -> str:
        first = self.pair[0]
        if isinstance(first, Entry):
            return f"seat {self.seat} signed two different entries for step {self.step}"
        return f"seat {self.seat} stated in step {self.step} two things that exclude each other"

    def encode(self) -> bytes:
        kind = _ENTRIES if isinstance(self.pair[0], Entry) else _STATEMENTS
        return encode([kind, *(part.encode() for part in self.pair)])


def find_fork(one: Entry | Statement, other: Entry | Statement) -> Fork | None:
    """The fork that two signed things are, if they are one; signatures are not checked."""
    if isinstance(one, Entry) and isinstance(other, Entry):
        if _entry_slot(one) == _entry_slot(other) and one != other:
            first, second = sorted((one, other), key=Entry.encode)
            return Fork((first, second))
    elif isinstance(one, Statement) and isinstance(other, Statement) and _exclude(one, other):
        left, right = sorted((one, other), key=Statement.encode)
        return Fork((left, right))
    return None


def fork_of(one: Entry | Statement, other: Entry | Statement) -> Fork:
    """The fork of two things that are known to be one."""
    fork = find_fork(one, other)
    if fork is None:
        raise Refused("these two do not exclude each other")
    return fork


def _entry_slot(entry: Entry) -> tuple[bytes, int, int]:
    return entry.place.table, entry.step, entry.seat


def _exclude(one: Statement, other: Statement) -> bool:
    """Whether no honest seat states both in one place.

    Of any two sets that a seat would close a step without, one contains the other; the same set it
    states but once in each kind, so that a step has one form. Whom it speaks up for it never states
    to be absent, and a set that it has refused it never states.
    """
    if (one.place, one.signer) != (other.place, other.signer):
        return False
    said, also = frozenset(one.subjects), frozenset(other.subjects)
    kinds = {one.kind, other.kind}
    if kinds <= RECORDED:
        is_same = said == also and len(kinds) == 2
        return one != other and not (said < also or also < said or is_same)
    if Kind.CLOSED in kinds:
        return bool(kinds & RECORDED) and said == also
    return kinds == {Kind.ABSENT, Kind.OBJECT} and bool(said & also)


def decode_fork(data: bytes) -> Fork:
    """The fork in ``data``, signatures not yet checked; raise PeerFault if it is none."""
    kind, one, other = shapes.fields(decode(data, FORK_SIZE_MAX), 3)
    fork = None
    if kind == _ENTRIES:
        fork = find_fork(
            decode_entry(shapes.data(one, ENTRY_SIZE_MAX)),
            decode_entry(shapes.data(other, ENTRY_SIZE_MAX)),
        )
    elif kind == _STATEMENTS:
        fork = find_fork(
            decode_statement(shapes.data(one, STATEMENT_SIZE_MAX)),
            decode_statement(shapes.data(other, STATEMENT_SIZE_MAX)),
        )
    if fork is None or fork.encode() != data:
        raise PeerFault(Fault.BAD_EVIDENCE, "these two do not exclude each other", evidence=data)
    return fork


def check_fork(signed: SignedCharter, fork: Fork) -> None:
    """Raise PeerFault unless the seat that the fork names really signed both parts."""
    for part in fork.pair:
        try:
            if isinstance(part, Entry):
                check_entry(signed, part)
            else:
                check_statement(signed, part)
        except PeerFault as fault:
            # The one who forged the evidence is unknown; the seat in it is not to blame.
            text = f"the evidence against seat {fork.seat} is false: {fault.message}"
            raise PeerFault(Fault.BAD_EVIDENCE, text, evidence=fork.encode()) from None
