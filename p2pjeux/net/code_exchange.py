"""The code of a private table, asked and answered over a link (protocol/7-links.md, Codes)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import exact
from p2pjeux.net.code import ELEMENT_SIZE, PROOF_SIZE, CodeGuard, CodeGuest, CodeHost

# Such messages come from strangers: bounds are as tight as the messages are short.
SIZE_MAX: Final = 128
WAIT_MAX: Final = 24 * 60 * 60
# Exchanges that were begun and not ended; who begins too many makes the oldest fail.
PENDING_MAX: Final = 32


@dataclass(frozen=True, slots=True)
class Passed:
    """The other side knows the code."""


@dataclass(frozen=True, slots=True)
class Needed:
    """The table is private, and we have not said its code."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The code was not that of the table; after ``wait`` seconds another may be tried."""

    wait: int


Verdict: TypeAlias = Passed | Needed | Wrong | None


def _write(kind: str, *fields: Value) -> bytes:
    return encode([kind, *fields], SIZE_MAX)


def _read(data: bytes) -> tuple[str, tuple[Value, ...]]:
    # A list of a kind and at most one field; whatever else it may be is a fault of its sender.
    kind, *rest = shapes.items(decode(data, SIZE_MAX), 1, 2)
    return shapes.text(kind, 16), tuple(rest)


def _no_message() -> PeerFault:
    return PeerFault(Fault.BAD_CODE, "this is no message of the code")


class CodeKeeper:
    """The side that has the table. What ``is_costly`` takes a while: use a thread."""

    def __init__(self, code: str, now: float, draw: Callable[[int], bytes]) -> None:
        self._code = code
        self._draw = draw
        self._guard = CodeGuard(now)
        self._exchanges: dict[bytes, CodeHost] = {}
        self.passed: set[bytes] = set()

    def needed(self) -> bytes:
        """What to tell a stranger who has not said the code."""
        return _write("needed")

    @staticmethod
    def is_costly(data: bytes) -> bool:
        """Whether ``receive`` multiplies points for this message."""
        return _read(data)[0] == "first"

    def refuse(self, data: bytes, host: str, now: float) -> tuple[bytes, "Wrong"] | None:
        """What to answer at once to a host that must wait before it may try; None if it may."""
        wait = math.ceil(self._guard.wait(host, now))
        # Refused before any arithmetic: who must wait would otherwise still cost us a
        # multiplication for each message.
        if wait <= 0 or not self.is_costly(data):
            return None
        return _write("wrong", wait), Wrong(wait)

    def receive(
        self, peer: bytes, data: bytes, where: tuple[str, bytes], now: float
    ) -> tuple[bytes, Verdict]:
        """What to answer, and what came of it. ``where`` is the host and the hash of the link."""
        host, handshake_hash = where
        kind, fields = _read(data)
        match kind:
            case "first":
                (element,) = shapes.fields(fields, 1)
                return self._begin(peer, exact(element, ELEMENT_SIZE), handshake_hash), None
            # A proof without an exchange would be a guess that costs the guest nothing.
            case "proof" if peer in self._exchanges:
                (proof,) = shapes.fields(fields, 1)
                return self._end(peer, exact(proof, PROOF_SIZE), host, now)
            case _:
                raise _no_message()

    def _begin(self, peer: bytes, element: bytes, handshake_hash: bytes) -> bytes:
        exchange = CodeHost(self._code, handshake_hash, self._draw)
        answer = exchange.answer(element)
        # Popped and put again, so that the order of this map is that of beginning: the oldest goes
        # first below, and a host cannot be kept busy by exchanges that nobody ends.
        self._exchanges.pop(peer, None)
        self._exchanges[peer] = exchange
        while len(self._exchanges) > PENDING_MAX:
            del self._exchanges[next(iter(self._exchanges))]
        return _write("answer", answer)

    def _end(self, peer: bytes, proof: bytes, host: str, now: float) -> tuple[bytes, Verdict]:
        # One exchange, one guess: whatever comes of the proof, it cannot be tried against the same
        # element again.
        exchange = self._exchanges.pop(peer)
        try:
            ours = self._guard.check(exchange, proof, host, now)
        # A proof that comes too early is not even looked at; it gets the answer of a wrong one.
        except (Refused, PeerFault):
            wait = math.ceil(self._guard.wait(host, now))
            return _write("wrong", wait), Wrong(wait)
        self.passed.add(peer)
        return _write("welcome", ours), Passed()


class CodeCaller:
    """The side that wants to come in, with one code on one link."""

    def __init__(self, code: str, handshake_hash: bytes, draw: Callable[[int], bytes]) -> None:
        self._exchange = CodeGuest(code, handshake_hash, draw)
        self.first = _write("first", self._exchange.first)
        self._has_answer = False

    def receive(self, data: bytes) -> tuple[bytes | None, Verdict]:
        """What to answer, and what came of it; raise PeerFault if the table is a false one."""
        kind, fields = _read(data)
        match kind:
            case "answer":
                (element,) = shapes.fields(fields, 1)
                ours = self._exchange.prove(exact(element, ELEMENT_SIZE))
                self._has_answer = True
                return _write("proof", ours), None
            # Without an answer there is no key yet, and a welcome would prove nothing.
            case "welcome" if self._has_answer:
                (proof,) = shapes.fields(fields, 1)
                self._exchange.check(exact(proof, PROOF_SIZE))
                return None, Passed()
            case "wrong":
                (wait,) = shapes.fields(fields, 1)
                return None, Wrong(shapes.number(wait, 0, WAIT_MAX))
            case "needed":
                return None, Needed()
            case _:
                raise _no_message()


def is_needed(data: bytes) -> bool:
    """Whether a message says that a code is needed, for one who has none yet."""
    return _read(data)[0] == "needed"
