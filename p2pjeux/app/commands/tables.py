"""List the tables on this network."""

import os
import sys

import trio

from p2pjeux.app.arguments import WAIT_SECONDS
from p2pjeux.app.for_programs import print_json
from p2pjeux.app.running.own_tables import OwnTables
from p2pjeux.app.running.station import Sightings
from p2pjeux.app.running.table_search import (
    Sight,
    answering_of,
    in_sight,
    known_keys,
    sight_line,
    whose,
)
from p2pjeux.errors import NobodyThere
from p2pjeux.net.discovery import open_discovery
from p2pjeux.printable import put, put_over
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store


def list_tables(words: Words, *, as_json: bool, wait: float = WAIT_SECONDS) -> bool:
    """Print what is in sight; whether that is anything. For people, nothing is NobodyThere."""
    if sys.stderr.isatty():
        put_over(sys.stderr, words.say("Looking for tables…"))
    sights = trio.run(look_around, wait)
    store = Store.find(os.environ, None)
    own = OwnTables.find(store)
    if sys.stderr.isatty():
        put_over(sys.stderr, "")
    if as_json:
        rows = [
            _value(sight, answers=answers, is_ours=own.are_in(sight)) for sight, answers in sights
        ]
        print_json(rows)
        return bool(rows)
    if not sights:
        raise NobodyThere("there is no table on this network; p2pjeux doctor looks for the reason")
    shown = [sight for sight, _answers in sights]
    known = known_keys(store.peers())
    for sight, answers in sights:
        line = sight_line(sight, words) + whose(sight, shown, known, words)
        line += own.note(sight, words)
        silent = "" if answers else words.say(" (does not answer)")
        put(sys.stdout, f"{line} · {sight.addresses[0]}{silent}")
    return True


async def look_around(wait: float) -> list[tuple[Sight, bool]]:
    """The tables that are announced, and whether somebody answers there."""
    sightings = Sightings()
    async with open_discovery() as discovery, trio.open_nursery() as nursery:
        nursery.start_soon(sightings.follow, discovery)
        await trio.sleep(wait)
        sights = in_sight(sightings.known.values())
        answering = await answering_of(sights)
        nursery.cancel_scope.cancel()
    return [(one, one in answering) for one in sights]


def _value(sight: Sight, *, answers: bool, is_ours: bool) -> dict[str, object]:
    one = sight.announcement
    value: dict[str, object] = {
        "table": one.table,
        "version": one.version,
        "private": one.private,
        "key": one.key,
        "addresses": [str(address) for address in sight.addresses],
        "answers": answers,
        "yours": is_ours,
    }
    if one.details is not None:
        # A bot's seat is not free: it can be asked for.
        free = 0 if one.details.is_played else one.details.free
        value |= {"game": one.details.game, "seats": one.details.seats, "free": free}
    return value
