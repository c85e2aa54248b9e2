"""Proxies: enough of the others give what the absent seat would give; a wrong one is named."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from p2pjeux.errors import Fault, Refused
from p2pjeux.fair import deck, group, keybook, proofs, proxy
from p2pjeux.fair.escrow import Holding
from p2pjeux.fair.group import IDENTITY, Point
from p2pjeux.fair.keybook import SHARED, KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.transcript import Context, Scope, challenge, challenges, frame
from tests.fair.honest import (
    ORDER_EIGHT,
    OTHER_TABLE,
    caught,
    context,
    dealt_deck,
    outside,
    point,
    secret,
)
from tests.fair.tables import TABLES, survives_spoiling, table

SEATS, THRESHOLD = 5, 3
ABSENT, CHEAT, STEP = 4, 2, 20
BASES = tuple(map(point, range(3)))
ERRAND = Errand(ABSENT, KeyPurpose.DECK, BASES)
PLACE = context(STEP, CHEAT)
AROUND = table(SEATS, THRESHOLD)
BOOK = AROUND.book


def part(seat: int = CHEAT, absent: int = ABSENT, purpose: KeyPurpose = KeyPurpose.DECK) -> int:
    parts = AROUND.holdings[seat].parts[absent]
    assert parts is not None
    return parts[SHARED.index(purpose)]


def scope(place: Context = PLACE, errand: Errand = ERRAND) -> Scope:
    return Scope(place, f"proxy-{errand.purpose.value}", frame((errand.absent,)))


def honest() -> bytes:
    return AROUND.partial(STEP, CHEAT, ERRAND)


def own_shares(absent: int, purpose: KeyPurpose) -> tuple[Point, ...]:
    key = keybook.secret_key(secret(absent), purpose)
    return tuple(group.multiply(key, base) for base in BASES)


@pytest.mark.parametrize("seats, threshold", TABLES)
def test_the_others_give_exactly_what_the_absent_seat_would(seats: int, threshold: int) -> None:
    around = table(seats, threshold)
    for absent, purpose in zip((0, 1, seats - 1), SHARED, strict=True):
        given = around.stand_in(STEP, Errand(absent, purpose, BASES))
        assert given == own_shares(absent, purpose)


def test_any_set_of_enough_proxies_gives_the_same() -> None:
    partials = {
        seat: proxy.check_partial(
            context(STEP, seat), BOOK, ERRAND, AROUND.partial(STEP, seat, ERRAND)
        )
        for seat in AROUND.others(ABSENT)
    }
    for count in (THRESHOLD, SEATS - 1):
        for chosen in combinations(partials, count):
            some = {seat: partials[seat] for seat in chosen}
            assert proxy.combine(BOOK, ERRAND, some) == own_shares(ABSENT, KeyPurpose.DECK)


def test_too_few_proxies_give_nothing() -> None:
    partials = {
        seat: proxy.check_partial(
            context(STEP, seat), BOOK, ERRAND, AROUND.partial(STEP, seat, ERRAND)
        )
        for seat in range(THRESHOLD - 1)
    }
    with pytest.raises(Refused):
        proxy.combine(BOOK, ERRAND, partials)
    lower = replace(BOOK, threshold=THRESHOLD - 1)
    assert proxy.combine(lower, ERRAND, partials) != own_shares(ABSENT, KeyPurpose.DECK)


def test_two_seats_may_be_gone_at_once() -> None:
    for absent in (0, ABSENT):
        errand = Errand(absent, KeyPurpose.BEACON, BASES)
        partials = {
            seat: proxy.check_partial(
                context(STEP, seat), BOOK, errand, AROUND.partial(STEP, seat, errand)
            )
            for seat in (1, 2, 3)
        }
        assert proxy.combine(BOOK, errand, partials) == own_shares(absent, KeyPurpose.BEACON)


def test_a_hand_is_dealt_and_shown_without_the_absent_seat() -> None:
    cards = dealt_deck(12, SEATS)
    slots = (3, 7)
    for owner in (0, ABSENT):
        errand = Errand(ABSENT, KeyPurpose.DECK, deck.masks(cards, slots))
        stood_in = AROUND.stand_in(STEP, errand)
        faces = []
        for at, slot in enumerate(slots):
            dealt = deck.deal(cards, slot, SEATS).with_share(ABSENT, stood_in[at])
            for seat in AROUND.others(ABSENT):
                place = context(STEP, seat)
                message = deck.give_shares(place, cards, (slot,), secret(seat))
                key = BOOK.key(KeyPurpose.DECK, seat)
                (share,) = deck.check_shares(place, cards, (slot,), key, message)
                dealt = dealt.with_share(seat, share)
            faces.append(deck.read_face(cards, dealt))
            assert deck.read_own_face(cards, dealt, owner, secret(owner)) == faces[-1]
        assert len(set(faces)) == 2


def test_an_honest_partial_is_the_same_again() -> None:
    assert honest() == honest()


WRONG: dict[str, Callable[[], bytes]] = {
    "another number": lambda: proofs.make_shares(scope(), part() + 1, BASES),
    "the part of another holder": lambda: proofs.make_shares(scope(), part(seat=0), BASES),
    "its part of another key": lambda: proofs.make_shares(
        scope(), part(purpose=KeyPurpose.BEACON), BASES
    ),
    "its part of another seat": lambda: proofs.make_shares(scope(), part(absent=0), BASES),
    "its own key": lambda: proofs.make_shares(
        scope(), keybook.secret_key(secret(CHEAT), KeyPurpose.DECK), BASES
    ),
    "other bases": lambda: proofs.make_shares(scope(), part(), tuple(map(point, range(5, 8)))),
    "bases in another order": lambda: proofs.make_shares(scope(), part(), BASES[::-1]),
    "another step": lambda: AROUND.partial(STEP + 1, CHEAT, ERRAND),
    "another proxy": lambda: AROUND.partial(STEP, 0, ERRAND),
    "another purpose": lambda: AROUND.partial(
        STEP, CHEAT, replace(ERRAND, purpose=KeyPurpose.SEALED)
    ),
    "another absent seat": lambda: AROUND.partial(STEP, CHEAT, replace(ERRAND, absent=0)),
    "images exchanged": lambda: honest()[32:64] + honest()[:32] + honest()[64:],
    "errors that cancel in the sum": lambda: (
        group.add(Point(honest()[:32]), group.BASE)
        + group.subtract(Point(honest()[32:64]), group.BASE)
        + honest()[64:]
    ),
    "rerandomised": lambda: (
        b"".join(group.multiply(2, Point(honest()[at : at + 32])) for at in (0, 32, 64))
        + honest()[96:]
    ),
    "a proof of zeros": lambda: honest()[:96] + bytes(64),
}


@pytest.mark.parametrize("forge", WRONG.values(), ids=WRONG)
def test_a_wrong_partial_share_names_the_proxy(forge: Callable[[], bytes]) -> None:
    caught(Fault.BAD_PROOF, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, forge())


@pytest.mark.parametrize(
    "place",
    [context(STEP, CHEAT, OTHER_TABLE), context(STEP + 1, CHEAT), context(STEP, CHEAT + 1)],
    ids=["table", "step", "seat"],
)
def test_a_partial_share_is_worth_nothing_elsewhere(place: Context) -> None:
    caught(Fault.BAD_PROOF, place.seat, proxy.check_partial, place, BOOK, ERRAND, honest())


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize(
    "image",
    [IDENTITY, ORDER_EIGHT, bytes(32), b"\x02" + bytes(31), b"\xff" * 32, *outside(point(0))],
    ids=["identity", "order 8", "order 4", "off the curve", "not canonical", "+2", "+4", "+8"],
)
def test_a_partial_share_outside_the_group_is_refused(image: bytes, at: int) -> None:
    message = bytearray(honest())
    message[32 * at : 32 * at + 32] = image
    caught(Fault.BAD_POINT, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, bytes(message))


def test_a_scalar_out_of_range_is_refused() -> None:
    message = honest()
    raw = group.ORDER.to_bytes(32, "little")
    for changed in (message[:96] + raw + message[128:], message[:128] + raw):
        caught(Fault.BAD_SCALAR, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, changed)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_too_many_or_too_few_images_are_refused(count: int) -> None:
    message = honest()[:32] * count + honest()[96:]
    caught(Fault.BAD_SHAPE, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, message)


def test_a_false_partial_share_cannot_be_proved_by_grinding() -> None:
    """The cheat runs the prover on false images, with as many nonces as it likes."""
    images = [group.multiply(part(), base) for base in BASES]
    images[1] = group.add(images[1], group.BASE)
    statement = (
        group.BASE,
        BOOK.part(KeyPurpose.DECK, ABSENT, CHEAT),
        b"".join(BASES),
        b"".join(images),
    )
    weights = challenges(scope(), "weights", 3, *statement)
    combined = group.weighted_sum(list(zip(weights, BASES, strict=True)))
    for nonce in range(1, 60):
        trials = (group.multiply_base(nonce), group.multiply(nonce, combined))
        chosen = challenge(scope(), "equality", *statement, *trials)
        response = nonce + chosen * part()
        proof = group.encode_scalar(chosen) + group.encode_scalar(response)
        message = b"".join(images) + proof
        caught(Fault.BAD_PROOF, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, message)


def test_of_two_proxies_who_disagree_the_liar_is_named_and_the_rest_go_on() -> None:
    messages = {seat: AROUND.partial(STEP, seat, ERRAND) for seat in AROUND.others(ABSENT)}
    messages[CHEAT] = WRONG["another number"]()
    partials = {}
    for seat, message in messages.items():
        if seat == CHEAT:
            caught(Fault.BAD_PROOF, CHEAT, proxy.check_partial, PLACE, BOOK, ERRAND, message)
            continue
        partials[seat] = proxy.check_partial(context(STEP, seat), BOOK, ERRAND, message)

    assert proxy.combine(BOOK, ERRAND, partials) == own_shares(ABSENT, KeyPurpose.DECK)


def test_the_absent_seat_is_no_proxy_of_its_own() -> None:
    place = context(STEP, ABSENT)
    caught(Fault.NOT_ASKED, ABSENT, proxy.check_partial, place, BOOK, ERRAND, honest())


def test_who_holds_no_part_gives_none() -> None:
    empty = Holding(CHEAT, (None,) * SEATS)
    with pytest.raises(Refused):
        proxy.give_partial(PLACE, empty, ERRAND)


def test_no_spoiled_partial_share_is_taken() -> None:
    survives_spoiling(
        honest(), CHEAT, lambda data: proxy.check_partial(PLACE, BOOK, ERRAND, data), 300
    )
