"""The one door for what interfaces ask of a table. A refusal is told and changes nothing."""

from typing import Final, Protocol

from p2pjeux.errors import Refused
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.engine import IllegalAction
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.table.effects import Effect, Tell
from p2pjeux.table.events import (
    Agree,
    Agreement,
    Command,
    GoOn,
    GoWithout,
    Leave,
    LetPlay,
    NotLegal,
    Play,
    Say,
)

NOBODY_ASKS: Final = Refusal("nobody asks for this seat any more")


class Obliging(Protocol):
    """What can be asked of a table; each raises Refused, and changes nothing, if it cannot be."""

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people, not bots, at this machine."""
        ...

    def play(self, seat: Seat, action: Action) -> list[Effect]: ...

    def say(self, seat: Seat, text: str) -> list[Effect]: ...

    def agree(self, to: Agreement) -> list[Effect]: ...

    def go_on(self) -> list[Effect]: ...

    def go_without(self, seats: tuple[Seat, ...]) -> list[Effect]: ...


def obey(table: Obliging, command: Command) -> list[Effect]:
    try:
        match command:
            case Play(action=action, seat=seat):
                return table.play(_speaker(table, seat), action)
            case Say(text=text, seat=seat):
                return table.say(_speaker(table, seat), text)
            case Agree(to=to):
                return table.agree(to)
            case GoOn():
                return table.go_on()
            case GoWithout(seats=seats):
                return table.go_without(seats)
            case LetPlay():
                # Whoever knows who came late has taken it, unless nobody asks any more.
                return [Tell(NotLegal(NOBODY_ASKS))]
            case Leave():
                # Whoever holds the links ends them; the table finds out by itself.
                return []
    except Refused as refused:
        return [Tell(NotLegal(_refusal(refused)))]


def _speaker(table: Obliging, seat: Seat | None) -> Seat:
    """The seat that a command is about: that of the only person here, if none is named."""
    persons = table.persons
    if seat is None and len(persons) == 1:
        return persons[0]
    if seat is None or seat not in persons:
        raise Refused("no person here holds this seat")
    return seat


def _refusal(refused: Refused) -> Refusal:
    if isinstance(refused, IllegalAction):
        return refused.refusal
    return Refusal(refused.text, {name: str(value) for name, value in refused.values.items()})
