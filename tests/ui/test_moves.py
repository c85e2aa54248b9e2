"""One grammar: where digits and arrows lead, and when Enter is meant."""

import pytest

from p2pjeux.ui.choosing.moves import is_meant, step, step_in_rows, type_digit


@pytest.mark.parametrize(
    ("key", "place", "goal"),
    [
        ("down", 0, 3),
        ("down", 3, 6),
        ("down", 5, 7),
        ("down", 6, 6),
        ("pagedown", 2, 7),
        ("up", 2, 2),
        ("up", 4, 1),
        ("left", 0, 0),
        ("right", 7, 7),
        ("home", 5, 0),
        ("end", 2, 7),
    ],
)
def test_arrows_move_in_three_columns_and_hold_at_the_edges(
    key: str, place: int, goal: int
) -> None:
    assert step_in_rows(key, place, ((0, 1, 2), (3, 4, 5), (6, 7))) == goal


def test_a_page_is_five_rows() -> None:
    assert step("pagedown", 0, 30) == 5
    assert step("pageup", 3, 30) == 0


def test_digits_lead_to_a_number_as_long_as_one_can_follow() -> None:
    assert type_digit("", "3", 5) == ("", 2)
    assert type_digit("", "1", 12) == ("1", 0)
    assert type_digit("1", "2", 12) == ("", 11)
    assert type_digit("1", "9", 12) == ("", 8)
    assert type_digit("", "0", 12) == ("", None)
    assert type_digit("", "7", 5) == ("", None)


def test_enter_is_meant_for_a_prompt_that_has_stood_for_400_milliseconds() -> None:
    assert not is_meant("enter", 0.39)
    assert is_meant("enter", 0.4)
    assert is_meant("down", 0.0)
