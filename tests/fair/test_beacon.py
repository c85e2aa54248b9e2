"""The beacon: one value for a throw, whoever gives the shares, and no way to choose or tilt it."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import permutations

import pytest

from p2pjeux.errors import Fault
from p2pjeux.fair import beacon, group, proofs
from p2pjeux.fair.group import IDENTITY, Point
from p2pjeux.fair.keybook import KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.transcript import Context, Scope, challenge, frame
from tests.fair.honest import ORDER_EIGHT, OTHER_TABLE, TABLE, caught, context, outside, secret
from tests.fair.tables import TABLES, survives_spoiling, table

STEP, SEAT = 9, 1
# Not the number of the step: the one says where a proof stands, the other what is thrown.
THROW = 4
HERE = context(STEP, SEAT)
ELSEWHERE = {
    "table": context(STEP, SEAT, OTHER_TABLE),
    "step": context(STEP + 1, SEAT),
    "seat": context(STEP, SEAT + 1),
}


def key(seat: int = SEAT) -> Point:
    return group.multiply_base(beacon.secret_key(secret(seat)))


def share(seat: int, step: int = STEP) -> Point:
    place = context(step, seat)
    message = beacon.give_share(place, secret(seat), THROW)
    return beacon.check_share(place, key(seat), message, THROW)


def value(number: int) -> bytes:
    return sha256(b"value %d of the tests" % number).digest()


def chi_square(seen: Iterable[int], outcomes: int, trials: int) -> float:
    expected = trials / outcomes
    counts = list(seen)
    counts += [0] * (outcomes - len(counts))
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(freedom: int) -> float:
    """What chi-square stays below in all but one of 10,000 honest cases (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * float(1 - spread + 3.719 * spread**0.5) ** 3


def test_everybody_gets_the_same_value_in_any_order() -> None:
    shares = [share(seat) for seat in range(4)]

    values = {beacon.join_shares(TABLE, THROW, order) for order in permutations(shares)}

    assert len(values) == 1


def test_each_throw_and_table_has_a_value_of_its_own() -> None:
    shares = [share(seat) for seat in range(3)]
    points = {beacon.throw_point(TABLE, throw) for throw in range(50)}

    assert len(points) == 50
    assert beacon.throw_point(OTHER_TABLE, THROW) != beacon.throw_point(TABLE, THROW)
    assert beacon.join_shares(TABLE, THROW, shares) != beacon.join_shares(TABLE, THROW + 1, shares)
    assert beacon.join_shares(TABLE, THROW, shares) != beacon.join_shares(
        OTHER_TABLE, THROW, shares
    )


@pytest.mark.parametrize("seats, threshold", TABLES)
def test_the_value_is_the_same_when_the_others_stand_in(seats: int, threshold: int) -> None:
    around = table(seats, threshold)
    shares = [share(seat) for seat in range(seats)]
    for absent in {0, seats // 2}:
        errand = Errand(absent, KeyPurpose.BEACON, (beacon.throw_point(TABLE, THROW),))

        (given,) = around.stand_in(STEP, errand)

        assert given == shares[absent]
        stood_in = [*shares[:absent], given, *shares[absent + 1 :]]
        assert beacon.join_shares(TABLE, THROW, stood_in) == beacon.join_shares(
            TABLE, THROW, shares
        )


def test_a_throw_falls_alike_in_whatever_step_it_is_asked() -> None:
    """Whoever has steps added or dropped before it has nothing thrown anew."""
    early, late = ([share(seat, step) for seat in range(3)] for step in (STEP, 1_000))

    assert early == late
    assert beacon.join_shares(TABLE, THROW, early) == beacon.join_shares(TABLE, THROW, late)


def test_a_share_of_one_throw_is_none_of_another() -> None:
    message = beacon.give_share(HERE, secret(SEAT), THROW + 1)
    caught(Fault.BAD_PROOF, SEAT, beacon.check_share, HERE, key(), message, THROW)


def test_a_missing_share_changes_the_value() -> None:
    shares = [share(seat) for seat in range(4)]
    whole = beacon.join_shares(TABLE, THROW, shares)
    for seat in range(4):
        assert beacon.join_shares(TABLE, THROW, [*shares[:seat], *shares[seat + 1 :]]) != whole


@pytest.mark.parametrize("place", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_share_is_worth_nothing_elsewhere(place: Context) -> None:
    message = beacon.give_share(HERE, secret(SEAT), THROW)
    for claimed in (key(SEAT), key(place.seat)):
        caught(Fault.BAD_PROOF, place.seat, beacon.check_share, place, claimed, message, THROW)


def test_the_last_to_speak_cannot_choose_its_share() -> None:
    """It tries keys until the die would show a six; each such share is refused."""
    others = [share(seat) for seat in range(3)]
    last = context(STEP, 3)
    base = beacon.throw_point(TABLE, THROW)
    sixes = 0
    for tried in range(1, 60):
        other_key = beacon.secret_key(secret(3)) + tried
        chosen = group.multiply(other_key, base)
        joined = beacon.join_shares(TABLE, THROW, [*others, chosen])
        if beacon.roll(joined, [6]) == (6,):
            sixes += 1
            message = proofs.make_shares(Scope(last, "beacon-share"), other_key, (base,))
            caught(Fault.BAD_PROOF, 3, beacon.check_share, last, key(3), message, THROW)
    assert sixes > 3


def test_a_false_share_cannot_be_proved_by_grinding() -> None:
    """The cheat picks challenge and response first, or the points after the challenge."""
    base = beacon.throw_point(TABLE, THROW)
    scope = Scope(HERE, "beacon-share")
    false = group.add(share(SEAT), group.BASE)
    for tried in range(1, 80):
        chosen, response = 7 * tried, 11 * tried
        message = false + group.encode_scalar(chosen) + group.encode_scalar(response)
        caught(Fault.BAD_PROOF, SEAT, beacon.check_share, HERE, key(), message, THROW)

        trials = (group.multiply_base(tried), group.multiply(tried + 1, base))
        chosen = challenge(scope, "equality", group.BASE, key(), base, false, *trials)
        response = tried + chosen * beacon.secret_key(secret(SEAT))
        message = false + group.encode_scalar(chosen) + group.encode_scalar(response)
        caught(Fault.BAD_PROOF, SEAT, beacon.check_share, HERE, key(), message, THROW)


def test_a_share_that_cancels_the_others_is_refused() -> None:
    cancelling = group.negate(group.total(share(seat) for seat in range(3)))
    honest = beacon.give_share(context(STEP, 3), secret(3), THROW)
    message = cancelling + honest[32:]
    caught(Fault.BAD_PROOF, 3, beacon.check_share, context(STEP, 3), key(3), message, THROW)


@pytest.mark.parametrize(
    "point",
    [IDENTITY, ORDER_EIGHT, bytes(32), b"\x02" + bytes(31), b"\xff" * 32, *outside(share(SEAT))],
    ids=["identity", "order 8", "order 4", "off the curve", "not canonical", "+2", "+4", "+8"],
)
def test_a_share_outside_the_group_is_refused(point: bytes) -> None:
    message = point + beacon.give_share(HERE, secret(SEAT), THROW)[32:]
    caught(Fault.BAD_POINT, SEAT, beacon.check_share, HERE, key(), message, THROW)


@pytest.mark.parametrize("scalar", [group.ORDER, 2**256 - 1])
def test_a_proof_with_a_scalar_out_of_range_is_refused(scalar: int) -> None:
    message = beacon.give_share(HERE, secret(SEAT), THROW)
    raw = scalar.to_bytes(32, "little")
    for changed in (message[:32] + raw + message[64:], message[:64] + raw):
        caught(Fault.BAD_SCALAR, SEAT, beacon.check_share, HERE, key(), changed, THROW)
    caught(Fault.BAD_PROOF, SEAT, beacon.check_share, HERE, key(), message[:32] + bytes(64), THROW)


def test_no_spoiled_share_is_taken() -> None:
    message = beacon.give_share(HERE, secret(SEAT), THROW)
    assert len(message) == beacon.SHARE_SIZE
    survives_spoiling(message, SEAT, lambda data: beacon.check_share(HERE, key(), data, THROW), 400)


def test_the_stream_is_what_the_protocol_says() -> None:
    words = b"".join(
        sha256(frame((b"p2pjeux/1/beacon-stream", value(0), block))).digest() for block in range(3)
    )
    source = beacon.expand(value(0))

    read = [source.below(2**64) for _ in range(12)]

    assert read == [int.from_bytes(words[at : at + 8], "big") for at in range(0, 96, 8)]


def test_equal_values_give_equal_streams() -> None:
    first, second = beacon.expand(value(1)), beacon.expand(value(1))
    for bound in (1, 2, 6, 52, 10**9):
        assert first.below(bound) == second.below(bound)


def test_a_result_is_below_its_bound() -> None:
    source = beacon.expand(value(2))
    for bound in (1, 2, 3, 7, 100, 2**33 + 1, 2**63 + 1, 2**64):
        assert all(0 <= source.below(bound) < bound for _ in range(50))


def test_a_bound_that_does_not_divide_the_range_favours_nobody() -> None:
    """With a plain remainder the lower third would come up half the time."""
    source = beacon.expand(value(3))
    third = 1 << 62
    trials = 3000
    seen = Counter(source.below(3 * third) // third for _ in range(trials))
    assert chi_square(seen.values(), 3, trials) < limit(2)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 52, 180])
def test_dice_are_even(sides: int) -> None:
    trials = 40 * sides
    seen = Counter(beacon.roll(value(trial), [sides])[0] for trial in range(trials))

    assert set(seen) <= set(range(1, sides + 1))
    assert chi_square(seen.values(), sides, trials) < limit(sides - 1)


def test_dice_of_one_roll_are_independent() -> None:
    trials = 3600
    seen = Counter(beacon.roll(value(trial), [6, 6]) for trial in range(trials))
    assert chi_square(seen.values(), 36, trials) < limit(35)


def test_values_of_real_throws_roll_even_dice() -> None:
    trials = 900
    keys = [beacon.secret_key(secret(seat)) for seat in range(3)]
    seen: Counter[int] = Counter()
    for throw in range(trials):
        # The sum of the shares, in one multiplication.
        total = group.multiply(sum(keys), beacon.throw_point(TABLE, throw))
        seen.update(beacon.roll(beacon.join_shares(TABLE, throw, [total]), [6]))
    assert chi_square(seen.values(), 6, trials) < limit(5)


def test_all_draws_are_equally_likely() -> None:
    trials = 2400
    seen = Counter(beacon.draw(value(trial), (10, 20, 30, 40), 2) for trial in range(trials))

    assert set(seen) == set(permutations((10, 20, 30, 40), 2))
    assert chi_square(seen.values(), 12, trials) < limit(11)


def test_nothing_is_drawn_twice_and_equal_items_stay_apart() -> None:
    pile = (1, 1, 2, 3, 5, 8)
    for number in range(50):
        assert sorted(beacon.draw(value(number), pile, 6)) == sorted(pile)
        assert len(set(beacon.draw(value(number), range(180), 60))) == 60


def test_a_longer_draw_begins_like_a_shorter_one() -> None:
    long = beacon.draw(value(4), range(30), 10)
    assert [beacon.draw(value(4), range(30), count) for count in range(11)] == [
        long[:count] for count in range(11)
    ]
