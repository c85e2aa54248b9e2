"""Whom we have met: the key that each name had, so that a stranger under it is noticed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

from p2pjeux.errors import PeerFault, StoreFailed
from p2pjeux.log.identity import check_public
from p2pjeux.log.names import NAME_MAX, are_alike, check_name
from p2pjeux.rules.words import later
from p2pjeux.store import disk
from p2pjeux.store.lock import Lock

VERSION: Final = 1
PEERS_MAX: Final = 1000
FILE_SIZE_MAX: Final = 1 << 20


class Meeting(Enum):
    """What we know of a name and a key that come together."""

    NEW = "new"
    KNOWN = "known"
    # The name had another key when we met it last.
    CHANGED = "changed"
    # It is new, and can be mistaken for a name that we know with another key.
    LOOK_ALIKE = "look-alike"


class PeerBook:
    """Names and keys in one small file that a person can read and mend."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> dict[str, bytes]:
        """Every known name with its key, the one met longest ago first."""
        data = disk.read(self._path, FILE_SIZE_MAX)
        if data is None:
            return {}
        try:
            return _read(json.loads(data))
        except (TypeError, ValueError, PeerFault) as error:
            raise StoreFailed(
                later("{path} is damaged: {why}"), path=self._path, why=str(error)
            ) from None

    def look_up(self, name: str) -> bytes | None:
        return self.all().get(name)

    def name_of(self, public: bytes) -> str | None:
        """The name under which we last met this key."""
        names = [name for name, key in self.all().items() if key == public]
        return names[-1] if names else None

    def meet(self, name: str, public: bytes) -> Meeting:
        """Compare; nothing is remembered before ``remember`` says so."""
        peers = self.all()
        if name in peers:
            return Meeting.KNOWN if peers[name] == public else Meeting.CHANGED
        return Meeting.LOOK_ALIKE if _alike(peers, name, public) else Meeting.NEW

    def like(self, name: str, public: bytes) -> str | None:
        """The known name of somebody else for which this one can be mistaken; the one met last."""
        peers = self.all()
        return next(reversed(_alike(peers, name, public)), None) if name not in peers else None

    def remember(self, name: str, public: bytes) -> None:
        """Hold this key for the right one from now on. The oldest meetings are forgotten."""
        with self._alone():
            peers = self.all()
            # Out and in again: those met last stand last, and the first are forgotten.
            peers.pop(name, None)
            peers[name] = public
            kept = list(peers.items())[-PEERS_MAX:]
            disk.replace(self._path, _write(dict(kept)))

    def forget(self, name: str) -> None:
        with self._alone():
            peers = self.all()
            if peers.pop(name, None) is not None:
                disk.replace(self._path, _write(peers))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two tables of one person may meet people at the same time."""
        lock = Lock(self._path.with_suffix(".lock"), wait=True)
        try:
            yield
        finally:
            lock.release()


def _alike(peers: dict[str, bytes], name: str, public: bytes) -> list[str]:
    return [known for known, key in peers.items() if key != public and are_alike(known, name)]


def _write(peers: dict[str, bytes]) -> bytes:
    value = {"version": VERSION, "peers": {name: key.hex() for name, key in peers.items()}}
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"


def _read(value: object) -> dict[str, bytes]:
    if not isinstance(value, dict) or value.get("version") != VERSION:
        raise ValueError("it is of another version")
    peers = value.get("peers")
    if not isinstance(peers, dict):
        raise TypeError("it lists no peers")
    # A person may have edited the file, so it is read as strictly as what a peer sends.
    return {check_name(name, NAME_MAX): check_public(_key(key)) for name, key in peers.items()}


def _key(value: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError("a key is not text")
    return bytes.fromhex(value)
