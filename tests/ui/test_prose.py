"""A text on a screen of its own: broken into lines, paged, left by what one would try."""

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.prose import ProseScreen, read
from tests.ui.tables import english

TEXT = "# Title\n\n" + "\n\n".join(f"Paragraph {number} is here." for number in range(60))
SIZE = Size(60, 20)


def screen() -> ProseScreen:
    with create_pipe_input() as source:
        shown = ProseScreen("Rules", TEXT, english(), Terminal(source, DummyOutput()))
    shown.size = SIZE
    return shown


def seen(shown: ProseScreen) -> str:
    return "\n".join(plain(drawn) for drawn in shown.frame().lines)


def test_a_text_fits_the_window_and_says_how_much_there_is() -> None:
    shown = screen()
    frame = shown.frame()

    assert len(frame.lines) == SIZE.rows
    assert {line_width(drawn) for drawn in frame.lines} == {SIZE.columns}
    assert "1–18 / 121" in plain(frame.lines[0])


def test_pages_overlap_by_a_line_and_edges_hold() -> None:
    shown = screen()

    shown.press("up")
    assert shown.top == 0
    shown.press("pagedown")
    assert shown.top == 17
    shown.press("end")
    assert "Paragraph 59" in seen(shown)
    shown.press(" ")
    assert "Paragraph 59" in seen(shown)


def test_escape_ends_the_reading() -> None:
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        source.send_text("\x1b")
        read("Rules", TEXT, english(), Terminal(source, DummyOutput()))
