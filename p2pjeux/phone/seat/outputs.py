"""What the peer in a page asks of its Worker, done in this order and one after the other.

A ``Write`` that is durable is on disk before anything after it is done: so nothing that was signed
is sent before it would be found again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Write:
    """Keep these bytes under these names, all or nothing; None lets go of what was there."""

    kept: Mapping[str, bytes | None]
    durable: bool = True


@dataclass(frozen=True, slots=True)
class Dial:
    """Open a WebSocket to a laptop."""

    link: int
    url: str


@dataclass(frozen=True, slots=True)
class Transmit:
    link: int
    data: bytes


@dataclass(frozen=True, slots=True)
class HangUp:
    link: int


@dataclass(frozen=True, slots=True)
class Paint:
    """Show this; what it is made of is said in ``ui/touch``."""

    page: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """Give the person a file."""

    name: str
    data: bytes


Output: TypeAlias = Write | Dial | Transmit | HangUp | Paint | Hand
