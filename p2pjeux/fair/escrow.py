"""Escrow: each seat shares out its keys among the others, so that they can act if it is gone.

In the second step of the set-up a seat publishes the first points of one polynomial for each key,
from which everybody computes the public point of every part (Feldman), and one letter to each
other seat with its parts, hidden under a point that only writer and receiver can compute. In the
third step each seat accepts, or shows that point for a letter that held something else; everybody
then reads the letter and sees who lied (protocol/5-fairness.md, Escrow).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group, keys, pad, proofs
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import SHARED, KeyBook, KeyPurpose, SeatParts, secret_key
from p2pjeux.fair.sharing import extend_points, extend_scalars
from p2pjeux.fair.transcript import Context, Part, Scope, derive_scalar, derive_scalars, frame

LETTER_SIZE: Final = len(SHARED) * group.SCALAR_SIZE
COMPLAINT_SIZE: Final = 1 + group.POINT_SIZE + proofs.PROOF_SIZE

# The parts of one seat's keys that another holds, in the order of ``SHARED``.
Parts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """What one seat shared out, as everybody sees it; ``context`` is where, and by whom.

    There is a letter for each seat that holds parts of the author's keys.
    """

    context: Context
    writer: Point
    parts: SeatParts
    letters: Mapping[int, bytes]
    message: bytes


@dataclass(frozen=True, slots=True)
class Holding:
    """The parts that one seat secretly holds, by the seat whose keys they are of.

    There is none of a seat whose keys it holds no part of, nor of one whose letter was bad.
    """

    seat: int
    parts: tuple[Parts | None, ...]


def sharing_size(book: KeyBook, owner: int) -> int:
    """How many bytes the message of ``share_out`` takes."""
    points = len(SHARED) * (book.threshold - 1) * group.POINT_SIZE
    return keys.ANNOUNCEMENT_SIZE + points + len(book.holders[owner]) * LETTER_SIZE


def share_out(context: Context, secret: bytes, book: KeyBook) -> bytes:
    """The message with which a seat shares out its keys among the others.

    All is derived from the table secret and the book, so that no two books share a polynomial or a
    pad. The writer's point is made for this message alone: to show it for one letter, as a
    complaint does, gives nothing else away.
    """
    _require_shared(book)
    seats = len(book.seats)
    drawn_for = (*_place(context), book.threshold, *book.keys(KeyPurpose.LETTER))
    points, columns = [], []
    for purpose in SHARED:
        drawn = derive_scalars(
            secret, "escrow-part", purpose.value.encode(), *drawn_for, count=book.threshold - 1
        )
        points += [group.multiply_base(value) for value in drawn]
        columns.append(extend_scalars((secret_key(secret, purpose), *drawn), seats + 1)[1:])
    writer = derive_scalar(secret, "escrow-writer", *drawn_for)
    body = b"".join(points)
    for receiver in sorted(book.holders[context.seat]):
        opener = group.multiply(writer, book.key(KeyPurpose.LETTER, receiver))
        parts = b"".join(group.encode_scalar(column[receiver]) for column in columns)
        body += _apply_pad(context, receiver, opener, parts)
    return keys.announce(_writer_scope(context, body), writer) + body


def check_sharing(context: Context, book: KeyBook, message: bytes) -> Sharing:
    """Return what a seat shared out; raise PeerFault if already its public side is wrong.

    Whether a letter holds the right parts only its receiver sees, who says so in the third step.
    """
    _require_shared(book)
    size = sharing_size(book, context.seat)
    if len(message) != size:
        wrong = f"parts for all seats take {size} bytes, not {len(message)}"
        raise _fault(Fault.BAD_SHAPE, wrong, context, message)
    head, body = message[: keys.ANNOUNCEMENT_SIZE], message[keys.ANNOUNCEMENT_SIZE :]
    writer = keys.check_announcement(_writer_scope(context, body), head)
    count = book.threshold - 1
    letters_at = len(SHARED) * count * group.POINT_SIZE
    try:
        points = [group.decode_point(data) for data in group.split_points(body[:letters_at])]
    except PeerFault as fault:
        raise fault.by(context.seat, message) from None
    parts = tuple(
        extend_points(
            (book.key(purpose, context.seat), *points[at * count : (at + 1) * count]),
            len(book.seats) + 1,
        )[1:]
        for at, purpose in enumerate(SHARED)
    )
    # Checked here, where the author still can be named, and not in the middle of a game.
    if any(group.IDENTITY in column for column in parts):
        # The holder of such a part could never give a share that others accept.
        raise _fault(Fault.BAD_SHARE, "a part of a key is zero", context, message)
    letters = _split_letters(body[letters_at:], book.holders[context.seat])
    return Sharing(context, writer, parts, letters, message)


def complete_book(book: KeyBook, sharings: Sequence[Sharing]) -> KeyBook:
    """The book after the second step, from what all seats shared out, in their order."""
    assert [sharing.context.seat for sharing in sharings] == list(range(len(book.seats)))
    return replace(book, parts=tuple(sharing.parts for sharing in sharings))


def hold(seat: int, secret: bytes, sharings: Sequence[Sharing]) -> Holding:
    """What a seat reads in the letters to it; the same again whenever it is asked."""
    return Holding(
        seat,
        tuple(
            _read_letter(sharing, seat, _opener(secret, sharing))
            if seat in sharing.letters
            else None
            for sharing in sharings
        ),
    )


def answer(context: Context, secret: bytes, sharings: Sequence[Sharing]) -> bytes:
    """The message of the third step: one complaint for each letter that held something else.

    A seat with no complaint says so by the number 0.
    """
    holding = hold(context.seat, secret, sharings)
    complaints = [
        _complain(context, secret, sharing)
        for sharing, parts in zip(sharings, holding.parts, strict=True)
        if parts is None and context.seat in sharing.letters
    ]
    return bytes([len(complaints)]) + b"".join(complaints)


def check_answer(
    context: Context, book: KeyBook, sharings: Sequence[Sharing], message: bytes
) -> None:
    """Return if the seat accepts; raise PeerFault against whoever lied if it complains.

    The fault names the author of the letter if what it shows is true, else the complainer.
    """
    count = message[0] if message else len(sharings)
    if count >= len(sharings) or len(message) != 1 + count * COMPLAINT_SIZE:
        raise _fault(Fault.BAD_SHAPE, "an answer has the wrong size", context, message)
    key = book.key(KeyPurpose.LETTER, context.seat)
    for at in range(1, len(message), COMPLAINT_SIZE):
        _judge(context, key, sharings, message[at : at + COMPLAINT_SIZE])


def _judge(context: Context, key: Point, sharings: Sequence[Sharing], complaint: bytes) -> None:
    accused, shown = complaint[0], complaint[1:]
    if accused >= len(sharings) or context.seat not in sharings[accused].letters:
        raise _fault(Fault.BAD_SHAPE, "a complaint is about no letter", context, complaint)
    sharing = sharings[accused]
    scope = _complaint_scope(context, accused)
    (opener,) = proofs.check_shares(scope, key, (sharing.writer,), shown)
    # Both together convict: the letter alone cannot be read, the complaint alone says nothing.
    evidence = frame((sharing.message, complaint))
    # Everybody reads it now, with the point that the complainer has proved to be right: one of the
    # two has lied, and it is plain which.
    if _read_letter(sharing, context.seat, opener) is None:
        message = f"seat {accused} sent seat {context.seat} what is no part of its keys"
        raise PeerFault(Fault.BAD_SHARE, message, seat=accused, evidence=evidence)
    message = f"seat {context.seat} complained falsely of seat {accused}"
    raise PeerFault(Fault.BAD_SHARE, message, seat=context.seat, evidence=evidence)


def _complain(context: Context, secret: bytes, sharing: Sharing) -> bytes:
    accused = sharing.context.seat
    scope = _complaint_scope(context, accused)
    key = secret_key(secret, KeyPurpose.LETTER)
    return bytes([accused]) + proofs.make_shares(scope, key, (sharing.writer,))


def _read_letter(sharing: Sharing, receiver: int, opener: Point) -> Parts | None:
    """The parts in a letter; None unless they are those of the published points."""
    letter = _apply_pad(sharing.context, receiver, opener, sharing.letters[receiver])
    try:
        parts = group.decode_scalars(letter)
    except PeerFault:
        return None
    expected = tuple(column[receiver] for column in sharing.parts)
    return parts if tuple(map(group.multiply_base, parts)) == expected else None


def _opener(secret: bytes, sharing: Sharing) -> Point:
    return group.multiply(secret_key(secret, KeyPurpose.LETTER), sharing.writer)


def _split_letters(data: bytes, receivers: frozenset[int]) -> dict[int, bytes]:
    return {
        receiver: data[at : at + LETTER_SIZE]
        for receiver, at in zip(sorted(receivers), range(0, len(data), LETTER_SIZE), strict=True)
    }


def _apply_pad(context: Context, receiver: int, opener: Point, data: bytes) -> bytes:
    return pad.apply(opener, "escrow-pad", *_place(context), receiver, data=data)


def _place(context: Context) -> tuple[Part, ...]:
    return context.table, context.step, context.seat


def _writer_scope(context: Context, body: bytes) -> Scope:
    return Scope(context, "escrow-writer", body)


def _complaint_scope(context: Context, accused: int) -> Scope:
    return Scope(context, "escrow-complaint", frame((accused,)))


def _require_shared(book: KeyBook) -> None:
    assert book.threshold, "with two seats nothing is shared out"


def _fault(fault: Fault, message: str, context: Context, evidence: bytes) -> PeerFault:
    return PeerFault(fault, message, seat=context.seat, evidence=evidence)
