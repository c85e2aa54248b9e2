"""What a sitting asks of the world outside, in the order in which it must be done.

``Keep`` must be on disk before anything after it is done: own entries are durable before anybody
sees them, so a restart never signs a second one.
"""

from dataclasses import dataclass
from typing import TypeAlias

from p2pjeux.log.rift import Kept
from p2pjeux.log.step import Step
from p2pjeux.table.events import Event


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to one peer, by its public key, or to all that are linked."""

    to: bytes | None
    message: bytes


@dataclass(frozen=True, slots=True)
class Keep:
    """Write down something we signed, or what else must outlast a restart: pauses and rifts."""

    signed: Kept


@dataclass(frozen=True, slots=True)
class KeepStep:
    """Append a closed step to the log."""

    step: Step


@dataclass(frozen=True, slots=True)
class RollBack:
    """Take the steps from ``number`` on off the log: the table closed them otherwise."""

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


Effect: TypeAlias = Send | Keep | KeepStep | RollBack | KeepEvidence | Tell
