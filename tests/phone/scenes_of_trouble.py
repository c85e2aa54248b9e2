"""Phones and laptops that are cut off, killed and emptied in the middle of a game."""

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from p2pjeux.judge.verify import Witness, verify
from p2pjeux.table.ledger import Closed, Ledger
from tests.lan.players import Trouble, wait_until
from tests.phone.house import (
    GAME_SECONDS,
    House,
    agree,
    all_logs,
    gather,
    house,
    no_evidence,
    tap_away,
    until_over,
)
from tests.phone.people import Phone
from tests.phone.tapping import IS_OVER

# A table is in the middle of its game once its log has so many steps.
MIDWAY: Final = 40
PATIENCE: Final = "8"


def second_laptop(here: House) -> None:
    """The second laptop sits down at the table of the first."""
    first, second = here.laptops
    second.start("join", first.address.split("/")[2], "--auto", "--plain", "--name", "Ana")


def served_by_nobody(folder: Path) -> str:
    """The laptop that served the pages is cut off for good: they go on through the other."""
    with house(folder, laptops=2, phones=3) as here:
        (first, second), phones = here.laptops, here.phones
        first.host_table("stonehenge", 5, "--name", "Bob", "--patience", PATIENCE)
        second_laptop(here)
        gather(phones, first.address)
        tap_away(phones)
        wait_until(lambda: second.steps() >= MIDWAY, GAME_SECONDS, "the middle of the game")
        here.network.cut(1)
        at, began = second.steps(), time.monotonic()
        wait_until(lambda: second.steps() > at + 3, GAME_SECONDS, "a game that goes on")
        gone_on = time.monotonic() - began
        until_over(phones)
        second.finish(GAME_SECONDS)
        told = agree(all_logs([second], phones))
        return f"cut at step {at}, on again after {gone_on:.0f} s; {told}"


def works(log: bytes) -> list[str]:
    """What each step of a log asked of the seats, and what came after the last."""
    found: list[str] = []

    def saw(ledger: Ledger, _closed: Closed | None) -> None:
        while len(found) <= len(ledger.chain.steps):
            found.append(ledger.bridge.work or "end")

    verify(log, witness=Witness(saw=saw))
    return found


def torn_and_loaded(game: str, seats: int, folder: Path) -> str:
    """One phone loses its links, another is loaded again or killed, after every few steps."""
    with house(folder, laptops=1, phones=2) as here:
        (laptop,), (zoe, max_) = here.laptops, here.phones
        names = [word for name in ("Bob", "Ana", "Léo")[: seats - 2] for word in ("--name", name)]
        laptop.host_table(game, seats, *names, "--patience", "600")
        gather([zoe, max_], laptop.address)
        tap_away([zoe, max_])
        happened = _disturb(here, zoe, laptop.address)
        until_over([zoe, max_])
        laptop.finish(GAME_SECONDS)
        told = agree(all_logs([laptop], [zoe, max_]))
        no_evidence([laptop])
        kinds = works(laptop.whole_log)
        met = {
            what: Counter(kinds[min(at, len(kinds) - 1)] for one, at in happened if one == what)
            for what in ("loaded", "killed", "torn")
        }
        missed = set(kinds) - {"end"} - {kind for one in met.values() for kind in one}
        return (
            f"{told}; "
            + "; ".join(f"{what} at {dict(sorted(one.items()))}" for what, one in met.items())
            + f"; never at {sorted(missed)}"
        )


def _disturb(here: House, phone: Phone, address: str) -> list[tuple[str, int]]:
    """What was done, and how many steps were closed then, until the game is over."""
    chance, happened = Random(18), []
    signed = 0
    while not phone.page.ask(IS_OVER):
        kept = phone.kept
        now = sum("/journal/" in name for name in kept)
        if now < signed + chance.randint(1, 3):
            time.sleep(0.05)
            continue
        signed = now
        what = chance.choice(("loaded", "killed", "torn"))
        happened.append((what, sum("/step/" in name for name in kept)))
        if what == "torn":
            here.network.reset(2)
            continue
        if what == "killed":
            phone.page.kill()
            tap_away([phone])
        phone.open(address)
        # The journal was cut to one line.
        signed = 1
    return happened


def emptied(folder: Path) -> str:
    """A tab is killed and all that it kept is gone: never a second signature, and no seat."""
    with house(folder, laptops=1, phones=3) as here:
        (laptop,), (zoe, *others) = here.laptops, here.phones
        laptop.host_table("stonehenge", 4, "--name", "Bob", "--patience", PATIENCE)
        gather(here.phones, laptop.address)
        tap_away(here.phones)
        wait_until(lambda: laptop.steps() >= MIDWAY, GAME_SECONDS, "the middle of the game")
        origin = laptop.address.partition("/#")[0]
        zoe.page.call("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        zoe.page.kill()
        zoe.open(laptop.address)
        zoe.say_name()
        zoe.wait("document.body.dataset.screen === 'out'")
        if [name for name in zoe.kept if "/journal/" in name]:
            raise Trouble("whoever has lost all has signed something")
        until_over(others)
        laptop.finish(GAME_SECONDS)
        no_evidence([laptop])
        return f"emptied in mid-game; {agree(all_logs([laptop], others))}"
