"""Everything that a peer keeps, in one folder: its key, the people it met, and its tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pjeux.errors import Refused
from p2pjeux.log.charter import Charter, SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.store import disk
from p2pjeux.store.keys import load_identity
from p2pjeux.store.lobbies import LobbyBook
from p2pjeux.store.peers import PeerBook
from p2pjeux.store.places import Places, find_places
from p2pjeux.store.promises import KeptPromise, newest_of_each, read_promise
from p2pjeux.store.recovery import LOG_NAME, read_beginning
from p2pjeux.store.table import OVER_FILE, SECRET_FILE, SECRET_SIZE, TableFiles

# More than a charter of twelve seats takes: enough to know what table a log is of.
_BEGINNING_SIZE: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table whose log is here. ``changed`` is when it was last written, in seconds since 1970."""

    signed: SignedCharter
    log_path: Path
    changed: float
    is_over: bool = False


class Store:
    """Opened once for each program; makes what is missing when it is first needed."""

    def __init__(self, places: Places) -> None:
        self.places = places

    @classmethod
    def find(cls, environ: Mapping[str, str], home: Path | None = None) -> "Store":
        return cls(find_places(environ, home))

    def identity(self) -> Identity:
        """The key with which this peer signs."""
        disk.make_folder(self.places.data)
        return load_identity(self.places.data / "identity")

    def peers(self) -> PeerBook:
        disk.make_folder(self.places.data)
        return PeerBook(self.places.data / "peers.json")

    @property
    def lobbies(self) -> LobbyBook:
        """The lobbies that this peer has opened and not closed."""
        return LobbyBook(self.places.data / "lobbies")

    @property
    def _tables(self) -> Path:
        return self.places.data / "tables"

    def _folder(self, charter: Charter) -> Path:
        # Half of the identifier is beyond collisions and keeps paths short enough for Windows.
        return self._tables / f"{charter.game_id}-{charter.id.hex()[:32]}"

    def open_table(self, charter: Charter, secret: bytes | None = None) -> TableFiles:
        """Lock the files of a table, new or old; its secret is on disk when this returns.

        A new table gets ``secret`` if it is given, otherwise one is drawn.
        """
        return TableFiles(self._folder(charter), charter.id, secret)

    def has_secret(self, charter: Charter) -> bool:
        """Whether the secret with which this peer signed a charter is still here."""
        path = self._folder(charter) / SECRET_FILE
        with disk.guarded(path):
            return path.exists()

    def promises(self) -> tuple[KeptPromise, ...]:
        """What was signed here for tables whose beginning was not heard of, the newest first."""
        begun = {kept.signed.charter.nonce for kept in self.tables()}
        found = (read_promise(folder) for folder in self._folders())
        return newest_of_each(
            kept for kept in found if kept is not None and kept.promise.charter.nonce not in begun
        )

    def tables(self) -> tuple[KeptTable, ...]:
        """The tables that have begun here, the one played last first."""
        found = [self._peek(folder) for folder in self._folders()]
        kept = [table for table in found if table is not None]
        return tuple(sorted(kept, key=lambda table: table.changed, reverse=True))

    def find_table(self, prefix: str) -> KeptTable:
        """The table whose identifier or name begins like this; raise Refused unless it is one."""
        asked = prefix.casefold()
        matching = [table for table in self.tables() if _is_called(table, asked)]
        if not matching:
            raise Refused("there is no table “{asked}” here", asked=prefix)
        if len(matching) > 1:
            raise Refused("several tables are called “{asked}”", asked=prefix)
        return matching[0]

    def secret_of(self, table: bytes) -> bytes | None:
        """The table secret that this peer played with at a table, if it sat there."""
        # Looked for by what the log says, not by the name of its folder: a folder may have been
        # renamed by a person.
        for kept in self.tables():
            if kept.signed.table == table:
                return disk.read(kept.log_path.with_name(SECRET_FILE), SECRET_SIZE)
        return None

    def _folders(self) -> list[Path]:
        with disk.guarded(self._tables):
            return sorted(self._tables.iterdir()) if self._tables.is_dir() else []

    def _peek(self, folder: Path) -> KeptTable | None:
        path = folder / LOG_NAME
        signed = read_beginning(folder, _BEGINNING_SIZE)
        try:
            newest = path if path.exists() else folder
            is_over = (folder / OVER_FILE).exists()
            changed = newest.stat().st_mtime
        except OSError:
            return None
        return None if signed is None else KeptTable(signed, path, changed, is_over)


def _is_called(table: KeptTable, asked: str) -> bool:
    charter = table.signed.charter
    return table.signed.table.hex().startswith(asked) or charter.table_name.casefold() == asked
