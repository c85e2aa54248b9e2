"""Looking around: list and board lead to one another, and everything has a line of facts."""

from dataclasses import replace

from p2pjeux.rules.drawing import Size, plain
from p2pjeux.ui.choosing.chooser import things
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.key_commands import look_at, press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from tests.ui.tables import french, stonehenge_table

SIZE = Size(80, 24)


def asked() -> Model:
    """The first bid of Stonehenge."""
    table = stonehenge_table()
    model = Model(table.game, french("stonehenge"))
    for event in table.run():
        model = hear(model, event)
    return model


def pressed(model: Model, *keys: str) -> Model:
    for key in keys:
        model = press(model, key, render(model, SIZE)).model
    return model


def styles_of(frame: Frame, thing: str) -> set[str]:
    return {span.style for drawn in frame.lines for span in drawn if span.about == thing}


def test_the_card_under_the_cursor_is_lit_on_the_board_and_what_else_is_legal_as_well() -> None:
    model = asked()
    assert model.chooser is not None
    card, stone = things(model.chooser)[model.at]
    other = next(one for one, _stone in things(model.chooser) if one != card)

    frame = render(model, SIZE)

    assert styles_of(frame, card) == {"selected"}
    assert all(style.endswith("lit") for style in styles_of(frame, other))
    assert stone


def test_tab_looks_at_the_board_and_arrows_go_from_thing_to_thing() -> None:
    looking = pressed(asked(), "tab")
    assert looking.looked.startswith("card ")

    above = pressed(looking, "up", "up")

    assert above.looked != looking.looked
    line = plain(render(above, SIZE).lines[-2])
    assert line.startswith("◎ ")
    assert len(line) > 20
    assert pressed(above, "escape").looked == ""


def test_enter_on_a_thing_goes_to_the_choice_about_it_and_plays_nothing() -> None:
    model = asked()
    assert model.chooser is not None
    last = len(things(model.chooser)) - 1
    looking = replace(model, looked=things(model.chooser)[last][0])

    reaction = press(looking, "enter", render(looking, SIZE))

    assert reaction.command is None
    assert reaction.model.looked == ""
    assert reaction.model.at == last


def test_a_click_on_a_card_of_the_board_selects_it_in_the_list() -> None:
    model = asked()
    assert model.chooser is not None
    frame = render(model, SIZE)
    name = things(model.chooser)[-1][0]
    place = next(place for place in frame.things if place.about == name)
    assert frame.thing_at(place.row, place.start) == name

    clicked = look_at(model, name)

    assert clicked.at == len(things(model.chooser)) - 1
    assert clicked.looked == name


def test_one_can_look_while_the_others_play_and_after_the_end() -> None:
    waiting = replace(asked(), chooser=None)

    looking = pressed(waiting, "tab", "right", "right")

    assert looking.looked
