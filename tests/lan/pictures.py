"""Pictures of the way to a table: ``python -m tests.lan.pictures [FOLDER]``.

Three laptops on a pretend LAN, each with a real terminal: the menu in which a table appears, and
the room of the table when all are in it. Needs root and tmux; the README shows what it makes.
"""

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from p2pjeux.rules.drawing import Size
from p2pjeux.ui.choosing.moves import DEAF_SECONDS
from tests.lan.network import Network
from tests.ui.pane import ROOT, Pane
from tests.ui.whole_games import keep

SIZE = Size(80, 24)
TABLE = "La cabane"
HOST = ("host", "stonehenge", "--seats", "3", "--table", TABLE, "--open", "--name", "Zoé")


def main(arguments: list[str]) -> None:
    pictures = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    with tempfile.TemporaryDirectory() as name, Network(3) as network, ExitStack() as panes:

        def sit(host: int, who: str, *typed: str) -> Pane:
            within = ("ip", "netns", "exec", network.space(host), "env", f"LOGNAME={who.lower()}")
            return panes.enter_context(Pane(typed, SIZE, Path(name) / who, within))

        zoe = sit(1, "Zoé", *HOST)
        zoe.wait(lambda text: "Zoé" in text and TABLE in text)
        bastien = sit(3, "Bastien", "join", TABLE, "--name", "Bastien")
        zoe.wait(lambda text: "Bastien" in text)
        ada = sit(2, "Ada")
        ada.wait(lambda text: any("▸" in line and TABLE in line for line in text.splitlines()))
        keep(ada, pictures, "join-80x24")
        # What has just appeared may still be deaf to Enter.
        time.sleep(2 * DEAF_SECONDS)
        ada.press("enter")
        for pane in (zoe, bastien):
            pane.wait(lambda text: all(one in text for one in ("Zoé", "Ada", "Bastien")))
        keep(zoe, pictures, "host-80x24")


if __name__ == "__main__":
    main(sys.argv[1:])
