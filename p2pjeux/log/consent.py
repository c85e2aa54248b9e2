"""What takes everybody's agreement, and how a seat gives its own (protocol/3-log.md, Consent).

A consent binds nobody and blocks nothing: it only counts together with those of all others.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.entry import STEP_MAX, Place, check_author, read_place
from p2pjeux.log.identity import SIGNATURE_SIZE, Domain, Identity, check_signature

CONSENT_SIZE_MAX: Final = 256
KIND_MAX: Final = 16
# So often a table may pause in one step. Each pause is kept on disk, so a liar must not have many.
PAUSES_MAX: Final = 16

_CONSENT: Final = Domain("consent")


class Kind(Enum):
    """The values are part of the protocol: only ever add."""

    # The game stands again where it stood when the step with this number began.
    TAKE_BACK = "take back"
    # Nobody waits for anybody; the number counts the pauses within a step, from 1.
    PAUSE = "pause"
    # The pause of this number is over. One voice is enough.
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Consent:
    """Signed for the open step; it lapses when that closes."""

    place: Place
    signer: int
    kind: Kind
    number: int
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    @property
    def rank(self) -> tuple[str, int, int]:
        return self.kind.value, self.number, self.signer

    def encode(self) -> bytes:
        place = self.place
        fields = [self.signer, self.kind.value, self.number, self.signature]
        return encode([place.table, place.step, place.previous, *fields])


def sign_consent(identity: Identity, place: Place, signer: int, kind: Kind, number: int) -> Consent:
    signature = identity.sign(_message(place, signer, kind, number))
    return Consent(place, signer, kind, number, signature)


def _message(place: Place, signer: int, kind: Kind, number: int) -> bytes:
    return _CONSENT.message(place.table, place.step, place.previous, signer, kind.value, number)


def decode_consent(data: bytes) -> Consent:
    """The consent in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    fields = shapes.fields(decode(data, CONSENT_SIZE_MAX), 7)
    table, step, previous, signer, kind, number, signature = fields
    return Consent(
        read_place(table, step, previous),
        shapes.number(signer, 0, SEATS_MAX - 1),
        _kind(kind),
        shapes.number(number, 0, STEP_MAX),
        exact(signature, SIGNATURE_SIZE),
    )


def _kind(value: Value) -> Kind:
    text = shapes.text(value, KIND_MAX)
    try:
        return Kind(text)
    except ValueError:
        raise PeerFault(Fault.BAD_CONSENT, f"nobody can agree to “{text}”") from None


def check_consent(signed: SignedCharter, consent: Consent) -> None:
    """Raise PeerFault unless the consent makes sense at this table and its signer signed it."""
    signer, kind, number = consent.signer, consent.kind, consent.number
    check_author(signed, consent.place, signer)
    least, most = (0, consent.step) if kind is Kind.TAKE_BACK else (1, PAUSES_MAX)
    if not least <= number <= most:
        text = f"seat {signer} cannot agree to “{kind.value}” {number} in step {consent.step}"
        raise PeerFault(Fault.BAD_CONSENT, text, seat=signer, evidence=consent.encode())
    message = _message(consent.place, signer, kind, number)
    try:
        check_signature(signed.public(signer), message, consent.signature)
    except PeerFault as fault:
        raise fault.by(signer, consent.encode()) from None


def check_agreement(
    signed: SignedCharter, place: Place, present: AbstractSet[int], consents: tuple[Consent, ...]
) -> None:
    """Raise PeerFault unless these are the consents of all present seats, in order, to one step.

    Exactly those: one too many, or another order, would make two forms of one agreement. The same
    rule serves the peers and whoever verifies the log later.
    """
    if tuple(consent.signer for consent in consents) != tuple(sorted(present)):
        raise PeerFault(Fault.BAD_CONSENT, "not all at the table agreed, each once")
    for consent in consents:
        if consent.place != place or consent.kind is not Kind.TAKE_BACK:
            raise PeerFault(Fault.BAD_CONSENT, "what was agreed to is not to go back from here")
        if consent.number != consents[0].number:
            raise PeerFault(Fault.BAD_CONSENT, "not all agreed to go back to the same step")
        check_consent(signed, consent)
