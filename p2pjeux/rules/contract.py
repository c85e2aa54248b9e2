"""A game is a record of pure functions over one frozen state that holds no secret."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from p2pjeux.encoding import Value
from p2pjeux.rules.drawing import Line, Size
from p2pjeux.rules.requests import Action, Answer, Face, Request, Seat, Slot
from p2pjeux.rules.words import Words

StateT = TypeVar("StateT")

OptionValue: TypeAlias = str | int


class Information(Enum):
    """What a game hides; it decides how much fairness work a table has to do."""

    OPEN = "open"
    SEALED = "sealed choices"
    HIDDEN = "hidden hands"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game; the first of ``among`` is the default."""

    name: str
    among: tuple[OptionValue, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game before it is set up."""

    id: str
    title_fr: str
    title_en: str
    credit: str
    seats_least: int
    seats_most: int
    information: Information
    # No game asks more requests than this, whoever plays.
    length_most: int
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end: a score per seat, and the seats that won (several when they share it)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal: an English sentence for the catalogue, and what to fill in."""

    text: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


@dataclass(frozen=True, slots=True)
class View(Generic[StateT]):
    """What one seat (or, with seat None, a watcher) knows: the state and the faces it has learnt.

    A view only ever adds to the state, so nothing can leak by being forgotten in it.
    """

    state: StateT
    seat: Seat | None
    faces: Mapping[Slot, Face]
    # What this seat has sealed or laid and not yet opened.
    sealed: Action | None = None
    # Cards of one's own hand to be marked, because they came since one last decided.
    fresh: frozenset[Slot] = frozenset()


@dataclass(frozen=True, slots=True)
class Cards:
    """Fill ``action.cards`` with ``least`` to ``most`` distinct slots."""

    among: tuple[Slot, ...]
    least: int
    most: int
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Fill one argument with one of these values."""

    name: str
    among: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Fill one argument with a list of ``least`` to ``most`` distinct values of these."""

    name: str
    among: tuple[Value, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    """Fill one argument with a line of text of at most ``most`` characters."""

    name: str
    most: int


Field: TypeAlias = Cards | Pick | Several | Text


@dataclass(frozen=True, slots=True)
class Form:
    """Actions too many to list: any filling that ``Game.check`` accepts. Arguments in order."""

    verb: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do now, to its own knowledge: listed actions, and forms to fill."""

    actions: tuple[Action, ...] = ()
    forms: tuple[Form, ...] = ()


class Source(Protocol):
    """Where chance comes from; always an argument, never a global."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` − 1, each equally likely."""
        ...


class Skill(Enum):
    """How well a bot plays that somebody asked for; the usual one plays as a stand-in does."""

    EASY = "easy"
    USUAL = "normal"
    STRONG = "hard"


@dataclass(frozen=True, slots=True)
class Hint:
    """What to tell whoever meets a request for the first time, and where the rules speak of it."""

    # An English text for the catalogue of the game.
    lesson: str
    # The heading of the section, as it stands in the rules of either language.
    section_fr: str
    section_en: str
    # Whether every game comes to it; a guided game does not wait for the others.
    is_common: bool = True


@dataclass(frozen=True, slots=True)
class Guide:
    """A first game, explained: hints by ``topic_of`` the requests."""

    welcome: str = ""
    hints: Mapping[str, Hint] = field(default_factory=dict)
    summary: str = ""


NO_GUIDE: Final = Guide()


def by_face(view: View[StateT], slot: Slot) -> tuple[int, ...]:
    """Sort a hand by the numbers of its cards, unknown ones first."""
    return (view.faces.get(slot, -1),)


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence about a position, and the word that asks for it."""

    topic: str
    sentence: str


# What can be asked for in plain lines; every sentence about a position has one of these topics.
TOPICS: Final = ("who", "hand", "board", "prices")


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do, and why, in a sentence from its own weighing."""

    action: Action
    reason: str = ""


def no_since(_states: tuple[object, ...], _view: View[StateT], _words: Words) -> tuple[str, ...]:
    """For games whose board alone says what happened."""
    return ()


def no_facts(_view: View[StateT], _thing: str, _words: Words) -> str:
    """For games that name nothing on their board."""
    return ""


def no_things(_view: View[StateT], _choice: Action) -> tuple[str, ...]:
    return ()


def no_position(_view: View[StateT], _words: Words) -> tuple[Told, ...]:
    """For games whose drawing reads well aloud."""
    return ()


def no_moment(_state: object, _words: Words) -> str:
    """For games that count no rounds."""
    return ""


@dataclass(frozen=True, slots=True)
class Presenter(Generic[StateT]):
    """How a game looks and sounds. Pure: a view in, text and drawings out."""

    board: Callable[[View[StateT], Words, Size], tuple[Line, ...]]
    # What is expected of the seat that sees this view, as a sentence.
    prompt: Callable[[View[StateT], Request, Words], str]
    label: Callable[[View[StateT], Action, Words], str]
    # The label of one value of a Pick or Several field: view, form, field name, value.
    value: Callable[[View[StateT], Form, str, Value, Words], str]
    card: Callable[[Face, Words], str]
    # What just happened, in sentences: state before, request, answer, state after.
    tell: Callable[[StateT, Request, Answer, StateT, Words], tuple[str, ...]]
    result: Callable[[StateT, Words], tuple[str, ...]]
    # Where a card of one's own hand stands, in the drawing and among the choices.
    rank: Callable[[View[StateT], Slot], tuple[int, ...]] = by_face
    guide: Guide = NO_GUIDE
    # The round, day or sale that is being played, in a few words; a replay jumps from one to the
    # next.
    moment: Callable[[StateT, Words], str] = no_moment
    # What a person has to know of the time since she last decided: the boards from that moment to
    # this one, and what she sees now. Few sentences, the weightiest first.
    since: Callable[[tuple[StateT, ...], View[StateT], Words], tuple[str, ...]] = no_since
    # One line of facts about a thing that is drawn with ``Span.about``; empty if it is no thing.
    facts: Callable[[View[StateT], str, Words], str] = no_facts
    # The things that a choice is about. An item of a form comes as an action with it alone: a card
    # under the verb of the form, a value under the name of its field.
    things: Callable[[View[StateT], Action], tuple[str, ...]] = no_things
    # The whole position in sentences, for whoever hears it instead of seeing it.
    position: Callable[[View[StateT], Words], tuple[Told, ...]] = no_position
    # What the best bot would do in the place of the seat that is asked, to its own knowledge.
    advise: Callable[[View[StateT], Source, Words], Advice] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[StateT]):
    """The contract. Every function is pure; ``apply`` trusts, because one door checks (door.py)."""

    facts: Facts
    set_up: Callable[[int, Mapping[str, OptionValue]], StateT]
    # None when the game is over.
    request: Callable[[StateT], Request | None]
    # What the seat of this view may do about the pending request, to its own knowledge.
    choices: Callable[[View[StateT]], Choices]
    # Whether an action is legal, given the faces of the cards it plays and nothing else that is
    # hidden. Asked by the seat itself before it plays, and by all others as soon as those cards
    # open: at once for Choose, at the opening for Seal and Lay.
    check: Callable[[StateT, Seat, Action, tuple[Face, ...]], Refusal | None]
    apply: Callable[[StateT, Answer], StateT]
    outcome: Callable[[StateT], Outcome | None]
    # Counts that never change once the game is set up: cards, coins, stones.
    census: Callable[[StateT], Mapping[str, int]]
    # A random legal action, and a good one; both from the seat's view alone.
    sample: Callable[[View[StateT], Source], Action]
    # It also stands in for a seat that is absent: the same on every machine.
    bot: Callable[[View[StateT], Source], Action]
    presenter: Presenter[StateT]
    # Bots that play worse or better than ``bot``, each from its seat's view alone. They are the
    # affair of whoever seats them, and no part of the rules' fingerprint.
    opponents: Mapping[Skill, Callable[[View[StateT], Source], Action]] = field(
        default_factory=dict
    )

    def player(self, skill: Skill) -> Callable[[View[StateT], Source], Action]:
        """The bot of this skill; ``bot`` where the game has no other."""
        return self.opponents.get(skill, self.bot)
