"""Sealed choices: what was sealed is what opens, by its owner or by the others, and only here."""

from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import group, pad, proofs, sealed
from p2pjeux.fair.group import IDENTITY, Point
from p2pjeux.fair.keybook import KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.sealed import Round, SealedChoice
from p2pjeux.fair.transcript import Context, Scope, derive_scalar, frame
from tests.fair.honest import ORDER_EIGHT, OTHER_TABLE, caught, context, outside, secret
from tests.fair.tables import TABLES, survives_spoiling, table

STEP, SEAT = 5, 1
HERE = context(STEP, SEAT)
SIZES = (0, 1, 63, 64, 65, 256, 257, 1023, 1024)
ELSEWHERE = {
    "table": context(STEP, SEAT, OTHER_TABLE),
    "step": context(STEP + 1, SEAT),
    "seat": context(STEP, SEAT + 1),
}

# The parts of a sealed message, as cheats rearrange them.
COMMITMENT, MASK, PROOF, BOX = slice(0, 32), slice(32, 64), slice(64, 128), slice(128, None)


def key(seat: int = SEAT) -> Point:
    return group.multiply_base(sealed.secret_key(secret(seat)))


def sealed_value(value: bytes, place: Context = HERE) -> SealedChoice:
    return sealed.check_sealed(place, sealed.seal(place, secret(place.seat), value))


def opening_of(choice: SealedChoice) -> bytes:
    return sealed.recall(secret(choice.context.seat), choice)


def image_of(choice: SealedChoice) -> Point:
    return group.multiply(sealed.secret_key(secret(choice.context.seat)), choice.mask)


def forge(commitment: bytes, content: bytes, place: Context = HERE) -> SealedChoice:
    """A message with a true proof, made by a cheat who puts any content into the box."""
    factor = derive_scalar(secret(place.seat), "test-cheat", content)
    opener = group.multiply(factor, key(place.seat))
    where = (place.table, place.step, place.seat, commitment)
    box = pad.apply(opener, "sealed-pad", *where, data=content)
    scope = Scope(place, "sealed-box", commitment + box)
    proof = proofs.prove_knowledge(scope, factor)
    message = commitment + group.multiply_base(factor) + proof + box
    return sealed.check_sealed(place, message)


def content(opening: bytes, room: int = 64, filler: bytes = b"\0") -> bytes:
    value = opening[32:]
    return opening[:32] + len(value).to_bytes(2, "big") + value.ljust(room, filler)


@pytest.mark.parametrize("size", SIZES)
def test_what_was_sealed_opens(size: int) -> None:
    value = bytes(range(256)) * 4
    choice = sealed_value(value[:size])

    opening = opening_of(choice)

    assert sealed.check_opening(choice, key(), opening) == value[:size]
    assert opening[32:] == value[:size]
    assert sealed.open_by_proxy(choice, key(), image_of(choice)) == value[:size]


def test_only_three_sizes_are_ever_seen() -> None:
    seen = {size: len(sealed.seal(HERE, secret(SEAT), bytes(size))) for size in range(1025)}

    assert {seen[size] for size in range(65)} == {226}
    assert {seen[size] for size in range(65, 257)} == {418}
    assert {seen[size] for size in range(257, 1025)} == {1186}


def test_a_value_that_is_too_long_is_not_sealed() -> None:
    with pytest.raises(Refused):
        sealed.seal(HERE, secret(SEAT), bytes(1025))


def test_the_same_choice_is_sealed_alike_and_another_one_in_every_byte_anew() -> None:
    first = sealed_value(b"seventeen")
    other = sealed_value(b"eighteen.")

    assert sealed_value(b"seventeen") == first
    assert opening_of(first)[:32] != opening_of(other)[:32]
    assert first.commitment != other.commitment
    assert first.mask != other.mask
    # A pad used twice would show where the two values agree.
    mixed = bytes(left ^ right for left, right in zip(first.box, other.box, strict=True))
    assert mixed.count(0) < 10


@pytest.mark.parametrize("place", ELSEWHERE.values(), ids=ELSEWHERE)
def test_the_same_choice_looks_different_elsewhere(place: Context) -> None:
    here, there = sealed_value(b"17"), sealed_value(b"17", place)

    assert here.commitment != there.commitment
    assert here.mask != there.mask


def test_the_owner_recalls_its_choice_from_log_and_secret_alone() -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")

    after_crash = sealed.check_sealed(HERE, message)

    assert sealed.check_opening(after_crash, key(), sealed.recall(secret(SEAT), after_crash))


def test_the_wrong_table_secret_recalls_nothing() -> None:
    with pytest.raises(Refused):
        sealed.recall(secret(SEAT + 1), sealed_value(b"17"))


@pytest.mark.parametrize("place", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_copied_or_replayed_message_is_refused(place: Context) -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")
    caught(Fault.BAD_PROOF, place.seat, sealed.check_sealed, place, message)


def test_a_rerandomised_copy_is_refused() -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")
    shift = group.multiply_base(99)
    moved = group.add(Point(message[MASK]), shift)
    thief = context(STEP, SEAT + 1)

    changed = message[COMMITMENT] + moved + message[PROOF] + message[BOX]

    for place in (HERE, thief):
        caught(Fault.BAD_PROOF, place.seat, sealed.check_sealed, place, changed)


@pytest.mark.parametrize("part", [COMMITMENT, MASK, BOX], ids=["commitment", "mask", "box"])
def test_no_part_of_a_message_can_be_put_into_another(part: slice) -> None:
    theirs = sealed.seal(HERE, secret(SEAT), b"17")
    place = context(STEP, 2)
    ours = bytearray(sealed.seal(place, secret(2), b"18"))
    ours[part] = theirs[part]

    caught(Fault.BAD_PROOF, 2, sealed.check_sealed, place, bytes(ours))


def test_a_copied_commitment_cannot_be_opened_even_with_a_box_of_ones_own() -> None:
    theirs = sealed_value(b"17")
    shown = opening_of(theirs)
    thief = context(STEP, 2)

    choice = forge(theirs.commitment, content(shown), thief)

    caught(Fault.BAD_OPENING, 2, sealed.check_opening, choice, key(2), shown)
    caught(Fault.BAD_COMMITMENT, 2, sealed.open_by_proxy, choice, key(2), image_of(choice))


def test_a_mask_of_unknown_logarithm_cannot_be_used() -> None:
    """The proof stops a seat from making the proxies multiply a point of somebody else."""
    theirs = sealed_value(b"17")
    thief = context(STEP, 2)
    commitment, box = bytes(32), bytes(98)
    scope = Scope(thief, "sealed-box", commitment + box)
    for guess in range(1, 50):
        proof = proofs.prove_knowledge(scope, guess)
        message = commitment + theirs.mask + proof + box
        caught(Fault.BAD_PROOF, 2, sealed.check_sealed, thief, message)


@pytest.mark.parametrize("value", [b"18", b"17 ", b"1", b"", b"17\0"])
def test_another_value_is_not_opened(value: bytes) -> None:
    choice = sealed_value(b"17")
    salt = opening_of(choice)[:32]
    caught(Fault.BAD_OPENING, SEAT, sealed.check_opening, choice, key(), salt + value)


def test_the_border_between_salt_and_value_cannot_be_shifted() -> None:
    choice = sealed_value(b"17")
    opening = opening_of(choice)
    for shifted in (opening[1:], opening[:-1], b"\0" + opening, opening[1:] + b"\0"):
        caught(None, SEAT, sealed.check_opening, choice, key(), shifted)


def test_an_opening_of_another_seat_or_step_is_refused() -> None:
    choice = sealed_value(b"17")
    for place in ELSEWHERE.values():
        shown = opening_of(sealed_value(b"17", place))
        caught(Fault.BAD_OPENING, SEAT, sealed.check_opening, choice, key(), shown)


@pytest.mark.parametrize("size", [0, 31, 32 + 1025, 5000])
def test_an_opening_of_impossible_size_is_refused(size: int) -> None:
    choice = sealed_value(b"17")
    caught(Fault.BAD_SHAPE, SEAT, sealed.check_opening, choice, key(), bytes(size))


def test_a_fault_keeps_both_messages_as_evidence() -> None:
    choice = sealed_value(b"17")
    false = opening_of(choice)[:32] + b"18"
    with pytest.raises(PeerFault) as fault:
        sealed.check_opening(choice, key(), false)
    assert fault.value.evidence == frame((choice.message, false))


def true_pair(value: bytes) -> tuple[bytes, bytes]:
    """A commitment and its opening, with no honest box around it."""
    salt = bytes(range(32))
    return sealed.commit(HERE, salt, value), salt + value


@pytest.mark.parametrize(
    "held",
    [
        content(true_pair(b"18")[1]),
        content(true_pair(b"17")[1], filler=b"x"),
        content(true_pair(b"17")[1], room=256),
        true_pair(b"17")[1][:32] + b"\xff\xff" + bytes(64),
        true_pair(b"17")[1][:32] + (65).to_bytes(2, "big") + bytes(64),
        bytes(98),
    ],
    ids=["other value", "padding", "room", "length", "length by one", "nothing"],
)
def test_a_box_that_does_not_hold_the_opening_is_a_proven_fault(held: bytes) -> None:
    commitment, opening = true_pair(b"17")

    choice = forge(commitment, held)

    caught(Fault.BAD_COMMITMENT, SEAT, sealed.check_opening, choice, key(), opening)
    caught(Fault.BAD_COMMITMENT, SEAT, sealed.open_by_proxy, choice, key(), image_of(choice))


def test_even_the_right_content_needs_the_mask_that_follows_from_the_salt() -> None:
    """Otherwise a seat could take the mask of a box that it wants the proxies to open."""
    commitment, opening = true_pair(b"17")

    choice = forge(commitment, content(opening))

    caught(Fault.BAD_COMMITMENT, SEAT, sealed.check_opening, choice, key(), opening)
    caught(Fault.BAD_COMMITMENT, SEAT, sealed.open_by_proxy, choice, key(), image_of(choice))


def test_a_box_that_opens_for_its_owner_and_not_for_the_others_is_a_proven_fault() -> None:
    """The whole honest message but for the mask: its owner could open it, or vanish and not."""
    honest = sealed_value(b"17")
    factor = 4242
    scope = Scope(HERE, "sealed-box", honest.commitment + honest.box)
    proof = proofs.prove_knowledge(scope, factor)
    message = honest.commitment + group.multiply_base(factor) + proof + honest.box

    choice = sealed.check_sealed(HERE, message)

    opening = opening_of(honest)
    caught(Fault.BAD_COMMITMENT, SEAT, sealed.check_opening, choice, key(), opening)
    caught(Fault.BAD_COMMITMENT, SEAT, sealed.open_by_proxy, choice, key(), image_of(choice))


def test_a_box_under_another_key_is_a_proven_fault() -> None:
    choice = sealed_value(b"17")
    opening = opening_of(choice)

    caught(Fault.BAD_COMMITMENT, SEAT, sealed.check_opening, choice, key(2), opening)


def test_the_evidence_of_a_bad_box_is_enough_to_judge_it_again() -> None:
    choice = forge(true_pair(b"17")[0], bytes(98))
    with pytest.raises(PeerFault) as fault:
        sealed.open_by_proxy(choice, key(), image_of(choice))
    assert fault.value.evidence == frame((choice.message, image_of(choice)))


@pytest.mark.parametrize(
    "mask",
    [IDENTITY, ORDER_EIGHT, bytes(32), b"\x02" + bytes(31), b"\xff" * 32, *outside(key())],
    ids=["identity", "order 8", "order 4", "off the curve", "not canonical", "+2", "+4", "+8"],
)
def test_a_mask_outside_the_group_is_refused(mask: bytes) -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")
    changed = message[COMMITMENT] + mask + message[PROOF] + message[BOX]
    caught(Fault.BAD_POINT, SEAT, sealed.check_sealed, HERE, changed)


@pytest.mark.parametrize("scalar", [group.ORDER, group.ORDER + 1, 2**256 - 1])
def test_a_proof_with_a_scalar_out_of_range_is_refused(scalar: int) -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")
    raw = scalar.to_bytes(32, "little")
    for proof in (raw + message[96:128], message[64:96] + raw):
        changed = message[:64] + proof + message[BOX]
        caught(Fault.BAD_SCALAR, SEAT, sealed.check_sealed, HERE, changed)


def test_a_proof_of_zeros_is_refused() -> None:
    message = sealed.seal(HERE, secret(SEAT), b"17")
    changed = message[:64] + bytes(64) + message[BOX]
    caught(Fault.BAD_PROOF, SEAT, sealed.check_sealed, HERE, changed)


@pytest.mark.parametrize("size", [17, 100, 1000])
def test_no_spoiled_message_is_taken(size: int) -> None:
    message = sealed.seal(HERE, secret(SEAT), bytes(size))
    choice = sealed.check_sealed(HERE, message)

    survives_spoiling(message, SEAT, lambda data: sealed.check_sealed(HERE, data), 250)
    survives_spoiling(
        opening_of(choice), SEAT, lambda data: sealed.check_opening(choice, key(), data), 250
    )


@pytest.mark.parametrize("seats, threshold", TABLES)
def test_the_others_open_what_a_vanished_seat_sealed(seats: int, threshold: int) -> None:
    around = table(seats, threshold)
    for absent in {0, seats - 1}:
        place = context(STEP, absent)
        choice = sealed_value(b"my secret vote", place)

        (image,) = around.stand_in(STEP + 1, Errand(absent, KeyPurpose.SEALED, (choice.mask,)))

        assert (
            sealed.open_by_proxy(choice, around.book.key(KeyPurpose.SEALED, absent), image)
            == b"my secret vote"
        )


def test_a_wrong_image_opens_nothing() -> None:
    choice = sealed_value(b"17")
    for wrong in (choice.mask, key(), group.multiply_base(5)):
        caught(Fault.BAD_COMMITMENT, SEAT, sealed.open_by_proxy, choice, key(), wrong)


def new_round() -> Round:
    return Round(tuple(context(STEP, seat) for seat in range(3)))


def message_of(seat: int) -> bytes:
    return sealed.seal(context(STEP, seat), secret(seat), b"bid of seat %d" % seat)


def full_round() -> Round:
    current = new_round()
    for seat in (2, 0, 1):
        current = current.with_sealed(seat, message_of(seat))
    return current


def test_a_round_opens_once_all_have_sealed() -> None:
    current = full_round()

    assert current.missing() == ()
    for seat in range(3):
        opening = opening_of(current.choice_of(seat))
        assert current.check_opening(seat, key(seat), opening) == b"bid of seat %d" % seat


def test_no_opening_is_taken_before_the_last_has_sealed() -> None:
    current = new_round().with_sealed(0, message_of(0)).with_sealed(1, message_of(1))
    opening = opening_of(current.choice_of(0))

    assert current.missing() == (2,)
    caught(Fault.NOT_ASKED, 0, current.check_opening, 0, key(0), opening)


def test_nobody_seals_twice_or_unasked() -> None:
    current = new_round().with_sealed(0, message_of(0))
    other = sealed.seal(context(STEP, 0), secret(0), b"something better")

    caught(Fault.NOT_ASKED, 0, current.with_sealed, 0, other)
    caught(Fault.NOT_ASKED, 0, current.with_sealed, 0, message_of(0))
    caught(Fault.NOT_ASKED, 5, current.with_sealed, 5, message_of(5))
    caught(Fault.NOT_ASKED, 5, full_round().check_opening, 5, key(5), bytes(40))


def test_a_message_of_another_seat_does_not_enter_a_round() -> None:
    current = new_round().with_sealed(0, message_of(0))
    caught(Fault.BAD_PROOF, 1, current.with_sealed, 1, message_of(0))


def test_a_round_goes_on_without_a_seat_that_had_not_sealed() -> None:
    current = new_round().with_sealed(0, message_of(0)).with_sealed(1, message_of(1))

    shorter = current.without([2])

    assert shorter.missing() == ()
    assert shorter.check_opening(1, key(1), opening_of(shorter.choice_of(1)))
    with pytest.raises(Refused):
        shorter.choice_of(2)


def test_what_a_vanished_seat_has_sealed_stays_in_the_round() -> None:
    current = full_round()
    assert current.without([1]) == current


def test_seats_that_lay_in_turn_open_in_one_round() -> None:
    places = tuple(replace(context(STEP, seat), step=STEP + seat) for seat in range(3))
    current = Round(places)
    for place in places:
        message = sealed.seal(place, secret(place.seat), b"laid")
        current = current.with_sealed(place.seat, message)

    for place in places:
        opening = opening_of(current.choice_of(place.seat))
        assert current.check_opening(place.seat, key(place.seat), opening) == b"laid"
