"""Give this program to others on the same wifi, also where there is no internet."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import trio

from p2pjeux.errors import NobodyThere, Refused
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.net.interfaces import Sort, find_interfaces, reachable_hosts
from p2pjeux.net.invite import qr_lines
from p2pjeux.net.pages import FRONT, serve_pages
from p2pjeux.net.reach import sources_to_world
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.share.offer import INSTALLER, Offer, in_groups, line_to_paste, make_offer, write_page
from p2pjeux.share.systems import (
    PYTHONS,
    SYSTEMS,
    fetch,
    fetched,
    fetched_wheels,
    pip_wheel,
    this_python,
    this_system,
)
from p2pjeux.share.wheels import PROGRAM, find_needed, pack, requirements
from p2pjeux.store.home import Store

_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,80}")


@dataclass(frozen=True, slots=True)
class Share:
    """What is to be shared: ``get`` names systems for which to fetch wheels; None: give."""

    get: Sequence[str] | None
    port: int = 0
    home: Path | None = None


def share(asked: Share, words: Words) -> None:
    folder = Store.find(os.environ, asked.home).places.data / "share"
    if asked.get is not None:
        _get(folder, asked.get or tuple(SYSTEMS), words)
        return
    put(sys.stdout, words.say("Packing what runs here…"))
    offer = offer_of(folder)
    runs_on = [(this_system(), this_python()), *fetched(folder)]
    trio.run(_give, offer, by_system(runs_on), asked.port, words)


def by_system(runs_on: Iterable[tuple[str, str]]) -> list[str]:
    """Systems with the Pythons that the offer fits there, each once."""
    found: dict[str, list[str]] = {}
    for system, python in runs_on:
        pythons = found.setdefault(system, [])
        if python not in pythons:
            pythons.append(python)
    return [f"{system} · Python {', '.join(pythons)}" for system, pythons in found.items()]


def _get(folder: Path, systems: Sequence[str], words: Words) -> None:
    """Fetch wheels for other systems; raise Refused if one of them cannot be served."""
    missing = []
    for system, python, is_there in fetch(folder, systems, requirements(distribution(PROGRAM))):
        mark = "+" if is_there else "!"
        put(sys.stdout, f"{mark} {system} · Python {python}")
        if not is_there:
            missing.append(f"{system} · {python}")
    if len(missing) == len(systems) * len(PYTHONS):
        raise Refused("nothing could be fetched: is this machine online?")
    size = sum(path.stat().st_size for path in folder.glob("*.whl")) / 1e6
    put(
        sys.stdout,
        words.say("{size} MB are here for guests; p2pjeux share gives them", size=f"{size:.1f}"),
    )


def offer_of(folder: Path) -> Offer:
    """What can be given: the program, all it needs here, pip, and what was fetched before."""
    needed = find_needed()
    own = [pack(project, one) for project, one in needed.items()]
    wheels = {wheel.file_name: wheel for wheel in (*fetched_wheels(folder), pip_wheel(), *own)}
    spoken = [words_for(language) for language in LANGUAGES]
    return make_offer(wheels.values(), tuple(needed), spoken)


async def _give(offer: Offer, systems: Sequence[str], port: int, words: Words) -> None:
    hosts = _hosts()
    listeners = await trio.open_tcp_listeners(port)
    port = listeners[0].socket.getsockname()[1]
    spoken = [words, *(words_for(one) for one in LANGUAGES if one != words.language)]

    def pages(name: str, host: str) -> bytes | None:
        if name != FRONT:
            return offer.pages.get(name)
        # The guest has reached us by the address that it names: that one works for it.
        base = host if _HOST.fullmatch(host) else f"{hosts[0]}:{port}"
        return write_page(offer, f"http://{base}/", systems, spoken)

    def told(name: str, guest: str) -> None:
        if name == INSTALLER:
            put(sys.stdout, words.say("{guest} has started to install.", guest=guest))

    base = f"http://{hosts[0]}:{port}/"
    put(sys.stdout, *_invitation(offer, base, systems, words))
    await serve_pages(listeners, pages, told)


def _hosts() -> list[str]:
    """Our addresses as a line can name them; raise NobodyThere if others have no way to us."""
    found = find_interfaces()
    hosts = [host for host in reachable_hosts(found, sources_to_world()) if ":" not in host]
    if not hosts or all(one.sort is Sort.LOOPBACK for one in found):
        raise NobodyThere("this machine is on no network: join the wifi of the others first")
    return hosts


def _invitation(offer: Offer, base: str, systems: Sequence[str], words: Words) -> list[str]:
    size = f"{offer.size / 1e6:.1f}"
    return [
        words.say(
            "On the other machine open {page} in a browser, or paste into a terminal", page=base
        ),
        words.say("there (macOS, Linux):"),
        "",
        line_to_paste(base, offer.digest, windows=False),
        "",
        words.say("On Windows it begins with py instead of python3."),
        words.say("Digest, to be compared: {digest}", digest=in_groups(offer.digest)),
        words.say(
            "It works on ({size} MB in all): {systems}", size=size, systems="; ".join(systems)
        ),
        *qr_lines(base),
        words.say("Ctrl-C ends."),
    ]
