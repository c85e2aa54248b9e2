"""Which tables one could go to now: one's own that were left, and those that are announced."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import trio

from p2pjeux.app.running.ends import has_ends, start_router
from p2pjeux.app.running.station import Sightings, open_station
from p2pjeux.app.running.table_search import Sight, answering_of, in_sight, known_keys
from p2pjeux.errors import LinkLost
from p2pjeux.net.announcement import OpenTable
from p2pjeux.net.discovery import open_discovery
from p2pjeux.net.hello import VERSION
from p2pjeux.net.invite import Invite
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.ui.choosing.menu import LiveTable
from p2pjeux.ui.wording.verdicts import game_title

# A machine that went to sleep stays announced; whether it answers is asked again so often.
LOOK_AGAIN: Final = 5.0

Tell = Callable[[tuple[LiveTable, ...]], None]


async def look_out(store: Store, words: Words, own: Sequence[LiveTable], tell: Tell) -> None:
    """Tell which tables there are whenever that changes, until cancelled; one's own come first."""
    tell(tuple(own))
    try:
        async with _open_eyes(store) as sightings:
            known = known_keys(store.peers())
            names = {key: name for key, (name, _public) in known.items()}
            while True:
                changed = sightings.changed
                sights = await answering_of(in_sight(sightings.known.values()))
                tell(offered(own, sights, names, words))
                with trio.move_on_after(LOOK_AGAIN):
                    await changed.wait()
    except LinkLost:
        # Nobody can be seen from here: the list stays as it is, and a link still leads there.
        return


@asynccontextmanager
async def _open_eyes(store: Store) -> AsyncIterator[Sightings]:
    """What is in sight. Whoever has ends that others may lack gives them here too."""
    if await trio.to_thread.run_sync(has_ends, store):
        async with open_station(store, lambda _hello: True) as station:
            start_router(station)
            yield station.sightings
        return
    async with open_discovery() as discovery, trio.open_nursery() as nursery:
        sightings = Sightings()
        nursery.start_soon(sightings.follow, discovery)
        yield sightings
        nursery.cancel_scope.cancel()


def offered(
    own: Sequence[LiveTable], sights: Sequence[Sight], names: dict[str, str], words: Words
) -> tuple[LiveTable, ...]:
    """One's own tables and then the others; one's own is not also to be watched."""
    ids = {sight: _id_of(sight) for sight in sights}
    others = [one for one in sights if not any(table.key.startswith(ids[one]) for table in own)]
    now = words.say("being played now")
    there = tuple(
        replace(table, note=f"{now} · {table.note}")
        if any(table.key.startswith(one) for one in ids.values())
        else table
        for table in own
    )
    return (*there, *seen(others, names, words))


def _id_of(sight: Sight) -> str:
    """How the identifier of a table begins that is played; of others what none begins with."""
    details = sight.announcement.details
    return details.id if details is not None and details.id else "-"


def seen(sights: Sequence[Sight], names: dict[str, str], words: Words) -> list[LiveTable]:
    """The tables in sight that can be gone to; ``names`` are those of known keys."""
    called = [sight.announcement.table for sight in sights]
    return [
        _live(sight, names, words, is_alone=called.count(sight.announcement.table) == 1)
        for sight in sights
        if sight.announcement.version == VERSION and sight.addresses
    ]


def _live(sight: Sight, names: dict[str, str], words: Words, *, is_alone: bool) -> LiveTable:
    one = sight.announcement
    details = one.details
    is_played = details is not None and details.is_played
    is_full = details is not None and not details.free
    label = (
        words.say("watch “{table}”", table=one.table)
        if is_full
        else words.say("sit down at “{table}”", table=one.table)
    )
    opener = names.get(one.key)
    notes = [_note(details, words)]
    if opener is not None and opener != one.table and not is_played:
        notes.append(words.say("opened by {name}", name=opener))
    return LiveTable(
        # Several announce a table that is played: it stays the same, whoever of them is heard.
        f"{one.table} {details.game if details else ''} {'' if is_played else one.key}",
        label,
        " · ".join(notes),
        ("watch" if is_full else "join", _target(sight, is_alone=is_alone)),
    )


def _note(details: OpenTable | None, words: Words) -> str:
    if details is None:
        return words.say("private: it asks for a code")
    title = game_title(details.game, words)
    if details.is_played and details.free:
        return words.say("{title}, instead of a bot", title=title)
    if not details.free:
        return words.say("{title}, being played", title=title)
    return words.count(
        "{title}, {number} free seat of {seats}",
        "{title}, {number} free seats of {seats}",
        details.free,
        title=title,
        seats=details.seats,
    )


def _target(sight: Sight, *, is_alone: bool) -> str:
    """What names this table on the command line and no other one."""
    name = sight.announcement.table
    # A name finds it at all its addresses; but one that looks like something else would not.
    if is_alone and ":" not in name and not name.startswith("-"):
        return name
    near = [one for one in sight.addresses if not one.host.startswith("fe80")]
    address = (*near, *sight.addresses)[0]
    return str(Invite(address, sight.announcement.key, sight.announcement.private))
