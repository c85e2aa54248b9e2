"""What a sitting asks of the world outside, in the order in which it must be done.

All that a call asks to ``Keep`` must be on disk, in one write and one sync, before anything of what
it asks to ``Send`` is sent: own words are durable before anybody hears them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from p2pjeux.log.signed import Signed
from p2pjeux.log.step import Step
from p2pjeux.table.events import Event


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to one peer, by its public key, or to all that are linked."""

    to: bytes | None
    message: bytes


@dataclass(frozen=True, slots=True)
class Keep:
    """Write down what was signed here, and others' records upon which it rests."""

    records: tuple[Signed, ...]


@dataclass(frozen=True, slots=True)
class KeepStep:
    """Append a closed step to the log."""

    step: Step


@dataclass(frozen=True, slots=True)
class RollBack:
    """Take the steps from ``number`` on off the log: another closing of it holds."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepEvidence:
    """Put a proof against a seat aside."""

    seat: int
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the interface."""

    event: Event


@dataclass(frozen=True, slots=True)
class Regain:
    """What was signed here and forgotten can matter no more: it need not be said again."""


Effect: TypeAlias = Send | Keep | KeepStep | RollBack | KeepEvidence | Regain | Tell
