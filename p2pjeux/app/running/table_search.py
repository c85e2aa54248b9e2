"""Which table is meant: by name, address or link, or picked from those in sight."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface
from p2pjeux.app.running.station import USUAL_PORT, Station
from p2pjeux.errors import NobodyThere, OtherVersion, Refused
from p2pjeux.games import fingerprint as rules_fingerprint
from p2pjeux.games import game_ids, load_game
from p2pjeux.log.names import are_alike
from p2pjeux.net.addresses import Address, numeric
from p2pjeux.net.announcement import RULES_LENGTH, Announcement
from p2pjeux.net.discovery import Found
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.hello import VERSION
from p2pjeux.net.invite import SCHEME, parse_address, parse_invite
from p2pjeux.net.reach import call
from p2pjeux.rules.words import Words
from p2pjeux.store.peers import PeerBook
from p2pjeux.ui.choosing.matching import fold

# Once one was found: whether there is another of that name, or at all.
TWIN_SECONDS: Final = 1.5
LIST_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 1.5
# After so long without any it is said that we listen on, and then again so often.
SAY_AFTER: Final = 4.0
SAY_EVERY: Final = 60.0


@dataclass(frozen=True, slots=True)
class Target:
    """A table to go to: its addresses, and what is known of who answers there."""

    addresses: tuple[Address, ...]
    # The fingerprint of the opener's key, empty if only an address is known.
    fingerprint: str = ""
    private: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table in sight. Several peers of one that is being played announce it: it is one table."""

    announcement: Announcement
    addresses: tuple[Address, ...]

    @property
    def target(self) -> Target:
        one = self.announcement
        return Target(self.addresses, one.key, one.private, one.table)


def in_sight(found: Iterable[Found], ours: str = "") -> list[Sight]:
    """The tables among what was found, ours left out, in the order of their names."""
    sights: dict[tuple[object, ...], Sight] = {}
    for one in found:
        announcement = one.announcement
        if announcement.key == ours and ours:
            continue
        details = announcement.details
        is_played = details is not None and details.is_played
        # A table that is being played is one, whoever announces it; its identifier tells it from
        # another of that name.
        key = (announcement.table, details, "" if is_played else announcement.key)
        if key not in sights:
            sights[key] = Sight(announcement, one.addresses)
    return sorted(sights.values(), key=lambda sight: fold(sight.announcement.table))


def check_rules(announcement: Announcement) -> None:
    """Raise OtherVersion if this program cannot play at that table."""
    if announcement.version != VERSION:
        raise OtherVersion(
            "that table speaks version {theirs} of the protocol, this program {ours}",
            theirs=announcement.version,
            ours=VERSION,
        )
    details = announcement.details
    if details is None:
        return
    if details.game not in game_ids():
        raise OtherVersion("this program does not know the game {game}", game=details.game)
    if rules_fingerprint(details.game).hex()[:RULES_LENGTH] != details.rules:
        raise OtherVersion("the rules of this game are of another version than those here")


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: ``is_meant`` says which tables in sight can be it."""

    station: Station
    interface: Interface
    is_meant: Callable[[Sight], bool]
    # For how long, in seconds, a table that is not there yet is listened for.
    patience: float
    # What a list says of a table beside all that it says of itself.
    note: Callable[[Sight], str] = lambda _sight: ""


async def find_target(search: Search, asked: str | None) -> Target:
    """The table that is meant; raise NobodyThere if there is none before patience is over."""
    named = None if asked is None else read_target(asked)
    if named is not None:
        return named
    host = None if asked is None else numeric(asked)
    if host is not None and not host.is_unspecified:
        return await _find_port(search, str(host))
    sights = await _listen(search, asked)
    is_clear = asked is not None and len(sights) == 1
    sight = sights[0] if is_clear else await _choose(search, sights)
    check_rules(sight.announcement)
    return sight.target


def read_target(asked: str) -> Target | None:
    """The table behind a link or an address; None if it must be the name of one."""
    if asked.strip().lower().startswith(SCHEME):
        invite = parse_invite(asked)
        return Target((invite.address,), invite.fingerprint, invite.code)
    if ":" not in asked:
        return None
    try:
        return Target((parse_address(asked),))
    except Refused:
        return None


async def _find_port(search: Search, host: str) -> Target:
    """An address without a port: that of a table announced there, else the usual one."""
    words = search.interface.words
    search.interface.put(words.say("Looking for the table “{name}”…", name=host))
    with trio.move_on_after(LIST_SECONDS):
        while True:
            changed = search.station.sightings.changed
            for found in search.station.sightings.known.values():
                there = tuple(one for one in found.addresses if one.host == host)
                if there:
                    return Target(there, found.announcement.key, found.announcement.private)
            await changed.wait()
    return Target((Address(host, USUAL_PORT),))


def called(name: str, sights: Iterable[Sight]) -> list[Sight]:
    """Those that can be meant by a name that was typed; a name like it is one of them."""
    return [
        one
        for one in sights
        if fold(one.announcement.table) == fold(name) or are_alike(one.announcement.table, name)
    ]


async def _listen(search: Search, name: str | None) -> list[Sight]:
    """The tables that can be meant, as soon as there are any.

    Whoever comes before the table is opened is told that it is listened for, and what to do.
    """
    words, sightings = search.interface.words, search.station.sightings
    looking = words.say("Looking for tables…")
    if name is not None:
        looking = words.say("Looking for the table “{name}”…", name=name)
    search.interface.put(looking)
    # Whoever answers first must not be the one who is taken.
    gather = LIST_SECONDS if name is None else TWIN_SECONDS
    with trio.move_on_after(search.patience):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_say_listening, search)
            while True:
                changed = sightings.changed
                if _meant(search, name):
                    await trio.sleep(gather)
                    nursery.cancel_scope.cancel()
                    return _meant(search, name)
                await changed.wait()
    if name is None:
        raise NobodyThere("there is no table on this network; p2pjeux doctor looks for the reason")
    raise NobodyThere(
        "there is no table “{name}” on this network; p2pjeux doctor looks for the reason",
        name=name,
    )


def _meant(search: Search, name: str | None) -> list[Sight]:
    sights = in_sight(search.station.sightings.known.values(), search.station.fingerprint)
    named = sights if name is None else called(name, sights)
    return [sight for sight in named if search.is_meant(sight)]


async def _say_listening(search: Search) -> None:
    words = search.interface.words
    await trio.sleep(SAY_AFTER)
    while True:
        search.interface.put(
            words.say(
                "Nothing yet; still listening, and you sit down as soon as it opens. Where "
                "tables cannot be found, give the address: p2pjeux join 192.168.1.5. p2pjeux "
                "doctor looks for the reason; Ctrl-C ends."
            )
        )
        await trio.sleep(SAY_EVERY)


async def _choose(search: Search, sights: Sequence[Sight]) -> Sight:
    interface, station = search.interface, search.station
    words = interface.words
    answering = await answering_of(sights)
    known = await trio.to_thread.run_sync(known_keys, station.store.peers())
    for number, sight in enumerate(sights, 1):
        silent = "" if sight in answering else words.say(" (does not answer)")
        line = sight_line(sight, words) + whose(sight, sights, known, words) + search.note(sight)
        interface.put(f"{number}. {line}{silent}")
    try:
        while True:
            typed = await interface.ask(words.say("Type the number of a table."))
            if typed.isdecimal() and 1 <= int(typed) <= len(sights):
                return sights[int(typed) - 1]
    except EOFError:
        # Nobody is there to choose, as with bots only; then there must be no choice.
        if len(answering) != 1:
            raise Refused("several tables match: give the address or the link of one") from None
        return answering[0]


async def answering_of(sights: Sequence[Sight]) -> list[Sight]:
    """Those where somebody answers: one whose machine crashed stays announced for a while."""
    answering: set[Address] = set()

    async def try_to_call(address: Address) -> None:
        reached = await call(address, ANSWER_SECONDS)
        if reached.stream is not None:
            await trio.aclose_forcefully(reached.stream)
            answering.add(address)

    async with trio.open_nursery() as nursery:
        for sight in sights:
            for address in sight.addresses:
                nursery.start_soon(try_to_call, address)
    return [one for one in sights if not answering.isdisjoint(one.addresses)]


def known_keys(book: PeerBook) -> dict[str, tuple[str, bytes]]:
    """For the fingerprint of each key that we know: whose it is, and the key."""
    return {fingerprint(key): (name, key) for name, key in book.all().items()}


def whose(
    sight: Sight,
    sights: Sequence[Sight],
    known: Mapping[str, tuple[str, bytes]],
    words: Words,
) -> str:
    """Where several tables have one name, or almost: by which key this one is opened."""
    name = sight.announcement.table
    if sum(are_alike(name, one.announcement.table) for one in sights) < 2:
        return ""
    key = sight.announcement.key
    if key in known:
        who, public = known[key]
        return words.say(
            " · key of {name}, whom you know: {words}", name=who, words=fingerprint_words(public)
        )
    return words.say(" · UNKNOWN key {key}", key=key)


def sight_line(sight: Sight, words: Words) -> str:
    one = sight.announcement
    if one.version != VERSION:
        return words.say("{table}: speaks another version of the protocol", table=one.table)
    if one.details is None:
        return words.say("{table}: private, asks for a code", table=one.table)
    title = one.details.game
    if one.details.game in game_ids():
        facts = load_game(one.details.game).facts
        title = words.choose(facts.title_fr, facts.title_en)
    if one.details.is_played:
        return words.say("{table}: {title}, being played", table=one.table, title=title)
    if not one.details.free:
        return words.say("{table}: {title}, all seats are taken", table=one.table, title=title)
    return words.count(
        "{table}: {title}, {number} free seat of {seats}",
        "{table}: {title}, {number} free seats of {seats}",
        one.details.free,
        table=one.table,
        title=title,
        seats=one.details.seats,
    )
