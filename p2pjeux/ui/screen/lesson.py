"""A guided first game on the full screen."""

import os
from dataclasses import replace
from functools import partial

from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen import trio_bridge as bridge
from p2pjeux.ui.screen.application import Look, Screen
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.model import Model, explained
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.solo_task import play_solo
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.tutor import Tutor


def run_lesson(
    table: SoloTable, words: Words, rules_text: str, look: Look, terminal: Terminal
) -> Ending:
    """Play against bots, everything explained as it comes, until the person leaves."""
    assert table.person is not None
    look = replace(look, depth=look.depth or pick_depth(os.environ))
    guide = table.game.presenter.guide
    status = TableStatus((table.person,))
    model = Model(table.game, words, rules_text, words.say("a guided game"), status)
    model = explained(
        replace(model, tutor=Tutor(guide, table.person)), (words.translate(guide.welcome),)
    )
    screen = Screen(model, look, terminal)
    return bridge.run(screen, partial(play_solo, table), look.pace)
