"""The program in a process of its own, with the home and the code page that a test wants."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

COMMAND = (sys.executable, "-m", "p2pjeux")
# As a container runs it for a user whom the system does not know.
UNKNOWN_USER = """
import pwd, sys
def getpwuid(number):
    raise KeyError(number)
pwd.getpwuid = getpwuid
from p2pjeux.cli import main
sys.exit(main())
"""


def run(
    arguments: Sequence[str],
    home: Path | None,
    command: Sequence[str] = COMMAND,
    stdout: int | IO[bytes] = subprocess.PIPE,
    **environment: str,
) -> "subprocess.CompletedProcess[bytes]":
    """Run it to its end; without ``home`` it has none at all."""
    environ = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    for name in ("HOME", "P2PJEUX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        environ.pop(name, None)
    if home is not None:
        environ["P2PJEUX_HOME"] = str(home)
    return subprocess.run(
        [*command, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        env=environ,
        timeout=60,
    )


def complaint(done: "subprocess.CompletedProcess[bytes]") -> str:
    return done.stderr.decode("utf-8", "replace")
