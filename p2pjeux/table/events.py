"""What an interface tells a table, and what it hears from it.

Full screen, plain lines and bots all speak these and nothing else, so that they do not know
whether the table is in this process or on the wifi.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from p2pjeux.rules.contract import Refusal, View
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Action, Request, Seat


class Agreement(Enum):
    """What takes the agreement of all who are at the table."""

    TAKE_BACK = "take back"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Play:
    """A seat's decision about the pending request; None is the only seat of a person here."""

    action: Action
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat for everybody at the table."""

    text: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Agree:
    """The people here ask for this, or agree to it if others have asked."""

    to: Agreement


@dataclass(frozen=True, slots=True)
class GoOn:
    """The pause is over; one voice is enough."""


@dataclass(frozen=True, slots=True)
class GoWithout:
    """The people here agree to go on without all these, for whom the table waits in vain."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LetPlay:
    """The people here agree that somebody who came late plays for a bot's seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """The person gets up; the table may go on."""


Command: TypeAlias = Play | Say | Agree | GoOn | GoWithout | LetPlay | Leave


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
class Declined:
    """Something else than a decision was refused, and changed nothing; nothing is asked again."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; ``view`` holds the final state."""

    view: View[Any]


@dataclass(frozen=True, slots=True)
class Left:
    """A seat is absent: the others act for it, its hand lies open, a stand-in decides.

    ``agreed`` are the peers, by their lowest seats, whose word for it is in the log.
    """

    seat: Seat
    agreed: tuple[Seat, ...] = ()


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
class Mended:
    """A cheat has had step ``number`` closed in two ways: the game goes on from the other one."""

    number: int
    seat: Seat | None
    # Where the game stands again, for one pair of eyes.
    view: View[Any]


@dataclass(frozen=True, slots=True)
class Forgot:
    """The notes of what was signed here are lost, and nothing may be signed twice.

    This machine plays again after the others have gone on without it and taken it back; if it
    ``is_for_good``, too few of them would be left for that.
    """

    is_for_good: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """The open step lacks the entries of ``lacking`` and has those of ``given``.

    ``work`` names what is due, as the log calls it; a shuffle lacks all whose turns are to come,
    the next one first. Where all entries are in and ``work`` is "confirm", ``lacking`` have yet to
    say that they have them too. Once ``is_long``, the table's patience is over: those present may
    go on without whoever lacks. ``agreed`` tells, by seat, who would.
    """

    work: str
    lacking: tuple[Seat, ...]
    given: tuple[Seat, ...]
    is_long: bool = False
    agreed: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ()


class Away(Enum):
    """Why there is no link to a machine, as far as can be told from here."""

    # It has not come since we sat down.
    NOT_YET = "not yet"
    # It said goodbye.
    LEFT = "left"
    # The link ended without a word: the program there did, or something on the way.
    ENDED = "ended"
    # Nothing is heard: it sleeps, or is out of reach.
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Reached:
    """Whether there is a link to the machine of a seat; relayed entries come without one too.

    ``away`` is why there is none, or why there was none until now.
    """

    seat: Seat
    is_linked: bool
    away: Away = Away.SILENT


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat; ``seat`` has signed it."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Agreeing:
    """Somebody asks for an agreement: these seats have agreed, and these are still asked."""

    to: Agreement
    agreed: tuple[Seat, ...]
    lacking: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TookBack:
    """By agreement of all, the last decisions do not count; ``view`` is as it was before them."""

    view: View[Any]


@dataclass(frozen=True, slots=True)
class Paused:
    """By agreement of all, nobody waits for anybody until somebody says go on."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """The pause is over."""

    seat: Seat


Past: TypeAlias = Happened | TookBack | Mended | Left | Returned | Cheated


@dataclass(frozen=True, slots=True)
class Recalled:
    """All that was told at this table before we came back to it, in one piece, the oldest first."""

    events: tuple[Past, ...]


@dataclass(frozen=True, slots=True)
class Advised:
    """A sentence about the way to the others, already in the person's language."""

    text: str


@dataclass(frozen=True, slots=True)
class LateComer:
    """Somebody asks for the seat of a bot: these have agreed, and these are still asked.

    ``name`` is empty once that is over.
    """

    seat: Seat
    name: str
    agreed: tuple[Seat, ...] = ()
    lacking: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """A person of this name decides for the bot of a seat; an empty name is the bot again."""

    seat: Seat
    name: str


Event: TypeAlias = (
    Happened
    | Recalled
    | Advised
    | LateComer
    | PlayedFor
    | Asked
    | NotLegal
    | Declined
    | Ended
    | Left
    | Returned
    | Cheated
    | Mended
    | Forgot
    | Waiting
    | Reached
    | Said
    | Agreeing
    | TookBack
    | Paused
    | WentOn
)
