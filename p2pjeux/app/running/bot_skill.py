"""How well the bots of a table play, kept beside its log so that it stays so when it goes on."""

from pathlib import Path
from typing import Final

from p2pjeux.rules.contract import Skill
from p2pjeux.store import disk

_LEVEL_FILE: Final = "level"
_SIZE_MAX: Final = 16


def keep_skill(folder: Path, skill: Skill) -> None:
    if skill is not Skill.USUAL:
        disk.create(folder / _LEVEL_FILE, skill.value.encode())


def kept_skill(folder: Path) -> Skill:
    """What was kept in this folder; the usual one where nothing was, or nothing that is known."""
    data = disk.read(folder / _LEVEL_FILE, _SIZE_MAX)
    known = {skill.value.encode(): skill for skill in Skill}
    return known.get(data or b"", Skill.USUAL)
