"""Real processes in a real terminal; skipped where there is no tmux."""

import shutil
import time
from pathlib import Path

import pytest

from p2pjeux.games import game_ids
from p2pjeux.rules.drawing import Size
from p2pjeux.ui.choosing.moves import DEAF_SECONDS
from tests.ui.pane import Pane
from tests.ui.whole_games import SIZES, play

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")
SMALL = Size(80, 24)
HOST = ("host", "stonehenge", "--seats", "3", "--bots", "2", "--name", "Zoé", "--lang", "en")


@pytest.mark.slow
def test_keys_alone_play_a_whole_game_in_a_real_terminal() -> None:
    assert play("europax", SMALL, "fr").questions > 5


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game_id", game_ids())
def test_keys_alone_play_every_game(game_id: str, size: Size) -> None:
    assert play(game_id, size).questions > 5


def begin(pane: Pane) -> None:
    """From the room to the first question of a table of one person and two bots."""
    pane.wait(lambda seen: "ready to begin" in seen)
    pane.press("enter")
    pane.wait(lambda seen: "play exactly one card" in seen)


def goes_on(home: Path) -> bool:
    """Whether the table asks the same question again, and takes an answer."""
    with Pane(("resume", "--lang", "en"), SMALL, home) as pane:
        pane.wait(lambda seen: "play exactly one card" in seen)
        pane.press(" ")
        pane.wait(lambda seen: "[x]" in seen)
        time.sleep(DEAF_SECONDS)
        pane.press("enter")
        pane.wait(lambda seen: "Auction 1" in seen)
        pane.press("c-c", "c-c")
        return pane.exit_code() == 130 and pane.is_restored()


@pytest.mark.lan
def test_an_interrupted_table_can_be_resumed(tmp_path: Path) -> None:
    with Pane(HOST, SMALL, tmp_path) as pane:
        begin(pane)
        pane.press("c-c", "c-c")
        assert pane.exit_code() == 130
        assert pane.is_restored()
        assert "p2pjeux resume" in pane.text()

    assert goes_on(tmp_path)


@pytest.mark.lan
def test_a_table_can_be_resumed_after_its_terminal_was_closed(tmp_path: Path) -> None:
    with Pane(HOST, SMALL, tmp_path) as pane:
        begin(pane)

    assert goes_on(tmp_path)


@pytest.mark.lan
def test_a_table_can_be_resumed_after_its_program_was_killed(tmp_path: Path) -> None:
    with Pane(HOST, SMALL, tmp_path) as pane:
        begin(pane)
        pane.kill()

    assert goes_on(tmp_path)


@pytest.mark.slow
def test_the_menu_leads_to_a_game_and_back_and_remembers_name_and_language(tmp_path: Path) -> None:
    with Pane((), SMALL, tmp_path) as pane:
        pane.wait(lambda seen: "What would you like to do?" in seen)
        pane.press("7", "enter")
        pane.wait(lambda seen: "Your name?" in seen)
        pane.press("c-u", "Zoé", "enter")
        pane.wait(lambda seen: "7. your name             Zoé" in seen)
        pane.press("8", "enter")
        pane.wait(lambda seen: "Que voulez-vous faire" in seen)
        pane.press("3", "enter", "5", "enter")
        pane.wait(lambda seen: "Explication" in seen and "partie guidée" in seen)
        pane.press("f8", "enter")
        pane.wait(lambda seen: "Entrée revient au menu" in seen)
        pane.press("enter")
        pane.wait(lambda seen: "Que voulez-vous faire" in seen)
        pane.press("escape")
        assert pane.exit_code() == 0
        assert pane.is_restored()

    with Pane((), SMALL, tmp_path) as pane:
        seen = pane.wait(lambda seen: "Que voulez-vous faire" in seen)
        assert "7. votre nom" in seen
        assert "Zoé" in seen


@pytest.mark.slow
def test_a_window_resized_in_mid_game_is_drawn_anew(tmp_path: Path) -> None:
    arguments = ("solo", "stonehenge", "--seed", "7", "--lang", "en", "--no-bell")
    with Pane(arguments, SMALL, tmp_path) as pane:
        pane.wait(lambda seen: "play exactly one card" in seen)
        pane.resize(Size(160, 50))
        pane.wait(lambda seen: "│── Story" in seen and len(seen.splitlines()) == 50)
        pane.resize(Size(50, 20))
        pane.wait(lambda seen: "Please enlarge the window to 60 × 20" in seen)
        pane.resize(SMALL)
        pane.wait(lambda seen: "play exactly one card" in seen)
        pane.press("f8", "enter")

        assert pane.exit_code() == 0
        assert pane.is_restored()
