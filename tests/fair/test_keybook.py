"""The book of keys: each is proved, for one purpose, by one seat of one table."""

import pytest

from p2pjeux.errors import Fault, Refused
from p2pjeux.fair import beacon, deck, group, keybook, sealed
from p2pjeux.fair.group import IDENTITY
from p2pjeux.fair.keybook import PURPOSES, Holders, KeyBook, KeyPurpose
from p2pjeux.fair.transcript import Context
from tests.fair.honest import (
    ORDER_EIGHT,
    ORDER_TWO,
    OTHER_TABLE,
    caught,
    context,
    outside,
    secret,
)
from tests.fair.tables import ANNOUNCE, announced, survives_spoiling
from tests.kit import all_others

SEATS, THRESHOLD = 5, 3


def book() -> KeyBook:
    return announced(SEATS, THRESHOLD)


def test_the_book_holds_the_keys_that_each_module_uses() -> None:
    for seat in range(SEATS):
        for purpose, module in (
            (KeyPurpose.DECK, deck.secret_key),
            (KeyPurpose.BEACON, beacon.secret_key),
            (KeyPurpose.SEALED, sealed.secret_key),
        ):
            assert book().key(purpose, seat) == group.multiply_base(module(secret(seat)))
    assert book().keys(KeyPurpose.DECK) == tuple(
        book().key(KeyPurpose.DECK, s) for s in range(SEATS)
    )


def test_the_deck_key_is_announced_as_the_deck_module_does() -> None:
    message = keybook.announce(context(ANNOUNCE, 0), secret(0))
    assert message[:96] == deck.announce_key(context(ANNOUNCE, 0), secret(0))


def test_no_two_purposes_share_a_key() -> None:
    assert len({key for seat in book().seats for key in seat}) == SEATS * len(PURPOSES)


@pytest.mark.parametrize(
    "place",
    [context(ANNOUNCE, 0, OTHER_TABLE), context(ANNOUNCE + 1, 0), context(ANNOUNCE, 1)],
    ids=["table", "step", "seat"],
)
def test_keys_copied_from_elsewhere_are_refused(place: Context) -> None:
    message = keybook.announce(context(ANNOUNCE, 0), secret(0))
    caught(Fault.BAD_PROOF, place.seat, keybook.check_announcement, place, message)


def test_a_key_announced_for_one_purpose_serves_no_other() -> None:
    place = context(ANNOUNCE, 0)
    message = keybook.announce(place, secret(0))
    for purpose in range(1, len(PURPOSES)):
        moved = bytearray(message)
        moved[96 * purpose : 96 * (purpose + 1)] = message[:96]
        caught(Fault.BAD_PROOF, 0, keybook.check_announcement, place, bytes(moved))


def test_a_key_that_cancels_the_others_is_refused() -> None:
    place = context(ANNOUNCE, 2)
    message = keybook.announce(place, secret(2))
    rogue = group.subtract(group.BASE, group.total(book().keys(KeyPurpose.DECK)[:2]))
    caught(Fault.BAD_PROOF, 2, keybook.check_announcement, place, rogue + message[32:])


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize(
    "point",
    [IDENTITY, ORDER_TWO, ORDER_EIGHT, b"\x02" + bytes(31), b"\xff" * 32, outside(group.BASE)[0]],
    ids=["identity", "order 2", "order 8", "off the curve", "not canonical", "mixed"],
)
def test_a_key_outside_the_group_is_refused(point: bytes, at: int) -> None:
    place = context(ANNOUNCE, 2)
    message = bytearray(keybook.announce(place, secret(2)))
    message[96 * at : 96 * at + 32] = point
    caught(Fault.BAD_POINT, 2, keybook.check_announcement, place, bytes(message))


def test_no_spoiled_announcement_is_taken() -> None:
    place = context(ANNOUNCE, 2)
    message = keybook.announce(place, secret(2))
    assert len(message) == keybook.ANNOUNCEMENT_SIZE
    survives_spoiling(message, 2, lambda data: keybook.check_announcement(place, data), 250)


@pytest.mark.parametrize("seats, threshold", [(2, 0), (3, 0), (3, 2), (4, 3), (12, 11)])
def test_so_many_can_act_where_each_has_a_machine(seats: int, threshold: int) -> None:
    keybook.check_holders(seats, threshold, all_others(seats))


@pytest.mark.parametrize(
    "seats, threshold", [(1, 0), (2, 1), (2, 2), (3, 1), (3, 3), (12, 12), (13, 5)]
)
def test_an_impossible_threshold_is_refused(seats: int, threshold: int) -> None:
    with pytest.raises(Refused):
        keybook.check_holders(seats, threshold, all_others(seats))


@pytest.mark.parametrize(
    "holders",
    [
        (),
        all_others(3),
        (frozenset({0, 1}), *all_others(4)[1:]),
        (frozenset({1, 2, 4}), *all_others(4)[1:]),
        (frozenset({1}), *all_others(4)[1:]),
    ],
    ids=["none", "too few", "itself", "nobody", "one"],
)
def test_impossible_holders_are_refused(holders: Holders) -> None:
    with pytest.raises(Refused):
        keybook.check_holders(4, 2, holders)


def test_at_a_table_of_two_there_are_keys_and_no_parts() -> None:
    pair = announced(2, 0)
    assert pair.key(KeyPurpose.BEACON, 1) == group.multiply_base(beacon.secret_key(secret(1)))
    with pytest.raises(Refused):
        pair.part(KeyPurpose.BEACON, 0, 1)
