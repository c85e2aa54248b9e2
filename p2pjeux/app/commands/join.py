"""Sit down at a table that somebody opened, or again at one's own seat."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.arguments import LISTEN_SECONDS, person_names
from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.as_guest import Entered, NameTaken, NoSeat, PlayedByOthers, wait_in_lobby
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.late_place import LateSeat, ask_for_seat, seats_of_bots
from p2pjeux.app.running.lobby_runner import WayBack
from p2pjeux.app.running.look_on import charter_shown, look_on
from p2pjeux.app.running.own_tables import OwnTables
from p2pjeux.app.running.reach_table import Asking, reach, say_code
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.seat_again import charter_from, sit_again, sit_for_the_first_time
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, find_again, play_table
from p2pjeux.app.running.table_search import Search, Sight, Target, called, find_target, in_sight
from p2pjeux.errors import Refused
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import IS_PLAYED, NAME_TAKEN
from p2pjeux.lobby.playable import game_of
from p2pjeux.log.charter import SEATS_MAX, SignedCharter
from p2pjeux.log.names import NAME_MAX
from p2pjeux.net.events import Linked
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.rules.requests import Seat
from p2pjeux.store.home import Store
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.ending import Ending

YES: Final = frozenset({"yes", "y", "oui", "o"})


@dataclass(frozen=True, slots=True)
class Join:
    """A table to sit down at, as asked for on the command line."""

    target: str | None = None
    names: tuple[str, ...] = ()
    code: str | None = None
    home: Path | None = None
    wait: float = LISTEN_SECONDS


def join(asked: Join, manner: Manner) -> Ending:
    names = person_names(asked.names)
    store = Store.find(os.environ, asked.home)

    async def main(interface: Interface) -> Ending:
        async with open_station(store, lambda _hello: True, name=names[0]) as station:
            router = start_router(station)
            entering = Entering(asked, names, station, router, manner, interface)
            return await entering.enter()

    return run(main, manner)


def _has_seat(sight: Sight) -> bool:
    """Whether one can sit down there without anybody's leave to replace a bot."""
    details = sight.announcement.details
    return details is None or bool(details.free and not details.is_played)


def names_to_try(names: tuple[str, ...], *, is_given: bool) -> Iterator[tuple[str, ...]]:
    """Our names; and if nobody chose them, the user's own with a number, should it be taken."""
    yield names
    for number in () if is_given else range(2, SEATS_MAX + 1):
        yield tuple(f"{name[: NAME_MAX - 3]} {number}" for name in names)


@dataclass
class Entering:
    """The way from what was asked for to a seat."""

    asked: Join
    names: tuple[str, ...]
    station: Station
    router: Router
    manner: Manner
    interface: Interface
    # The keys of those at whose tables there was no seat.
    full: set[str] = field(default_factory=set)

    async def enter(self) -> Ending:
        own = OwnTables.find(self.station.store)
        search = Search(
            self.station,
            self.interface,
            lambda sight: self._may_enter(sight, own),
            self.asked.wait,
            lambda sight: own.note(sight, self.interface.words),
        )
        while True:
            target = await find_target(search, self.asked.target)
            link = await self._reach(target)
            try:
                return await self._enter(target, link, own)
            except NoSeat as refusal:
                self.full.add(fingerprint(link.peer))
                if not self._is_another():
                    raise
                text = self.interface.words.say(refusal.text)
                other = self.interface.words.say("There is another table of that name.")
                self.interface.put(f"{text}. {other}")

    def _may_enter(self, sight: Sight, own: OwnTables) -> bool:
        """Of those that are named all may be meant; in a list only those with a seat for us."""
        if sight.announcement.key in self.full:
            return False
        details = sight.announcement.details
        is_open = details is None or bool(details.free)
        if self.asked.target is not None:
            # Whoever names a table that is played, and has no seat, may want to watch it; but not
            # while another of that name has a seat.
            return is_open or own.are_in(sight) or not self._open_twin(sight)
        return is_open or own.are_in(sight)

    def _open_twin(self, sight: Sight) -> bool:
        sights = in_sight(self.station.sightings.known.values(), self.station.fingerprint)
        twins = called(sight.announcement.table, sights)
        return any(_has_seat(one) for one in twins)

    def _is_another(self) -> bool:
        """Whether another table of the name that was asked for has a free seat."""
        name = self.asked.target
        sights = in_sight(self.station.sightings.known.values(), self.station.fingerprint)
        return any(
            fold(one.announcement.table) == fold(name or "")
            and one.announcement.key not in self.full
            and _has_seat(one)
            for one in sights
        )

    async def _reach(self, target: Target) -> Linked:
        linked = self.router.linked_as(target.fingerprint)
        if linked is not None:
            return linked
        return await reach(self.station, self.router, target, self.interface, self.asked.wait)

    async def _enter(self, target: Target, link: Linked, own: OwnTables) -> Ending:
        table = link.hello.table
        kept, promise = own.played(table), own.promise(table)
        station, router, manner, interface = (
            self.station,
            self.router,
            self.manner,
            self.interface,
        )
        if kept is not None:
            return await sit_again(station, router, kept, manner, interface)
        if promise is not None:
            signed = await charter_from(router, link, interface)
            return await sit_for_the_first_time(
                station, router, signed, manner, interface, private=bool(promise.promise.code)
            )
        code = None
        if target.private or self.asked.code is not None:
            code = await say_code(station, router, link, Asking(self.asked.code, interface))
        if table:
            return await self._watch_instead(link)
        return await self._sit_down(target, link, code)

    async def _would_play(self, signed: SignedCharter, seat: Seat) -> bool:
        """Whether the person wants the seat of a bot rather than to watch."""
        question = self.interface.words.say(
            "{name} is played by a bot: with everybody’s consent you may play there instead. Ask "
            "them? Type yes or no.",
            name=signed.charter.seats[seat].name,
        )
        try:
            return fold(await self.interface.ask(question)) in YES
        except EOFError:
            return False

    async def _replace_bot(self, signed: SignedCharter, seats: tuple[Seat, ...]) -> Ending:
        """Sit down instead of a bot, as soon as all agree."""
        station, router, interface = self.station, self.router, self.interface
        game_of(signed.charter)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(find_again, station, signed)
            late = await self._ask_for_one(signed, seats)
            nursery.cancel_scope.cancel()
        with station.store.open_table(signed.charter) as files:
            if files.recovered is None:
                files.begin(signed)
            playable = PlayableTable(signed, files, auto=False, private=True, late=late)
            return await play_table(station, router, playable, interface)

    async def _ask_for_one(self, signed: SignedCharter, seats: tuple[Seat, ...]) -> LateSeat:
        """The first of these seats that can be had, under a name that nobody has there."""
        refused: Refused | None = None
        for seat in seats:
            for names in names_to_try(self.names, is_given=bool(self.asked.names)):
                wanted = LateSeat(seat, b"", names[0])
                try:
                    return await ask_for_seat(
                        self.station, self.router, signed, wanted, self.interface
                    )
                except Refused as refusal:
                    refused = refusal
                    if refusal.text != NAME_TAKEN:
                        break
        assert refused is not None
        raise refused

    async def _watch_instead(self, link: Linked) -> Ending:
        """A stranger is told that the table is being played, and may look on."""
        words = self.interface.words
        if self._is_another():
            raise NoSeat(IS_PLAYED)
        self.interface.put(words.say("This table is being played, and you have no seat there."))
        if not self.manner.auto:
            signed = await charter_shown(self.station, self.router, link, self.interface)
            seats = seats_of_bots(signed)
            if seats and await self._would_play(signed, seats[0]):
                return await self._replace_bot(signed, seats)
        try:
            question = words.say("Watch it? Type yes or no.")
            answer = "" if self.manner.auto else await self.interface.ask(question)
        except EOFError:
            answer = ""
        if fold(answer) not in YES:
            raise Refused("the game goes on without you: p2pjeux watch lets you see it")
        return await look_on(self.station, self.router, link, self.manner, self.interface)

    async def _sit_down(self, target: Target, link: Linked, code: str | None) -> Ending:
        addresses = tuple(str(one) for one in target.addresses)
        way = WayBack(link.hello.name, addresses, code or "")
        entered = Entered(self.station, self.router, self.manner, self.interface)
        for own in names_to_try(self.names, is_given=bool(self.asked.names)):
            guest = Guest(self.station.identity, link.peer, own)
            with suppress(NameTaken):
                try:
                    return await wait_in_lobby(entered, guest, way)
                except PlayedByOthers:
                    return await self._watch_instead(link)
        raise NameTaken(NAME_TAKEN)
