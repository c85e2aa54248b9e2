"""What the tests were run with is written down, and fits what the program asks for."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
LOCKED = (ROOT / "tests" / "locked.txt").read_text("utf-8")


def test_every_package_that_the_program_or_a_test_wants_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["test"]])
    locked: dict[str, list[Version]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", LOCKED, re.MULTILINE):
        locked.setdefault(canonicalize_name(name), []).append(Version(version))

    unmet = [
        str(one)
        for one in wanted
        if not any(v in one.specifier for v in locked.get(canonicalize_name(one.name), []))
    ]

    assert unmet == []


def test_every_locked_package_is_held_by_hashes() -> None:
    pinned = re.findall(r"^[\w.-]+==[^\n]*(?:\n +--hash=[^\n]*)*", LOCKED, re.MULTILINE)

    assert pinned
    assert [one.split(" ")[0] for one in pinned if "--hash=sha256:" not in one] == []
