"""Sit down at a table that somebody opened, or again at one's own seat."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from p2pjeux.app.arguments import LISTEN_SECONDS, person_names
from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.as_guest import Entered, NameTaken, NoSeat, PlayedByOthers, wait_in_lobby
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.lobby_runner import WayBack
from p2pjeux.app.running.look_on import look_on
from p2pjeux.app.running.own_tables import OwnTables
from p2pjeux.app.running.reach_table import Asking, reach, say_code
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.seat_again import charter_from, sit_again, sit_for_the_first_time
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_search import Search, Sight, Target, called, find_target, in_sight
from p2pjeux.errors import Refused
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import IS_PLAYED, NAME_TAKEN
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.names import NAME_MAX
from p2pjeux.net.events import Linked
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.store.home import Store
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.ending import Ending


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
        return any(one.announcement.details and one.announcement.details.free for one in twins)

    def _is_another(self) -> bool:
        """Whether another table of the name that was asked for has a free seat."""
        name = self.asked.target
        sights = in_sight(self.station.sightings.known.values(), self.station.fingerprint)
        return any(
            fold(one.announcement.table) == fold(name or "")
            and one.announcement.key not in self.full
            and (one.announcement.details is None or one.announcement.details.free)
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

    async def _watch_instead(self, link: Linked) -> Ending:
        """A stranger is told that the table is being played, and may look on."""
        words = self.interface.words
        if self._is_another():
            raise NoSeat(IS_PLAYED)
        self.interface.put(words.say("This table is being played, and you have no seat there."))
        try:
            question = words.say("Watch it? Type yes or no.")
            answer = "" if self.manner.auto else await self.interface.ask(question)
        except EOFError:
            answer = ""
        if fold(answer) not in {"yes", "y", "oui", "o"}:
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
