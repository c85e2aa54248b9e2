"""One tree of errors; the type says who is to blame.

``Refused`` is ours and changed nothing, ``StoreFailed`` is the disk's, ``LinkLost`` is nobody's and
can be tried again, ``PeerFault`` is theirs and carries evidence. Anything else is a bug.
"""

from enum import Enum

from p2pjeux.printable import shown


class JeuxError(Exception):
    """Whatever p2pjeux raises on purpose: an English sentence for the catalogue, and its values."""

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(shown(text.format(**values) if values else text))
        self.text = text
        self.values = values


class Refused(JeuxError):
    """What was asked here cannot be done; nothing has changed."""


class UsageError(Refused):
    """The command line asks for something that does not exist."""


class OtherVersion(Refused):
    """Programs or rules of different versions do not play together."""


class NobodyThere(JeuxError):
    """No table or peer was found, or none that answers."""


class StoreFailed(JeuxError):
    """The disk did not do what it was told: it is full, read-only, damaged, or somebody else's."""


class Loss(Enum):
    """How a link ended, or did not come about, without anybody doing wrong."""

    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed-out"
    CLOSED = "closed"
    SLOW = "slow"
    REFUSED = "refused"
    BUSY = "busy"
    REPLACED = "replaced"
    VERSION = "version"
    OTHER_KEY = "other-key"
    OURSELVES = "ourselves"


class LinkLost(JeuxError):
    """A link is gone; nobody is to blame, and it can be tried again."""

    def __init__(self, loss: Loss, text: str, /, **values: object) -> None:
        super().__init__(text, **values)
        self.loss = loss


class Fault(Enum):
    """What a peer did wrong. The values are part of the protocol: only ever add."""

    BAD_ENCODING = "bad-encoding"
    BAD_SHAPE = "bad-shape"
    BAD_POINT = "bad-point"
    BAD_SCALAR = "bad-scalar"
    BAD_PROOF = "bad-proof"
    BAD_COMMITMENT = "bad-commitment"
    BAD_OPENING = "bad-opening"
    BAD_SHARE = "bad-share"
    BAD_CARD = "bad-card"
    ILLEGAL_ACTION = "illegal-action"
    NOT_ASKED = "not-asked"
    BAD_FRAME = "bad-frame"
    BAD_CHARTER = "bad-charter"
    BAD_SIGNATURE = "bad-signature"
    BAD_CHAIN = "bad-chain"
    BAD_STATEMENT = "bad-statement"
    BAD_CONSENT = "bad-consent"
    BAD_RESULT = "bad-result"
    BAD_SECRET = "bad-secret"  # noqa: S105  # the name of a fault
    BAD_EVIDENCE = "bad-evidence"
    FORK = "fork"
    BAD_HANDSHAKE = "bad-handshake"
    BAD_SEAL = "bad-seal"
    BAD_CODE = "bad-code"


class PeerFault(JeuxError):
    """A peer sent what no honest peer sends.

    ``seat`` names the author where one is known; a decoder that sees only bytes leaves it None and
    the caller who knows the author names him with ``by``. ``evidence`` is the offending bytes.
    """

    def __init__(
        self, fault: Fault, message: str, *, seat: int | None = None, evidence: bytes = b""
    ) -> None:
        super().__init__(message)
        self.fault = fault
        # It may quote what the peer sent, and goes to screens, files and logs from here.
        self.message = shown(message)
        self.seat = seat
        self.evidence = evidence

    def by(self, seat: int, evidence: bytes) -> "PeerFault":
        """The same fault with its author; evidence already kept is not replaced."""
        return PeerFault(self.fault, self.message, seat=seat, evidence=self.evidence or evidence)
