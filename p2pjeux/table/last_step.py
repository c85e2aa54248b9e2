"""The last step: every seat signs the result, and opens its table secret if it likes.

With the secrets of all seats a replay can show every hand. Nobody is made to open: the others see
who declined, and the game counts all the same.
"""

from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair.tasks import AnnounceKeys
from p2pjeux.fair.transcript import SECRET_SIZE, Context
from p2pjeux.rules.contract import Outcome

CLOSING_SIZE_MAX: Final = 1024


def closing_body(outcome: Outcome, secret: bytes | None) -> bytes:
    """A seat's last body; without ``secret`` it declines to open."""
    return encode([outcome.scores, outcome.winners, secret or b""], CLOSING_SIZE_MAX)


def check_closing(
    context: Context, body: bytes, outcome: Outcome, announced: bytes
) -> bytes | None:
    """Return the secret that a seat opens, if it does; raise PeerFault for a false closing.

    ``announced`` is the seat's body in the first step, of this context: only the true secret gives
    it again.
    """
    seat = context.seat
    try:
        scores, winners, secret = _read(body)
    except PeerFault as fault:
        raise fault.by(seat, body) from None
    if (scores, winners) != (outcome.scores, outcome.winners):
        text = f"seat {seat} signed another result than the game had"
        raise PeerFault(Fault.BAD_RESULT, text, seat=seat, evidence=body)
    if not secret:
        return None
    if not is_secret_of(context, secret, announced):
        text = f"seat {seat} opened another secret than it played with"
        raise PeerFault(Fault.BAD_OPENING, text, seat=seat, evidence=body)
    return secret


def is_secret_of(context: Context, secret: bytes, announced: bytes) -> bool:
    """Whether a seat announced its keys from ``secret``, in the first step, of this context."""
    return len(secret) == SECRET_SIZE and _announce(context, secret) == announced


def opened_secret(body: bytes) -> bytes | None:
    """The secret in a closing body; raise PeerFault if it is none."""
    return _read(body)[2] or None


def _read(body: bytes) -> tuple[Value, Value, bytes]:
    scores, winners, secret = shapes.fields(decode(body, CLOSING_SIZE_MAX), 3)
    return scores, winners, shapes.data(secret, SECRET_SIZE)


def _announce(context: Context, secret: bytes) -> bytes:
    return AnnounceKeys().make(context, secret, None)
