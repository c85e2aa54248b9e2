"""From a signed charter to the end of the game: a peer on the links, its files and an interface."""

import shlex
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface, TableShown
from p2pjeux.app.running.after_game import AfterGame, FinishedGame
from p2pjeux.app.running.bot_skill import keep_skill, kept_skill
from p2pjeux.app.running.damaged_files import say_what_was_damaged
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.app.running.late_guest import LateGuest
from p2pjeux.app.running.late_place import LatePlace, LateSeat
from p2pjeux.app.running.late_seats import LateSeats
from p2pjeux.app.running.peer import STAY_LINKED, Outside, Peer
from p2pjeux.app.running.rematch import Rematch
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Station, follow_keys
from p2pjeux.errors import NobodyThere, Refused
from p2pjeux.games import load_game
from p2pjeux.lobby.again import Again
from p2pjeux.lobby.late import LateComers
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.net.addresses import Address
from p2pjeux.net.announcement import ID_LENGTH, RULES_LENGTH, Announcement, OpenTable
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import label_table
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.store.table import TableFiles
from p2pjeux.table.seating import Seating
from p2pjeux.ui.after import AfterChoice
from p2pjeux.ui.ending import Ending

# After so long without any link a watcher gives up.
GONE_SECONDS: Final = 60.0
# After so long without any link at all a player is told how to meet the others.
ALONE_SECONDS: Final = 10.0
# The name of an empty file beside the log of a private table.
_PRIVATE: Final = "private"
# A game that was played to its end, however the person goes on.
_OVER: Final = (Ending.OVER, Ending.ANOTHER)


@dataclass(frozen=True, slots=True)
class PlayableTable:
    """A table that can be played: its charter and our files of it."""

    signed: SignedCharter
    files: TableFiles
    # Whether bots play all seats here, and lose patience by themselves.
    auto: bool
    private: bool = False
    # The seat of somebody's bot in which the person here sits, who came late.
    late: LateSeat | None = None


def outside(mesh: Mesh, table: bytes) -> Outside:
    return Outside(
        lambda peer, message: mesh.send(peer, label_table(table, message), once=True),
        lambda: mesh.linked,
    )


def seating_of(playable: PlayableTable, identity: Identity) -> Seating:
    signed = playable.signed
    charter = signed.charter
    held = frozenset(charter.seats_of(identity.public))
    marked = frozenset(seat for seat in held if charter.seats[seat].is_bot)
    bots = held if playable.auto else marked
    return Seating(
        signed,
        load_game(charter.game_id),
        identity,
        playable.files.secret,
        bots,
        kept_skill(playable.files.folder),
        one_step=True,
        # Whoever heard us yesterday passes over what is numbered lower.
        first_line=time.time_ns() // 1_000_000,
    )


async def play_table(
    station: Station, router: Router, playable: PlayableTable, interface: Interface
) -> Ending:
    """Play until the game is over, and everybody has the whole log, or until the person leaves.

    If all want to play again, on the same links, that game too, and so on; the files of the first
    one are the caller's.
    """
    with ExitStack() as opened:
        while True:
            ending, following = await _play_one(station, router, playable, interface)
            if following is None:
                return ending
            opened.enter_context(following.files)
            playable = following


async def _play_one(
    station: Station, router: Router, playable: PlayableTable, interface: Interface
) -> tuple[Ending, PlayableTable | None]:
    """Play one game; return how it ended, and the next table if all have signed one."""
    signed, files = playable.signed, playable.files
    me, charter = station.identity.public, signed.charter
    held, seating = charter.seats_of(me), seating_of(playable, station.identity)
    people = tuple(seat for seat in held if seat not in seating.bots)
    peer = _new_peer(station, playable, people, interface.words)
    place = _sit_late(station, router, playable.late, peer, interface.words)
    shown = await _shown(playable, seating, people, me)
    await _present_ourselves(station, router, playable)
    rematch = Rematch(Again(station.identity, charter), station.mesh, station.store)
    router.rematch = rematch if held else None
    following: PlayableTable | None = None
    async with trio.open_nursery() as nursery:
        # Before anybody sits down: the others may be waiting for us already.
        nursery.start_soon(find_again, station, signed)
        nursery.start_soon(_give_way, station, router)
        if held:
            _keep_place(station, router, playable, peer, nursery)
        else:
            nursery.start_soon(_watch_links, station)
        try:
            await router.sit(peer)
            nursery.start_soon(peer.tick)
            if held and shown.in_company:
                nursery.start_soon(_say_how_to_meet, station, peer, interface.words)
            ending = await interface.sit(shown, peer.play)
            if ending is Ending.OVER and people and shown.in_company:
                over = _finished(shown, peer, files)
                choice = await AfterGame(over, station.store, rematch, interface).run()
                ending = Ending.ANOTHER if choice is AfterChoice.ANOTHER else ending
                following = _following(playable, rematch, choice)
            if following is None and ending in _OVER:
                nursery.start_soon(_say_later, peer, interface)
                await peer.stay()
        finally:
            router.rematch = router.late = None
            rematch.close()
            if place is not None:
                place.rise()
            # Whatever has ended the evening: the files are closed after this, and nothing may be
            # written to them then.
            await router.get_up()
        nursery.cancel_scope.cancel()
    if ending not in _OVER and held:
        _say_how_to_resume(charter.table_name, interface)
    return ending, following


def _finished(shown: TableShown, peer: Peer, files: TableFiles) -> FinishedGame:
    assert peer.outcome is not None
    return FinishedGame(shown, peer.outcome, peer.signed.charter, files, peer.complete)


def _say_how_to_resume(table: str, interface: Interface) -> None:
    text = interface.words.say("To resume later: p2pjeux resume {table}", table=shlex.quote(table))
    interface.put(text)


def _keep_place(
    station: Station, router: Router, playable: PlayableTable, peer: Peer, nursery: trio.Nursery
) -> None:
    """Let those who lost us find us, others watch, and late comers ask for the seats of bots."""
    signed = playable.signed
    station.announcer.say(announcement_of(station, signed, private=playable.private))
    comers = LateComers(station.identity.public, signed.charter, has_person=bool(peer.people))
    late = LateSeats(comers, peer, station.mesh, router.links, playable.files.secret)
    router.late, peer.heed = late, late.heed
    nursery.start_soon(late.run)


def _sit_late(
    station: Station, router: Router, late: LateSeat | None, peer: Peer, words: Words
) -> LatePlace | None:
    """Take the place of a bot that another machine holds, if that is what we came for."""
    if late is None:
        return None
    signed = peer.signed
    game = load_game(signed.charter.game_id)
    guest = LateGuest(signed, game, late.seat, late.secret)
    place = LatePlace(guest, peer, station.mesh, late.name, words)
    peer.sit_for(guest)
    router.late, peer.heed = place, place.heed
    return place


def _new_peer(
    station: Station, playable: PlayableTable, people: tuple[Seat, ...], words: Words
) -> Peer:
    out = outside(station.mesh, playable.signed.table)
    peer = Peer(seating_of(playable, station.identity), playable.files, out, people)
    say_what_was_damaged(peer, playable.files, words)
    return peer


async def _present_ourselves(station: Station, router: Router, playable: PlayableTable) -> None:
    """Who calls us is to hear at which table we are; and we know its people from now on."""
    signed, files, me = playable.signed, playable.files, station.identity.public
    router.incidents = Incidents(files.folder / "incidents.txt")
    router.is_private = playable.private
    if playable.private:
        (files.folder / _PRIVATE).touch()
    held = signed.charter.seats_of(me)
    name = signed.charter.seats[held[0]].name if held and not playable.private else ""
    station.mesh.introduce(name, signed.table)
    # In a thread, for deriving words takes a while, and links that are up must be served.
    known_peers = KnownPeers(station.store.peers(), me)
    await trio.to_thread.run_sync(known_peers.remember, signed)


async def _shown(
    playable: PlayableTable, seating: Seating, people: tuple[Seat, ...], me: bytes
) -> TableShown:
    charter = playable.signed.charter
    names = [sitter.name for sitter in charter.seats]
    keys = list(await trio.to_thread.run_sync(_key_words, playable.signed))
    late = playable.late
    if late is not None:
        # The seat is signed for by another machine; the person in it is here.
        people, names[late.seat] = (late.seat,), late.name
        keys[late.seat] = await trio.to_thread.run_sync(fingerprint_words, me)
    is_apart = any(sitter.public != me for sitter in charter.seats)
    return TableShown(seating.game, charter.table_name, tuple(names), people, is_apart, tuple(keys))


def _following(
    playable: PlayableTable, rematch: Rematch, choice: AfterChoice
) -> PlayableTable | None:
    taken = rematch.take() if choice is AfterChoice.BEGUN else None
    if taken is None:
        return None
    signed, files = taken
    # Bots stay as good as they were.
    keep_skill(files.folder, kept_skill(playable.files.folder))
    return replace(playable, signed=signed, files=files)


async def _give_way(station: Station, router: Router) -> None:
    """Of two complete charters of one lobby everybody plays the same one: raise Refused there."""
    await router.is_outdone.wait()
    other = router.counts_more
    assert other is not None
    if other.charter.seats_of(station.identity.public) and station.store.has_secret(other.charter):
        with station.store.open_table(other.charter) as files:
            if files.recovered is None:
                files.begin(other)
    raise Refused("this lobby has given two tables, and the other one counts: p2pjeux resume")


async def _say_later(peer: Peer, interface: Interface) -> None:
    """A program that does not end at once says why, for whom, and what can be done."""
    if not peer.is_seated:
        return
    await trio.sleep(1)
    charter, words = peer.signed.charter, interface.words
    names = words.among(tuple(charter.seats[seat].name for seat in peer.lacking))
    text = words.say(
        "Waiting until {names} has the whole log, for {seconds} seconds at most. Ctrl-C ends at "
        "once; whoever lacks it gets it another time.",
        names=names,
        seconds=round(STAY_LINKED),
    )
    interface.put(text if names else words.say("Waiting until the others have the whole log…"))


async def _say_how_to_meet(station: Station, peer: Peer, words: Words) -> None:
    """Whoever finds nobody of the table is told what else there is to try, once for each time."""
    others = {one.public for one in peer.signed.charter.seats} - {station.identity.public}
    alone_since: float | None = trio.current_time()
    while True:
        await trio.sleep(1)
        now = trio.current_time()
        if others & station.mesh.linked:
            alone_since = now
        elif alone_since is not None and now - alone_since >= ALONE_SECONDS:
            alone_since = None
            addresses = await trio.to_thread.run_sync(station.addresses)
            peer.advise(meeting_advice(peer.signed.charter.table_name, addresses, words))


def meeting_advice(table: str, addresses: Sequence[Address], words: Words) -> str:
    """How a table meets again whose peers have new addresses, or whose network hides them."""
    if not addresses:
        return words.say(
            "This machine is on no network: turn the wifi on or plug the cable in. p2pjeux doctor "
            "looks for the reason."
        )
    return words.say(
        "Nobody from this table has been found yet. Whoever has p2pjeux running is found without "
        "help, and passes on the end if the game is over there. If nobody is found, or addresses "
        "have changed, one of the others types: p2pjeux resume {table} --at {address}",
        table=shlex.quote(table),
        address=addresses[0],
    )


async def _watch_links(station: Station) -> None:
    """A watcher has nobody to wait for once all are gone: raise NobodyThere then."""
    last = trio.current_time()
    while trio.current_time() - last < GONE_SECONDS:
        await trio.sleep(1)
        if station.mesh.linked:
            last = trio.current_time()
    raise NobodyThere("everyone has left the table")


def _key_words(signed: SignedCharter) -> tuple[str, ...]:
    return tuple(fingerprint_words(sitter.public) for sitter in signed.charter.seats)


def announcement_of(station: Station, signed: SignedCharter, *, private: bool) -> Announcement:
    """What a table says that is being played: no seat is free, but one may watch or come back."""
    charter = signed.charter
    details = OpenTable(
        charter.game_id,
        len(charter.seats),
        # Nobody else has a seat to give; a bot's can be asked for.
        sum(one.is_bot for one in charter.seats),
        charter.fingerprint.hex()[:RULES_LENGTH],
        signed.table.hex()[:ID_LENGTH],
    )
    return Announcement(charter.table_name, station.fingerprint, None if private else details)


async def find_again(station: Station, signed: SignedCharter) -> None:
    """Call those of the table wherever they are seen: they may have moved."""
    keys = {fingerprint(one.public): one.public for one in signed.charter.seats}
    keys.pop(station.fingerprint, None)
    await follow_keys(station, keys)


def is_private(folder: Path) -> bool:
    """Whether the table in this folder was opened with a code; it stays so when it goes on."""
    return (folder / _PRIVATE).exists()
