"""Players who come together on a pretend LAN, and go home whatever happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.lan.network import Network
from tests.lan.players import Player

TABLE: Final = "cabane"


@contextmanager
def players_of(network: Network, folder: Path) -> Iterator[list[Player]]:
    folder.mkdir(parents=True, exist_ok=True)
    players = [Player(network, host, folder) for host in network.hosts]
    try:
        yield players
    finally:
        for player in players:
            player.kill()
