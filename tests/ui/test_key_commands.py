"""Keys become commands: what a person presses, and what the table hears."""

from dataclasses import replace

import pytest

from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.drawing import Size, Span
from p2pjeux.rules.requests import Action
from p2pjeux.table.events import (
    Asked,
    Cheated,
    Command,
    Ended,
    Leave,
    Left,
    NotLegal,
    Play,
    Returned,
)
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen.key_commands import Reaction, click, press
from p2pjeux.ui.screen.model import Model, Overlay, hear, listed, shown
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.table_status import TableStatus
from tests.ui import toy
from tests.ui.tables import english, first_question, toy_table

SIZE = Size(80, 24)
SPACE = " "


def asked(kind: str) -> Model:
    """A model that asks the market's first question."""
    model = Model(toy.GAME, english(), "the rules")
    return hear(model, first_question(toy_table(kind)))


def pressed(model: Model, *keys: str) -> Reaction:
    """The last reaction; each key sees the screen that the one before it left."""
    reaction = Reaction(model)
    for key in keys:
        reaction = press(reaction.model, key, render(reaction.model, SIZE))
    return reaction


def played(model: Model, *keys: str) -> tuple[str, list[int]] | None:
    command = pressed(model, *keys).command
    if not isinstance(command, Play):
        return None
    assert model.view is not None
    return command.action.verb, [model.view.faces[card] for card in command.action.cards]


# The cards are 6, 12, 14, 23 and 26, on the numbers 2 to 6; the pass is number 1.
@pytest.mark.parametrize(
    ("kind", "keys", "play"),
    [
        ("list", ["enter"], ("pass", [])),
        ("list", ["down", "enter"], ("wait", [])),
        ("list", ["2", "enter"], ("wait", [])),
        ("list", ["w", "enter"], ("wait", [])),
        ("list", ["w", "escape", "home", "enter"], ("pass", [])),
        ("list", ["2"], None),
        ("list", [SPACE], None),
        ("beside", ["enter"], None),
        ("beside", ["enter"] * 90, None),
        ("beside", [SPACE, "enter"], ("sell", [6])),
        ("beside", ["up", "enter"], ("pass", [])),
        ("beside", ["1", "enter"], ("pass", [])),
        ("beside", [SPACE, "down", SPACE, "enter"], ("sell", [12, 6])),
        ("beside", ["2", "3", "enter"], None),
        ("beside", ["2", SPACE, "3", SPACE, "enter"], ("sell", [12, 6])),
        ("beside", ["2", SPACE, "3", SPACE, "3", SPACE, "enter"], ("sell", [6])),
        ("beside", ["2", SPACE, "5", SPACE, "enter"], None),
        ("beside", ["n", "u", "m", "tab", SPACE, "enter"], ("sell", [6])),
        ("beside", [SPACE, "escape", "4", SPACE, "enter"], ("sell", [14])),
        ("one", ["4", SPACE, "enter"], ("sell", [14])),
        ("one", ["3", SPACE, "4", SPACE, "enter"], ("sell", [14])),
        ("forms", ["1", "enter"], ("pass", [])),
        ("forms", ["2", "4", "enter"], None),
        ("forms", ["2", "enter", "4", SPACE, "enter"], ("sell", [23])),
        ("text", ["h", "i", "enter"], ("say", [])),
    ],
)
def test_keys_decide(kind: str, keys: list[str], play: tuple[str, list[int]] | None) -> None:
    assert played(asked(kind), *keys) == play


def test_a_whole_form_is_filled_by_keys() -> None:
    keys = ["3", "enter", "4", SPACE, "1", SPACE, "enter", "3", "enter", "1", SPACE, "enter"]
    keys += ["h", "i", "enter"]

    command = pressed(asked("forms"), *keys).command

    assert isinstance(command, Play)
    assert command.action.verb == "trade_goods"
    assert command.action.args == ("tea", (0,), "hi")


def test_a_number_of_two_digits_waits_for_the_second() -> None:
    model = asked("many")

    assert pressed(model, "1").model.typed == "1"
    assert pressed(model, "1", "2").model.at == 11
    assert pressed(model, "1", "2").model.typed == ""
    assert pressed(model, "9").model.at == 8
    assert pressed(model, "2", "9").model.at == 8
    command = pressed(model, "2", "enter").command
    assert command == Play(Action("buy", (1,)))


def test_letters_leave_only_the_choices_that_fit() -> None:
    model = pressed(asked("list"), "w").model

    assert [listed(model)[at].label for at in shown(model)] == ["wait"]
    assert model.at == 1
    assert len(shown(pressed(model, "backspace").model)) == 2


def test_enter_does_nothing_when_no_choice_fits() -> None:
    reaction = pressed(asked("list"), "x", "enter")

    assert reaction.command is None
    assert reaction.model.is_asked


def test_the_selection_moves_in_the_grid_and_holds_at_its_edges() -> None:
    model = asked("many")
    columns = len(render(model, SIZE).rows[0])
    assert columns > 1

    assert pressed(model, "right").model.at == 1
    assert pressed(model, "down").model.at == columns
    assert pressed(model, "up").model.at == 0
    assert pressed(model, "left").model.at == 0
    assert pressed(model, "end").model.at == 24
    assert pressed(model, "end", "down", "right").model.at == 24
    last_row_start = 24 // columns * columns
    assert pressed(model, "end", "up").model.at == 24 - columns
    assert last_row_start <= 24


def test_an_illegal_choice_is_explained_and_can_be_changed() -> None:
    model = pressed(asked("beside"), "2", SPACE, "5", SPACE, "enter").model

    assert model.chooser is not None
    assert model.chooser.refused == "The cards must sum to an even number, not 29."
    assert played(model, "5", SPACE, "enter") == ("sell", [6])


def test_a_refusal_of_the_table_asks_again() -> None:
    model = pressed(asked("list"), "enter").model
    assert not model.is_asked

    again = hear(model, NotLegal(Refusal("the market is closed")))

    assert again.is_asked
    assert again.chooser is not None
    assert again.chooser.refused == "The market is closed."
    assert played(again, "enter") == ("pass", [])


def test_text_is_edited_where_the_cursor_stands() -> None:
    typed = pressed(asked("text"), "b", "d", "left", "c", "home", "a", "end", "e", "backspace")

    assert typed.model.typed == "abcd"
    assert pressed(typed.model, "home", "delete").model.typed == "bcd"
    assert pressed(typed.model, "left", "c-u").model.typed == "d"


def test_escape_goes_back_from_a_text_to_the_field_before() -> None:
    keys = ["3", "enter", "1", SPACE, "2", SPACE, "enter", "1", "enter", "enter", "x"]
    model = pressed(asked("forms"), *keys).model
    assert model.is_writing

    assert pressed(model, "escape").model.chooser is not None
    assert not pressed(model, "escape").model.is_writing


@pytest.mark.parametrize(("key", "overlay"), [(each.value, each) for each in Overlay])
def test_an_overlay_opens_and_escape_closes_it(key: str, overlay: Overlay) -> None:
    model = replace(asked("list"), status=TableStatus(people=(0,), is_apart=True))

    opened = pressed(model, key)

    assert opened.model.overlay is overlay
    assert opened.command is None
    assert pressed(opened.model, "escape").model == replace(model)


def test_keys_under_an_overlay_decide_nothing() -> None:
    assert played(asked("list"), "f1", "2", "down") is None
    assert pressed(asked("list"), "f1", "2", "down", "enter").model.at == 0


def test_leaving_wants_a_yes() -> None:
    assert pressed(asked("list"), "f8").ending is None
    assert pressed(asked("list"), "f8", "x").ending is None
    left = pressed(asked("list"), "f8", "enter")
    assert left.ending is Ending.LEFT
    assert left.command == Leave()


def test_the_interrupt_key_asks_and_asked_once_more_it_leaves() -> None:
    for keys in ([], ["f1"], ["x"]):
        asking = pressed(asked("list"), *keys, "c-c")
        assert asking.ending is None
        assert asking.model.overlay is Overlay.LEAVE
        left = pressed(asking.model, "c-c")
        assert left.ending is Ending.INTERRUPTED
        assert left.command == Leave()


def test_any_key_hurries_while_the_others_play() -> None:
    waiting = Model(toy.GAME, english())

    assert pressed(waiting, SPACE).hurries
    assert pressed(waiting, "enter").hurries
    assert not pressed(waiting, "f1").hurries
    assert pressed(waiting, "enter").command is None


def test_after_the_end_two_enters_or_the_key_for_it_leave() -> None:
    table = toy_table("list", person=None)
    model = Model(toy.GAME, english())
    for event in table.run():
        model = hear(model, event)
    assert isinstance(event, Ended)

    assert model.story[-1].text == "Camille wins."
    assert pressed(model, "enter").ending is None
    assert pressed(model, "enter", "enter").ending is Ending.OVER
    assert pressed(model, "enter", "escape").model == model
    assert pressed(model, "f8").ending is Ending.OVER
    assert pressed(model, "x").ending is None
    assert pressed(model, "escape").ending is None


def test_scrolling_stops_at_both_ends_of_the_story() -> None:
    model = replace(asked("list"), story=tuple(Span(f"line {number}") for number in range(100)))
    most = render(model, SIZE).scrolled_most

    far = pressed(model, *["pageup"] * 50).model

    assert far.scrolled >= most
    assert pressed(far, "pagedown").model.scrolled == most - 5
    assert pressed(model, "pagedown").model.scrolled == 0


def test_scrolling_an_overlay_stops_at_both_ends() -> None:
    model = replace(asked("list"), rules_text="\n\n".join(f"rule {n}" for n in range(50)))
    opened = pressed(model, "f5").model

    ended = pressed(opened, "end", "up").model

    assert ended.overlay_top == render(opened, SIZE).top_most - 1
    assert pressed(ended, "home", "up").model.overlay_top == 0


def clicked(model: Model, *numbers: int) -> Command | None:
    command = None
    for number in numbers:
        reaction = click(model, number)
        model, command = reaction.model, reaction.command
    return command


def test_a_click_moves_or_picks_and_a_second_one_confirms() -> None:
    assert clicked(asked("list"), 1) is None
    assert clicked(asked("list"), 1, 1) == Play(toy.WAIT)
    picked = click(click(asked("beside"), 1).model, 2).model
    assert picked.chooser is not None
    assert picked.chooser.picked == (0, 1)
    assert clicked(picked, 0) is None
    assert clicked(picked, 0, 0) == Play(toy.PASS)


def test_another_prompt_is_another_object_and_the_same_one_stays() -> None:
    model = asked("beside")
    picked = pressed(model, SPACE, "down").model

    assert picked.prompt is model.prompt
    again = hear(picked, first_question(toy_table("beside")))
    assert again.prompt is not model.prompt


def test_the_selection_never_starts_on_an_action_beside_a_form() -> None:
    # A key pressed too early must not pass by accident.
    assert asked("beside").at == 1


def test_a_new_question_forgets_what_was_typed() -> None:
    model = replace(asked("list"), typed="wa", at=1, scrolled=3)
    question = first_question(toy_table("list"))

    again = hear(model, Asked(question.request, question.view))

    assert (again.typed, again.at, again.scrolled) == ("", 0, 0)


def test_what_happens_to_the_table_is_told_and_a_warning_has_its_sign() -> None:
    model = asked("list")

    for event in (Left(1), Returned(1), Cheated(2, "a bad proof")):
        model = hear(model, event)

    gone, back, cheated = (told.text for told in model.story)
    assert gone.startswith("! Aliénor is gone: that hand is face up")
    assert back == "Aliénor is back at the table."
    assert cheated.startswith("! Basile cheated, and there is proof of it: a bad proof. ")
    assert [told.style for told in model.story] == ["warn", "good", "warn"]
    assert model.is_asked
