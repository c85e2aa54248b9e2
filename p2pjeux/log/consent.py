"""What takes everybody's agreement, and how a seat gives its own (protocol/3-log.md, Consent).

A consent binds nobody and blocks nothing: it only counts together with those of all others.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.signed import STEP_MAX, Place, RecordForm, Said, Signed

CONSENT_SIZE_MAX: Final = 256
KIND_MAX: Final = 16
# So often a table may pause in one step. Each pause is kept on disk, so a liar must not have many.
PAUSES_MAX: Final = 16


class Kind(Enum):
    """The values are part of the protocol: only ever add."""

    # The game stands again where it stood when the step with this number began.
    TAKE_BACK = "take back"
    # Nobody waits for anybody; the number counts the pauses within a step, from 1.
    PAUSE = "pause"
    # The pause of this number is over. One voice is enough.
    GO_ON = "go on"


def _read_kind(value: Value) -> Kind:
    text = shapes.text(value, KIND_MAX)
    try:
        return Kind(text)
    except ValueError:
        raise PeerFault(Fault.BAD_CONSENT, f"nobody can agree to “{text}”") from None


@dataclass(frozen=True)
class Consent(Signed):
    """Signed for the open step; it lapses when that closes."""

    FORM = RecordForm(
        "consent",
        CONSENT_SIZE_MAX,
        (
            Said("kind", "text: see Consent", _read_kind, lambda kind: kind.value),
            Said("number", "0 to 2^32 − 1", lambda value: shapes.number(value, 0, STEP_MAX)),
        ),
    )

    place: Place
    seat: int
    kind: Kind
    number: int
    signature: bytes

    @property
    def rank(self) -> tuple[str, int, int]:
        return self.kind.value, self.number, self.seat

    def check_sense(self, signed: SignedCharter) -> None:
        least, most = (0, self.step) if self.kind is Kind.TAKE_BACK else (1, PAUSES_MAX)
        if not least <= self.number <= most:
            text = f"seat {self.seat} cannot agree to “{self.kind.value}” {self.number} here"
            raise PeerFault(Fault.BAD_CONSENT, text, seat=self.seat, evidence=self.data)


def check_agreement(
    signed: SignedCharter, place: Place, present: AbstractSet[int], consents: tuple[Consent, ...]
) -> None:
    """Raise PeerFault unless these are the consents of all present seats, in order, to one step.

    Exactly those: one too many, or another order, would make two forms of one agreement. The same
    rule serves the peers and whoever verifies the log later.
    """
    if tuple(consent.seat for consent in consents) != tuple(sorted(present)):
        raise PeerFault(Fault.BAD_CONSENT, "not all at the table agreed, each once")
    for consent in consents:
        if consent.place != place or consent.kind is not Kind.TAKE_BACK:
            raise PeerFault(Fault.BAD_CONSENT, "what was agreed to is not to go back from here")
        if consent.number != consents[0].number:
            raise PeerFault(Fault.BAD_CONSENT, "not all agreed to go back to the same step")
        consent.check(signed)
