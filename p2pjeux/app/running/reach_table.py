"""The way to a table: a link to whoever keeps it, and its code if it has one."""

import secrets
from dataclasses import dataclass
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface
from p2pjeux.app.running.router import CodeSaid, Router
from p2pjeux.app.running.station import Station
from p2pjeux.app.running.table_search import SAY_AFTER, SAY_EVERY, Target
from p2pjeux.errors import LinkLost, Loss, NobodyThere, OtherVersion, Refused
from p2pjeux.net.addresses import Address
from p2pjeux.net.code import normal_code
from p2pjeux.net.code_exchange import CodeCaller, Passed, Wrong
from p2pjeux.net.events import Linked, Unlinked, Unreached
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.purposes import Purpose, label

# How long the table is still listened for when somebody else was heard first.
OTHER_SECONDS: Final = 5.0
# How long an answer about a code may take.
CODE_SECONDS: Final = 10.0


async def reach(
    station: Station, router: Router, target: Target, interface: Interface, patience: float
) -> Linked:
    """A link to whoever keeps the table; raise what stands in the way.

    A table that is not open yet, or whose opener has moved, is tried again until patience is over.
    """
    addresses = list(target.addresses)
    # The likeliest first, and another only when that one has failed.
    first = addresses.pop(0)
    station.mesh.add_address(None, first.host, first.port)
    why: Exception | None = None
    with trio.move_on_after(patience) as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_say_trying, first, interface)
            nursery.start_soon(_follow, station, target)
            async for news in router.news:
                match news:
                    case Linked(peer=peer) if target.fingerprint in {"", fingerprint(peer)}:
                        nursery.cancel_scope.cancel()
                        return news
                    case Linked():
                        # Or it has called us itself, as who sat with us before does: a while more.
                        why = Refused(
                            "somebody else answers there: the key is not that of the table"
                        )
                        scope.deadline = min(scope.deadline, trio.current_time() + OTHER_SECONDS)
                    case Unreached(why=LinkLost(loss=Loss.VERSION) as lost):
                        nursery.cancel_scope.cancel()
                        why = OtherVersion(lost.text, **lost.values)
                    case Unreached(why=reason):
                        why = reason
                        if addresses:
                            other = addresses.pop(0)
                            station.mesh.add_address(None, other.host, other.port)
                    case _:
                        pass
    if isinstance(why, Refused):
        raise why
    raise NobodyThere("nobody answers at {address}", address=first) from why


async def _say_trying(address: Address, interface: Interface) -> None:
    """Whoever waits for an answer knows whose, and what else can be done."""
    await trio.sleep(SAY_AFTER)
    while True:
        interface.put(
            interface.words.say(
                "Nobody answers at {address} yet; still trying. Is the table open there, and "
                "is its address still the same? p2pjeux doctor {address} looks for the reason; "
                "Ctrl-C ends.",
                address=address,
            )
        )
        await trio.sleep(SAY_EVERY)


async def _follow(station: Station, target: Target) -> None:
    """Whoever opened the table may be seen somewhere else meanwhile."""
    called = set(target.addresses)
    while target.fingerprint:
        changed = station.sightings.changed
        for found in station.sightings.known.values():
            is_it = found.announcement.key == target.fingerprint
            for address in set(found.addresses) - called if is_it else ():
                called.add(address)
                station.mesh.add_address(None, address.host, address.port)
        await changed.wait()


@dataclass(frozen=True, slots=True)
class Asking:
    """The code that was given, and whom to ask for one."""

    code: str | None
    interface: Interface


async def say_code(station: Station, router: Router, link: Linked, asking: Asking) -> str:
    """Prove that we know the code of the table, and return it; raise Refused if we do not."""
    typed = asking.code
    if typed is None:
        try:
            typed = await asking.interface.ask(asking.interface.words.say("The code of the table:"))
        except EOFError:
            raise Refused(
                "this table is private: --code-file names a file that holds its code"
            ) from None
    code = normal_code(typed)
    asking.interface.put(asking.interface.words.say("Checking the code…"))
    # Bound to this very link: somebody in the middle would need the code for each of the two.
    caller = await trio.to_thread.run_sync(
        CodeCaller, code, link.handshake_hash, secrets.token_bytes
    )
    station.mesh.send(link.peer, label(Purpose.CODE, caller.first))
    has_proved = False
    with trio.move_on_after(CODE_SECONDS):
        async for news in router.news:
            if isinstance(news, Unlinked) and news.peer == link.peer:
                break
            if not isinstance(news, CodeSaid) or news.peer != link.peer:
                continue
            answer, verdict = await trio.to_thread.run_sync(caller.receive, news.data)
            if answer is not None:
                station.mesh.send(link.peer, label(Purpose.CODE, answer))
            if isinstance(verdict, Passed):
                return code
            if isinstance(verdict, Wrong):
                raise _wrong(verdict.wait, is_checked=has_proved)
            # A refusal before this speaks of earlier tries: the code was not looked at.
            has_proved = has_proved or answer is not None
    raise NobodyThere("the table does not answer")


def _wrong(wait: int, *, is_checked: bool) -> Refused:
    """Why a code was not taken: it may not even have been looked at."""
    if not is_checked:
        return Refused("too many wrong codes: wait {seconds} seconds", seconds=wait)
    if wait:
        return Refused(
            "this is not the code of the table; wait {seconds} seconds before the next try",
            seconds=wait,
        )
    return Refused("this is not the code of the table")
