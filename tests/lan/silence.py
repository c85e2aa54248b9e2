"""Nobody is left in silence: the lobby, coming back, waiting, and the end, with real programs."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from p2pjeux.errors import PeerFault
from p2pjeux.log.file import LogReader
from tests.lan.gathering import TABLE, players_of
from tests.lan.mortal import KILLED
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until

# A game is under way once its log has so many steps.
UNDER_WAY = 4
# So many writes lie between the first knock and the first steps of a table.
WRITES = 9
SECONDS = 60.0


def host(player: Player, *options: str, dies_at: int | None = None, game: str = "course") -> None:
    name = ("--name", f"Zoé {player.host}")
    player.start("host", game, "--auto", "--table", TABLE, *name, *options, dies_at=dies_at)


def join(player: Player, *options: str, dies_at: int | None = None) -> None:
    player.start("join", *options, "--auto", "--name", f"Zoé {player.host}", dies_at=dies_at)


def come_back(player: Player, *join_by: str) -> str:
    """As people do it: resume, and if that knows of nothing, what was typed before."""
    player.start("resume", "--auto")
    sits = ("Resuming the table", "Going back to", "The table is open")
    before = sum(map(player.count, sits))
    wait_until(
        lambda: player.ended() is not None or sum(map(player.count, sits)) > before,
        SECONDS,
        "a resume",
    )
    if player.ended() is None:
        return "resume"
    player.start(*join_by)
    return join_by[0]


def is_under_way(player: Player) -> bool:
    return player.steps() >= UNDER_WAY


def is_killed(player: Player) -> bool:
    return player.ended() == KILLED


def play_on(players: Sequence[Player]) -> None:
    """All must get under way, with logs that begin alike."""
    for player in players:
        wait_until(
            partial(is_under_way, player),
            SECONDS,
            f"a game on host {player.host}: {player.tail()}",
        )
    beginnings = {beginning(player) for player in players}
    if len(beginnings) != 1:
        raise Trouble("two games were begun")
    for player in players:
        player.kill()
    blamed = [note for player in players for note in incidents(player)]
    if blamed:
        raise Trouble(f"honest peers were noted: {blamed}")


def beginning(player: Player) -> bytes:
    assert player.log is not None
    try:
        reader = LogReader(player.log.read_bytes())
        first = next(reader.steps())
    except PeerFault as fault:
        raise Trouble(f"host {player.host}: {fault}") from None
    return reader.chain.signed.encode() + first.digest


def incidents(player: Player) -> list[str]:
    paths = player.home.rglob("incidents.txt")
    return [line for path in paths for line in path.read_text("utf-8").splitlines()]


def guest_killed_signing(folder: Path) -> str:
    """At each write from its key to the first steps; it is back by whatever finds the seat."""
    ways: list[str] = []
    with Network(3) as network:
        for write in range(1, WRITES + 1):
            with players_of(network, folder / f"{write}") as players:
                opener, guest, mortal = players
                host(opener, "--seats", "3", game="stonehenge")
                join(guest, TABLE)
                join(mortal, TABLE, dies_at=write)
                wait_until(partial(is_killed, mortal), SECONDS, f"write {write}")
                way = come_back(mortal, "join", TABLE, "--auto", "--name", "Zoé 3")
                play_on(players)
                ways.append(f"{write} {way}")
    return "killed before write " + ", ".join(ways)


def opener_killed_signing(folder: Path) -> str:
    """The same of the opener: its guests wait, and find it again under the same key."""
    ways: list[str] = []
    with Network(3) as network:
        for write in range(3, WRITES + 3):
            with players_of(network, folder / f"{write}") as players:
                opener, *guests = players
                host(opener, "--seats", "3", game="stonehenge", dies_at=write)
                for guest in guests:
                    join(guest, TABLE)
                wait_until(partial(is_killed, opener), SECONDS, f"write {write}")
                again = ("host", "stonehenge", "--auto", "--seats", "3", "--table", TABLE)
                way = come_back(opener, *again, "--name", "Zoé 1")
                play_on(players)
                ways.append(f"{write} {way}")
    return "killed before write " + ", ".join(ways)


SCENES = {
    "guest-killed-signing": guest_killed_signing,
    "opener-killed-signing": opener_killed_signing,
}
