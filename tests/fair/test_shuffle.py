"""The proof of shuffle: honest shuffles pass, alone or together; every cheat is named."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group, shuffle, shuffle_check
from p2pjeux.fair.deck import face_point
from p2pjeux.fair.group import BASE, IDENTITY, ORDER, Point
from p2pjeux.fair.shuffle import Cards, MaskedCard, Proof, ShuffleClaim, ShuffleWitness
from p2pjeux.fair.transcript import Scope
from tests.fair.honest import (
    ORDER_EIGHT,
    ORDER_TWO,
    OTHER_TABLE,
    Shuffled,
    caught,
    context,
    outside,
    point,
    shuffled,
)

COUNT = 6


@cache
def honest(count: int = COUNT, seat: int = 0) -> tuple[Shuffled, Proof]:
    case = shuffled(count, seat)
    return case, shuffle.prove(case.statement, case.witness)


def refused(statement: ShuffleClaim, proof: Proof, fault: Fault = Fault.BAD_PROOF) -> None:
    seat = statement.scope.context.seat
    caught(fault, seat, shuffle_check.check, [(statement, proof)])


@pytest.mark.parametrize("count", [1, 2, 3, 12, 52])
def test_an_honest_shuffle_is_accepted(count: int) -> None:
    case, proof = honest(count)
    message = shuffle.encode_message(case.statement.after, proof)
    after, read = shuffle.decode_message(message, count)

    assert len(message) == shuffle.message_size(count)
    assert (after, read) == (case.statement.after, proof)
    shuffle_check.check([(case.statement, read)])


def test_the_same_shuffle_gives_the_same_proof() -> None:
    case, proof = honest()
    assert shuffle.prove(case.statement, case.witness) == proof


def test_equal_cards_may_be_shuffled() -> None:
    twin = shuffled(3).before[0]
    case = shuffled(3, before=(twin, twin, twin))
    shuffle_check.check([(case.statement, shuffle.prove(case.statement, case.witness))])


def test_the_new_deck_holds_the_old_cards_in_the_secret_order() -> None:
    case, _ = honest()
    for new, source in zip(case.after, case.witness.order, strict=True):
        mask = case.witness.masks[source]
        old = case.before[source]
        assert group.subtract(new.mask, old.mask) == group.multiply_base(mask)
        assert group.subtract(new.masked, old.masked) == group.multiply(mask, case.key)


def turned(card: MaskedCard, away: int, into: int) -> MaskedCard:
    """The same card with one face's point exchanged for another's."""
    change = group.subtract(face_point(into), face_point(away))
    return replace(card, masked=group.add(card.masked, change))


def false_decks(case: Shuffled) -> dict[str, Cards]:
    first, second, *rest = case.after
    source = case.witness.order
    foreign = MaskedCard(
        group.multiply_base(9), group.add(face_point(77), group.multiply(9, case.key))
    )
    return {
        "duplicated": (first, first, *rest),
        "swapped": (second, first, *rest),
        "foreign": (foreign, second, *rest),
        "turned": (turned(first, source[0], source[1]), second, *rest),
        "turned, the sum unchanged": (
            turned(first, source[0], source[1]),
            turned(second, source[1], source[0]),
            *rest,
        ),
        "not masked anew": case.before,
        "wrongly masked": (replace(first, mask=group.add(first.mask, BASE)), second, *rest),
        "halves of two cards": (
            MaskedCard(first.mask, second.masked),
            MaskedCard(second.mask, first.masked),
            *rest,
        ),
    }


@pytest.mark.parametrize("how", false_decks(shuffled(COUNT)))
def test_a_false_deck_is_refused_with_the_honest_proof(how: str) -> None:
    case, proof = honest()
    refused(case.claim(false_decks(case)[how]), proof)


@pytest.mark.parametrize("how", false_decks(shuffled(COUNT)))
def test_a_false_deck_is_refused_with_a_proof_made_for_it(how: str) -> None:
    case, _ = honest()
    claim = case.claim(false_decks(case)[how])
    refused(claim, shuffle.prove(claim, case.witness))


@pytest.mark.parametrize("count", [1, 2])
def test_small_decks_are_no_loophole(count: int) -> None:
    case = shuffled(count)
    claim = case.claim((turned(case.after[0], case.witness.order[0], 50), *case.after[1:]))
    refused(claim, shuffle.prove(claim, case.witness))


@pytest.mark.parametrize("missing_goes_to", ["its own place", "the doubled place"])
def test_a_card_taken_twice_cannot_be_proved(
    missing_goes_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cheat runs the whole prover on an order that names one card twice and one never.
    case, _ = honest()
    order = (case.witness.order[1], *case.witness.order[1:])
    lost = case.witness.order[0]

    def commit(sources: Sequence[int], blinds: Sequence[int]) -> tuple[Point, ...]:
        places = {source: place for place, source in enumerate(sources)}
        places[lost] = 0 if missing_goes_to == "its own place" else places[order[0]]
        return tuple(
            group.add(group.multiply_base(blind), shuffle.generator(places[source] + 1))
            for source, blind in enumerate(blinds)
        )

    monkeypatch.setattr(shuffle, "_commit", commit)
    witness = replace(case.witness, order=order)
    claim = case.claim(shuffle.mask_anew(case.key, case.before, witness))
    refused(claim, shuffle.prove(claim, witness))


def test_a_false_witness_proves_nothing() -> None:
    case, _ = honest()
    order, masks = case.witness.order, case.witness.masks
    for witness in (
        ShuffleWitness((order[1], order[0], *order[2:]), masks),
        ShuffleWitness(order, (masks[0] + 1, *masks[1:])),
        ShuffleWitness(order, (masks[1], masks[0], *masks[2:])),
    ):
        refused(case.statement, shuffle.prove(case.statement, witness))


def test_a_missing_or_added_card_is_refused() -> None:
    case, proof = honest()
    points = case.statement.after
    for after in (points[:-2], (*points, *points[:2]), points[:-1], ()):
        refused(replace(case.statement, after=after), proof, Fault.BAD_SHAPE)
    empty = replace(case.statement, before=(), after=())
    refused(empty, Proof((), (), proof.trials, proof.responses, ()), Fault.BAD_SHAPE)


def test_a_proof_is_worth_nothing_elsewhere() -> None:
    case, proof = honest()
    for scope in (
        Scope(context(10, 0, OTHER_TABLE), "test-shuffle"),
        Scope(context(11, 0), "test-shuffle"),
        Scope(context(10, 1), "test-shuffle"),
        Scope(context(10, 0), "another purpose"),
        Scope(context(10, 0), "test-shuffle", b"attached"),
    ):
        refused(replace(case.statement, scope=scope), proof)


def test_a_proof_is_worth_nothing_for_another_deck_or_key() -> None:
    case, proof = honest()
    refused(replace(case.statement, before=case.after), proof)
    refused(replace(case.statement, before=case.before[::-1]), proof)
    refused(replace(case.statement, key=point(5)), proof)


def spoil_point(proof: Proof, field: str, bad: bytes) -> Proof:
    points: tuple[bytes, ...] = getattr(proof, field)
    if field == "trials":
        return replace(proof, trials=(bad, *points[1:]))
    if field == "chain":
        return replace(proof, chain=(bad, *points[1:]))
    return replace(proof, commitments=(bad, *points[1:]))


@pytest.mark.parametrize("field", ["commitments", "chain", "trials"])
def test_a_proof_with_a_point_outside_the_group_is_refused(field: str) -> None:
    case, proof = honest()
    member = getattr(proof, field)[0]
    for bad in (IDENTITY, ORDER_TWO, ORDER_EIGHT, b"\x02" + bytes(31), *outside(member)):
        refused(case.statement, spoil_point(proof, field, bad), Fault.BAD_POINT)


@pytest.mark.parametrize("half", [0, 1])
def test_a_card_outside_the_group_is_refused(half: int) -> None:
    case, proof = honest()
    points = case.statement.after
    for bad in (
        IDENTITY,
        ORDER_TWO,
        ORDER_EIGHT,
        b"\x02" + bytes(31),
        *outside(Point(points[half])),
    ):
        after = (*points[:half], bad, *points[half + 1 :])
        refused(replace(case.statement, after=after), proof, Fault.BAD_POINT)
        # A response of zero takes the card out of the sum, not out of the check.
        zeroed = replace(proof, card_responses=(0, *proof.card_responses[1:]))
        refused(replace(case.statement, after=after), zeroed, Fault.BAD_POINT)


def test_an_unreduced_response_is_refused() -> None:
    case, proof = honest()
    message = shuffle.encode_message(case.statement.after, proof)
    first = (4 * COUNT + shuffle.EQUATIONS) * group.POINT_SIZE
    for at in range(first, len(message), group.SCALAR_SIZE):
        scalar = int.from_bytes(message[at : at + 32], "little") + ORDER
        longer = message[:at] + scalar.to_bytes(32, "little") + message[at + 32 :]
        caught(Fault.BAD_SCALAR, None, shuffle.decode_message, longer, COUNT)


def chain_of(seats: int) -> list[tuple[ShuffleClaim, Proof]]:
    claims = []
    before = None
    for seat in range(seats):
        case = shuffled(COUNT, seat, before)
        claims.append((case.statement, shuffle.prove(case.statement, case.witness)))
        before = case.after
    return claims


def nudge(proof: Proof, index: int, by: int) -> Proof:
    responses = list(proof.responses)
    responses[index] = (responses[index] + by) % ORDER
    return replace(proof, responses=tuple(responses))


def test_many_shuffles_are_checked_together() -> None:
    shuffle_check.check(chain_of(4))
    shuffle_check.check([])


@pytest.mark.parametrize("cheat", range(4))
def test_the_cheat_among_many_is_named(cheat: int) -> None:
    claims = chain_of(4)
    statement, proof = claims[cheat]
    claims[cheat] = (statement, nudge(proof, 0, 1))
    caught(Fault.BAD_PROOF, cheat, shuffle_check.check, claims)
    claims[cheat] = (statement, spoil_point(proof, "chain", ORDER_TWO))
    caught(Fault.BAD_POINT, cheat, shuffle_check.check, claims)


@pytest.mark.parametrize("index", range(shuffle.RESPONSES))
def test_errors_in_two_proofs_do_not_cancel(index: int) -> None:
    claims = chain_of(2)
    (first, first_proof), (second, second_proof) = claims
    spoilt = [(first, nudge(first_proof, index, 5)), (second, nudge(second_proof, index, -5))]
    caught(Fault.BAD_PROOF, 0, shuffle_check.check, spoilt)


def test_threads_change_nothing() -> None:
    claims = chain_of(3)
    statement, proof = claims[2]
    with ThreadPoolExecutor(2) as pool:
        shuffle_check.check(claims, pool.map)
        claims[2] = (statement, nudge(proof, 3, 1))
        caught(Fault.BAD_PROOF, 2, shuffle_check.check, claims, pool.map)


def read_and_check(count: int, message: bytes) -> None:
    case, _ = honest(count)
    after, proof = shuffle.decode_message(message, count)
    shuffle_check.check([(replace(case.statement, after=after), proof)])


def mutations(message: bytes) -> dict[str, Callable[[int], bytes]]:
    """Ways to spoil the 32-byte field that begins at a place."""
    size = len(message)
    return {
        "flip low": lambda at: message[:at] + bytes([message[at] ^ 1]) + message[at + 1 :],
        "flip high": lambda at: (
            message[: at + 31] + bytes([message[at + 31] ^ 0x80]) + message[at + 32 :]
        ),
        "zero": lambda at: message[:at] + bytes(32) + message[at + 32 :],
        "swap with the next": lambda at: (
            message[:at] + message[at + 32 : at + 64] + message[at : at + 32] + message[at + 64 :]
            if at + 64 <= size
            else message[:-1]
        ),
        "cut out": lambda at: message[:at] + message[at + 32 :],
        "double": lambda at: message[:at] + message[at : at + 32] + message[at:],
        "truncate": lambda at: message[: at + 1],
    }


@pytest.mark.parametrize("how", mutations(b""))
def test_every_spoilt_field_of_the_message_is_refused(how: str) -> None:
    count = 2
    case, proof = honest(count)
    message = shuffle.encode_message(case.statement.after, proof)
    read_and_check(count, message)
    for at in range(0, len(message), 32):
        spoilt = mutations(message)[how](at)
        with pytest.raises(PeerFault):
            read_and_check(count, spoilt)


@pytest.mark.slow
def test_every_flipped_byte_of_the_message_is_noticed() -> None:
    count = 2
    case, proof = honest(count)
    message = shuffle.encode_message(case.statement.after, proof)
    for at in range(len(message)):
        spoilt = bytearray(message)
        spoilt[at] ^= 1 << at % 8
        with pytest.raises(PeerFault):
            read_and_check(count, bytes(spoilt))
