"""What happens on the pretend LAN, scene by scene. Each returns what to report of it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TypeAlias

from p2pjeux.judge.verify import verify
from p2pjeux.log.file import LogReader
from p2pjeux.table.entry_body import unwrap
from tests.lan import damage, evening, late, returns, silence, thin
from tests.lan.gathering import TABLE, players_of
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until
from tests.lan.shared import shared
from tests.log.sameness import digest_of

__all__ = ["SCENES", "Scene", "Trouble"]

Scene: TypeAlias = Callable[[Path], str]

HOSTS = 6
GAME_SECONDS = 400.0
# A table is in the middle of its game once its log has so many steps.
MIDWAY = 25


def open_table(players: Sequence[Player], game_id: str, *options: str) -> None:
    """The first opens, all others join by discovery."""
    opener, *guests = players
    seats = ("--seats", str(len(players)), "--table", TABLE, "--name", f"Zoé {opener.host}")
    opener.start("host", game_id, "--auto", *seats, *options)
    for guest in guests:
        guest.start("join", TABLE, "--auto", "--name", f"Zoé {guest.host}")


def midway(player: Player, steps: int = MIDWAY) -> None:
    wait_until(lambda: player.steps() >= steps, GAME_SECONDS, f"host {player.host} in mid-game")


def compare(players: Sequence[Player]) -> str:
    """Raise Trouble unless all logs are one, whole and good; say how long it is."""
    files = [player.log.read_bytes() if player.log else b"" for player in players]
    if len(set(map(digest_of, files))) != 1:
        sizes = [player.steps() for player in players]
        raise Trouble(f"different logs, of {sizes} steps")
    verdicts = [verify(log) for log in files]
    for verdict in verdicts:
        if not verdict.ok or verdict.outcome is None:
            raise Trouble(f"verify: {verdict.finding.value} {verdict.reason}")
    return f"{len(players)} equal logs of {verdicts[0].counts.steps} steps"


def whole_game(game_id: str, folder: Path) -> str:
    """Six hosts; where a game has fewer seats the others watch."""
    seats = 5 if game_id == "stonehenge" else HOSTS
    with Network(HOSTS) as network, players_of(network, folder) as players:
        open_table(players[:seats], game_id)
        for watcher in players[seats:]:
            midway(players[0], 1)
            watcher.start("watch", TABLE, "--auto")
        for player in players:
            player.finish(GAME_SECONDS)
        return compare(players)


def opener_cut(folder: Path) -> str:
    """The opener's cable is pulled for good in mid-game: the rest go on without it."""
    with Network(4) as network, players_of(network, folder) as players:
        open_table(players, "stonehenge", "--patience", "5")
        midway(players[0])
        network.cut(1)
        for player in players[1:]:
            player.finish(GAME_SECONDS)
        return compare(players[1:])


def cut_and_healed(folder: Path) -> str:
    with Network(4) as network, players_of(network, folder) as players:
        open_table(players, "stonehenge", "--patience", "120")
        midway(players[0])
        network.cut(3)
        at = players[0].steps()
        wait_until(
            lambda: "Nothing is heard of Zoé 3" in players[0].said.read_text(), 60, "a lost link"
        )
        network.heal(3)
        for player in players:
            player.finish(GAME_SECONDS)
        return f"cut at step {at}, {compare(players)}"


def killed_and_resumed(folder: Path) -> str:
    with Network(4) as network, players_of(network, folder) as players:
        open_table(players, "pantheon", "--patience", "120")
        midway(players[0], 60)
        players[2].kill()
        at = players[2].steps()
        players[2].start("resume", "--auto")
        for player in players:
            player.finish(GAME_SECONDS)
        return f"killed at step {at}, {compare(players)}"


def bad_weather(folder: Path) -> str:
    with Network(4, seed=7) as network, players_of(network, folder) as players:
        network.loss, network.delay = 0.2, 0.05
        open_table(players, "stonehenge", "--patience", "120")
        for player in players:
            player.finish(2 * GAME_SECONDS)
        return f"20 % loss and 50 ms delay, {compare(players)}"


def no_multicast(folder: Path) -> str:
    with Network(3) as network, players_of(network, folder) as players:
        network.is_multicast_blocked = True
        opener, *guests = players
        port = "4747"
        opener.start(
            "host", "course", "--auto", "--table", TABLE, "--name", "Zoé 1", "--port", port
        )
        address = f"{network.address(1)}:{port}"
        wait_until(lambda: "open" in opener.said.read_text(), 20, "an open table")
        found = guests[0].ask("tables")
        if found.returncode != 6:
            raise Trouble(f"a table was found: {found.stdout}{found.stderr}")
        doctor = guests[0].ask("doctor", address)
        if doctor.returncode != 1 or "the wifi blocks it" not in doctor.stdout:
            raise Trouble(f"the doctor does not know: {doctor.stdout}{doctor.stderr}")
        guests[0].start("join", address, "--auto", "--name", "Zoé 2")
        midway(opener, 10)
        guests[0].kill()
        guests[0].start("resume", "--auto", "--at", address)
        for player in players[:2]:
            player.finish(GAME_SECONDS)
        return f"joined and resumed by address, {compare(players[:2])}"


def overheard(folder: Path) -> str:
    """Everything on the wire is written down: nothing that was signed or said is in it."""
    capture, chat = folder / "wire.pcap", "rendez-vous derriere le dolmen"
    with Network(3) as network, players_of(network, folder) as players:
        network.capture(capture)
        opener, *guests = players
        seat = ("--table", TABLE, "--name", "Zoé 1", "--open", "--plain")
        typed = opener.start("host", "stonehenge", *seat, typed=True)
        for guest in guests:
            guest.start("join", TABLE, "--auto", "--name", f"Zoé {guest.host}")
        assert typed is not None
        wait_until(lambda: "(you)" in opener.said.read_text(), 20, "an open table")
        type_line(typed, "ready")
        wait_until(lambda: "Type the number" in opener.said.read_text(), 60, "a question")
        type_line(typed, f"say {chat}")
        wait_until(lambda: f"Zoé 1: {chat}" in opener.said.read_text(), 20, "our own chat")
        # The line of chat stands after the choices; show them once more.
        type_line(typed, "again")
        wait_until(partial(answer, opener, typed), GAME_SECONDS, "the end of the game")
        for player in players:
            player.finish(60)
        told = compare(players)
        if chat not in guests[0].said.read_text():
            raise Trouble("the chat was not heard")
    wire = capture.read_bytes()
    secrets = [chat.encode(), *signed_in(players[0])]
    found = [secret for secret in secrets if secret in wire]
    if found:
        raise Trouble(f"{len(found)} of {len(secrets)} texts are on the wire in the clear")
    return f"{told}; none of {len(secrets)} texts and bodies in {len(wire) >> 10} KiB of capture"


def type_line(typed: IO[bytes], line: str) -> None:
    typed.write(f"{line}\n".encode())
    typed.flush()


def answer(player: Player, typed: IO[bytes]) -> bool:
    """Choose the first of whatever is asked now; return whether the game is over.

    In the first auction that is a card to be confirmed, afterwards it is the pass.
    """
    last = player.said.read_text().splitlines()[-1]
    if last.startswith("Type the number"):
        type_line(typed, "1")
    elif last.startswith("Press Enter"):
        type_line(typed, "")
    return last.endswith(("wins.", "victory."))


def signed_in(player: Player) -> Iterator[bytes]:
    """All bodies and signatures in a log that are long enough not to be there by chance."""
    assert player.log is not None
    for step in LogReader(player.log.read_bytes()).steps():
        for entry in step.entries:
            body, _notes = unwrap(entry.body)
            yield entry.signature
            if len(body) >= 6:
                yield body


SCENES: dict[str, Scene] = {
    **{
        game_id: partial(whole_game, game_id)
        for game_id in ("stonehenge", "course", "europax", "pantheon", "ostrakon")
    },
    "opener-cut": opener_cut,
    "cut-and-healed": cut_and_healed,
    "killed-and-resumed": killed_and_resumed,
    "bad-weather": bad_weather,
    "no-multicast": no_multicast,
    "overheard": overheard,
    "shared": shared,
    **silence.SCENES,
    **returns.SCENES,
    **thin.SCENES,
    **damage.SCENES,
    **late.SCENES,
    **evening.SCENES,
}
