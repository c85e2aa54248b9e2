"""The market's first hand holds 6, 12, 14, 23 and 26; a sale must sum to an even number."""

from collections.abc import Callable

import pytest

from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Action
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import (
    Chooser,
    Stage,
    accept,
    back,
    choose,
    confirm,
    entries,
    pick,
    preview,
    toggle,
    write,
)
from p2pjeux.ui.wording.questions import question
from tests.ui.tables import english, french, toy_chooser
from tests.ui.toy import PASS, WAIT


def labels(chooser: Chooser) -> list[str]:
    return [entry.label for entry in entries(chooser)]


def faces(chooser: Chooser, action: Action | None) -> list[int]:
    assert action is not None
    return [chooser.question.view.faces[slot] for slot in action.cards]


def test_a_listed_action_is_decided_at_once() -> None:
    decided = choose(toy_chooser("list"), 1)

    assert decided.stage is Stage.DECIDED
    assert decided.action == WAIT


def test_an_only_form_opens_at_once_with_the_listed_actions_before_its_items() -> None:
    chooser = toy_chooser("beside")

    assert chooser.stage is Stage.FIELD
    assert labels(chooser) == [
        "pass",
        "number 6",
        "number 12",
        "number 14",
        "number 23",
        "number 26",
    ]
    assert choose(chooser, 0).action == PASS


def test_several_forms_are_opened_from_the_menu() -> None:
    chooser = toy_chooser("forms")

    assert labels(chooser) == ["pass", "sell…", "trade goods…"]
    assert labels(choose(chooser, 1))[0] == "number 6"


def test_a_text_is_never_asked_for_beside_listed_actions() -> None:
    assert toy_chooser("text").is_toggling is False
    assert toy_chooser("text").stage is Stage.FIELD
    assert entries(toy_chooser("text")) == ()


def test_cards_stand_in_the_order_of_their_labels() -> None:
    assert labels(toy_chooser("beside"))[1:3] == ["number 6", "number 12"]


def test_items_are_picked_and_put_back_one_by_one() -> None:
    chooser = choose(choose(toy_chooser("beside"), 2), 3)
    marks = [entry.mark for entry in entries(chooser)]

    assert marks == [0, 0, 1, 2, 0, 0]
    assert [entry.mark for entry in entries(choose(chooser, 2))] == [0, 0, 0, 1, 0, 0]


def test_a_filled_form_is_the_answer() -> None:
    decided = pick(toy_chooser("beside"), (1, 2))

    assert decided.stage is Stage.DECIDED
    assert sorted(faces(decided, decided.action)) == [6, 12]


def test_enter_confirms_what_is_picked_and_never_picks_itself() -> None:
    chooser = toy_chooser("beside")
    refused = confirm(chooser, 1)

    assert refused.refused == "Pick with Space first; Enter then confirms."
    assert refused.picked == ()
    assert faces(chooser, confirm(toggle(chooser, 1), 3).action) == [6]
    assert confirm(toggle(chooser, 1), 0).action == PASS


def test_space_picks_items_and_nothing_else() -> None:
    chooser = toy_chooser("beside")

    assert toggle(chooser, 2).picked == (1,)
    assert toggle(toggle(chooser, 2), 2).picked == ()
    assert toggle(chooser, 0) == chooser
    listed = toy_chooser("list")
    assert toggle(listed, 1) == listed


def test_an_illegal_filling_is_explained_and_stays_as_it_is() -> None:
    refused = pick(toy_chooser("beside"), (1, 4))

    assert refused.stage is Stage.FIELD
    assert refused.refused == "The cards must sum to an even number, not 29."
    assert [entry.mark for entry in entries(refused)] == [0, 1, 0, 0, 2, 0]


def test_what_a_yes_would_do_is_known_beforehand() -> None:
    chooser = toy_chooser("beside")
    picked = choose(chooser, 1)

    assert preview(chooser, 1) == ("", "")
    assert preview(chooser, 0) == ("pass", "")
    assert preview(picked, 1) == ("sell 6", "")
    assert preview(picked, 0) == ("pass", "")
    assert preview(choose(picked, 4), 1) == ("", "The cards must sum to an even number, not 29.")
    four = choose(choose(choose(picked, 2), 3), 5)
    assert preview(four, 1) == ("", "1 to 3 must be chosen here, not 4.")
    trade = choose(toy_chooser("forms"), 2)
    assert preview(choose(trade, 0), 1) == ("", "")
    three = choose(choose(choose(trade, 0), 1), 2)
    assert preview(three, 1) == ("", "Exactly 2 must be chosen here, not 3.")
    assert preview(toy_chooser("forms"), 2) == ("trade goods…", "")


@pytest.mark.parametrize(
    ("indexes", "reason"),
    [
        ((1, 2, 3, 5), "1 to 3 must be chosen here, not 4."),
        ((), "1 to 3 must be chosen here, not 0."),
        ((1, 1), "One of these is named twice."),
        ((0, 1), "These cannot be chosen together."),
        ((99,), "There is no such choice."),
        ((-1,), "There is no such choice."),
    ],
)
def test_a_wrong_pick_is_refused_with_its_reason(indexes: tuple[int, ...], reason: str) -> None:
    chooser = toy_chooser("beside")

    refused = pick(chooser, indexes)

    assert refused.refused == reason
    assert refused.stage is Stage.FIELD


def test_a_refusal_speaks_the_language_of_the_person() -> None:
    assert pick(toy_chooser("beside", french()), (99,)).refused == "Ce choix n’existe pas."


def test_where_one_card_may_be_picked_it_takes_the_place_of_another() -> None:
    chooser = toggle(toggle(toy_chooser("one"), 2), 3)

    assert [entry.mark for entry in entries(chooser)][1:4] == [0, 0, 1]
    assert faces(chooser, confirm(chooser, 1).action) == [14]


def filled() -> Chooser:
    """A trade: 23 before 6, tea, with seats 2 and 0, and a word."""
    trade = choose(toy_chooser("forms"), 2)
    trade = pick(trade, (3, 0))
    trade = choose(trade, 2)
    trade = pick(trade, (2, 0))
    return write(trade, "  for   you ")


def test_a_form_is_filled_field_by_field() -> None:
    ready = filled()

    assert ready.stage is Stage.DECIDED
    assert ready.action is not None
    assert faces(ready, ready.action) == [23, 6]
    assert ready.action.verb == "trade_goods"
    # Several values come in the order of the field, whatever the order of picking.
    assert ready.action.args == ("tea", (0, 2), "for you")


def test_back_undoes_one_field_after_the_other_and_keeps_what_was_in_it() -> None:
    word = back(filled())
    assert word.text == "for you"
    seats = back(word)
    assert [entry.mark for entry in entries(seats)] == [2, 0, 1]
    wares = back(seats)
    assert labels(wares) == ["ware silk", "ware salt", "ware tea"]
    cards = back(wares)
    assert [entry.mark for entry in entries(cards)] == [2, 0, 0, 1, 0]
    menu = back(cards)
    assert menu.stage is Stage.MENU
    assert choosing.is_at_start(menu)


def test_back_at_the_first_field_of_an_only_form_puts_the_picked_items_back() -> None:
    chooser = toy_chooser("beside")

    assert choosing.is_at_start(chooser)
    assert not choosing.is_at_start(choose(chooser, 1))
    assert back(choose(chooser, 1)) == chooser


def test_a_text_that_is_too_long_is_kept_and_refused() -> None:
    refused = write(toy_chooser("text"), "x" * 11)

    assert refused.refused == "At most 10 characters fit here."
    assert refused.text == "x" * 11


def test_a_refused_text_can_be_written_again() -> None:
    trade = back(filled())

    refused = write(trade, "no")

    assert refused.refused == "Nobody says no at a market."
    assert write(refused, "yes").stage is Stage.DECIDED


def test_a_yes_where_something_must_be_chosen_is_refused() -> None:
    assert accept(toy_chooser("list")).refused == "Choose one of these first."


def test_an_empty_choice_is_a_choice_where_none_may_be_taken() -> None:
    seats = choose(pick(choose(toy_chooser("forms"), 2), (0, 1)), 0)

    word = accept(seats)

    assert question(word) == "word: write at most 10 characters."


QUESTIONS: list[tuple[Callable[[], Chooser], str]] = [
    (lambda: toy_chooser("list"), "Choose one:"),
    (lambda: toy_chooser("beside"), "Choose 1 to 3 cards."),
    (lambda: toy_chooser("one"), "Choose 1 card."),
    (lambda: choose(toy_chooser("forms"), 2), "Choose 2 cards. Their order counts."),
    (lambda: pick(choose(toy_chooser("forms"), 2), (0, 1)), "ware: choose one."),
    (lambda: back(back(filled())), "with: choose 0 to 2."),
]


@pytest.mark.parametrize(("make", "asked"), QUESTIONS)
def test_every_stage_asks_a_question(make: Callable[[], Chooser], asked: str) -> None:
    assert question(make()) == asked


def test_a_refusal_becomes_a_sentence() -> None:
    assert choosing.explain(Refusal("no {what} here", {"what": "tea"}), english()) == "No tea here."


def test_what_is_already_filled_in_can_be_told() -> None:
    assert choosing.so_far(filled()) == (
        "number 23 and number 6",
        "ware tea",
        "with 2 and with 0",
        "for you",
    )
    assert choosing.so_far(toy_chooser("list")) == ()
