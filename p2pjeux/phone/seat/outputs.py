"""What the peer in a page asks of its Worker, done in this order and one after the other.

A ``Write`` that is durable is on disk before anything after it is done: so nothing that was signed
is sent before it would be found again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from p2pjeux.printable import shown_values


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
    """Show this; what it is made of is said in ``ui/touch``. Every text in it can be shown."""

    page: Mapping[str, Any]

    def __post_init__(self) -> None:
        # The one way to the screen of a phone, so it is here that nobody's text does more there.
        object.__setattr__(self, "page", shown_values(self.page))


@dataclass(frozen=True, slots=True)
class Hand:
    """Give the person a file."""

    name: str
    data: bytes


Output: TypeAlias = Write | Dial | Transmit | HangUp | Paint | Hand
