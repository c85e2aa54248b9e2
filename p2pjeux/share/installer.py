"""Run on the guest's machine by the line that was pasted: with its own Python, and nothing else.

``OFFER`` stands in front of it as it is served, so the digest in the line covers every wheel.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path
from typing import Any, NoReturn

OFFER: dict[str, Any] = {}


def main(base: str) -> None:
    """Fetch what fits this machine from ``base``, and install it without any index."""
    if sys.version_info < (3, 11):  # noqa: UP036  # guests bring all kinds of Python
        stop("old")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pip = fetch(base, OFFER["pip"], folder)
        # A wheel of pure Python can be imported as it is.
        sys.path.insert(0, str(pip))
        for file_name in choose():
            fetch(base, file_name, folder)
        home = Path.home() / "p2pjeux"
        tell("installing", folder=home)
        # A folder of its own: systems guard theirs against pip, and to take it away is to delete a
        # folder.
        venv.EnvBuilder(symlinks=os.name != "nt").create(home)
        programs = home / ("Scripts" if os.name == "nt" else "bin")
        # A zip of Python is run like a folder of it: the new environment needs no pip of its own.
        install = ("install", "--no-index", "--find-links", name, "--upgrade", "--quiet")
        options = ("--disable-pip-version-check", "p2pjeux")
        python = programs / ("python.exe" if os.name == "nt" else "python")
        subprocess.run([python, pip / "pip", *install, *options], check=True)  # noqa: S603  # all named here
    tell("done", program=programs / "p2pjeux")


def choose() -> list[str]:
    """Of each project the newest wheel that runs here."""
    # Of the pip that was just fetched; pip itself chooses by these.
    from pip._vendor.packaging.tags import sys_tags  # noqa: PLC0415
    from pip._vendor.packaging.utils import parse_wheel_filename  # noqa: PLC0415

    ranks = {tag: rank for rank, tag in enumerate(sys_tags())}
    chosen = []
    for project, names in OFFER["projects"].items():
        fitting = []
        for name in names:
            _, version, _, tags = parse_wheel_filename(name)
            fit = [ranks[tag] for tag in tags if tag in ranks]
            if fit:
                fitting.append((version, -min(fit), name))
        if not fitting:
            stop("missing", project=project, python=f"{sys.version_info[0]}.{sys.version_info[1]}")
        chosen.append(max(fitting)[-1])
    return chosen


def fetch(base: str, name: str, folder: Path) -> Path:
    """A file of the offer, if it is the one that was offered."""
    with urllib.request.urlopen(f"{base}{name}", timeout=60) as answer:  # noqa: S310  # from the line
        data: bytes = answer.read()
    # Before anything of it is run: the first thing that is fetched is pip, which is.
    if hashlib.sha256(data).hexdigest() != OFFER["digests"][name]:
        stop("changed", name=name)
    path = folder / name
    path.write_bytes(data)
    return path


def tell(what: str, **values: object) -> None:
    sys.stdout.write(sentence(what).format(**values) + "\n")


def stop(what: str, **values: object) -> NoReturn:
    raise SystemExit(sentence(what).format(**values))


def sentence(what: str) -> str:
    """In French for who has a French locale, as far as that can be known so early."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    text: str = OFFER["sentences"]["fr" if locale.lower().startswith("fr") else "en"][what]
    return text


def with_offer(source: str, offer: dict[str, Any]) -> str:
    """The source of this file with an offer in it, as it is served."""
    return source.replace(
        "OFFER: dict[str, Any] = {}\n", f"OFFER = json.loads({json.dumps(offer)!r})\n"
    )


if __name__ == "__main__":
    main(sys.argv[1])
