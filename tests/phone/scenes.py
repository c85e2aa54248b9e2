"""What happens in a house with phones, scene by scene. Each returns what to report of it."""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from tests.phone import scenes_of_evenings as evenings
from tests.phone import scenes_of_figures as figures
from tests.phone import scenes_of_trouble as trouble
from tests.phone.house import (
    GAME_SECONDS,
    agree,
    all_logs,
    gather,
    house,
    noted,
    tap_away,
    until_over,
)

Scene: TypeAlias = Callable[[Path], str]

SEATS: Final = {"ostrakon": 12, "stonehenge": 5, "pantheon": 6, "europax": 6, "course": 6}


def whole_game(game: str, folder: Path) -> str:
    """One laptop, and phones on all other seats."""
    with house(folder, phones=SEATS[game] - 1) as here:
        (laptop,), phones = here.laptops, here.phones
        laptop.host_table(game, SEATS[game], "--name", "Bob")
        began = time.monotonic()
        gather(phones, laptop.address)
        seated = time.monotonic()
        tap_away(phones)
        until_over(phones)
        played = time.monotonic()
        laptop.finish(GAME_SECONDS)
        told = agree(all_logs([laptop], phones))
        seen = noted(phones)
        return (
            f"{told}; {len(phones)} phones seated in {seated - began:.0f} s, "
            f"played in {played - seated:.0f} s with {seen['taps']} taps; "
            f"blocks of 50 ms or more: {seen['blocked']}; load {os.getloadavg()[0]:.1f}"
        )


SCENES: Final[dict[str, Scene]] = {
    **{game: partial(whole_game, game) for game in SEATS},
    **{f"{game}-one-of-each": partial(evenings.one_of_each, game) for game in SEATS},
    "one-of-each-and-nobody": evenings.one_of_each_and_nobody,
    "overheard": evenings.overheard,
    "evening": evenings.evening,
    "private": evenings.private,
    "once-more": evenings.once_more,
    "latency": figures.latency,
    "ready": figures.ready,
    "one-page": figures.one_page,
    "served-by-nobody": trouble.served_by_nobody,
    "torn-and-loaded": partial(trouble.torn_and_loaded, "stonehenge", 4),
    "torn-and-loaded-votes": partial(trouble.torn_and_loaded, "ostrakon", 5),
    "torn-and-loaded-cards": partial(trouble.torn_and_loaded, "course", 3),
    "emptied": trouble.emptied,
}
