"""The lobby that a peer keeps open, so that its opener is found again after a crash.

What was asked for when it was opened, and the nonce: the same lobby gives the same charters. The
file goes when the table begins or the opener closes the lobby.
"""

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Final

from p2pjeux.rules.contract import Skill
from p2pjeux.store import disk

SIZE_MAX: Final = 1 << 14
NONCE_SIZE: Final = 32


@dataclass(frozen=True, slots=True)
class KeptLobby:
    """``changed`` is when it was last written, in seconds since 1970; it is not kept itself."""

    nonce: str
    game: str
    table: str
    seats: int
    # As they stand at the table, bots among them.
    names: tuple[str, ...]
    port: int
    options: dict[str, str | int] = field(default_factory=dict)
    patience: int = 0
    # How many act for an absent seat; None is what is usual for those who sit.
    threshold: int | None = None
    # How many of the names, the last ones, are those of bots.
    bots: int = 0
    # How well these play.
    level: str = Skill.USUAL.value
    code: str | None = None
    asks_first: bool = True
    changed: float = 0.0


class LobbyBook:
    """One file for each lobby, in a folder of their own, read by their owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _path(self, nonce: str) -> Path:
        # Half of it is beyond collisions.
        return self._folder / f"{nonce[:NONCE_SIZE]}.json"

    def keep(self, lobby: KeptLobby) -> None:
        disk.make_folder(self._folder)
        values = asdict(lobby)
        del values["changed"]
        text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
        disk.replace(self._path(lobby.nonce), text.encode())

    def drop(self, nonce: str) -> None:
        path = self._path(nonce)
        with disk.guarded(path):
            path.unlink(missing_ok=True)

    def all(self) -> tuple[KeptLobby, ...]:
        """The newest first; what is damaged is left out."""
        with disk.guarded(self._folder):
            paths = list(self._folder.glob("*.json")) if self._folder.is_dir() else []
        found = [lobby for path in paths if (lobby := _read(path)) is not None]
        return tuple(sorted(found, key=lambda one: one.changed, reverse=True))


def _read(path: Path) -> KeptLobby | None:
    try:
        values = json.loads(path.read_bytes()[:SIZE_MAX])
        known = {one.name for one in fields(KeptLobby)}
        values = {name: value for name, value in values.items() if name in known}
        values |= {"names": tuple(values["names"]), "changed": path.stat().st_mtime}
        lobby = KeptLobby(**values)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return lobby if _is_whole(lobby) else None


def _is_whole(lobby: KeptLobby) -> bool:
    """Whether all is of its kind: a person may have written in the file."""
    texts: tuple[object, ...] = (lobby.nonce, lobby.game, lobby.table, *lobby.names)
    threshold = 0 if lobby.threshold is None else lobby.threshold
    numbers: tuple[object, ...] = (
        *(lobby.seats, lobby.port, lobby.patience),
        *(threshold, lobby.bots, len(lobby.names) - lobby.bots),
    )
    options: object = lobby.options
    code: object = lobby.code
    return (
        all(isinstance(text, str) and text for text in texts)
        and all(isinstance(number, int) and number >= 0 for number in numbers)
        and lobby.level in {skill.value for skill in Skill}
        and len(lobby.nonce) == 2 * NONCE_SIZE
        and set(lobby.nonce) <= set("0123456789abcdef")
        and isinstance(options, dict)
        and (code is None or isinstance(code, str))
    )
