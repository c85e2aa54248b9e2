"""A table on a television: the board and whose turn it is, at any size, and nothing to be typed."""

from dataclasses import replace

import pytest

from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.rules.requests import deciders
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.model import Model, Overlay, hear, pending
from p2pjeux.ui.screen.render import render
from tests.ui.tables import french, stonehenge_table


def watched() -> Model:
    """A game as whoever has no seat sees it, at its first question."""
    table = stonehenge_table(None)
    model = Model(table.game, french("stonehenge"), "# Règles", "cabane", is_television=True)
    for event in table.run():
        model = hear(model, event)
        request = pending(model)
        if request is not None and deciders(request):
            break
    return model


def text(frame: Frame) -> str:
    return "\n".join(plain(line) for line in frame.lines)


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24), Size(120, 40), Size(240, 70)])
def test_the_screen_is_filled_exactly(size: Size) -> None:
    frame = render(watched(), size)

    assert len(frame.lines) == size.rows
    assert {line_width(line) for line in frame.lines} == {size.columns}


def test_the_last_line_says_whose_turn_it_is() -> None:
    model = watched()
    request = pending(model)
    assert request is not None

    last = plain(render(model, Size(120, 40)).lines[-1])

    assert all(model.words.name(seat) in last for seat in deciders(request))


def test_no_key_is_named_and_nothing_is_to_be_clicked() -> None:
    frame = render(watched(), Size(120, 40))

    assert frame.spots == ()
    assert "F1" not in text(frame)


def test_the_board_is_that_of_everybody() -> None:
    model = watched()

    board = render(model, Size(120, 40))
    usual = render(replace(model, is_television=False), Size(120, 40))

    assert "Stonehenge" in text(board)
    # What a screen of one's own keeps for a question goes to the board and the story.
    assert text(board) != text(usual)


def test_leaving_is_asked_for_as_anywhere() -> None:
    model = replace(watched(), overlay=Overlay.LEAVE)

    assert text(render(model, Size(120, 40))) != text(render(watched(), Size(120, 40)))
