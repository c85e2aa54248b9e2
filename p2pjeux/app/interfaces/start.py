"""Run a command on the interface that was asked for and that this terminal can show."""

import os
import sys

from p2pjeux.app.interfaces.in_lines import run_in_lines
from p2pjeux.app.interfaces.interface import Main, Manner
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.terminal import takes_full_screen


def run(main: Main, manner: Manner) -> Ending:
    """Run ``main`` with the interface that was asked for and that this terminal can show."""
    can_screen = takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform)
    if not manner.auto and not manner.plain and can_screen:
        from p2pjeux.app.interfaces.on_screen import run_on_screen

        return run_on_screen(main, manner)
    return run_in_lines(main, manner)
