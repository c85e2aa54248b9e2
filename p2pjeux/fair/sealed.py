"""Sealed choices: a commitment, and the opening in a box that only the seat's sealed key opens.

A choice is sealed now and opened when all are in. The box stands beside the commitment for two
reasons: the others, who hold the parts of the seat's key, can open it together if the seat
vanishes, and the seat itself finds its own choice again after a crash, with nothing stored but
the log and its table secret (protocol/5-fairness.md, Sealed choices).

Everything in a sealed message but the proof follows from the opening, the place in the log and the
seat's key. So whoever sees an opening computes the message again, and a box that held anything
else is a proven fault.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import group, pad
from p2pjeux.fair.group import Point
from p2pjeux.fair.proofs import PROOF_SIZE, check_knowledge, prove_knowledge
from p2pjeux.fair.transcript import Context, Part, Scope, derive_bytes, derive_scalar, frame

SALT_SIZE: Final = 32
COMMITMENT_SIZE: Final = 32
VALUE_MAX: Final = 1024
# A box has room for one of these; a value is padded to the least that holds it.
ROOMS: Final = (64, 256, VALUE_MAX)
LENGTH_SIZE: Final = 2

_HEAD_SIZE: Final = COMMITMENT_SIZE + group.POINT_SIZE + PROOF_SIZE
_BOX_SIZES: Final = tuple(SALT_SIZE + LENGTH_SIZE + room for room in ROOMS)


@dataclass(frozen=True, slots=True)
class SealedChoice:
    """A sealed choice as everybody sees it; ``context`` is where it was sealed, and by whom.

    ``mask`` is the point that the seat's key, or the proxies' parts of it, must multiply to open
    the box.
    """

    context: Context
    commitment: bytes
    mask: Point
    box: bytes
    message: bytes


def secret_key(secret: bytes) -> int:
    """A seat's secret key for its sealed boxes, from its table secret."""
    return derive_scalar(secret, "sealed-key")


def seal(context: Context, secret: bytes, value: bytes) -> bytes:
    """The message that binds the seat to ``value`` and shows nothing of it but its rough size.

    The salt depends on the value: even if the log were rewritten before this step, two different
    values would never be sealed alike.
    """
    if len(value) > VALUE_MAX:
        raise Refused(f"a sealed value takes at most {VALUE_MAX} bytes, not {len(value)}")
    salt = derive_bytes(secret, "sealed-salt", *_place(context), value, size=SALT_SIZE)
    commitment = commit(context, salt, value)
    factor = _mask_factor(context, salt, commitment)
    # The factor follows from salt and commitment: whoever knows the opening can make the box again
    # and compare it to the byte.
    mask = group.multiply_base(factor)
    # The owner knows its secret key, so the box costs no multiplication of a foreign point.
    opener = group.multiply_base(factor * secret_key(secret))
    box = _close(context, commitment, opener, salt, value)
    proof = prove_knowledge(_box_scope(context, commitment, box), factor)
    return commitment + mask + proof + box


def commit(context: Context, salt: bytes, value: bytes) -> bytes:
    """The commitment alone: a hash that fixes the value and, by the salt, hides it."""
    return sha256(frame((b"p2pjeux/1/sealed", *_place(context), salt, value))).digest()


def check_sealed(context: Context, message: bytes) -> SealedChoice:
    """Return the sealed choice in ``message``; raise PeerFault unless the seat made it here.

    A message of another seat, step or table fails, whole or in part, and so does one with a mask
    that the seat did not choose itself.
    """
    seat = context.seat
    if len(message) - _HEAD_SIZE not in _BOX_SIZES:
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"no sealed choice takes {len(message)} bytes",
            seat=seat,
            evidence=message,
        )
    commitment, rest = message[:COMMITMENT_SIZE], message[COMMITMENT_SIZE:]
    proof = rest[group.POINT_SIZE : group.POINT_SIZE + PROOF_SIZE]
    box = message[_HEAD_SIZE:]
    try:
        mask = group.decode_point(rest[: group.POINT_SIZE])
    except PeerFault as fault:
        raise fault.by(seat, message) from None
    # Whoever copies a box, or turns another’s mask into his own, does not know the factor, so he
    # cannot make others open it for him under his name.
    check_knowledge(_box_scope(context, commitment, box), mask, proof)
    return SealedChoice(context, commitment, mask, box, message)


def recall(secret: bytes, sealed: SealedChoice) -> bytes:
    """The opening of one's own sealed choice, read from its box."""
    key = secret_key(secret)
    opening = _opening_in(sealed, group.multiply(key, sealed.mask))
    try:
        check_opening(sealed, group.multiply_base(key), opening)
    except PeerFault:
        # Better to stop here than to show all others a false opening.
        raise Refused("this choice was not sealed with this table secret") from None
    return opening


def check_opening(sealed: SealedChoice, key: Point, opening: bytes) -> bytes:
    """Return the value that ``opening`` shows; raise PeerFault unless it is the sealed one.

    ``key`` is the seat's public sealed key. Openings of a step go through ``Round``, which holds
    them back until all choices are in.
    """
    value = _committed(sealed, opening)
    if sealed.context.portion.covers(sealed.commitment):
        _check_box(sealed, key, opening)
    return value


def _committed(sealed: SealedChoice, opening: bytes) -> bytes:
    if not SALT_SIZE <= len(opening) <= SALT_SIZE + VALUE_MAX:
        message = f"no opening takes {len(opening)} bytes"
        raise _fault(Fault.BAD_SHAPE, message, sealed, opening)
    salt, value = opening[:SALT_SIZE], opening[SALT_SIZE:]
    context = sealed.context
    if commit(context, salt, value) != sealed.commitment:
        message = f"seat {context.seat} opened what it had not sealed"
        raise _fault(Fault.BAD_OPENING, message, sealed, opening)
    return value


def _check_box(sealed: SealedChoice, key: Point, opening: bytes) -> None:
    """Raise PeerFault unless the box holds the opening, too."""
    context = sealed.context
    salt, value = opening[:SALT_SIZE], opening[SALT_SIZE:]
    factor = _mask_factor(context, salt, sealed.commitment)
    # The mask is compared first: it says whether the multiplication of the key is worth doing.
    if group.multiply_base(factor) == sealed.mask:
        opener = group.multiply(factor, key)
        if _close(context, sealed.commitment, opener, salt, value) == sealed.box:
            return
    message = f"the box of seat {context.seat} does not hold what it opened"
    raise _fault(Fault.BAD_COMMITMENT, message, sealed, opening)


def open_by_proxy(sealed: SealedChoice, key: Point, image: Point) -> bytes:
    """Return the value in the box of a seat that is gone.

    ``image`` is the seat's secret key times ``sealed.mask``, which the others have given together.
    Raise PeerFault against the absent seat if its box holds no opening of its commitment: it has
    then made no valid choice, and everybody sees the same.
    """
    opening = _opening_in(sealed, image)
    try:
        value = _committed(sealed, opening)
        # In every portion: the table plays on without the choice in a bad box, so this is no check
        # that somebody else's verdict could stand for.
        _check_box(sealed, key, opening)
    except PeerFault as fault:
        # What is wrong is the message that was sealed: the seat itself has opened nothing.
        raise _fault(Fault.BAD_COMMITMENT, fault.message, sealed, image) from None
    return value


@dataclass(frozen=True, slots=True)
class Round:
    """Choices that open together: none is opened before the last is sealed.

    ``asked`` says where each seat seals; the steps differ if the seats seal one after the other.
    """

    asked: tuple[Context, ...]
    sealed: tuple[SealedChoice, ...] = ()

    def missing(self) -> tuple[int, ...]:
        """The seats that have not sealed yet."""
        done = {choice.context.seat for choice in self.sealed}
        return tuple(context.seat for context in self.asked if context.seat not in done)

    def with_sealed(self, seat: int, message: bytes) -> "Round":
        """The round with the choice in ``message``; raise PeerFault unless the seat may seal it."""
        if seat not in self.missing():
            raise _not_asked(f"seat {seat} seals and is not asked to", seat, message)
        (context,) = (context for context in self.asked if context.seat == seat)
        return replace(self, sealed=(*self.sealed, check_sealed(context, message)))

    def without(self, seats: Sequence[int]) -> "Round":
        """The round once ``seats`` are declared absent; what one has sealed already stays in."""
        dropped = set(seats) & set(self.missing())
        return replace(
            self, asked=tuple(context for context in self.asked if context.seat not in dropped)
        )

    def choice_of(self, seat: int) -> SealedChoice:
        """What the seat has sealed."""
        for choice in self.sealed:
            if choice.context.seat == seat:
                return choice
        raise Refused(f"seat {seat} has sealed nothing")

    def check_opening(self, seat: int, key: Point, opening: bytes) -> bytes:
        """Return the value the seat opens; raise PeerFault if it is false or comes too early."""
        # Not before all are in: whoever seals last must not have seen an opening.
        if self.missing() or all(choice.context.seat != seat for choice in self.sealed):
            raise _not_asked(f"seat {seat} opens and is not asked to", seat, opening)
        return check_opening(self.choice_of(seat), key, opening)


def _place(context: Context) -> tuple[Part, ...]:
    return context.table, context.step, context.seat


def _box_scope(context: Context, commitment: bytes, box: bytes) -> Scope:
    return Scope(context, "sealed-box", commitment + box)


def _mask_factor(context: Context, salt: bytes, commitment: bytes) -> int:
    return derive_scalar(salt, "sealed-mask", *_place(context), commitment)


def _close(context: Context, commitment: bytes, opener: Point, salt: bytes, value: bytes) -> bytes:
    # Few sizes, so that the length of a box says little about the value in it.
    room = next(room for room in ROOMS if len(value) <= room)
    length = len(value).to_bytes(LENGTH_SIZE, "big")
    return _apply_pad(context, commitment, opener, salt + length + value.ljust(room, b"\0"))


def _opening_in(sealed: SealedChoice, opener: Point) -> bytes:
    """The salt and value in the box, whatever they are worth: an opening is checked anyway."""
    content = _apply_pad(sealed.context, sealed.commitment, opener, sealed.box)
    start = SALT_SIZE + LENGTH_SIZE
    length = int.from_bytes(content[SALT_SIZE:start], "big")
    return content[:SALT_SIZE] + content[start : start + length]


def _apply_pad(context: Context, commitment: bytes, opener: Point, data: bytes) -> bytes:
    """Close or open a box: the pad serves for this one alone, as it depends on the commitment.

    A tag would add nothing: the proof covers the box, and an opening is compared with all of it.
    """
    return pad.apply(opener, "sealed-pad", *_place(context), commitment, data=data)


def _fault(fault: Fault, message: str, sealed: SealedChoice, shown: bytes) -> PeerFault:
    evidence = frame((sealed.message, shown))
    return PeerFault(fault, message, seat=sealed.context.seat, evidence=evidence)


def _not_asked(message: str, seat: int, evidence: bytes) -> PeerFault:
    return PeerFault(Fault.NOT_ASKED, message, seat=seat, evidence=evidence)
