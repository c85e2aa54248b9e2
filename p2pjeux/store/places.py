"""Where things are kept: one folder the user names, or the places the system has for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

from p2pjeux.errors import StoreFailed
from p2pjeux.rules.words import later

VARIABLE: Final = "P2PJEUX_HOME"


@dataclass(frozen=True, slots=True)
class Places:
    """What would be missed if it were lost, what the user prefers, and what can be had again."""

    data: Path
    config: Path
    cache: Path


def find_places(environ: Mapping[str, str], home: Path | None = None) -> Places:
    """What ``home`` says, else the variable P2PJEUX_HOME, else the system's own places.

    Raises StoreFailed if the system has none: a user without a home folder.
    """
    named = environ.get(VARIABLE)
    if home is None and named:
        home = Path(named)
    try:
        if home is not None:
            home = home.expanduser().absolute()
            return Places(home / "data", home / "config", home / "cache")
        system = PlatformDirs("p2pjeux", appauthor=False)
        places = Places(
            Path(system.user_data_path), Path(system.user_config_path), system.user_cache_path
        )
    except (RuntimeError, KeyError):
        # So Python says that it has looked for the home of the user everywhere.
        places = None
    if places is None or not places.data.is_absolute():
        raise StoreFailed(later("this user has no home folder: name one with --home"))
    return places
