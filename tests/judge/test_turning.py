"""What turned a game, from its standings."""

from p2pjeux.judge.turning import Leap, turning_of


def test_the_lead_for_good_begins_after_the_last_tie() -> None:
    turning = turning_of([(0, 0), (1, 0), (1, 1), (1, 3), (2, 3)])

    assert (turning.leader, turning.since) == (1, 3)
    assert turning.changes == 1


def test_a_game_that_ends_level_has_no_leader() -> None:
    turning = turning_of([(0, 0), (2, 0), (2, 2)])

    assert (turning.leader, turning.since) == (None, None)
    assert turning.changes == 0


def test_who_leads_again_after_a_tie_has_not_taken_the_lead_from_anybody() -> None:
    assert turning_of([(1, 0), (1, 1), (2, 1)]).changes == 0


def test_the_greatest_leap_is_the_last_of_equal_ones() -> None:
    turning = turning_of([(0, 0, 0), (3, 0, 0), (3, 3, 0), (3, 3, 2)])

    assert turning.leap == Leap(1, 3, 2)


def test_what_all_get_at_once_is_nobodys_leap() -> None:
    assert turning_of([(0, 0), (5, 5), (5, 5)]).leap is None
