"""Sit down at a table that somebody opened."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.acquaintances import Acquaintances
from p2pjeux.app.codes import Caller, DoorKeeper, Passed, Wrong, is_needed
from p2pjeux.app.door import CodeSaid, Door
from p2pjeux.app.finding import Target, find_target
from p2pjeux.app.gathering import Gathering
from p2pjeux.app.house import House, open_house
from p2pjeux.app.incidents import Incidents
from p2pjeux.app.interface import Interface, Manner, run
from p2pjeux.app.table import Begun, play_table
from p2pjeux.app.wire import For, label
from p2pjeux.app.wishes import person_names
from p2pjeux.errors import LinkLost, Loss, NobodyThere, OtherVersion, Refused
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.names import NAME_MAX
from p2pjeux.net.code import normal_code
from p2pjeux.net.events import Linked, Unlinked, Unreached
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.store.home import Store
from p2pjeux.table.lobby import NAME_TAKEN, Guest
from p2pjeux.ui.ending import Ending

# How long an address is tried, and how long an answer about a code may take.
REACH_SECONDS: Final = 12.0
AGAIN_SECONDS: Final = 3.0
CODE_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Join:
    """A table to sit down at, as asked for on the command line."""

    target: str | None = None
    names: tuple[str, ...] = ()
    code: str | None = None
    home: Path | None = None


def join(asked: Join, manner: Manner) -> Ending:
    names = person_names(asked.names)
    store = Store.find(os.environ, asked.home)

    async def main(interface: Interface) -> Ending:
        async with open_house(store, lambda _hello: True, name=names[0]) as house:
            door = Door(house.mesh, Incidents(store.places.data / "incidents.txt"))
            house.nursery.start_soon(door.run)
            target = await find_target(house, asked.target, interface, free=True)
            link = await reach(house, door, target)
            code = None
            if target.private or asked.code is not None:
                code = await say_code(house, door, link, Asking(asked.code, interface))
            entered = Entered(manner, code, interface)
            for own in names_to_try(names, is_given=bool(asked.names)):
                guest = Guest(house.identity, link.peer, own)
                with suppress(NameTaken):
                    return await _sit_down(house, door, guest, entered)
            raise NameTaken(NAME_TAKEN)

    return run(main, manner)


class NameTaken(Refused):
    """Somebody at the table has our name."""


def names_to_try(names: tuple[str, ...], *, is_given: bool) -> Iterator[tuple[str, ...]]:
    """Our names; and if nobody chose them, the user's own with a number, should it be taken."""
    yield names
    for number in () if is_given else range(2, SEATS_MAX + 1):
        yield tuple(f"{name[: NAME_MAX - 3]} {number}" for name in names)


async def reach(house: House, door: Door, target: Target) -> Linked:
    """A link to whoever keeps the table; raise what stands in the way."""
    addresses = list(target.addresses)
    first = addresses.pop(0)
    house.mesh.add_address(None, first.host, first.port)
    why: Exception | None = None
    with trio.move_on_after(REACH_SECONDS) as scope:
        async for news in door.news:
            match news:
                case Linked(peer=peer):
                    if target.fingerprint in {"", fingerprint(peer)}:
                        return news
                    raise Refused("somebody else answers there: the key is not that of the table")
                case Unreached(why=LinkLost(loss=Loss.VERSION) as lost):
                    raise OtherVersion(lost.text, **lost.values)
                case Unreached(why=reason):
                    why = reason
                    if addresses:
                        other = addresses.pop(0)
                        house.mesh.add_address(None, other.host, other.port)
                    else:
                        # It may just be starting; a silent way gets the whole time.
                        scope.deadline = min(scope.deadline, trio.current_time() + AGAIN_SECONDS)
                case _:
                    pass
    raise NobodyThere("nobody answers at {address}", address=first) from why


@dataclass(frozen=True, slots=True)
class Asking:
    """The code that was given, and whom to ask for one."""

    code: str | None
    interface: Interface


async def say_code(house: House, door: Door, link: Linked, asking: Asking) -> str:
    """Prove that we know the code of the table, and return it; raise Refused if we do not."""
    typed = asking.code
    if typed is None:
        try:
            typed = await asking.interface.ask(asking.interface.words.say("The code of the table:"))
        except EOFError:
            raise Refused("this table is private: say its code with --code") from None
    code = normal_code(typed)
    caller = await trio.to_thread.run_sync(Caller, code, link.handshake_hash)
    house.mesh.send(link.peer, label(For.CODE, caller.first))
    with trio.move_on_after(CODE_SECONDS):
        async for news in door.news:
            if isinstance(news, Unlinked) and news.peer == link.peer:
                break
            if not isinstance(news, CodeSaid) or news.peer != link.peer:
                continue
            answer, verdict = await trio.to_thread.run_sync(caller.receive, news.data)
            if answer is not None:
                house.mesh.send(link.peer, label(For.CODE, answer))
            if isinstance(verdict, Passed):
                return code
            if isinstance(verdict, Wrong):
                raise Refused("this is not the code of the table")
    raise NobodyThere("the table does not answer")


@dataclass(frozen=True, slots=True)
class Entered:
    manner: Manner
    code: str | None
    interface: Interface


async def _sit_down(house: House, door: Door, guest: Guest, entered: Entered) -> Ending:
    acquaintances = Acquaintances(house.store.peers(), house.identity.public)
    gathering = Gathering(guest, house.mesh, house.store, acquaintances)
    door.gathering = gathering
    entered.interface.put(entered.interface.words.say("Asking for a seat …"))
    house.nursery.start_soon(_mind_codes, door, gathering)
    if entered.manner.auto:
        await gathering.set_ready(ready=True)
    await gathering.linked(guest.opener)
    await entered.interface.gather(gathering.gather)
    if gathering.signed is None or gathering.files is None:
        if gathering.refused is not None:
            taken = gathering.refused.text == NAME_TAKEN
            raise NameTaken(NAME_TAKEN) if taken else gathering.refused
        return Ending.LEFT
    with gathering.files as files:
        private = entered.code is not None
        if entered.code is not None:
            # Who wants to watch may ask any of us, and must know the code.
            door.keeper = DoorKeeper(entered.code, trio.current_time())
        begun = Begun(gathering.signed, files, entered.manner.auto, private)
        return await play_table(house, door, begun, entered.interface)


async def _mind_codes(door: Door, gathering: Gathering) -> None:
    """Somebody who came by address alone may learn only here that a code is asked for."""
    async for news in door.news:
        if isinstance(news, CodeSaid) and is_needed(news.data):
            gathering.refuse(Refused("this table is private: say its code with --code"))
