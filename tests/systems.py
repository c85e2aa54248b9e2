"""For which systems and Pythons there are wheels of all we need: ``python -m tests.systems``.

Asks an index as ``p2pjeux share --get`` does, for wheels and nothing but wheels, and writes
``docs/systems.md``. Needs pip and the internet.
"""

import json
import subprocess
import tempfile
from importlib.metadata import distribution
from pathlib import Path

from p2pjeux.share.systems import PYTHONS, SYSTEMS, resolving
from p2pjeux.share.wheels import normal, requirements

PAGE = Path(__file__).parent.parent / "docs" / "systems.md"
# The others are pure Python.
COMPILED = ("cryptography", "cffi", "pynacl", "msgpack", "zeroconf", "wcwidth")

HEAD = """# Systems

For which systems and Pythons every package that p2pjeux needs comes ready to run, and in which
version: `pip install --prefer-binary` and `p2pjeux share` need no compiler there. Written by
`python -m tests.systems`, which asks an index for wheels only; what is not named is pure Python.
A dash means that something is missing.

"""
FOOT = """
On an Intel Mac take Python 3.14 or older: nothing newer has a zeroconf that is ready to run there.

Not asked for: Alpine Linux (musl), FreeBSD, systems of 32 bits. There a compiler may be wanted,
and Rust for `cryptography`.

Python itself: macOS and Windows bring none of this age. It comes from python.org, from the
Microsoft Store, or by `uv python install`; Debian 12, Ubuntu 24.04 and Fedora 40 have it.

`python -m tests.clean` installs into clean environments of every Python at hand, with the lowest
and the newest packages, and plays. On 19 November 2026 that was Linux on x86_64 with 3.11.7,
3.12.1, 3.13.0, 3.14.8 and 3.15.0; in all ten a whole game was played and its log verified.
"""


def versions(system: str, python: str) -> dict[str, str] | None:
    """What pip would install there, by project; None if something has no wheel."""
    with tempfile.TemporaryDirectory() as folder:
        how = ("install", "--dry-run", "--ignore-installed", "--target", folder, "--report", "-")
        wanted = requirements(distribution("p2pjeux"))
        command = resolving(system, python, wanted, *how)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    report = json.loads(done.stdout[done.stdout.index("{") :])
    found = [one["metadata"] for one in report["install"]]
    return {normal(one["name"]): str(one["version"]) for one in found}


def main() -> None:
    rows = [
        "| system | Python | " + " | ".join(COMPILED) + " |",
        "|---|---|" + "---|" * len(COMPILED),
    ]
    for system in SYSTEMS:
        for python in PYTHONS:
            found = versions(system, python) or {}
            cells = [system, python, *(found.get(project, "–") for project in COMPILED)]
            rows.append("| " + " | ".join(cells) + " |")
            print(rows[-1], flush=True)
    PAGE.write_text(HEAD + "\n".join(rows) + "\n" + FOOT, "utf-8")


if __name__ == "__main__":
    main()
