"""Asking for the seat of a bot at a table that is being played, and sitting there."""

from dataclasses import dataclass
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface
from p2pjeux.app.running.late_guest import LateGuest
from p2pjeux.app.running.peer import Peer
from p2pjeux.app.running.router import LobbySaid, Router
from p2pjeux.app.running.station import Station
from p2pjeux.errors import Refused
from p2pjeux.lobby.late import (
    BOT_AGAIN,
    NO_BOT,
    Lent,
    NotLent,
    Sought,
    read_answer,
    rising,
    seeking,
)
from p2pjeux.lobby.lobby import NAME_TAKEN
from p2pjeux.log.charter import SignedCharter
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words, later
from p2pjeux.table.events import Command, Declined

# What was asked may have come before the link stood.
ASK_EVERY: Final = 5.0
HAS_NO_VOICE: Final = later("whoever came late plays and talks; all else is for the others")


@dataclass(frozen=True, slots=True)
class LateSeat:
    """A seat that was handed over, with what its bot knew."""

    seat: Seat
    secret: bytes
    name: str


def seats_of_bots(signed: SignedCharter) -> tuple[Seat, ...]:
    return tuple(seat for seat, one in enumerate(signed.charter.seats) if one.is_bot)


async def ask_for_seat(
    station: Station, router: Router, signed: SignedCharter, wanted: LateSeat, interface: Interface
) -> LateSeat:
    """Wait until all have agreed that we play instead of a bot; raise Refused if we do not."""
    holder = signed.charter.seats[wanted.seat].public
    asked = label(Purpose.LOBBY, seeking(signed.table, wanted.seat, wanted.name))
    told = ""
    while True:
        station.mesh.send(holder, asked)
        with trio.move_on_after(ASK_EVERY):
            async for news in router.news:
                if not isinstance(news, LobbySaid) or news.peer != holder:
                    continue
                match read_answer(news.data, signed.table, wanted.seat):
                    case Lent(secret=secret):
                        return LateSeat(wanted.seat, secret, wanted.name)
                    case NotLent(reason=reason):
                        raise Refused(_known(reason))
                    case Sought(lacking=lacking) if lacking:
                        line = _lacking(signed, lacking, interface.words)
                        if line != told:
                            interface.put(line)
                            told = line
                    case _:
                        pass
        if not told:
            told = _unanswered(signed, holder, interface.words)
            interface.put(told)


def _known(reason: str) -> str:
    """Why we do not get it; nobody writes what he likes on our terminal."""
    return reason if reason in (NO_BOT, NAME_TAKEN, BOT_AGAIN) else NO_BOT


def _lacking(signed: SignedCharter, machines: tuple[bytes, ...], words: Words) -> str:
    seats = signed.charter.seats
    names = tuple(one.name for one in seats if one.public in machines and not one.is_bot)
    return words.say(
        "They are asked whether you may play instead of the bot. Still to answer: {names}. You see "
        "the table as soon as all agree; Ctrl-C ends.",
        names=words.among(names),
    )


def _unanswered(signed: SignedCharter, holder: bytes, words: Words) -> str:
    names = tuple(one.name for one in signed.charter.seats if one.public == holder)
    return words.say(
        "The machine of {names}, which holds that seat, is being looked for; Ctrl-C ends.",
        names=words.among(names),
    )


class LatePlace:
    """Our place at a table where the machine of somebody else signs for us."""

    def __init__(self, guest: LateGuest, peer: Peer, mesh: Mesh, name: str, words: Words) -> None:
        self._guest = guest
        self._peer = peer
        self._mesh = mesh
        self._name = name
        self._words = words

    async def receive(self, peer: bytes, data: bytes) -> bool:
        event = self._guest.hear(data, self._words) if peer == self._guest.holder else None
        if event is not None:
            self._peer.tell(event)
        return event is not None

    async def linked(self, peer: bytes) -> None:
        """All have agreed once: if a bot had the seat meanwhile, we get it again."""
        if peer == self._guest.holder:
            table = self._peer.signed.table
            self.post(seeking(table, self._guest.seat, self._name))

    async def unlinked(self, peer: bytes) -> None:
        """The bot waits for us for a while, and plays on."""

    async def heed(self, command: Command) -> bool:
        """Everything that is done here is done by whoever holds the seat."""
        message = self._guest.message_of(command)
        if message is not None:
            self.post(message)
        else:
            self._peer.tell(Declined(Refusal(HAS_NO_VOICE)))
        return True

    def rise(self) -> None:
        """The bot may sit down again."""
        self.post(rising(self._peer.signed.table, self._guest.seat))

    def post(self, message: bytes) -> None:
        self._mesh.send(self._guest.holder, label(Purpose.LOBBY, message))
