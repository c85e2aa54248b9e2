"""Escrow: a cheat at the sharing out of keys is named, dealer or complainer."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import escrow, group, keybook, keys, pad, sharing
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import IDENTITY, ORDER, Point
from p2pjeux.fair.keybook import SHARED, KeyBook, KeyPurpose
from p2pjeux.fair.transcript import Context, Scope, derive_scalar, frame
from tests.fair.honest import (
    ORDER_EIGHT,
    ORDER_TWO,
    OTHER_TABLE,
    TABLE,
    caught,
    context,
    outside,
    secret,
)
from tests.fair.tables import ANSWER, SHARE, TABLES, announced, survives_spoiling, table

SEATS, THRESHOLD = 5, 3
DEALER, VICTIM, THIEF = 1, 3, 2
# Where in a sharing the points end and the letters begin.
HEAD = keys.ANNOUNCEMENT_SIZE
LETTERS = HEAD + 3 * (THRESHOLD - 1) * 32

Spoil = Callable[[bytearray], None]


def book() -> KeyBook:
    return announced(SEATS, THRESHOLD)


def sharings() -> tuple[Sharing, ...]:
    return table(SEATS, THRESHOLD).sharings


def writer_of(seat: int) -> int:
    letter_keys = book().keys(KeyPurpose.LETTER)
    return derive_scalar(secret(seat), "escrow-writer", TABLE, SHARE, seat, THRESHOLD, *letter_keys)


def letter_at(receiver: int, dealer: int = DEALER) -> int:
    """Where the letter to a seat begins in a sharing."""
    return LETTERS + 96 * (receiver - (receiver > dealer))


def sign_again(body: bytes, seat: int = DEALER) -> bytes:
    """The body with a true proof of its author around it, so that only its content is wrong."""
    scope = Scope(context(SHARE, seat), "escrow-writer", body)
    return keys.announce(scope, writer_of(seat)) + body


def deal_badly(spoil: Spoil, dealer: int = DEALER) -> bytes:
    message = bytearray(sharings()[dealer].message)
    spoil(message)
    return sign_again(bytes(message[HEAD:]), dealer)


def put(message: bytearray, at: int, data: bytes) -> None:
    message[at : at + len(data)] = data


def with_sharing(message: bytes, dealer: int = DEALER) -> tuple[Sharing, ...]:
    """What all have shared out if the dealer sends ``message``."""
    spoiled = escrow.check_sharing(context(SHARE, dealer), book(), message)
    return (*sharings()[:dealer], spoiled, *sharings()[dealer + 1 :])


def answers(given: tuple[Sharing, ...]) -> dict[int, bytes]:
    return {
        seat: escrow.answer(context(ANSWER, seat), secret(seat), given) for seat in range(SEATS)
    }


def judge(given: tuple[Sharing, ...], seat: int, message: bytes) -> None:
    escrow.check_answer(context(ANSWER, seat), book(), given, message)


@pytest.mark.parametrize("seats, threshold", TABLES)
def test_after_an_honest_set_up_everybody_holds_its_parts(seats: int, threshold: int) -> None:
    around = table(seats, threshold)
    for seat in range(seats):
        message = escrow.answer(context(ANSWER, seat), secret(seat), around.sharings)
        assert message == b"\0"
        escrow.check_answer(context(ANSWER, seat), around.book, around.sharings, message)
        for owner, parts in enumerate(around.holdings[seat].parts):
            if owner == seat:
                assert parts is None
                continue
            assert parts is not None
            for purpose, part in zip(SHARED, parts, strict=True):
                assert group.multiply_base(part) == around.book.part(purpose, owner, seat)


@pytest.mark.parametrize("seats, threshold", [(3, 2), (5, 3), (5, 2), (6, 5)])
def test_so_many_parts_and_no_fewer_determine_a_key(seats: int, threshold: int) -> None:
    around = table(seats, threshold)
    for purpose in SHARED:
        at = SHARED.index(purpose)
        key = keybook.secret_key(secret(0), purpose)
        for holders in combinations(range(1, seats), threshold):
            assert rebuilt(around.holdings, holders, at) == key
        for holders in combinations(range(1, seats), threshold - 1):
            assert rebuilt(around.holdings, holders, at) != key


def rebuilt(holdings: tuple[escrow.Holding, ...], holders: tuple[int, ...], at: int) -> int:
    """What holders would get who put their parts of the keys of seat 0 together."""
    total = 0
    for weight, holder in zip(sharing.weights_at_zero(holders), holders, strict=True):
        parts = holdings[holder].parts[0]
        assert parts is not None
        total += weight * parts[at]
    return total % ORDER


def test_a_polynomial_goes_on_from_its_first_values() -> None:
    def polynomial(at: int) -> int:
        return (5 + 7 * at - 3 * at**2 + 11 * at**3) % ORDER

    values = [polynomial(at) for at in range(13)]

    assert sharing.extend_scalars(values[:4], 13) == tuple(values)
    assert sharing.extend_scalars(values[:6], 13) == tuple(values)
    assert sharing.extend_scalars(values[:3], 13) != tuple(values)
    points = [group.multiply_base(value) for value in values]
    assert sharing.extend_points(points[:4], 13) == tuple(points)
    assert sharing.extend_points(points, 13) == tuple(points)


def test_the_same_secret_and_book_share_out_alike() -> None:
    again = escrow.share_out(context(SHARE, 0), secret(0), book())
    assert again == sharings()[0].message
    assert len(again) == escrow.sharing_size(book(), 0)


def test_another_book_or_step_shares_nothing_with_this_one() -> None:
    first = escrow.share_out(context(SHARE, 0), secret(0), book())
    for other in (
        escrow.share_out(context(SHARE + 1, 0), secret(0), book()),
        escrow.share_out(context(SHARE, 0, OTHER_TABLE), secret(0), book()),
        escrow.share_out(context(SHARE, 0), secret(0), replace(book(), threshold=4)),
    ):
        assert not pieces(first) & pieces(other)


def pieces(message: bytes) -> set[bytes]:
    return {message[at : at + 32] for at in range(0, len(message), 32)}


def test_nobody_but_the_receiver_reads_a_letter() -> None:
    given = sharings()
    swapped = replace(
        given[DEALER], letters={**given[DEALER].letters, VICTIM: given[DEALER].letters[THIEF]}
    )
    assert escrow.hold(THIEF, secret(THIEF), given).parts[DEALER] is not None
    opener = group.multiply(keybook.secret_key(secret(THIEF), KeyPurpose.LETTER), swapped.writer)
    assert escrow._read_letter(given[DEALER], VICTIM, opener) is None
    assert escrow._read_letter(swapped, VICTIM, opener) is None


def flip_letter(message: bytearray) -> None:
    message[letter_at(VICTIM) + 40] ^= 4


def swap_letters(message: bytearray) -> None:
    one, other = letter_at(VICTIM), letter_at(THIEF)
    message[one : one + 96], message[other : other + 96] = (
        message[other : other + 96],
        message[one : one + 96],
    )


def swap_parts_of_two_keys(message: bytearray) -> None:
    opener = group.multiply(writer_of(DEALER), book().key(KeyPurpose.LETTER, VICTIM))
    at = letter_at(VICTIM)
    letter = escrow._apply_pad(context(SHARE, DEALER), VICTIM, opener, bytes(message[at : at + 96]))
    changed = letter[32:64] + letter[:32] + letter[64:]
    message[at : at + 96] = escrow._apply_pad(context(SHARE, DEALER), VICTIM, opener, changed)


def write_scalar_unreduced(message: bytearray) -> None:
    opener = group.multiply(writer_of(DEALER), book().key(KeyPurpose.LETTER, VICTIM))
    at = letter_at(VICTIM)
    letter = escrow._apply_pad(context(SHARE, DEALER), VICTIM, opener, bytes(message[at : at + 96]))
    raised = int.from_bytes(letter[:32], "little") + ORDER
    changed = raised.to_bytes(32, "little") + letter[32:]
    message[at : at + 96] = escrow._apply_pad(context(SHARE, DEALER), VICTIM, opener, changed)


def write_zeros(message: bytearray) -> None:
    opener = group.multiply(writer_of(DEALER), book().key(KeyPurpose.LETTER, VICTIM))
    at = letter_at(VICTIM)
    message[at : at + 96] = escrow._apply_pad(context(SHARE, DEALER), VICTIM, opener, bytes(96))


@pytest.mark.parametrize(
    "spoil",
    [flip_letter, swap_letters, swap_parts_of_two_keys, write_scalar_unreduced, write_zeros],
)
def test_a_dealer_who_sends_a_bad_part_is_named(spoil: Spoil) -> None:
    given = with_sharing(deal_badly(spoil))

    complaint = answers(given)[VICTIM]

    assert escrow.hold(VICTIM, secret(VICTIM), given).parts[DEALER] is None
    assert complaint[0] == 1
    with pytest.raises(PeerFault) as fault:
        judge(given, VICTIM, complaint)
    assert (fault.value.fault, fault.value.seat) == (Fault.BAD_SHARE, DEALER)
    assert fault.value.evidence == frame((given[DEALER].message, complaint[1:]))


def test_a_dealer_whose_points_do_not_fit_is_named_by_all() -> None:
    def another_point(message: bytearray) -> None:
        message[HEAD : HEAD + 32] = group.multiply_base(99)

    given = with_sharing(deal_badly(another_point))

    for seat, message in answers(given).items():
        if seat != DEALER:
            caught(Fault.BAD_SHARE, DEALER, judge, given, seat, message)


def test_two_bad_dealers_make_one_answer_with_two_complaints() -> None:
    given = with_sharing(deal_badly(flip_letter))
    second = deal_badly(partial(put, at=letter_at(VICTIM, 0), data=b"\0"), 0)
    given = (escrow.check_sharing(context(SHARE, 0), book(), second), *given[1:])

    message = answers(given)[VICTIM]

    assert message[0] == 2
    caught(Fault.BAD_SHARE, 0, judge, given, VICTIM, message)


def test_a_false_complaint_names_the_complainer() -> None:
    false = escrow._complain(context(ANSWER, THIEF), secret(THIEF), sharings()[DEALER])
    with pytest.raises(PeerFault) as fault:
        judge(sharings(), THIEF, b"\x01" + false)
    assert (fault.value.fault, fault.value.seat) == (Fault.BAD_SHARE, THIEF)
    assert fault.value.evidence == frame((sharings()[DEALER].message, false))


def test_a_complaint_that_shows_another_point_names_the_complainer() -> None:
    """With a point of its choice the complainer could make any letter look bad."""
    true = escrow._complain(context(ANSWER, THIEF), secret(THIEF), sharings()[DEALER])
    for shown in (group.multiply_base(3), sharings()[DEALER].writer):
        message = b"\x01" + true[:1] + shown + true[33:]
        caught(Fault.BAD_PROOF, THIEF, judge, sharings(), THIEF, message)
    for outsider in (IDENTITY, ORDER_EIGHT, b"\x02" + bytes(31), b"\xff" * 32):
        message = b"\x01" + true[:1] + outsider + true[33:]
        caught(Fault.BAD_POINT, THIEF, judge, sharings(), THIEF, message)


def test_a_complaint_with_another_key_names_the_complainer() -> None:
    other = escrow._complain(context(ANSWER, THIEF), secret(VICTIM), sharings()[DEALER])
    caught(Fault.BAD_PROOF, THIEF, judge, sharings(), THIEF, b"\x01" + other)


def test_a_copied_or_replayed_complaint_names_who_sent_it() -> None:
    given = with_sharing(deal_badly(flip_letter))
    true = answers(given)[VICTIM]

    caught(Fault.BAD_PROOF, THIEF, judge, given, THIEF, true)
    moved = b"\x01" + bytes([0]) + true[2:]
    caught(Fault.BAD_PROOF, VICTIM, judge, given, VICTIM, moved)
    later = context(ANSWER + 1, VICTIM)
    caught(Fault.BAD_PROOF, VICTIM, escrow.check_answer, later, book(), given, true)


@pytest.mark.parametrize("accused", [THIEF, SEATS, 12, 255])
def test_a_complaint_about_no_letter_is_refused(accused: int) -> None:
    true = escrow._complain(context(ANSWER, THIEF), secret(THIEF), sharings()[DEALER])
    message = b"\x01" + bytes([accused]) + true[1:]
    caught(Fault.BAD_SHAPE, THIEF, judge, sharings(), THIEF, message)


def test_an_answer_of_impossible_size_is_refused() -> None:
    true = escrow._complain(context(ANSWER, THIEF), secret(THIEF), sharings()[DEALER])
    for message in (
        b"",
        b"\0\0",
        b"\x01",
        b"\x01" + true[:-1],
        b"\x02" + true,
        b"\0" + true,
        bytes([SEATS]) + true * SEATS,
    ):
        caught(Fault.BAD_SHAPE, THIEF, judge, sharings(), THIEF, message)


def test_a_complaint_gives_away_no_letter_but_its_own() -> None:
    """What it shows opens the one letter; every other one, also back to the accused, stays shut."""
    given = with_sharing(deal_badly(flip_letter))
    shown = Point(answers(given)[VICTIM][2:34])
    for author in given:
        for receiver in author.letters:
            if (author.context.seat, receiver) == (DEALER, VICTIM):
                continue
            assert escrow._read_letter(author, receiver, shown) is None


def test_a_part_that_is_zero_is_refused_at_once() -> None:
    """Its holder could never prove a share and would look like a cheat when it stands in."""
    pair = announced(4, 2)
    dealer = context(SHARE, 0)
    honest = escrow.share_out(dealer, secret(0), pair)
    key = keybook.secret_key(secret(0), KeyPurpose.DECK)
    # A line from the key at 0 through zero at 3, the place of seat 2.
    first = key * 2 * pow(3, -1, ORDER)
    body = group.multiply_base(first) + honest[HEAD + 32 :]
    scope = Scope(dealer, "escrow-writer", body)

    message = keys.announce(scope, 12345) + body

    caught(Fault.BAD_SHARE, 0, escrow.check_sharing, dealer, pair, message)


@pytest.mark.parametrize(
    "point",
    [IDENTITY, ORDER_TWO, ORDER_EIGHT, b"\x02" + bytes(31), b"\xff" * 32, outside(group.BASE)[1]],
    ids=["identity", "order 2", "order 8", "off the curve", "not canonical", "mixed"],
)
def test_a_published_point_outside_the_group_is_refused(point: bytes) -> None:
    for at in range(HEAD, LETTERS, 32):
        message = deal_badly(partial(put, at=at, data=point))
        place = context(SHARE, DEALER)
        caught(Fault.BAD_POINT, DEALER, escrow.check_sharing, place, book(), message)


@pytest.mark.parametrize(
    "place",
    [context(SHARE, DEALER, OTHER_TABLE), context(SHARE + 1, DEALER), context(SHARE, THIEF)],
    ids=["table", "step", "seat"],
)
def test_a_copied_or_replayed_sharing_is_refused(place: Context) -> None:
    message = sharings()[DEALER].message
    caught(Fault.BAD_PROOF, place.seat, escrow.check_sharing, place, book(), message)


def test_a_writers_point_cannot_be_taken_over() -> None:
    """Else a complaint about the thief's letter would open the letter of the other."""
    theirs, ours = sharings()[DEALER].message, sharings()[THIEF].message
    place = context(SHARE, THIEF)
    for message in (theirs[:32] + ours[32:], theirs[:HEAD] + ours[HEAD:]):
        caught(Fault.BAD_PROOF, THIEF, escrow.check_sharing, place, book(), message)


def test_points_copied_from_another_dealer_are_found_by_every_receiver() -> None:
    theirs = sharings()[DEALER].message
    message = deal_badly(partial(put, at=HEAD, data=theirs[HEAD:LETTERS]), THIEF)

    given = with_sharing(message, THIEF)

    for seat, complaint in answers(given).items():
        if seat != THIEF:
            caught(Fault.BAD_SHARE, THIEF, judge, given, seat, complaint)


def test_letters_copied_from_another_dealer_are_found_by_every_receiver() -> None:
    theirs = sharings()[DEALER].message
    message = deal_badly(partial(put, at=LETTERS, data=theirs[LETTERS:]), THIEF)

    given = with_sharing(message, THIEF)

    for seat, complaint in answers(given).items():
        if seat != THIEF:
            caught(Fault.BAD_SHARE, THIEF, judge, given, seat, complaint)


def test_no_spoiled_sharing_is_taken() -> None:
    place = context(SHARE, DEALER)
    survives_spoiling(
        sharings()[DEALER].message,
        DEALER,
        lambda data: escrow.check_sharing(place, book(), data),
        250,
    )


def test_whatever_stands_in_an_honestly_proved_sharing_the_dealer_is_named() -> None:
    """The proof is made again around each spoiled body, so the content itself is tried."""
    place = context(SHARE, DEALER)

    def run(body: bytes) -> None:
        message = sign_again(body)
        spoiled = escrow.check_sharing(place, book(), message)
        given = (*sharings()[:DEALER], spoiled, *sharings()[DEALER + 1 :])
        for seat in range(SEATS):
            if seat != DEALER:
                judge(given, seat, escrow.answer(context(ANSWER, seat), secret(seat), given))

    survives_spoiling(sharings()[DEALER].message[HEAD:], DEALER, run, 120)


def test_no_spoiled_complaint_harms_the_dealer() -> None:
    honest = escrow._complain(context(ANSWER, THIEF), secret(THIEF), sharings()[DEALER])
    message = b"\x01" + honest
    for number in range(len(message)):
        for bit in (1, 128):
            spoiled = bytearray(message)
            spoiled[number] ^= bit
            if number or bit == 128:
                caught(None, THIEF, judge, sharings(), THIEF, bytes(spoiled))


def test_a_pad_is_its_own_inverse_and_another_for_every_place() -> None:
    opener = group.multiply_base(77)
    hidden = pad.apply(opener, "test", 1, data=b"some bytes to hide")

    assert pad.apply(opener, "test", 1, data=hidden) == b"some bytes to hide"
    assert pad.apply(opener, "test", 2, data=hidden) != b"some bytes to hide"
    assert pad.apply(opener, "other", 1, data=hidden) != b"some bytes to hide"
    assert pad.apply(opener, "test", 1, data=b"") == b""
