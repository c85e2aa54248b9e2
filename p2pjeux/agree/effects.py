"""What the agreement asks for and tells, in the order in which it must be done.

``Durable`` must be on disk, in one write and one sync, before anything after it is done.
"""

from dataclasses import dataclass
from typing import TypeAlias

from p2pjeux.log.ballot import Back, Ballot, Closing
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place, Signed


@dataclass(frozen=True, slots=True)
class Durable:
    """What is signed here, and others' records and entries upon which it rests."""

    records: tuple[Signed, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """Send to all."""

    records: tuple[Ballot | Back, ...]


@dataclass(frozen=True, slots=True)
class PassOn:
    """Send these entries to all: somebody proposed to go on without them."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Certified:
    """The step is closed like this: attach it, keep it, and begin the next."""

    place: Place
    closing: Closing
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Settled:
    """Light may be given upon this step, and with it upon all before it."""

    place: Place


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat is convicted by two records of its own. Told once for each seat."""

    conviction: Conviction


@dataclass(frozen=True, slots=True)
class Overruled:
    """Another certified closing of this step holds: go back to it, close it so, and go on."""

    place: Place
    closing: Closing
    certificate: Certificate


Doing: TypeAlias = Durable | Spread | PassOn | Certified | Settled | Caught | Overruled
