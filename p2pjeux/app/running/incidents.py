"""What peers did wrong on the links, one line each, for whoever wants to know afterwards.

Faults in what a seat signed are kept as evidence beside the log; these here prove nothing, but they
say who.
"""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from p2pjeux.errors import PeerFault
from p2pjeux.printable import put

# Enough for an evening of nonsense; a flood of it must not fill the disk.
SIZE_MAX: Final = 1 << 16


class Incidents:
    """Appends to a text file; a disk that fails must not stop a game for this."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, who: str, fault: PeerFault) -> None:
        line = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {who}: {fault.fault.value}: {fault.message}"
        with suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            if file.tell() < SIZE_MAX:
                put(file, line)
