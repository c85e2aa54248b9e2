"""What a person prefers, remembered from one start to the next: a name and a language."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.store import disk
from p2pjeux.store.places import Places, find_places

FILE_NAME: Final = "settings.json"
# A file that is larger was not written here.
SIZE_MOST: Final = 1 << 12
TEXT_MOST: Final = 80


@dataclass(frozen=True, slots=True)
class Settings:
    """Empty where nothing was said."""

    name: str = ""
    language: str = ""


def find_settings(environ: Mapping[str, str]) -> Settings:
    """What is remembered here; where nothing can be kept, nothing is."""
    try:
        return load_settings(find_places(environ))
    except StoreFailed:
        return Settings()


def load_settings(places: Places) -> Settings:
    """What is remembered. A damaged file is as good as none: nothing in it is worth a refusal."""
    try:
        data = (places.config / FILE_NAME).read_bytes()[: SIZE_MOST + 1]
        found = json.loads(data) if len(data) <= SIZE_MOST else {}
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(found, dict):
        return Settings()
    texts = {field.name: found.get(field.name) for field in fields(Settings)}
    return Settings(
        **{
            name: text
            for name, text in texts.items()
            if isinstance(text, str) and text.isprintable() and len(text) <= TEXT_MOST
        }
    )


def save_settings(places: Places, settings: Settings) -> None:
    """Remember; the file is the old one or the new one, never half of it."""
    disk.make_folder(places.config)
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n"
    disk.replace(places.config / FILE_NAME, text.encode())
