"""A machine vanishes for good: how long until the others go on, once they have agreed to."""

import time
from pathlib import Path
from typing import Final

from p2pjeux.log.file import LogReader
from tests.lan.gathering import players_of
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until
from tests.lan.scenes import GAME_SECONDS, compare, midway, open_table

# Bots agree as soon as the table's patience is over; what comes after it is the agreement's own.
PATIENCES: Final = (5, 20)


def gone_for_good(folder: Path) -> str:
    told = []
    for patience in PATIENCES:
        with Network(3) as network, players_of(network, folder / str(patience)) as players:
            open_table(players, "pantheon", "--patience", str(patience))
            midway(players[0], 40)
            players[2].kill()
            still = _longest_stillness(players[0], patience)
            for player in players[:2]:
                player.finish(GAME_SECONDS)
            compare(players[:2])
            told.append(f"{still - patience:.1f} s after a patience of {patience} s")
    return "went on " + ", ".join(told)


def _longest_stillness(player: Player, patience: int) -> float:
    """How long the log stood still, until it closed the step that leaves somebody out."""
    longest, number, since = 0.0, player.steps(), time.monotonic()

    def leaves_somebody_out() -> bool:
        nonlocal longest, number, since
        now = player.steps()
        if now != number:
            longest = max(longest, time.monotonic() - since)
            number, since = now, time.monotonic()
        if player.log is None:
            raise Trouble("no log")
        steps = list(LogReader(player.log.read_bytes()).steps()) if now else []
        return any(step.absent for step in steps)

    wait_until(leaves_somebody_out, 3 * patience + 10, "a step without who is gone", every=0.02)
    return longest


SCENES = {"gone-for-good": gone_for_good}
