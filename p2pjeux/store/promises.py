"""What a peer has signed in a lobby that had not yet begun: the seat it comes back to.

Beside the table secret lies the charter, durable before its signature is sent (protocol/6-table.md,
Lobby). Once the log is there the promise has served its time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import CHARTER_SIZE_MAX, Charter, decode_charter, exact
from p2pjeux.log.file import check_magic
from p2pjeux.log.frames import FrameReader, write_frame
from p2pjeux.log.identity import PUBLIC_SIZE
from p2pjeux.store import disk

PROMISE_FILE: Final = "promise"
MAGIC: Final = b"p2pjeux promise 1\n"
SIZE_MAX: Final = 2 * CHARTER_SIZE_MAX
ADDRESS_MAX: Final = 64
ADDRESSES_MAX: Final = 16
CODE_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class Promise:
    """A charter that was signed here, and the way to whoever gathers the signatures."""

    charter: Charter
    opener: bytes
    # Texts HOST:PORT, where the opener was last reached.
    addresses: tuple[str, ...] = ()
    # Of a private table, for it is asked for again.
    code: str = ""

    def encode(self) -> bytes:
        fields: list[Value] = [self.charter.encode(), self.opener, list(self.addresses), self.code]
        return MAGIC + write_frame(encode(fields, SIZE_MAX))


@dataclass(frozen=True, slots=True)
class KeptPromise:
    """``changed`` is when it was made, in seconds since 1970."""

    promise: Promise
    folder: Path
    changed: float


def decode_promise(data: bytes) -> Promise:
    """The promise in a file; raise PeerFault if it is damaged."""
    check_magic(data, MAGIC)
    frames = [frame.record for frame in FrameReader(data, len(MAGIC))]
    if len(frames) != 1:
        raise PeerFault(Fault.BAD_FRAME, "a promise is one record")
    charter, opener, addresses, code = shapes.fields(decode(frames[0], SIZE_MAX), 4)
    return Promise(
        decode_charter(shapes.data(charter, CHARTER_SIZE_MAX)),
        exact(opener, PUBLIC_SIZE),
        tuple(shapes.text(one, ADDRESS_MAX) for one in shapes.items(addresses, 0, ADDRESSES_MAX)),
        shapes.text(code, CODE_MAX),
    )


def keep_promise(folder: Path, promise: Promise) -> None:
    """Make it durable; the secret of its table lies in the same folder already."""
    disk.replace(folder / PROMISE_FILE, promise.encode())


def drop_promise(folder: Path) -> None:
    """It was kept, or it lapsed. The secret stays: somebody may still hold our signature."""
    with disk.guarded(folder):
        (folder / PROMISE_FILE).unlink(missing_ok=True)


def read_promise(folder: Path) -> KeptPromise | None:
    """The promise in a folder; a damaged one was not yet durable, so nobody holds it against us."""
    path = folder / PROMISE_FILE
    try:
        data = disk.read(path, SIZE_MAX)
        return (
            None
            if data is None
            else KeptPromise(decode_promise(data), folder, path.stat().st_mtime)
        )
    except (OSError, PeerFault):
        return None


def newest_of_each(promises: Iterable[KeptPromise]) -> tuple[KeptPromise, ...]:
    """Of each lobby what was signed last, the newest first: an earlier charter of it has lapsed."""
    newest: dict[bytes, KeptPromise] = {}
    for kept in sorted(promises, key=lambda one: one.changed):
        newest[kept.promise.charter.nonce] = kept
    return tuple(sorted(newest.values(), key=lambda one: one.changed, reverse=True))
