"""Coming back by whatever is typed, tables of one name, codes, and what remains after the end."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.lan.gathering import TABLE, players_of
from tests.lan.network import Network, run
from tests.lan.players import Player, Trouble, wait_until
from tests.lan.silence import SECONDS, host, is_under_way, join, play_on
from tests.log.sameness import digest_of

PORT = 4747
CODE = "chat-lune-pain"
# How often is looked where seconds are counted.
BRIEFLY = 0.02
MORE = 3


def _grows(player: Player, from_step: int) -> None:
    wait_until(
        lambda: player.steps() >= from_step + MORE,
        SECONDS,
        f"more steps on host {player.host}: {player.tail()}",
    )


def _hears(player: Player, words: str) -> None:
    wait_until(
        lambda: player.count(words) > 0,
        SECONDS,
        f"“{words}” on host {player.host}: {player.tail()}",
    )


def join_returns(folder: Path) -> str:
    """Killed in mid-game, a guest is back by a list, a name, an address and a link."""
    with Network(4) as network, players_of(network, folder) as players:
        opener, guest, mortal, stranger = players
        patient = ("--patience", "120")
        host(opener, "--seats", "3", "--port", str(PORT), *patient, game="pantheon")
        join(guest, TABLE)
        join(mortal, TABLE)
        for player in players[:3]:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        said = opener.said.read_text("utf-8")
        link = next(word for word in said.split() if word.startswith("p2pjeux://"))
        ways = ((), (TABLE,), (f"{network.address(1)}:{PORT}",), (network.address(1),), (link,))
        for way in ways:
            mortal.kill()
            before = mortal.steps()
            join(mortal, *way)
            _grows(mortal, before)
        listed = mortal.ask("tables").stdout
        if "yours" not in listed:
            raise Trouble(f"a table of one's own is not called so: {listed}")
        join(stranger, TABLE)
        _hears(stranger, "This table is being played, and you have no seat there.")
        play_on(players[:3])
        return f"back in {len(ways)} ways; a stranger is told that it is being played"


def opener_back(folder: Path) -> str:
    """The opener dies while a seat is free: its guest knows why it waits, and is found again."""
    with Network(3) as network, players_of(network, folder) as players:
        opener, guest, late = players
        host(opener, "--seats", "3", game="stonehenge")
        join(guest, TABLE)
        _hears(guest, "(you): ready")
        opener.kill()
        _hears(guest, "cannot be reached")
        opener.start("resume", "--auto")
        wait_until(lambda: opener.count("The table is open") > 1, SECONDS, "the lobby again")
        join(late, TABLE)
        play_on(players)
        return "the guest was told, kept its seat, and played with one who came later"


def two_of_one_name(folder: Path) -> str:
    """Two guests want the same of two tables with one name: the slower one gets the other."""
    with Network(4) as network, players_of(network, folder) as players:
        openers, guests = players[:2], players[2:]
        for opener in openers:
            host(opener, "--seats", "2")
            _hears(opener, "The table is open")
        keyboards = [
            guest.start("join", TABLE, "--plain", "--name", f"Zoé {guest.host}", typed=True)
            for guest in guests
        ]
        for guest in guests:
            _hears(guest, "Type the number")
        for keyboard in keyboards:
            assert keyboard is not None
            keyboard.write(b"1\n")
            keyboard.flush()
        # Whoever came too late to the first is in the other room only now.
        for guest, keyboard in zip(guests, keyboards, strict=True):
            _hears(guest, "(you): not ready yet")
            assert keyboard is not None
            keyboard.write(b"ready\n")
            keyboard.flush()
        for player in players:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        return "each of two guests sits at a table of its own, though both chose the first"


def _written(path: Path, code: str) -> str:
    path.write_text(code, "utf-8")
    return str(path)


def _start(folder: Path, *, is_private: bool) -> float:
    """Seconds from the last *ready* that the opener hears to a board everywhere."""
    with Network(3) as network, players_of(network, folder) as players:
        opener, *guests = players
        code = ("--code-file", _written(folder / "code.txt", CODE)) if is_private else ()
        host(opener, "--seats", "3", *code, game="stonehenge")
        _hears(opener, "The table is open")
        for guest in guests:
            join(guest, TABLE, *code)
        wait_until(lambda: opener.count("All are ready") > 0, SECONDS, "all are ready", BRIEFLY)
        began = time.monotonic()
        for player in players:
            wait_until(partial(_has_board, player), SECONDS, f"a game: {player.tail()}", BRIEFLY)
        seconds = time.monotonic() - began
        for player in players:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        alarms = [player.host for player in players if player.count("is cut off:")]
        if alarms:
            raise Trouble(f"false alarms about links on hosts {alarms}")
        return seconds


def _has_board(player: Player) -> bool:
    return player.count("At the table:") > 0


def private_start(folder: Path) -> str:
    opened = [_start(folder / f"open{run}", is_private=False) for run in range(3)]
    private = [_start(folder / f"private{run}", is_private=True) for run in range(3)]
    shown = " and ".join(", ".join(f"{one:.2f}" for one in times) for times in (opened, private))
    if max(private) > max(opened) + 5:
        raise Trouble(f"open and private tables begin after {shown} s")
    return f"open and private tables begin {shown} s after the last ready"


def wrong_codes(folder: Path) -> str:
    """Three wrong codes, then the right one: it is said how long to wait."""
    with Network(2) as network, players_of(network, folder) as players:
        opener, guest = players
        host(opener, "--seats", "2", "--code-file", _written(folder / "code.txt", CODE))
        _hears(opener, "The table is open")
        said: list[str] = []
        for number, code in enumerate(("wrong-one", "wrong-two", "wrong-three", CODE)):
            path = _written(folder / f"code{number}.txt", code)
            tried = guest.ask("join", TABLE, "--auto", "--name", "Zoé 2", "--code-file", path)
            said.append(tried.stderr.strip())
        if "too many wrong codes: wait" not in said[-1].lower():
            raise Trouble(f"the right code after three wrong ones: {said}")
        return f"“{said[-1]}”"


def doctor_and_cable(folder: Path) -> str:
    """A cable that is out is said, though the address has stayed."""
    with Network(2) as network, players_of(network, folder) as players:
        before = players[0].ask("doctor")
        run("ip", "-n", network.space(1), "link", "set", "eth0", "carrier", "off")
        after = players[0].ask("doctor")
        if "eth0 is up" not in before.stdout or "eth0 is up" in after.stdout:
            raise Trouble(f"the doctor takes a cable for another: {before.stdout}{after.stdout}")
        (line,) = [one for one in after.stdout.splitlines() if "cable or wifi is gone" in one]
        return f"“{line}”"


def after_the_end(folder: Path) -> str:
    """Who was away at the end gets it from any program of whoever has it."""
    with Network(3) as network, players_of(network, folder) as players:
        opener, guest, late = players
        host(opener, "--seats", "3", "--patience", "5")
        join(guest, TABLE)
        join(late, TABLE)
        for player in players:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        late.kill()
        for player in (opener, guest):
            player.finish(4 * SECONDS)
        late.start("resume", "--auto")
        _hears(late, "passes on the end")
        # Any program will do: here somebody looks for another table.
        opener.start("join", "demain", "--auto")
        late.finish(SECONDS)
        return compare_ends(players)


def new_addresses(folder: Path) -> str:
    """Everybody has another address and multicast is blocked: it is said how to meet again."""
    with Network(3) as network, players_of(network, folder) as players:
        network.is_multicast_blocked = True
        host(players[0], "--seats", "3", "--port", str(PORT), "--patience", "600", game="pantheon")
        _hears(players[0], "The table is open")
        for guest in players[1:]:
            join(guest, f"{network.address(1)}:{PORT}")
        for player in players:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        moved = [network.move(player.host, 100 + player.host) for player in players]
        for player in players:
            _hears(player, "Nobody of this table is found yet")
        said = players[0].said.read_text("utf-8")
        hint = next(line for line in said.splitlines() if "Nobody of this table is found" in line)
        at = hint.rpartition("--at ")[2].strip()
        if not at.startswith(moved[0]):
            raise Trouble(f"the address to be typed is not {moved[0]}: {hint}")
        before = players[0].steps()
        for guest in players[1:]:
            guest.kill()
            guest.start("resume", "--auto", "--at", at)
        _grows(players[0], before)
        play_on(players)
        return f"told to type --at {at}, and met there"


def compare_ends(players: Sequence[Player]) -> str:
    logs = {digest_of(path.read_bytes()) for player in players for path in _first_log(player)}
    if len(logs) != 1:
        raise Trouble(f"{len(logs)} different logs: {[player.steps() for player in players]}")
    return f"{len(players)} equal logs"


def _first_log(player: Player) -> list[Path]:
    paths = sorted(player.home.glob("data/tables/*/log.p2pj"), key=lambda one: one.stat().st_mtime)
    return paths[:1]


SCENES = {
    "join-returns": join_returns,
    "opener-back": opener_back,
    "two-of-one-name": two_of_one_name,
    "private-start": private_start,
    "wrong-codes": wrong_codes,
    "doctor-and-cable": doctor_and_cable,
    "after-the-end": after_the_end,
    "new-addresses": new_addresses,
}
