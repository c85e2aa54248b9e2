"""The last two steps: every seat signs the result; then each opens its table secret if it likes.

With the secrets of all seats a replay can show every hand. Nobody is made to open: the others see
who declined, and the game counts all the same. They are two steps because a secret is light that
nobody can take back: it leaves a machine only once the result is beyond dispute (protocol/3-log.md,
The end).
"""

from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair.tasks import AnnounceKeys
from p2pjeux.fair.transcript import SECRET_SIZE, Context
from p2pjeux.rules.contract import Outcome

LAST_BODY_SIZE_MAX: Final = 1024


def result_body(outcome: Outcome) -> bytes:
    """What a seat gives to the step after the game."""
    return encode([outcome.scores, outcome.winners], LAST_BODY_SIZE_MAX)


def check_result(seat: int, body: bytes, outcome: Outcome) -> None:
    """Raise PeerFault unless the seat signed the result that the game had."""
    try:
        scores, winners = shapes.fields(decode(body, LAST_BODY_SIZE_MAX), 2)
    except PeerFault as fault:
        raise fault.by(seat, body) from None
    if (scores, winners) != (outcome.scores, outcome.winners):
        text = f"seat {seat} signed another result than the game had"
        raise PeerFault(Fault.BAD_RESULT, text, seat=seat, evidence=body)


def secret_body(secret: bytes | None) -> bytes:
    """What a seat gives to the very last step; without ``secret`` it declines to open."""
    return encode([secret or b""])


def opened_secret(body: bytes) -> bytes | None:
    """The secret in the last body of a seat, if it opens one; raise PeerFault if it is none."""
    (secret,) = shapes.fields(decode(body, LAST_BODY_SIZE_MAX), 1)
    return shapes.data(secret, SECRET_SIZE) or None


def check_secret(context: Context, body: bytes, announced: bytes) -> None:
    """Raise PeerFault unless the seat declines, or opens the secret that it played with.

    ``announced`` is the seat's body in the first step, of this context: only the true secret gives
    it again.
    """
    seat = context.seat
    try:
        secret = opened_secret(body)
    except PeerFault as fault:
        raise fault.by(seat, body) from None
    if secret is not None and not is_secret_of(context, secret, announced):
        text = f"seat {seat} opened another secret than it played with"
        raise PeerFault(Fault.BAD_OPENING, text, seat=seat, evidence=body)


def is_secret_of(context: Context, secret: bytes, announced: bytes) -> bool:
    """Whether a seat announced its keys from ``secret``, in the first step, of this context."""
    return len(secret) == SECRET_SIZE and AnnounceKeys().make(context, secret, None) == announced
