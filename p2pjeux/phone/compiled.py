"""What pages import, compiled once by the page's own Python, which node runs for us."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.phone.fetch import find_node
from p2pjeux.phone.rooms import pack_rooms
from p2pjeux.store import disk

# Some seconds; a laptop that is busy takes longer.
_SECONDS_MOST: Final = 300.0
# For how many versions of this program: several may serve pages on one machine.
_KEPT: Final = 3


@cache
def rooms_mark() -> str:
    """What tells the rooms of one version of this package from those of another."""
    return sha256(pack_rooms()).hexdigest()[:16]


def library_in(folder: Path) -> Path:
    """Of the standard library what is imported; may not be there."""
    return folder / f"library-{rooms_mark()}.zip"


def rooms_in(folder: Path) -> Path:
    """The rooms of this very package; may not be there."""
    return folder / f"rooms-{rooms_mark()}.zip"


def are_compiled(folder: Path) -> bool:
    """Whether pages of this version start as fast as they can; the rooms are written last."""
    return rooms_in(folder).is_file()


@dataclass(frozen=True, slots=True)
class Compilation:
    """The program that compiles, in words, and where it leaves what it made."""

    words: tuple[str, ...]
    library: Path
    rooms: Path


@contextmanager
def compilation(folder: Path) -> Iterator[Compilation | None]:
    """Run its words within the block; None where there is no node. Pages do without, but slower."""
    node = find_node()
    if node is None:
        yield None
        return
    with TemporaryDirectory() as scratch, as_file(files("p2pjeux.phone").joinpath("files")) as ours:
        rooms, library, made = (Path(scratch) / name for name in ("rooms", "library", "made"))
        rooms.write_bytes(pack_rooms())
        words = (*node, *map(str, (ours / "compile.mjs", folder, rooms, library, made)))
        yield Compilation(words, library, made)
        if library.is_file() and made.is_file():
            with suppress(StoreFailed):
                disk.replace(library_in(folder), library.read_bytes())
                disk.replace(rooms_in(folder), made.read_bytes())
                _let_go(folder)


def _let_go(folder: Path) -> None:
    """What was compiled for versions of long ago goes; pages of them ask for it no more."""
    for kind in ("library-*.zip", "rooms-*.zip"):
        found = sorted(folder.glob(kind), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[_KEPT:]:
            path.unlink(missing_ok=True)


def compile_for_pages(folder: Path) -> bool:
    """Put both beside the parts in ``folder``; whether that worked."""
    with compilation(folder) as task:
        if task is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(  # noqa: S603  # a program and words that we chose
                    task.words, capture_output=True, check=False, timeout=_SECONDS_MOST
                )
    return are_compiled(folder)
