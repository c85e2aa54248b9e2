"""From a signed charter to the end of the game: a peer on the links, its files and an interface."""

import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.acquaintances import BOT_MARK, Acquaintances
from p2pjeux.app.door import Door
from p2pjeux.app.house import House
from p2pjeux.app.incidents import Incidents
from p2pjeux.app.interface import Interface, Shown
from p2pjeux.app.peer import Outside, Peer
from p2pjeux.app.wire import For, label
from p2pjeux.errors import NobodyThere
from p2pjeux.games import load_game
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.net.announcement import RULES_LENGTH, Announcement, OpenTable
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.mesh import Mesh
from p2pjeux.rules.requests import Seat
from p2pjeux.store.table import TableFiles
from p2pjeux.table.seating import Seating
from p2pjeux.ui.ending import Ending

# After so long without any link a watcher gives up.
GONE_SECONDS: Final = 60.0
# The name of an empty file beside the log of a private table.
_PRIVATE: Final = "private"


@dataclass(frozen=True, slots=True)
class Begun:
    """A table that can be played: its charter and our files of it."""

    signed: SignedCharter
    files: TableFiles
    # Whether bots play all seats here, and lose patience by themselves.
    auto: bool
    private: bool = False
    # The seats here that bots play; None if their names say so.
    bots: frozenset[Seat] | None = None


def outside(mesh: Mesh) -> Outside:
    return Outside(
        lambda peer, message: mesh.send(peer, label(For.TABLE, message)), lambda: mesh.linked
    )


def seating_of(begun: Begun, identity: Identity) -> Seating:
    signed = begun.signed
    charter = signed.charter
    held = frozenset(charter.seats_of(identity.public))
    marked = {seat for seat in held if charter.seats[seat].name.endswith(BOT_MARK)}
    bots = held if begun.auto else frozenset(marked) if begun.bots is None else begun.bots
    return Seating(
        signed,
        load_game(charter.game_id),
        identity,
        begun.files.secret,
        bots,
        one_step=True,
        # Whoever heard us yesterday passes over what is numbered lower.
        first_line=time.time_ns() // 1_000_000,
    )


async def play_table(house: House, door: Door, begun: Begun, interface: Interface) -> Ending:
    """Play until the game is over, and everybody has the whole log, or until the person leaves."""
    signed, files = begun.signed, begun.files
    me, charter = house.identity.public, signed.charter
    held = charter.seats_of(me)
    seating = seating_of(begun, house.identity)
    people = tuple(seat for seat in held if seat not in seating.bots)
    peer = Peer(seating, files, outside(house.mesh), people)
    names = tuple(sitter.name for sitter in charter.seats)
    shell_word = shlex.quote(charter.table_name)
    door.incidents = Incidents(files.folder / "incidents.txt")
    door.is_private = begun.private
    if begun.private:
        (files.folder / _PRIVATE).touch()
    house.mesh.introduce("" if begun.private else names[held[0]] if held else "", signed.table)
    acquaintances = Acquaintances(house.store.peers(), me)
    await trio.to_thread.run_sync(acquaintances.remember, signed)
    keys = await trio.to_thread.run_sync(_key_words, signed)
    is_apart = any(sitter.public != me for sitter in charter.seats)
    shown = Shown(seating.game, charter.table_name, names, people, is_apart, keys)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(find_again, house, signed)
        if held:
            # Let those who lost us find us, and others watch.
            house.announcer.say(announcement_of(house, signed, private=begun.private))
        else:
            nursery.start_soon(_watch_links, house)
        try:
            await door.sit(peer)
            nursery.start_soon(peer.tick)
            ending = await interface.sit(shown, peer.play)
            if ending is Ending.OVER and held:
                nursery.start_soon(_say_later, interface)
                await peer.stay()
        finally:
            await door.get_up()
        nursery.cancel_scope.cancel()
    if ending is not Ending.OVER and held:
        text = interface.words.say("To go on later: p2pjeux resume {table}", table=shell_word)
        interface.put(text)
    return ending


async def _say_later(interface: Interface) -> None:
    """A program that does not end at once says why."""
    await trio.sleep(1)
    interface.put(interface.words.say("Waiting until the others have the whole log …"))


async def _watch_links(house: House) -> None:
    """A watcher has nobody to wait for once all are gone: raise NobodyThere then."""
    last = trio.current_time()
    while trio.current_time() - last < GONE_SECONDS:
        await trio.sleep(1)
        if house.mesh.linked:
            last = trio.current_time()
    raise NobodyThere("everybody at the table is gone")


def _key_words(signed: SignedCharter) -> tuple[str, ...]:
    return tuple(fingerprint_words(sitter.public) for sitter in signed.charter.seats)


def announcement_of(house: House, signed: SignedCharter, *, private: bool) -> Announcement:
    """What a table says that is being played: no seat is free, but one may watch or come back."""
    charter = signed.charter
    details = OpenTable(
        charter.game_id, len(charter.seats), 0, charter.fingerprint.hex()[:RULES_LENGTH]
    )
    return Announcement(charter.table_name, house.fingerprint, None if private else details)


async def find_again(house: House, signed: SignedCharter) -> None:
    """Call those of the table wherever they are seen: they may have moved."""
    keys = {fingerprint(one.public): one.public for one in signed.charter.seats}
    keys.pop(house.fingerprint, None)
    called: set[tuple[str, int, str]] = set()
    while True:
        changed = house.sightings.changed
        for found in house.sightings.known.values():
            key = found.announcement.key
            for address in found.addresses if key in keys else ():
                if (address.host, address.port, key) not in called:
                    called.add((address.host, address.port, key))
                    house.mesh.add_address(keys[key], address.host, address.port)
        await changed.wait()


def is_private(folder: Path) -> bool:
    """Whether the table in this folder was opened with a code; it stays so when it goes on."""
    return (folder / _PRIVATE).exists()
