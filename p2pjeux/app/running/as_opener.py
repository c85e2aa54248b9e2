"""The peer that opens a table, or opens it again: from the invitation to the game."""

import secrets
import time
from dataclasses import dataclass, replace

import trio

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.bot_skill import keep_skill
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.app.running.lobby_runner import LobbyRunner, WayBack
from p2pjeux.app.running.past import company_of
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.games import fingerprint as rules_fingerprint
from p2pjeux.lobby.lobby import Opener
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log.charter import Charter, sort_options
from p2pjeux.net.announcement import RULES_LENGTH, Announcement, OpenTable
from p2pjeux.net.code_exchange import CodeKeeper
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.net.interfaces import NetworkInterface, Sort, find_interfaces
from p2pjeux.net.invite import qr_dots, qr_lines, qr_text
from p2pjeux.net.multicast import AnswersHeard, listen_for_others
from p2pjeux.rules.contract import Skill
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.store.lobbies import KeptLobby
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lobby import Invitation, phone_line


def reopen(store: Store, lobby: KeptLobby, manner: Manner) -> Ending:
    """Open a lobby again that was not closed: the same nonce, and the same port if it is free."""
    return open_lobby(store, lobby, manner, Ports(0, lobby.port), qr=False)


@dataclass(frozen=True, slots=True)
class Ports:
    """The port that must be, or 0, and the one that is tried first."""

    asked: int
    usual: int


def open_lobby(store: Store, lobby: KeptLobby, manner: Manner, ports: Ports, *, qr: bool) -> Ending:
    charter = Charter(
        lobby.game,
        sort_options(lobby.options),
        rules_fingerprint(lobby.game),
        (),
        # Seats and threshold follow when all have sat down.
        0,
        lobby.table,
        lobby.patience,
        bytes.fromhex(lobby.nonce),
    )

    async def main(interface: Interface) -> Ending:
        identity = store.identity()
        member = Member(identity.public, lobby.names, lobby.bots, ready=manner.auto)
        opener = Opener(
            identity,
            _room_of(lobby, member),
            charter,
            asks_first=lobby.asks_first,
        )
        name = "" if lobby.code is not None else lobby.names[0]
        async with open_station(
            store, lambda _hello: True, port=ports.asked, usual=ports.usual, name=name
        ) as station:
            # Before anybody can knock: whoever was let in finds the same lobby after a crash.
            store.lobbies.keep(replace(lobby, port=station.mesh.port))
            opening = Opening(lobby, manner, qr=qr)
            return await _keep_open(station, opener, opening, interface)

    return run(main, manner)


@dataclass(frozen=True, slots=True)
class Opening:
    lobby: KeptLobby
    manner: Manner
    qr: bool = False

    @property
    def code(self) -> str | None:
        return self.lobby.code


async def _keep_open(
    station: Station, opener: Opener, opening: Opening, interface: Interface
) -> Ending:
    """Gather until all have signed, then play."""
    private = opening.code is not None
    router = start_router(station)
    if opening.code is not None:
        router.keeper = CodeKeeper(opening.code, trio.current_time(), secrets.token_bytes)
    known_peers = KnownPeers(station.store.peers(), station.identity.public)
    way = WayBack(code=opening.code or "")
    lobby = router.lobby = LobbyRunner(opener, station.mesh, station.store, known_peers, way)
    lobby.words, lobby.is_auto = interface.words, opening.manner.auto

    def changed(room: Room) -> None:
        if not lobby.is_over:
            _keep_terms(station, opening.lobby, room)
        station.announcer.say(_announcement(station, room, private=private))

    lobby.on_change = changed
    lobby.on_end = lambda: station.store.lobbies.drop(opening.lobby.nonce)
    interface.put(*invitation(station, opening, interface.words))
    lobby.welcome(await trio.to_thread.run_sync(company_of, station.store, time.time()))
    letter = await trio.to_thread.run_sync(_letter, station, opening)
    lobby.invite(letter)
    station.nursery.start_soon(_say_if_unheard, station, lobby, letter, interface.words)
    await lobby.show()
    if opening.manner.auto:
        await lobby.set_ready(ready=True)
    await interface.gather(lobby.gather)
    if lobby.signed is None or lobby.files is None:
        if lobby.refused is not None:
            raise lobby.refused
        return Ending.LEFT
    with lobby.files as files:
        keep_skill(files.folder, Skill(opening.lobby.level))
        playable = PlayableTable(lobby.signed, files, opening.manner.auto, private)
        return await play_table(station, router, playable, interface)


def _room_of(lobby: KeptLobby, opener: Member) -> Room:
    return Room(
        lobby.game,
        lobby.table,
        lobby.seats,
        (opener,),
        lobby.threshold,
        sort_options(lobby.options),
        lobby.patience,
    )


def _keep_terms(station: Station, lobby: KeptLobby, room: Room) -> None:
    """Whoever comes back to the lobby after a crash finds it as it was settled last."""
    ours = next(one for one in room.members if one.public == station.identity.public)
    kept = replace(
        lobby,
        port=station.mesh.port,
        names=ours.names,
        bots=ours.bots,
        seats=room.seats,
        options=dict(room.options),
        patience=room.patience,
        threshold=room.threshold,
    )
    if not any(replace(one, changed=0.0) == kept for one in station.store.lobbies.all()):
        station.store.lobbies.keep(kept)


def _letter(station: Station, opening: Opening) -> Invitation:
    """What is sent to others, and shown to their cameras."""
    invites = station.invites(code=opening.code is not None)
    page = invites[0].page if invites and station.has_page else ""
    # A camera is in a phone, and a phone opens pages.
    scanned = page or (qr_text(invites[0]) if invites else "")
    return Invitation(
        opening.lobby.table,
        tuple(str(one.address) for one in invites),
        str(invites[0]) if invites else "",
        opening.code or "",
        fingerprint_words(station.identity.public),
        qr_dots(scanned) if scanned else (),
        page,
    )


async def _say_if_unheard(
    station: Station, lobby: LobbyRunner, letter: Invitation, words: Words
) -> None:
    """Where nobody can hear our announcement, say so and show the link."""
    if station.discovery is None:
        # The invitation has said it already.
        return
    found = [one for one in find_interfaces() if one.sort is Sort.LAN]
    heard: list[AnswersHeard] = []

    async def listen(interface: NetworkInterface) -> None:
        heard.append(await listen_for_others(interface, secrets.token_bytes))

    async with trio.open_nursery() as nursery:
        for interface in found:
            nursery.start_soon(listen, interface)
    if found and not any(one.echo for one in heard):
        lobby.note(words.say("Nobody hears this table announced: give them the address."))
        lobby.invite(letter, at_once=True)


def _announcement(station: Station, room: Room, *, private: bool) -> Announcement:
    rules = rules_fingerprint(room.game_id).hex()[:RULES_LENGTH]
    details = OpenTable(room.game_id, room.seats, room.free, rules)
    return Announcement(room.table_name, station.fingerprint, None if private else details)


def invitation(station: Station, opening: Opening, words: Words) -> list[str]:
    """How others find the table, in lines to read out or to send."""
    name = opening.lobby.table
    invites = station.invites(code=opening.code is not None)
    lines = [
        words.say("The table is open. The others type: p2pjeux join {name}", name=name).rstrip()
    ]
    lines += [
        words.say("  or, where they do not find it: p2pjeux join {address}", address=one.address)
        for one in invites[:2]
    ]
    lines += [words.say("  or with this link: {link}", link=one) for one in invites[:1]]
    page = invites[0].page if invites and station.has_page else ""
    lines.append("  " + phone_line(page, words))
    if opening.code is not None:
        lines.append(words.say("The code of the table: {code}", code=opening.code))
    if station.discovery is None:
        lines.append(
            words.say("This machine cannot announce the table: the others need the address.")
        )
    if invites and (opening.qr or station.discovery is None):
        lines += qr_lines(page or qr_text(invites[0]))
    return lines
