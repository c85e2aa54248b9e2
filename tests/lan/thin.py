"""A line that carries little: six people behind a bad wifi, and what is sent there."""

import time
from functools import partial
from pathlib import Path

from tests.lan.gathering import TABLE, players_of
from tests.lan.network import Network
from tests.lan.players import Trouble, wait_until
from tests.lan.silence import host, is_under_way, join

SEATS = 6
# 64 kbit/s, in bytes a second.
THIN = 8000.0
SET_UP_SECONDS = 240.0
PLAY_SECONDS = 120.0
IDLE_SECONDS = 60.0


def _sum(carried: dict[str, tuple[int, int]]) -> int:
    return sum(size for _frames, size in carried.values())


def thin_line(folder: Path) -> str:
    """Six seats at 64 kbit/s each: steps a minute, bytes a step, and links that fell."""
    with Network(SEATS) as network, players_of(network, folder) as players:
        opener, *guests = players
        host(opener, "--seats", str(SEATS), "--patience", "120")
        for guest in guests:
            join(guest, TABLE)
        wait_until(lambda: opener.count("All are ready") > 0, SET_UP_SECONDS, "all are ready")
        network.rate = THIN
        for player in players:
            wait_until(partial(is_under_way, player), SET_UP_SECONDS, f"a game: {player.tail()}")
        before, sent = opener.steps(), _sum(network.carried)
        began = time.monotonic()
        while time.monotonic() - began < PLAY_SECONDS and opener.ended() is None:
            time.sleep(1)
        seconds, steps = time.monotonic() - began, opener.steps() - before
        size = _sum(network.carried) - sent
        fallen = sum(player.count("Nothing is heard of") for player in players)
        fallen += sum(player.count("is cut off:") for player in players)
        if not steps:
            raise Trouble(f"no step in {seconds:.0f} s; {fallen} links fell")
        return (
            f"{steps} steps in {seconds:.0f} s, {size // steps} bytes a step on all lines, "
            f"{fallen} links fell"
        )


def idle_line(folder: Path) -> str:
    """Six seats while one thinks: what is sent a minute, by kind."""
    with Network(SEATS) as network, players_of(network, folder) as players:
        opener, *guests = players
        name = ("--name", "Zoé 1", "--plain")
        typed = opener.start(
            "host", "course", "--table", TABLE, "--seats", str(SEATS), "--open", *name, typed=True
        )
        wait_until(lambda: opener.count("The table is open") > 0, SET_UP_SECONDS, "an open table")
        for guest in guests:
            join(guest, TABLE)
        assert typed is not None
        typed.write(b"ready\n")
        typed.flush()
        wait_until(lambda: opener.count("Type the number") > 0, SET_UP_SECONDS, "a question")
        time.sleep(5)
        before = dict(network.carried)
        time.sleep(IDLE_SECONDS)
        told = []
        for kind, (frames, size) in sorted(network.carried.items()):
            was_frames, was_size = before.get(kind, (0, 0))
            told.append(f"{kind} {(size - was_size) / 1024:.0f} KiB in {frames - was_frames}")
        return f"a minute on all lines of {SEATS}: {', '.join(told)} frames"


SCENES = {"thin-line": thin_line, "idle-line": idle_line}
