"""One laptop gives the program to another that has Python and nothing else, in a cabin."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until

PATIENCE = 120.0


def shared(folder: Path) -> str:
    """Two hosts without any way to an index; the guest plays with what it was given."""
    with Network(2) as network:
        host = Player(network, 1, folder)
        try:
            host.start("share")
            wait_until(lambda: "Ctrl-C" in host.said.read_text("utf-8"), PATIENCE, "the offer")
            offered = host.said.read_text("utf-8")
            guest = folder / "guest"
            guest.mkdir()
            in_guest = _Guest(network.space(2), guest)
            _must_fail(in_guest)
            line = re.search(r"^python3 -c .*$", offered, re.MULTILINE)
            if line is None:
                raise Trouble(f"no line to paste: {offered}")
            installed = in_guest.run("sh", "-c", line.group())
            if installed.returncode != 0:
                raise Trouble(f"not installed: {installed.stdout}{installed.stderr}")
            return f"{_size(offered)} MB offered; {_play(in_guest)}"
        finally:
            host.kill()


class _Guest:
    """A machine with the Python of the system, a home of its own, and no variables."""

    def __init__(self, space: str, home: Path) -> None:
        self._space = space
        self.home = home

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            ["ip", "netns", "exec", self._space, *command],
            cwd=self.home,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )


def _must_fail(guest: _Guest) -> None:
    """The proof would be worth nothing if the guest had p2pjeux, or an index, already."""
    python = shutil.which("python3", path="/usr/bin:/bin") or ""
    for what in (
        "import p2pjeux",
        "import urllib.request as r; r.urlopen('http://192.0.2.1', timeout=2)",
    ):
        if guest.run(python, "-c", what).returncode == 0:
            raise Trouble(f"the guest is not in a cabin: {what}")


def _play(guest: _Guest) -> str:
    program = str(guest.home / "p2pjeux" / "bin" / "p2pjeux")
    played = guest.run(program, "solo", "course", "--auto", "--plain", "--seed", "7")
    checked = guest.run(program, "export", "--format", "json")
    if played.returncode != 0 or checked.returncode != 0:
        raise Trouble(f"not played: {played.stderr}{checked.stderr}")
    return f"installed and played: {played.stdout.splitlines()[-1]}"


def _size(offered: str) -> str:
    found = re.search(r"\(([0-9.]+) MB", offered)
    return found.group(1) if found else "?"
