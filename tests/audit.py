"""Whether what is installed is what the tests were run with: ``python -m tests.audit [--known]``.

Each package must be in tests/locked.txt with this version, and each file of it must be the one
that its wheel brought. With ``--known`` pip-audit, if it is installed, asks a database on the
internet whether anything is known against the locked versions.
"""

import argparse
import re
import shutil
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.utils import canonicalize_name

LOCK = Path(__file__).parent / "locked.txt"
# Ourselves, and what every environment is made with.
NOT_LOCKED = frozenset({"p2pjeux", "pip", "setuptools", "wheel"})


def locked(text: str) -> set[tuple[str, str]]:
    """Names and versions that are held by hashes."""
    found = re.findall(r"^([\w.-]+)==([\w.!+]+)", text, re.MULTILINE)
    return {(canonicalize_name(name), version) for name, version in found}


def findings(installed: Iterable[Distribution], held: set[tuple[str, str]]) -> Iterator[str]:
    """A line for each package or file that is not as it should be."""
    for one in sorted(installed, key=lambda one: canonicalize_name(one.name)):
        name = canonicalize_name(one.name)
        if name in NOT_LOCKED:
            continue
        if (name, one.version) not in held:
            yield f"{name} {one.version}: not what is locked"
        yield from (f"{name} {one.version}: {path}: {what}" for path, what in changed(one))


def changed(one: Distribution) -> Iterator[tuple[str, str]]:
    """The files of a package that its list knows with other contents, or that are gone."""
    for path in one.files or ():
        found = Path(str(one.locate_file(path)))
        if path.hash is None:
            # Of lists and of what Python compiles for itself nobody knows the digest beforehand.
            continue
        if not found.is_file():
            yield str(path), "is gone"
        elif path.hash.mode != "sha256" or _digest(found) != path.hash.value:
            yield str(path), "is not the file that was installed"


def _digest(path: Path) -> str:
    return urlsafe_b64encode(sha256(path.read_bytes()).digest()).rstrip(b"=").decode()


def ask_what_is_known() -> int:
    program = shutil.which("pip-audit")
    if program is None:
        print("pip-audit is not installed: pip install pip-audit")
        return 1
    command = [program, "--disable-pip", "--require-hashes", "--strict", "-r", str(LOCK)]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description="Is what is installed what was locked?")
    parser.add_argument("--known", action="store_true", help="ask for known flaws too")
    asked = parser.parse_args()
    installed = list(distributions())
    found = list(findings(installed, locked(LOCK.read_text("utf-8"))))
    print(*found, f"{len(installed)} packages, {len(found)} findings", sep="\n")
    known = ask_what_is_known() if asked.known else 0
    return 1 if found or known else 0


if __name__ == "__main__":
    raise SystemExit(main())
