"""Hidden decks among seats that exchange only bytes: dealt, read, shown; and every cheat named."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import deck, group, keys, shuffle
from p2pjeux.fair.deck import DealtCard, Deck
from p2pjeux.fair.group import BASE, IDENTITY, Point
from p2pjeux.fair.transcript import Context
from tests.fair.honest import (
    ORDER_TWO,
    OTHER_TABLE,
    caught,
    context,
    dealt_deck,
    opened,
    outside,
    point,
    public_keys,
    secret,
)

SEATS = 3
STEP = 20


def collect(current: Deck, slots: tuple[int, ...], givers: tuple[int, ...]) -> list[DealtCard]:
    """What everybody holds after the givers have sent their shares of the slots."""
    cards = [deck.deal(current, slot, SEATS) for slot in slots]
    for seat in givers:
        message = deck.give_shares(context(STEP, seat), current, slots, secret(seat))
        shares = deck.check_shares(
            context(STEP, seat), current, slots, public_keys(SEATS)[seat], message
        )
        cards = [card.with_share(seat, share) for card, share in zip(cards, shares, strict=True)]
    return cards


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_a_table_shuffles_and_reads_every_card(seats: int) -> None:
    announced = [
        deck.check_key(context(0, seat), deck.announce_key(context(0, seat), secret(seat)))
        for seat in range(seats)
    ]
    current = first = deck.open_deck(0, keys.join(announced), [3, 3, 7, 9999])
    turns = []
    for seat in range(seats):
        place = context(1 + seat, seat)
        shuffled, message = deck.shuffle_deck(place, current, secret(seat))
        assert deck.check_shuffle(place, current, message) == shuffled
        turns.append((place, message))
        current = shuffled

    faces = []
    for slot in range(4):
        card = deck.deal(current, slot, seats)
        for seat in range(seats):
            place = context(STEP, seat)
            message = deck.give_shares(place, current, (slot,), secret(seat))
            (share,) = deck.check_shares(place, current, (slot,), announced[seat], message)
            card = card.with_share(seat, share)
        faces.append(deck.read_face(current, card))

    assert sorted(faces) == [3, 3, 7, 9999]
    assert deck.check_shuffles(first, turns) == current


def test_the_owner_reads_a_dealt_card_and_nobody_else_can() -> None:
    current = dealt_deck(10)
    (card,) = collect(current, (4,), (1, 2))

    face = deck.read_own_face(current, card, 0, secret(0))

    assert card.missing() == (0,)
    assert face in current.faces
    with pytest.raises(Refused):
        deck.read_face(current, card)
    # Another seat has no use for the same shares: its own key does not stand for the owner's.
    caught(Fault.BAD_CARD, None, deck.read_own_face, current, card, 0, secret(1))


def test_a_shown_card_is_read_by_everybody() -> None:
    current = dealt_deck(10)
    (card,) = collect(current, (4,), (1, 2))
    private = deck.read_own_face(current, card, 0, secret(0))

    message = deck.give_shares(context(STEP + 1, 0), current, (4,), secret(0))
    (share,) = deck.check_shares(
        context(STEP + 1, 0), current, (4,), public_keys(SEATS)[0], message
    )

    assert deck.read_face(current, card.with_share(0, share)) == private


def test_every_slot_holds_another_face_and_the_order_is_secret() -> None:
    current = dealt_deck(10)
    cards = collect(current, tuple(range(10)), (0, 1, 2))
    faces = [deck.read_face(current, card) for card in cards]

    assert sorted(faces) == list(range(10))
    assert faces != list(range(10))


def test_decks_of_one_table_are_apart() -> None:
    first, second = dealt_deck(6, number=0), dealt_deck(6, number=1)
    assert first.cards != second.cards
    message = deck.give_shares(context(STEP, 1), first, (0,), secret(1))
    key = public_keys(SEATS)[1]
    caught(Fault.BAD_PROOF, 1, deck.check_shares, context(STEP, 1), second, (0,), key, message)


def test_a_deck_made_of_shown_cards_plays_again() -> None:
    again = deck.open_deck(7, opened(4).key, [2, 0])
    for seat in range(SEATS):
        again, _ = deck.shuffle_deck(context(30 + seat, seat), again, secret(seat))
    cards = collect(again, (0, 1), (0, 1, 2))
    assert sorted(deck.read_face(again, card) for card in cards) == [0, 2]


def test_the_largest_deck_is_shuffled_and_checked() -> None:
    first = opened(180)
    place = context(1, 0)
    after, message = deck.shuffle_deck(place, first, secret(0))

    assert len(message) == shuffle.message_size(180) < 1 << 16
    assert deck.check_shuffle(place, first, message) == after


@pytest.mark.parametrize("faces", [[], [0] * 181, [-1], [10_000]])
def test_a_deck_that_cannot_be_is_refused(faces: list[int]) -> None:
    with pytest.raises(Refused):
        deck.open_deck(0, opened(4).key, faces)


@pytest.mark.parametrize("slots", [(), (0, 0), (6,), (-1,)])
def test_shares_are_given_only_for_slots_that_are(slots: tuple[int, ...]) -> None:
    with pytest.raises(Refused):
        deck.give_shares(context(STEP, 0), dealt_deck(6), slots, secret(0))


def test_order_and_masks_change_with_the_deck_that_came_in() -> None:
    # Were the log rewritten before this step, equal masks would betray the order.
    place = context(1, 0)
    first, other = opened(8), replace(opened(8), cards=dealt_deck(8).cards)
    after, _ = deck.shuffle_deck(place, first, secret(0))
    after_other, _ = deck.shuffle_deck(place, other, secret(0))

    steps = [
        {group.subtract(new.mask, old.mask) for new in shuffled.cards for old in current.cards}
        for current, shuffled in ((first, after), (other, after_other))
    ]
    assert not steps[0] & steps[1]


def test_the_same_secret_and_log_give_the_same_bytes() -> None:
    for _ in range(2):
        assert deck.announce_key(context(0, 1), secret(1)) == deck.announce_key(
            context(0, 1), secret(1)
        )
        assert deck.shuffle_deck(context(1, 0), opened(4), secret(0)) == deck.shuffle_deck(
            context(1, 0), opened(4), secret(0)
        )


def test_a_key_that_cancels_the_others_carries_no_proof() -> None:
    mine, yours, _ = public_keys(SEATS)
    rogue = group.subtract(BASE, group.add(mine, yours))
    stolen = deck.announce_key(context(0, 2), secret(2))[group.POINT_SIZE :]
    caught(Fault.BAD_PROOF, 2, deck.check_key, context(0, 2), rogue + stolen)


def test_a_key_copied_from_another_seat_or_table_is_refused() -> None:
    copied = deck.announce_key(context(0, 1), secret(1))
    caught(Fault.BAD_PROOF, 2, deck.check_key, context(0, 2), copied)
    caught(Fault.BAD_PROOF, 1, deck.check_key, context(0, 1, OTHER_TABLE), copied)
    caught(Fault.BAD_PROOF, 1, deck.check_key, context(3, 1), copied)


@pytest.mark.parametrize("bad", [IDENTITY, ORDER_TWO, b"\x02" + bytes(31), outside(BASE)[2]])
def test_a_key_outside_the_group_is_refused(bad: bytes) -> None:
    proof = deck.announce_key(context(0, 1), secret(1))[group.POINT_SIZE :]
    caught(Fault.BAD_POINT, 1, deck.check_key, context(0, 1), bad + proof)


def test_keys_that_cancel_each_other_are_refused() -> None:
    caught(Fault.BAD_POINT, None, keys.join, [BASE, group.negate(BASE)])


SLOTS = (0, 2, 5)


def shares_message(
    place: Context, slots: tuple[int, ...] = SLOTS, giver: int = 1, number: int = 0
) -> bytes:
    return deck.give_shares(place, dealt_deck(6, number=number), slots, secret(giver))


@pytest.mark.parametrize(
    "message",
    [
        shares_message(context(STEP, 1, OTHER_TABLE)),
        shares_message(context(STEP + 1, 1)),
        shares_message(context(STEP, 2)),
        shares_message(context(STEP, 1), number=1),
        shares_message(context(STEP, 1), slots=(0, 2, 4)),
        shares_message(context(STEP, 1), slots=(2, 0, 5)),
        shares_message(context(STEP, 1), giver=2),
    ],
    ids=["table", "step", "seat", "deck", "slots", "order of slots", "key"],
)
def test_shares_from_elsewhere_are_refused(message: bytes) -> None:
    key = public_keys(SEATS)[1]
    current = dealt_deck(6)
    caught(Fault.BAD_PROOF, 1, deck.check_shares, context(STEP, 1), current, SLOTS, key, message)


def test_shares_of_equal_masks_are_still_bound_to_deck_and_slot() -> None:
    # In an open deck all masks are equal, so the points alone would fit any slot of any deck.
    key = public_keys(SEATS)[1]
    place, first = context(STEP, 1), opened(6)
    message = deck.give_shares(place, first, (0,), secret(1))
    deck.check_shares(place, first, (0,), key, message)
    caught(Fault.BAD_PROOF, 1, deck.check_shares, place, first, (1,), key, message)
    other = replace(first, number=1)
    caught(Fault.BAD_PROOF, 1, deck.check_shares, place, other, (0,), key, message)


def test_a_share_shifted_by_a_multiple_of_the_mask_is_refused() -> None:
    # The shares of x + 5 look as good as those of x, and fit any card as badly.
    current = dealt_deck(6)
    message = shares_message(context(STEP, 1))
    shifted = b"".join(
        group.add(Point(share), group.multiply(5, current.cards[slot].mask))
        for slot, share in zip(SLOTS, group.split_points(message[:96]), strict=True)
    )
    caught(
        Fault.BAD_PROOF,
        1,
        deck.check_shares,
        context(STEP, 1),
        current,
        SLOTS,
        public_keys(SEATS)[1],
        shifted + message[96:],
    )


def test_shares_of_fewer_or_more_slots_are_refused() -> None:
    key = public_keys(SEATS)[1]
    for slots in ((0, 2), (0, 2, 5, 1)):
        message = shares_message(context(STEP, 1), slots=slots)
        check = deck.check_shares
        caught(Fault.BAD_SHAPE, 1, check, context(STEP, 1), dealt_deck(6), SLOTS, key, message)


def test_a_card_that_is_none_of_the_deck_is_no_face() -> None:
    current = dealt_deck(6)
    (card,) = collect(current, (0,), (0, 1, 2))
    foreign = replace(card, card=replace(card.card, masked=point(3)))
    caught(Fault.BAD_CARD, None, deck.read_face, current, foreign)


def test_a_shuffle_is_refused_at_another_place_or_on_another_deck() -> None:
    first = opened(4)
    _, message = deck.shuffle_deck(context(1, 0), first, secret(0))
    check = deck.check_shuffle
    for place in (context(2, 0), context(1, 1), context(1, 0, OTHER_TABLE)):
        caught(Fault.BAD_PROOF, place.seat, check, place, first, message)
    for other in (
        replace(first, number=1),
        replace(first, cards=dealt_deck(4).cards),
        replace(first, faces=(3, 2, 1, 0)),
        replace(first, key=point(1)),
    ):
        caught(Fault.BAD_PROOF, 0, check, context(1, 0), other, message)
    caught(Fault.BAD_SHAPE, 0, check, context(1, 0), opened(5), message)


def test_the_cheat_in_a_row_of_shuffles_is_named() -> None:
    current = first = opened(4)
    turns = []
    for seat in range(SEATS):
        place = context(1 + seat, seat)
        current, message = deck.shuffle_deck(place, current, secret(seat))
        turns.append((place, message))
    place, message = turns[1]
    turns[1] = (place, message[:-32] + bytes(32))
    caught(Fault.BAD_PROOF, 1, deck.check_shuffles, first, turns)
    turns[1] = (place, message[:-32] + b"\xff" * 32)
    caught(Fault.BAD_SCALAR, 1, deck.check_shuffles, first, turns)


def check_key_bytes(message: bytes) -> None:
    deck.check_key(context(0, 1), message)


def check_share_bytes(message: bytes) -> None:
    key = public_keys(SEATS)[1]
    deck.check_shares(context(STEP, 1), dealt_deck(6), SLOTS, key, message)


def check_shuffle_bytes(message: bytes) -> None:
    deck.check_shuffle(context(1, 0), opened(1), message)


MESSAGES: dict[str, tuple[bytes, Callable[[bytes], None]]] = {
    "key": (deck.announce_key(context(0, 1), secret(1)), check_key_bytes),
    "shares": (shares_message(context(STEP, 1)), check_share_bytes),
    "shuffle": (deck.shuffle_deck(context(1, 0), opened(1), secret(0))[1], check_shuffle_bytes),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MESSAGES)
def test_every_flipped_bit_is_a_fault_and_nothing_else(kind: str) -> None:
    message, check = MESSAGES[kind]
    check(message)
    step = 1 if len(message) < 200 else 5
    for bit in range(0, 8 * len(message), step):
        spoilt = bytearray(message)
        spoilt[bit // 8] ^= 1 << bit % 8
        with pytest.raises(PeerFault):
            check(bytes(spoilt))


@pytest.mark.parametrize("kind", MESSAGES)
def test_every_other_length_is_a_fault_and_nothing_else(kind: str) -> None:
    message, check = MESSAGES[kind]
    for size in range(len(message)):
        with pytest.raises(PeerFault):
            check(message[:size])
    for extra in (b"\0", message[-32:], message):
        with pytest.raises(PeerFault):
            check(message + extra)
