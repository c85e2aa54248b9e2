"""What rules can ask for, and the answers they get (DESIGN §2.3).

A request says who is asked and for what; nothing in it or in an answer is secret. Who answers is
not the rules' business: the local engine with a seeded source, or strangers through the fairness
layer. Every answer type carries only what has become known to all.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from p2pjeux.encoding import Value

Seat: TypeAlias = int
# A card's number in its game; the game's data says what is printed on it.
Face: TypeAlias = int


class Slot(NamedTuple):
    """A place in a shuffled deck: what everybody knows of a card whose face is hidden."""

    deck: int
    place: int


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of one seat. ``cards`` are the slots it plays; their faces open with it."""

    verb: str
    args: tuple[Value, ...] = ()
    cards: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """One seat decides openly; cards it plays come from ``hand`` and are shown at once."""

    seat: Seat
    about: str
    hand: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseAll:
    """Several seats decide openly, none waiting for another."""

    seats: tuple[Seat, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Seal:
    """Several seats decide in secret; ``Open`` asks for it later. ``hands`` go with ``seats``."""

    seats: tuple[Seat, ...]
    about: str
    hands: tuple[tuple[Slot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """One seat lays hidden cards face down. All see how many, from ``least`` to ``most``."""

    seat: Seat
    about: str
    hand: tuple[Slot, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Open:
    """These seats open what they sealed or laid."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Open dice: one value from 1 to each of ``sides``."""

    sides: tuple[int, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Draw:
    """``count`` items drawn openly, in order, from a pile whose contents everybody knows."""

    pile: tuple[int, ...]
    count: int
    about: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Make hidden deck number ``deck``: slots ``(deck, 0…)`` hold ``faces`` in an unknown order."""

    deck: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Each seat learns the faces of its slots; nobody else does."""

    hands: tuple[tuple[Seat, tuple[Slot, ...]], ...]


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows cards it was dealt to everybody."""

    seat: Seat
    slots: tuple[Slot, ...]


Request: TypeAlias = Choose | ChooseAll | Seal | Lay | Open | Roll | Draw | Shuffle | Deal | Show


@dataclass(frozen=True, slots=True)
class Play:
    """An open action with the faces of its cards, in the order of ``action.cards``."""

    seat: Seat
    action: Action
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """Answers Choose, ChooseAll and Open; plays stand in the order the request names its seats."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """Answers Seal: everybody's choice is fixed and hidden."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Answers Lay: how many cards lie face down."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Rolled:
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Answers Shuffle and Deal: it happened, and nothing more is known to all."""


@dataclass(frozen=True, slots=True)
class Shown:
    seat: Seat
    faces: tuple[Face, ...]


Answer: TypeAlias = Played | Sealed | Laid | Rolled | Drawn | Done | Shown


def deciders(request: Request) -> tuple[Seat, ...]:
    """The seats whose person or bot must decide something now."""
    match request:
        case Choose(seat=seat) | Lay(seat=seat):
            return (seat,)
        case ChooseAll(seats=seats) | Seal(seats=seats):
            return seats
        case _:
            return ()


def topic_of(request: Request) -> str:
    """What a request is about, in a word or two: a decision by its own name, chance with its kind.

    So ``bid`` is a decision; ``roll move``, ``draw men`` and ``open`` happen by themselves.
    """
    if isinstance(request, Choose | ChooseAll | Seal | Lay):
        return request.about
    kind = type(request).__name__.lower()
    return f"{kind} {request.about}" if isinstance(request, Roll | Draw) else kind


def hand_of(request: Request, seat: Seat) -> tuple[Slot, ...]:
    """The slots from which ``seat`` may play cards in answer to ``request``."""
    match request:
        case Choose() | Lay():
            return request.hand
        case Seal(hands=hands) if hands:
            return hands[request.seats.index(seat)]
        case _:
            return ()
