"""Play a game in one process, a seeded source standing in for the fairness layer."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from p2pjeux.errors import Refused
from p2pjeux.rules.contract import Game, OptionValue, Refusal, Source, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Choose,
    ChooseAll,
    Deal,
    Done,
    Draw,
    Drawn,
    Face,
    Laid,
    Lay,
    Open,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Seat,
    Show,
    Shown,
    Shuffle,
    Slot,
    deciders,
)
from p2pjeux.rules.source import drawn, shuffled

StateT = TypeVar("StateT")


class IllegalAction(Refused):
    """An action that the rules do not allow here; the refusal says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text, **refusal.values)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Happening(Generic[StateT]):
    """One answered request, with the states around it."""

    before: StateT
    request: Request
    answer: Answer
    after: StateT


class Engine(Generic[StateT]):
    """All seats of one game. It alone holds every face; what it hands out are views.

    Call ``advance`` until it returns None: then either ``waiting`` names seats whose ``play`` is
    needed, or the game is over.
    """

    def __init__(
        self, game: Game[StateT], seats: int, options: Mapping[str, OptionValue], source: Source
    ) -> None:
        self.game = game
        self.seats = seats
        self.state = game.set_up(seats, options)
        self.request = game.request(self.state)
        self._deciders = deciders(self.request) if self.request else ()
        self._source = source
        self._faces: dict[Slot, Face] = {}
        self._public: dict[Slot, Face] = {}
        self._learnt: list[dict[Slot, Face]] = [{} for _ in range(seats)]
        # What each seat has learnt, as views show it.
        self._shown = [MappingProxyType(learnt) for learnt in self._learnt]
        self._decided: dict[Seat, Action] = {}
        self._sealed: dict[Seat, Action] = {}

    @property
    def waiting(self) -> tuple[Seat, ...]:
        decided = self._decided
        if not decided:
            return self._deciders
        if len(decided) == len(self._deciders):
            return ()
        return tuple(seat for seat in self._deciders if seat not in decided)

    def view(self, seat: Seat | None) -> View[StateT]:
        """What ``seat`` (or a watcher, with None) knows now; valid until the next call."""
        if seat is None:
            return View(self.state, None, MappingProxyType(self._public))
        sealed = self._decided.get(seat) or self._sealed.get(seat)
        return View(self.state, seat, self._shown[seat], sealed)

    def play(self, seat: Seat, action: Action) -> None:
        """Take a seat's decision; raise IllegalAction and change nothing if the rules refuse it."""
        request = self.request
        if request is None or seat not in self._deciders or seat in self._decided:
            raise IllegalAction(Refusal("nothing is asked of this seat now"))
        faces = self._faces_of(seat, action.cards)
        refusal = check_play(self.game, self.state, request, seat, action, faces)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._decided[seat] = action

    def _faces_of(self, seat: Seat, cards: tuple[Slot, ...]) -> tuple[Face, ...]:
        if not cards:
            return ()
        learnt = self._learnt[seat]
        if not all(card in learnt for card in cards):
            raise IllegalAction(Refusal("a card is not in the hand it is played from"))
        return tuple([learnt[card] for card in cards])

    def advance(self) -> Happening[StateT] | None:
        """Answer the pending request if nobody has to decide any more; return what happened."""
        request = self.request
        if request is None or self.waiting:
            return None
        before = self.state
        answer = self._answer(request)
        self._decided.clear()
        self.state = self.game.apply(before, answer)
        self.request = self.game.request(self.state)
        self._deciders = deciders(self.request) if self.request else ()
        return Happening(before, request, answer, self.state)

    def _answer(self, request: Request) -> Answer:
        match request:
            case Choose() | ChooseAll():
                return Played(tuple([self._reveal(seat, self._decided) for seat in self._deciders]))
            case Seal(seats=seats):
                self._sealed.update(self._decided)
                return Sealed(seats)
            case Lay(seat=seat):
                self._sealed.update(self._decided)
                return Laid(seat, len(self._decided[seat].cards))
            case Open(seats=seats):
                plays = tuple([self._reveal(seat, self._sealed) for seat in seats])
                for seat in seats:
                    del self._sealed[seat]
                return Played(plays)
            case _:
                return self._chance(request)

    def _chance(self, request: Request) -> Answer:
        match request:
            case Roll(sides=sides):
                return Rolled(tuple(self._source.below(side) + 1 for side in sides))
            case Draw(pile=pile, count=count):
                return Drawn(tuple(drawn(self._source, pile, count)))
            case Shuffle(deck=deck, faces=faces):
                mixed = shuffled(self._source, faces)
                self._faces.update((Slot(deck, place), face) for place, face in enumerate(mixed))
                return Done()
            case Deal(hands=hands):
                for seat, slots in hands:
                    self._learnt[seat].update((slot, self._faces[slot]) for slot in slots)
                return Done()
            case Show(seat=seat, slots=slots):
                return Shown(seat, self._publish(slots))
            case _:
                raise AssertionError(f"{request} is not a matter of chance")

    def _reveal(self, seat: Seat, decided: Mapping[Seat, Action]) -> Play:
        action = decided[seat]
        return Play(seat, action, self._publish(action.cards))

    def _publish(self, slots: tuple[Slot, ...]) -> tuple[Face, ...]:
        if not slots:
            return ()
        shown = {slot: self._faces[slot] for slot in slots}
        for known in (self._public, *self._learnt):
            known.update(shown)
        return tuple(shown.values())
