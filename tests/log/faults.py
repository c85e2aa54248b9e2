"""All that a fault says, so that a test can hold it to the last word."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from p2pjeux.errors import Fault, PeerFault


@dataclass(frozen=True, slots=True)
class Said:
    fault: Fault
    message: str
    seat: int | None = None
    evidence: bytes = b""


def said(call: Callable[..., object], *args: object) -> Said:
    """What is said against ``args``; fail if nothing is."""
    with pytest.raises(PeerFault) as caught:
        call(*args)
    fault = caught.value
    return Said(fault.fault, fault.message, fault.seat, fault.evidence)


def shape(message: str) -> Said:
    """A fault of form: nobody is named, for whoever sent the bytes is known elsewhere."""
    return Said(Fault.BAD_SHAPE, message)
