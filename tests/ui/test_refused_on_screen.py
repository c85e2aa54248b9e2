"""What cannot be done is one line on the full screen too, and never a traceback."""

import shutil
from pathlib import Path

import pytest

from p2pjeux.rules.drawing import Size
from tests.ui.pane import EXITED, Pane

SMALL = Size(80, 24)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here"),
]


def test_a_home_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("no folder")
    with Pane(("solo", "course", "--lang", "en"), SMALL, home) as pane:
        said = pane.wait(lambda text: EXITED in text)

    assert "a file stands where a folder should be" in " ".join(said.split())
    assert "Traceback" not in said
    assert "never retrieved" not in said


def test_a_table_that_is_open_in_another_window_is_one_line(tmp_path: Path) -> None:
    game = ("solo", "stonehenge", "--seed", "7", "--lang", "en")
    with Pane(game, SMALL, tmp_path) as first:
        first.wait(lambda text: "Enter" in text)
        with Pane(game, SMALL, tmp_path) as second:
            said = second.wait(lambda text: EXITED in text)

    # A line of the window may end anywhere in it.
    assert "inusebyanotherp2pjeux" in "".join(said.split())
    assert "Traceback" not in said
