"""The way to a table: a link to whoever keeps it, and its code if it has one."""

from dataclasses import dataclass
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface
from p2pjeux.app.running.router import CodeSaid, Router
from p2pjeux.app.running.station import Station
from p2pjeux.app.running.table_search import Target
from p2pjeux.errors import LinkLost, Loss, NobodyThere, OtherVersion, Refused
from p2pjeux.net.code import normal_code
from p2pjeux.net.code_exchange import CodeCaller, Passed, Wrong
from p2pjeux.net.events import Linked, Unlinked, Unreached
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.purposes import Purpose, label

# How long an address is tried, and how long an answer about a code may take.
REACH_SECONDS: Final = 12.0
AGAIN_SECONDS: Final = 3.0
CODE_SECONDS: Final = 10.0


async def reach(station: Station, router: Router, target: Target) -> Linked:
    """A link to whoever keeps the table; raise what stands in the way."""
    addresses = list(target.addresses)
    first = addresses.pop(0)
    station.mesh.add_address(None, first.host, first.port)
    why: Exception | None = None
    with trio.move_on_after(REACH_SECONDS) as scope:
        async for news in router.news:
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
                        station.mesh.add_address(None, other.host, other.port)
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
    caller = await trio.to_thread.run_sync(CodeCaller, code, link.handshake_hash)
    station.mesh.send(link.peer, label(Purpose.CODE, caller.first))
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
                raise Refused("this is not the code of the table")
    raise NobodyThere("the table does not answer")
