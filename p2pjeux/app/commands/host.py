"""Open a table on the wifi."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2pjeux.app.arguments import (
    PATIENCE,
    PATIENCE_AUTO,
    bot_names,
    options_for,
    person_names,
    seats_for,
    table_name,
)
from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.known_peers import BOT_MARK, KnownPeers
from p2pjeux.app.running.lobby_runner import LobbyRunner
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.errors import UsageError
from p2pjeux.fair.keybook import default_threshold
from p2pjeux.games import fingerprint as rules_fingerprint
from p2pjeux.games import load_game
from p2pjeux.lobby.lobby import Member, Opener, Room
from p2pjeux.log.charter import Charter, sort_options
from p2pjeux.net.announcement import RULES_LENGTH, Announcement, OpenTable
from p2pjeux.net.code import draw_code, normal_code
from p2pjeux.net.code_exchange import CodeKeeper
from p2pjeux.net.interfaces import NetworkInterface, Sort, find_interfaces
from p2pjeux.net.invite import draw_qr
from p2pjeux.net.multicast import AnswersHeard, listen_for_others
from p2pjeux.rules.contract import Facts
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Host:
    """A table to be opened, as asked for on the command line."""

    game_id: str
    seats: int | None = None
    bots: int = 0
    names: tuple[str, ...] = ()
    table: str | None = None
    # None: anybody may knock; empty: private, with a code that is drawn.
    code: str | None = None
    port: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    patience: int | None = None
    # Whether strangers come in without being let in.
    open_door: bool = False
    qr: bool = False
    home: Path | None = None


def host(asked: Host, manner: Manner) -> Ending:
    facts = load_game(asked.game_id).facts
    people = person_names(asked.names)
    bots = bot_names(asked.bots, people)
    names = (*people, *(name + BOT_MARK for name in bots))
    seats = _seats(facts, asked.seats, len(names))
    code = None if asked.code is None else normal_code(asked.code or draw_code(secrets.token_bytes))
    patience = asked.patience or (PATIENCE_AUTO if manner.auto else PATIENCE)
    store = Store.find(os.environ, asked.home)
    charter = Charter(
        facts.id,
        sort_options(options_for(facts, asked.options)),
        rules_fingerprint(facts.id),
        (),
        default_threshold(seats),
        table_name(asked.table or people[0]),
        patience,
        secrets.token_bytes(32),
    )

    async def main(interface: Interface) -> Ending:
        identity = store.identity()
        member = Member(identity.public, names, ready=manner.auto)
        asks_first = not (manner.auto or asked.open_door or code is not None)
        opener = Opener(
            identity,
            Room(facts.id, charter.table_name, seats, (member,)),
            charter,
            asks_first=asks_first,
        )
        name = "" if code is not None else people[0]
        async with open_station(store, lambda _hello: True, port=asked.port, name=name) as station:
            return await _keep_open(
                station, opener, Opening(asked, manner, code, charter.table_name), interface
            )

    return run(main, manner)


def _seats(facts: Facts, asked: int | None, here: int) -> int:
    seats = seats_for(facts, max(here, facts.seats_least) if asked is None else asked)
    if here > seats:
        raise UsageError(
            "{here} people and bots cannot sit on {seats} seats", here=here, seats=seats
        )
    return seats


@dataclass(frozen=True, slots=True)
class Opening:
    asked: Host
    manner: Manner
    code: str | None
    table: str


async def _keep_open(
    station: Station, opener: Opener, opening: Opening, interface: Interface
) -> Ending:
    """Gather until all have signed, then play."""
    private = opening.code is not None
    router = Router(station.mesh, Incidents(station.store.places.data / "incidents.txt"))
    if opening.code is not None:
        router.keeper = CodeKeeper(opening.code, trio.current_time())
    known_peers = KnownPeers(station.store.peers(), station.identity.public)
    lobby = router.lobby = LobbyRunner(opener, station.mesh, station.store, known_peers)
    lobby.on_change = lambda room: station.announcer.say(
        _announcement(station, room, private=private)
    )
    station.nursery.start_soon(router.run)
    interface.put(*invitation(station, opening, interface.words))
    station.nursery.start_soon(_say_if_unheard, station, lobby, opening, interface.words)
    await lobby.show()
    if opening.manner.auto:
        await lobby.set_ready(ready=True)
    await interface.gather(lobby.gather)
    if lobby.signed is None or lobby.files is None:
        if lobby.refused is not None:
            raise lobby.refused
        return Ending.LEFT
    with lobby.files as files:
        playable = PlayableTable(lobby.signed, files, opening.manner.auto, private)
        return await play_table(station, router, playable, interface)


async def _say_if_unheard(
    station: Station, lobby: LobbyRunner, opening: Opening, words: Words
) -> None:
    """Where nobody can hear our announcement, say so and draw the link."""
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
        for invite in station.invites(code=opening.code is not None)[:1]:
            for line in draw_qr(invite).splitlines():
                lobby.note(line)


def _announcement(station: Station, room: Room, *, private: bool) -> Announcement:
    rules = rules_fingerprint(room.game_id).hex()[:RULES_LENGTH]
    details = OpenTable(room.game_id, room.seats, room.free, rules)
    return Announcement(room.table_name, station.fingerprint, None if private else details)


def invitation(station: Station, opening: Opening, words: Words) -> list[str]:
    """How others find the table, in lines to read out or to send."""
    name = opening.table
    invites = station.invites(code=opening.code is not None)
    lines = [
        words.say("The table is open. The others type: p2pjeux join {name}", name=name).rstrip()
    ]
    lines += [
        words.say("  or, where they do not find it: p2pjeux join {address}", address=one.address)
        for one in invites[:2]
    ]
    lines += [words.say("  or with this link: {link}", link=one) for one in invites[:1]]
    if opening.code is not None:
        lines.append(words.say("The code of the table: {code}", code=opening.code))
    if station.discovery is None:
        lines.append(
            words.say("This machine cannot announce the table: the others need the address.")
        )
    if invites and (opening.asked.qr or station.discovery is None):
        lines += draw_qr(invites[0]).splitlines()
    return lines
