"""Open the full screen on a table; this is what the composition root calls."""

import os
import sys
from dataclasses import replace
from functools import partial
from typing import Final

from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen import trio_bridge as bridge
from p2pjeux.ui.screen.application import Look, Screen
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.solo_task import play_solo
from p2pjeux.ui.wording.table_status import TableStatus

DEFAULT: Final = Look()
THIS_TERMINAL: Final = Terminal()


def run_screen(
    table: SoloTable,
    words: Words,
    rules_text: str = "",
    look: Look = DEFAULT,
    terminal: Terminal = THIS_TERMINAL,
) -> Ending:
    """Play at a solo table on the full screen until the person leaves.

    A look that names no number of colours gets what the environment asks for.
    """
    look = replace(look, depth=look.depth or pick_depth(os.environ))
    name = words.say("against bots") if table.person is not None else words.say("bots only")
    status = TableStatus(() if table.person is None else (table.person,))
    screen = Screen(Model(table.game, words, rules_text, name, status), look, terminal)
    ending = bridge.run(screen, partial(play_solo, table), look.pace)
    if ending is Ending.OVER and screen.model.view is not None:
        # The screen is gone; the result stays in the window.
        put(sys.stdout, *table.game.presenter.result(screen.model.view.state, words))
    return ending
