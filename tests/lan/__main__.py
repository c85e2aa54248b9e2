"""Whole evenings on a pretend LAN: ``python -m tests.lan [SCENE …]`` as root; without any, all.

Each scene is a table of real programs in network namespaces. At the end the logs of all that
were there must be the same, entry by entry, and ``verify`` must be content with them.
"""

import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.lan import going_on
from tests.lan.scenes import SCENES, Scene, Trouble


def play_all(
    program: str, about: str | None, scenes: Mapping[str, Scene], arguments: list[str]
) -> int:
    """Play those that are named, or all; 1 if one failed."""
    parser = ArgumentParser(prog=program, description=about)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(scenes))
    parser.add_argument("--keep", type=Path, help="keep logs and what was said in this folder")
    chosen = parser.parse_args(arguments)
    failed = 0
    for name in chosen.scenes or scenes:
        with ExitStack() as stack:
            folder = (
                chosen.keep / name
                if chosen.keep
                else Path(stack.enter_context(tempfile.TemporaryDirectory()))
            )
            if chosen.keep:
                shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            failed += not play(name, scenes[name], folder)
    return 1 if failed else 0


def play(name: str, scene: Scene, folder: Path) -> bool:
    began = time.monotonic()
    try:
        told = scene(folder)
    except Trouble as trouble:
        print(f"{name}: FAILED after {time.monotonic() - began:.0f} s: {trouble}", flush=True)
        return False
    print(f"{name}: good, {told} ({time.monotonic() - began:.0f} s)", flush=True)
    return True


if __name__ == "__main__":
    raise SystemExit(play_all("tests.lan", __doc__, {**SCENES, **going_on.SCENES}, sys.argv[1:]))
