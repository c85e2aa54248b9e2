"""Everything all players know of a game of Ostrakon; only the shards laid in secret are missing."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from p2pjeux.games.ostrakon.calendar import COUNCILS, TEMPLE, Council, DayRule
from p2pjeux.games.ostrakon.cards import CARDS, pointed_at
from p2pjeux.games.ostrakon.questions import Question
from p2pjeux.rules.requests import Seat

Color: TypeAlias = str
WHITE: Final = "white"
BLACK: Final = "black"
COLORS: Final = (WHITE, BLACK)
# Laid in place of a shard by one who finds the question bad (16).
BAD: Final = "bad"


class Phase(Enum):
    PHILOSOPHERS = "philosophers"
    PILE = "pile"
    TOPICS = "topics"
    ASK = "ask"
    DISCIPLE = "disciple"
    CORRUPT = "corrupt"
    VOTE = "vote"
    CONSULT = "consult"
    CONSULTED = "consulted"
    RECONSIDER = "reconsider"
    REVEAL = "reveal"
    TRICK = "trick"
    TOPIC = "topic"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Past:
    """What a turn taught about opinions: the question, and the votes that were free and sincere."""

    question: Question
    votes: tuple[Color | None, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How the last turn ended. No advance means that the asker went under the Sun."""

    asker: Seat
    votes: tuple[Color, ...]
    agreeing: int
    advance: int
    landed: int
    disciple: Seat | None
    # How far the disciple went along.
    followed: int

    @property
    def answering(self) -> int:
        """How many of the others answered; the rest called the question bad."""
        return sum(vote in COLORS for vote in self.votes) - 1


# No slots: `changed` copies the whole of it at once.
@dataclass(frozen=True)
class State:
    seats: int
    # The two options: whether a question can be refused, and whether philosophers are chosen.
    refusals: bool = True
    chosen: bool = True
    phase: Phase = Phase.PHILOSOPHERS
    # Number of the philosopher of each seat.
    philosophers: tuple[int, ...] = ()
    # The pile of the first morning. Bots draw their opinions from it, so it is kept.
    morning: tuple[Seat, ...] = ()
    # The pile on each space, top first; space 0 is not on the path, the last one is the Temple.
    path: tuple[tuple[Seat, ...], ...] = ((),) * (TEMPLE + 1)
    # Those who failed since the Sun came here, the first one on top.
    under: tuple[Seat, ...] = ()
    sun: int = 0
    # Days that are over, which is also how many moons have been covered since the start.
    day: int = 0
    # Which seats still show the olive branch.
    olive: tuple[bool, ...] = ()
    # The open topic cards: right, centre, left. While a new one is drawn the left is missing.
    topics: tuple[int, ...] = ()
    stock: tuple[int, ...] = tuple(range(len(CARDS)))
    used: tuple[int, ...] = ()
    # The keys of all questions of this game, the refused ones too.
    asked: tuple[str, ...] = ()
    question: Question | None = None
    refused: bool = False
    disciple: Seat | None = None
    # On a Corruption day: who was told what to lay.
    corrupted: tuple[tuple[Seat, Color], ...] = ()
    # On an Oracle day: who was consulted, and whether the asker turned his shard after that.
    consulted: tuple[Seat, ...] = ()
    turned: bool = False
    # What lies open in this turn, BAD among it.
    votes: tuple[Color | None, ...] = ()
    history: tuple[Past, ...] = ()
    last: Result | None = None

    @property
    def council(self) -> Council:
        return COUNCILS[self.seats]

    @property
    def rule(self) -> DayRule:
        """The rule of today; on the evening of the last day its rule still shows."""
        return self.council.rules[min(self.day, self.council.days - 1)]

    @property
    def asker(self) -> Seat:
        """Whose turn it is: the top of the lit pile."""
        return self.path[self.sun][0]

    @property
    def others(self) -> tuple[Seat, ...]:
        asker = self.asker
        return tuple(seat for seat in range(self.seats) if seat != asker)

    @property
    def may_refuse(self) -> bool:
        """Whether the question of now can be called bad: a second one stands (16)."""
        return self.refusals and not self.refused

    @property
    def topic(self) -> int:
        """On the right card, where the arrow of the centre card points."""
        right, centre, *_ = self.topics
        return pointed_at(right, centre)

    @property
    def next_topic(self) -> int:
        """On the centre card, where the arrow of the left card points."""
        _, centre, left = self.topics
        return pointed_at(centre, left)

    @property
    def next_asker(self) -> Seat | None:
        """Who speaks next if no disciple gets ahead; None when this turn is the last of the day."""
        lit = self.path[self.sun]
        if len(lit) > 1:
            return lit[1]
        behind = next((pile for pile in reversed(self.path[: self.sun]) if pile), None)
        return behind[0] if behind else None

    def space_of(self, seat: Seat) -> int:
        """Where a philosopher stands; those under the Sun stand where it shines."""
        return next((space for space, pile in enumerate(self.path) if seat in pile), self.sun)


def other_color(color: Color) -> Color:
    return BLACK if color == WHITE else WHITE
