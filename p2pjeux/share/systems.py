"""The systems and Pythons for which wheels can be fetched, and fetching them."""

import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from p2pjeux.errors import Refused
from p2pjeux.share.wheels import Wheel, normal, pack

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14", "3.15")
# How pip names what runs there; the newest of each, for it knows what is older.
SYSTEMS: Final = {
    "linux-x86_64": tuple(f"manylinux_2_{minor}_x86_64" for minor in (39, 34, 28, 17)),
    "linux-aarch64": tuple(f"manylinux_2_{minor}_aarch64" for minor in (39, 34, 28, 17)),
    "macos-arm64": ("macosx_15_0_arm64",),
    "macos-x86_64": ("macosx_15_0_x86_64",),
    "windows-amd64": ("win_amd64",),
    "windows-arm64": ("win_arm64",),
}
_FETCHED: Final = "fetched.json"


def this_system() -> str:
    """The name of this system, in the words of ``SYSTEMS`` where it is one of them."""
    system, _, machine = sysconfig.get_platform().partition("-")
    names = {"win": "windows", "win32": "windows", "macosx": "macos"}
    return f"{names.get(system, system)}-{machine.rpartition('-')[2] or 'x86'}"


def this_python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def resolving(system: str, python: str, wanted: Sequence[str], *how: str) -> list[str]:
    """The command by which pip finds wheels, and nothing but wheels, for another machine.

    Markers are judged for this machine, whatever is asked: what we need differs by no system.
    """
    platforms = [word for name in SYSTEMS[system] for word in ("--platform", name)]
    there = ("--python-version", python, "--implementation", "cp")
    # A source would be built for this machine, and be of no use to the guest.
    only = ("--only-binary", ":all:", "--quiet", "--disable-pip-version-check")
    return [*find_pip(), *how, *only, *platforms, *there, *wanted]


def find_pip() -> list[str]:
    """How pip is run here: as it is installed, or from the wheel that comes with Python."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    wheel = _bundled_pip()
    if wheel is None:
        raise Refused("this Python has no pip")
    return [sys.executable, str(wheel / "pip")]


def pip_wheel() -> Wheel:
    """Pip itself, for guests whose system has put it into a package of its own."""
    try:
        return pack("pip", distribution("pip"))
    except PackageNotFoundError:
        wheel = _bundled_pip()
        if wheel is None:
            raise Refused("this Python has no pip") from None
        return Wheel("pip", wheel.name, wheel.read_bytes())


def _bundled_pip() -> Path | None:
    """The wheel of pip that comes with Python, unless the system has taken it out."""
    if find_spec("ensurepip") is None:
        return None
    with as_file(files("ensurepip") / "_bundled") as folder:
        return next(iter(sorted(folder.glob("pip-*.whl"))), None) if folder.is_dir() else None


def fetch(
    folder: Path, systems: Sequence[str], wanted: Sequence[str]
) -> Iterator[tuple[str, str, bool]]:
    """Fetch wheels into ``folder`` for each system and Python; say of each whether it went well."""
    folder.mkdir(parents=True, exist_ok=True)
    known = set(fetched(folder))
    for system in systems:
        for python in PYTHONS:
            how = ("download", "--dest", str(folder))
            command = resolving(system, python, wanted, *how)
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # our own
            is_there = done.returncode == 0
            if is_there:
                known.add((system, python))
                (folder / _FETCHED).write_text(json.dumps(sorted(known)), "utf-8")
            yield system, python, is_there


def fetched(folder: Path) -> list[tuple[str, str]]:
    """The systems and Pythons for which all is in ``folder``."""
    try:
        value = json.loads((folder / _FETCHED).read_text("utf-8"))
        return [(str(system), str(python)) for system, python in value]
    except (OSError, ValueError, TypeError):
        return []


def fetched_wheels(folder: Path) -> Iterator[Wheel]:
    for path in sorted(folder.glob("*.whl")) if folder.is_dir() else ():
        yield Wheel(normal(path.name.partition("-")[0]), path.name, path.read_bytes())
