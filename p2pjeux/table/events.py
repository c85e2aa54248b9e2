"""What an interface tells a table, and what it hears from it.

Full screen, plain lines and bots all speak these and nothing else, so that they do not know
whether the table is in this process or on the wifi.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from p2pjeux.rules.contract import Refusal, View
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Action, Request, Seat


@dataclass(frozen=True, slots=True)
class Play:
    """The seat's decision about the pending request."""

    action: Action


@dataclass(frozen=True, slots=True)
class Leave:
    """The person gets up; the table may go on."""


Command: TypeAlias = Play | Leave


@dataclass(frozen=True, slots=True)
class Happened:
    """A request was answered. ``view`` is what this seat knows now."""

    happening: Happening[Any]
    view: View[Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat has to decide; nothing goes on without it."""

    request: Request
    view: View[Any]


@dataclass(frozen=True, slots=True)
class NotLegal:
    """The last Play was refused and changed nothing; Asked still stands."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; ``view`` holds the final state."""

    view: View[Any]


@dataclass(frozen=True, slots=True)
class Left:
    """A seat is absent: the others act for it, its hand lies open, a stand-in decides."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat that was absent plays for itself again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cheated:
    """A seat did what no honest program does, and there is proof."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Superseded:
    """The table went on without us: our own steps from ``number`` on do not count."""

    number: int


Event: TypeAlias = Happened | Asked | NotLegal | Ended | Left | Returned | Cheated | Superseded
