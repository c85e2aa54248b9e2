"""Private tables: both ends know the same short code, or one learns that they do not.

SPAKE2 over a link, bound to its handshake (protocol/7-links.md, Codes). Does no I/O. A guess can
only be tried by asking, once for each exchange, and ``CodeGuard`` makes those who guess wait.
"""

import hmac
import math
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.identity import Domain
from p2pjeux.net.gate import origin
from p2pjeux.net.limits import Meter
from p2pjeux.net.pake import ENTROPY_SIZE, Pake, Parties
from p2pjeux.net.wordlist import WORDS

CODE_WORDS: Final = 3
CODE_SIZE_MIN: Final = 4
CODE_SIZE_MAX: Final = 64
ELEMENT_SIZE: Final = 32
PROOF_SIZE: Final = 32

TRIES: Final = 3
WAIT_FIRST: Final = 30.0
WAIT_MAX: Final = 600.0
HOSTS_MAX: Final = 256
# Of all hosts together: who has many addresses cannot guess much faster than who has one.
WRONG_BURST: Final = 30
WRONG_RATE: Final = 1 / 20

_IDENTITY: Final = Domain("code")
_PROOF: Final = Domain("code-proof")


def draw_code(draw: Callable[[int], bytes]) -> str:
    """Three words by chance: one of sixteen million codes."""
    return "-".join(WORDS[byte] for byte in draw(CODE_WORDS))


def normal_code(typed: str) -> str:
    """The code that somebody typed, whatever accents, capitals and blanks he used.

    Raises Refused if it is too short or too long to be one.
    """
    plain = unicodedata.normalize("NFKD", typed.casefold())
    letters = "".join(one if one.isalnum() else " " for one in plain if not _is_mark(one))
    code = "-".join(letters.split())
    if not CODE_SIZE_MIN <= len(code) <= CODE_SIZE_MAX:
        raise Refused(
            "a code has {least} to {most} letters or digits",
            least=CODE_SIZE_MIN,
            most=CODE_SIZE_MAX,
        )
    return code


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) != 0


class CodeGuest:
    """The end that wants to come in: send ``first``, then what ``prove`` makes of the answer."""

    def __init__(self, code: str, handshake_hash: bytes, draw: Callable[[int], bytes]) -> None:
        self._pake = Pake(_binding(code, handshake_hash), draw(ENTROPY_SIZE), is_guest=True)
        self.first: bytes = self._pake.first
        self._key = b""

    def prove(self, answer: bytes) -> bytes:
        """The proof that we know the code; raise PeerFault if ``answer`` is none."""
        self._key = _finish(self._pake, answer)
        return _proof(self._key, "guest")

    def check(self, proof: bytes) -> None:
        """Raise PeerFault unless the other end knows the code too."""
        _check_proof(self._key, "host", proof)


class CodeHost:
    """The end that has the table: ``answer`` the first message, then check the proof.

    Proofs are checked through a CodeGuard, which counts.
    """

    def __init__(self, code: str, handshake_hash: bytes, draw: Callable[[int], bytes]) -> None:
        self._pake = Pake(_binding(code, handshake_hash), draw(ENTROPY_SIZE), is_guest=False)
        self._key = b""

    def answer(self, first: bytes) -> bytes:
        """What to answer; raise PeerFault if ``first`` is no first message."""
        # Our element says nothing of the code by itself, so it may be sent to anybody; a proof may
        # not (protocol/7-links.md, Codes).
        self._key = _finish(self._pake, first)
        return self._pake.first

    def check(self, proof: bytes) -> bytes:
        """Our own proof; raise PeerFault unless the guest knows the code."""
        _check_proof(self._key, "guest", proof)
        return _proof(self._key, "host")


def _binding(code: str, handshake_hash: bytes) -> Parties:
    """The password and both names, so that an exchange holds on one link only."""
    return Parties(
        code.encode(),
        _IDENTITY.message("guest", handshake_hash),
        _IDENTITY.message("host", handshake_hash),
    )


def _finish(pake: Pake, element: bytes) -> bytes:
    key = pake.finish(element)
    if key is None:
        raise PeerFault(Fault.BAD_CODE, "this is no message of the code", evidence=element)
    return key


def _proof(key: bytes, role: str) -> bytes:
    return hmac.digest(key, _PROOF.message(role), "sha256")


def _check_proof(key: bytes, role: str, proof: bytes) -> None:
    assert key
    if not hmac.compare_digest(_proof(key, role), proof):
        raise PeerFault(Fault.BAD_CODE, "the code is not that of the table")


@dataclass
class _Record:
    wrong: int = 0
    wait: float = WAIT_FIRST
    until: float = 0.0


class CodeGuard:
    """Counts wrong codes. The clock is an argument.

    A host may err three times, then it waits; each further error doubles the wait. All hosts
    together may err a number of times, so that a host with many addresses gains little.
    """

    def __init__(self, now: float) -> None:
        self._records: OrderedDict[str, _Record] = OrderedDict()
        self._all = Meter(WRONG_RATE, WRONG_BURST, now)

    def wait(self, host: str, now: float) -> float:
        """For how many seconds ``host`` must wait before it may try; 0 if it may now."""
        record = self._records.get(origin(host), _Record())
        short = 1 - self._all.level(now)
        return max(0.0, record.until - now, short / WRONG_RATE)

    def check(self, exchange: CodeHost, proof: bytes, host: str, now: float) -> bytes:
        """Our own proof for a guest that knows the code.

        Raises Refused, with nothing checked, if it must wait first: it may have begun many
        exchanges at once. Raises PeerFault if the code is wrong, and counts it.
        """
        # Asked before the proof is looked at: who has begun many exchanges at once gets no more
        # answers than who asks one by one.
        wait = self.wait(host, now)
        if wait > 0:
            raise Refused("too many wrong codes: wait {seconds} seconds", seconds=math.ceil(wait))
        try:
            ours = exchange.check(proof)
        except PeerFault:
            self._count(origin(host), now)
            raise
        # Who knows the code has only mistyped it before.
        self._records.pop(origin(host), None)
        return ours

    def _count(self, source: str, now: float) -> None:
        record = self._records.pop(source, None) or _Record()
        self._records[source] = record
        # The oldest is forgotten; the measure of all hosts together still holds it.
        if len(self._records) > HOSTS_MAX:
            self._records.popitem(last=False)
        self._all.take(1, now)
        record.wrong += 1
        if record.wrong >= TRIES:
            record.until = now + record.wait
            record.wait = min(2 * record.wait, WAIT_MAX)
