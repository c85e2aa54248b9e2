"""What a laptop serves to the browsers of a table: the page, the rooms, and what others made.

Nothing else: a name that is not listed here is not there (net/web.py says how it is served).
"""

import gzip
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Final

from p2pjeux.net.web import Site, WebFile, no_site
from p2pjeux.phone.compiled import are_compiled, library_in, rooms_in, rooms_mark
from p2pjeux.phone.parts import NAMES, are_here
from p2pjeux.phone.rooms import pack_rooms

_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
}
_OURS: Final = (
    "page.css",
    "page.mjs",
    "drawing.mjs",
    "worker.mjs",
    "kept.mjs",
    "sodium.mjs",
    "icon.svg",
)
# Best of both: levels above cost seconds at the first phone, and spare nothing that is felt.
_LEVEL: Final = 6
_ROOMS: Final = "/rooms/{}.zip"
_COMPILED: Final = "/compiled/{}"


def site_of(folder: Path) -> Site:
    """The site with what was fetched into ``folder``; one without pages if nothing was."""
    return PageSite(folder) if are_here(folder) else no_site


class PageSite:
    """Files by their paths; each is read and compressed once. Called from several threads."""

    def __init__(self, folder: Path) -> None:
        self._lock = Lock()
        self._ready: dict[str, WebFile] = {}
        self._known: dict[str, Callable[[], bytes]] = {}
        self._folder = folder
        self._parts = f"/parts/{folder.name}/"

    def _look(self) -> None:
        """Find out what there is: not before somebody asks, for it takes a moment."""
        folder = self._folder
        # Whoever has the same version has the same bytes under the same name.
        for name in sorted(NAMES):
            self._known[self._parts + name] = partial(_read, folder / name)
        for name in _OURS:
            self._known[f"/{name}"] = partial(_ours, name)
        self._known[_ROOMS.format(rooms_mark())] = pack_rooms
        for path in (library_in(folder), rooms_in(folder)):
            self._known[_COMPILED.format(path.name)] = partial(_read, path)

    def __call__(self, path: str) -> WebFile | None:
        with self._lock:
            if not self._known:
                self._look()
        if path == "/":
            # Not kept: it names what was compiled as soon as that is there.
            return _file(path, self._page())
        if path not in self._known:
            return None
        with self._lock:
            if path not in self._ready:
                self._ready[path] = _file(path, self._known[path]())
            return self._ready[path]

    def _page(self) -> bytes:
        folder, parts = self._folder, self._parts
        if are_compiled(folder):
            named = (_COMPILED.format(one(folder).name) for one in (library_in, rooms_in))
            library, rooms = named
        else:
            library, rooms = f"{parts}python_stdlib.zip", _ROOMS.format(rooms_mark())
        page = _ours("page.html").decode("utf-8")
        for name, value in (("parts", parts), ("library", library), ("rooms", rooms)):
            page = page.replace(f"{{{name}}}", value)
        return page.encode("utf-8")


def _file(path: str, data: bytes) -> WebFile:
    kind = _KINDS[path.rpartition(".")[2] if path != "/" else "html"]
    return WebFile(
        gzip.compress(data, _LEVEL, mtime=0),
        kind,
        is_zipped=True,
        is_lasting=path.startswith(("/parts/", "/rooms/", "/compiled/")),
    )


def _read(path: Path) -> bytes:
    return path.read_bytes()


def _ours(name: str) -> bytes:
    return files("p2pjeux.phone").joinpath("files", name).read_bytes()
