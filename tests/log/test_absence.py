"""Who may be declared absent, by whom: the rule, by itself."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.absence import Roll
from p2pjeux.log.entry import Place
from p2pjeux.log.statement import Kind, Statement

PLACE = Place(sha256(b"table").digest(), 7, sha256(b"before").digest())


def absent(signers: Iterable[int], *gone: int) -> list[Statement]:
    """Statements of one set of absences; who signed is checked elsewhere."""
    return [Statement(PLACE, signer, Kind.ABSENT, gone, bytes(64)) for signer in signers]


def certificate(roll: Roll, *gone: int) -> list[Statement]:
    return absent(sorted(roll.present - set(gone)), *gone)


def test_all_others_declare_one_seat_absent() -> None:
    roll = Roll(5, 3)

    assert roll.leave(absent((0, 1, 3, 4), 2)) == {2}
    assert roll.leave([]) == frozenset()


@pytest.mark.parametrize("missing", [0, 1, 3, 4])
def test_one_voice_missing_is_too_few(missing: int) -> None:
    statements = [one for one in certificate(Roll(5, 3), 2) if one.signer != missing]

    with pytest.raises(PeerFault) as caught:
        Roll(5, 3).leave(statements)

    assert caught.value.fault is Fault.BAD_STATEMENT
    assert caught.value.seat == missing


def test_those_who_are_gone_together_have_no_say() -> None:
    roll = Roll(5, 2)

    assert roll.leave(certificate(roll, 3, 4)) == {3, 4}
    with pytest.raises(PeerFault):
        roll.leave([*certificate(roll, 3, 4), *absent([3], 4)])


def test_all_who_are_left_state_exactly_the_same() -> None:
    roll = Roll(5, 2)

    with pytest.raises(PeerFault) as caught:
        roll.leave([*absent([0, 1], 3, 4), *absent([2], 4)])
    assert caught.value.seat == 2


def test_all_who_are_left_state_it_in_the_same_kind() -> None:
    roll = Roll(5, 2)
    kinds = (Kind.WITHOUT, Kind.WITHOUT, Kind.WITHOUT, Kind.ABSENT)
    said = [replace(one, kind=kind) for one, kind in zip(certificate(roll, 4), kinds, strict=True)]

    assert roll.leave([replace(one, kind=Kind.WITHOUT) for one in said]) == {4}
    with pytest.raises(PeerFault) as caught:
        roll.leave(said)
    assert caught.value.seat == 3


def test_the_absent_have_no_say() -> None:
    roll = Roll(5, 2, frozenset({1}))

    assert roll.leave(certificate(roll, 2)) == {2}
    with pytest.raises(PeerFault) as caught:
        roll.leave([*certificate(roll, 2), *absent([1], 2)])
    assert caught.value.seat == 1


def test_nobody_is_declared_absent_twice() -> None:
    roll = Roll(5, 2, frozenset({1}))

    with pytest.raises(PeerFault):
        roll.leave(absent((0, 2, 3, 4), 1))


def test_newcomers_are_not_counted_on() -> None:
    assert Roll(5, 2).can_go(frozenset({0, 1}))
    assert not Roll(5, 2, newcomers=frozenset({4})).can_go(frozenset({0, 1}))
    assert Roll(5, 2, newcomers=frozenset({4})).can_go(frozenset({4}))


def test_enough_must_be_left_to_act_for_the_absent() -> None:
    roll = Roll(5, 4)

    assert roll.can_go(frozenset({0}))
    assert not roll.can_go(frozenset({0, 1}))
    with pytest.raises(PeerFault):
        roll.leave(certificate(roll, 0, 1))


def test_with_two_seats_nobody_can_go_on_alone() -> None:
    assert not Roll(2, 0).can_go(frozenset({1}))


def test_of_two_halves_the_one_with_the_lowest_seat_goes_on() -> None:
    roll = Roll(4, 2)

    assert roll.can_go(frozenset({2, 3}))
    assert roll.can_go(frozenset({1, 3}))
    assert not roll.can_go(frozenset({0, 1}))


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("away", [frozenset[int](), frozenset({0}), frozenset({1, 2})])
def test_two_parts_of_a_divided_table_never_both_go_on(seats: int, away: frozenset[int]) -> None:
    for threshold in range(2, seats):
        roll = Roll(seats, threshold, away & frozenset(range(seats)))
        for size in range(1, len(roll.present)):
            for part in map(frozenset, combinations(sorted(roll.present), size)):
                assert not (roll.can_go(part) and roll.can_go(roll.present - part))
