"""Records of a table that a bad disk has spoilt: one bit, at places drawn by chance."""

import random
from functools import partial
from pathlib import Path
from typing import Final

from tests.lan.gathering import TABLE, players_of
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until
from tests.lan.silence import SECONDS, host, is_under_way, join, play_on

PLACES: Final = 20
MORE: Final = 2


def _damaged(name: str, beginning: int | None, folder: Path) -> str:
    """Whoever was killed comes back with each of the damages, and plays on with the others."""
    rng = random.Random(name)
    bad: list[str] = []
    with Network(3) as network, players_of(network, folder) as players:
        opener, guest, mortal = players
        host(opener, "--seats", "3", "--patience", "600", game="pantheon")
        for player in (guest, mortal):
            join(player, TABLE)
        for player in players:
            wait_until(partial(is_under_way, player), SECONDS, f"a game: {player.tail()}")
        for number in range(PLACES):
            mortal.kill()
            log = mortal.log
            assert log is not None
            path, steps = log.with_name(name), opener.steps()
            kept = path.read_bytes()
            at = _flip(path, beginning, rng)
            mortal.start("resume", "--auto")
            try:
                wait_until(partial(_has_steps, opener, steps + MORE), SECONDS / 2, "more steps")
            except Trouble:
                bad.append(f"{number}: byte {at} of {len(kept)}: {mortal.ended()} {mortal.tail()}")
                mortal.kill()
                path.write_bytes(kept)
        if bad:
            raise Trouble("\n".join(bad))
        play_on(players)
    return f"back from each of {PLACES} damages of {name}"


def _has_steps(player: Player, steps: int) -> bool:
    return player.steps() >= steps


def _flip(path: Path, beginning: int | None, rng: random.Random) -> int:
    """Turn one bit of a file round, perhaps of its beginning, and return where."""
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data) if beginning is None else beginning)
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return at


# The charter stands at the beginning of the log.
CHARTER: Final = 400
SCENES = {
    "damaged-journal": partial(_damaged, "log.journal", None),
    "damaged-log": partial(_damaged, "log.p2pj", None),
    "damaged-charter": partial(_damaged, "log.p2pj", CHARTER),
}
