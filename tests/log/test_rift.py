"""Ages, partings and rifts: who may say that a table has parted, and in which bytes."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.entry import BODY_SIZE_MAX, STEP_MAX, Entry, Place, sign_entry
from p2pjeux.log.forks import FORK_SIZE_MAX, Fork, fork_of
from p2pjeux.log.holders import Sitter
from p2pjeux.log.rift import (
    AGE,
    AGE_MAX,
    AGES_APART_MAX,
    PARTING_SIZE_MAX,
    RIFT_SIZE_MAX,
    Parting,
    Rift,
    age_of,
    are_near,
    begins_later_age,
    check_parting,
    check_rift,
    decode_parting,
    decode_rift,
    first_step,
    is_rift,
    sign_parting,
)
from p2pjeux.log.statement import Kind, sign_statement
from tests.log.faults import Said, said, shape
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
LATER = replace(PLACE, step=8)
ELSEWHERE = replace(PLACE, previous=sha256(b"otherwise").digest())
FOREIGN = replace(PLACE, table=sha256(b"another table").digest())
LAST = replace(PLACE, step=STEP_MAX)
LIAR = 1
HERE, THERE = sha256(b"closed so").digest(), sha256(b"closed otherwise").digest()


def entry(body: bytes, place: Place = PLACE, seat: int = LIAR) -> Entry:
    return sign_entry(identity_of(seat), place, seat, body)


def parting(
    signer: int, digest: bytes = HERE, age: int = 1, place: Place = PLACE, key: int | None = None
) -> Parting:
    identity = identity_of(signer if key is None else key)
    return sign_parting(identity, place, signer, digest, age)


FORK = fork_of(entry(b"one"), entry(b"other"))
ONE, TWO = parting(0), parting(2, THERE)
PROOF = Rift(FORK, (ONE, TWO))


# Ages.


@pytest.mark.parametrize(
    "number, age",
    [(0, 0), (AGE - 1, 0), (AGE, 1), (2 * AGE - 1, 1), (2 * AGE, 2), (STEP_MAX, AGE_MAX + 1)],
)
def test_an_age_has_a_million_numbers(number: int, age: int) -> None:
    assert AGE == 1_000_000
    assert age_of(number) == age
    assert first_step(age) <= number < first_step(age + 1)


@pytest.mark.parametrize(
    "number, at",
    [(AGE, 57), (3 * AGE, 57), (2 * AGE, AGE), (2 * AGE, AGE + 57), (AGE, AGE - 1)],
)
def test_a_later_age_begins_with_its_first_number(number: int, at: int) -> None:
    assert begins_later_age(number, at)


@pytest.mark.parametrize(
    "number, at",
    [
        # The open step itself, and whatever lies behind it, begins nothing.
        (AGE, AGE),
        (AGE, AGE + 1),
        (AGE, 2 * AGE),
        (0, 0),
        (0, 57),
        (AGE + 1, 57),
        (AGE - 1, 57),
        (58, 57),
    ],
)
def test_no_other_number_begins_a_later_age(number: int, at: int) -> None:
    assert not begins_later_age(number, at)


def test_the_last_age_that_is_named_has_all_its_numbers() -> None:
    assert first_step(AGE_MAX) + AGE - 1 <= STEP_MAX < first_step(AGE_MAX + 1) + AGE - 1


# Partings.


def test_a_parting_is_read_as_it_was_written() -> None:
    check_parting(SIGNED, TWO)
    assert decode_parting(TWO.encode()) == TWO
    assert TWO.step == 7


def test_whoever_names_the_digest_before_the_step_retreats() -> None:
    assert parting(0, PLACE.previous).is_retreat
    assert not ONE.is_retreat


@pytest.mark.parametrize(
    "changed",
    [
        replace(TWO, place=LATER),
        replace(TWO, place=ELSEWHERE),
        replace(TWO, signer=3),
        replace(TWO, digest=HERE),
        replace(TWO, age=2),
        replace(TWO, signature=bytes(64)),
        parting(2, THERE, key=3),
    ],
)
def test_a_parting_is_signed_with_all_that_it_says(changed: Parting) -> None:
    found = said(check_parting, SIGNED, decode_parting(changed.encode()))

    assert found.fault is Fault.BAD_SIGNATURE
    assert (found.seat, found.evidence) == (changed.signer, changed.encode())


def test_nothing_else_that_is_signed_is_a_parting() -> None:
    # The same fields under another word would make one signature serve for two things.
    statement = sign_statement(identity_of(2), PLACE, 2, Kind.ABSENT, 4)
    own = replace(TWO, signature=statement.signature)
    again = sign_entry(identity_of(2), PLACE, 2, THERE).signature

    for forged in (own, replace(TWO, signature=again)):
        assert said(check_parting, SIGNED, forged).fault is Fault.BAD_SIGNATURE


def test_a_parting_counts_at_its_own_table_only() -> None:
    assert said(check_parting, SIGNED, parting(2, place=FOREIGN)) == Said(
        Fault.BAD_CHAIN, "it belongs to another table", 2
    )


def test_a_parting_of_no_seat_is_refused_before_its_signature() -> None:
    assert said(check_parting, SIGNED, parting(5)) == shape("there is no seat 5 at this table")


def written(*fields: Value) -> bytes:
    return encode(list(fields))


FIELDS: tuple[Value, ...] = (*(PLACE.table, 7, PLACE.previous), 2, THERE, 1, bytes(64))


@pytest.mark.parametrize(
    "at, value, due",
    [
        (0, bytes(31), "32 bytes were due, not 31"),
        (1, -1, "a number from 0 to 4294967295 was due"),
        (1, STEP_MAX + 1, "a number from 0 to 4294967295 was due"),
        (2, bytes(33), "at most 32 bytes were due"),
        (3, -1, "a number from 0 to 11 was due"),
        (3, SEATS_MAX, "a number from 0 to 11 was due"),
        (4, bytes(31), "32 bytes were due, not 31"),
        (4, "x" * 32, "at most 32 bytes were due"),
        (5, 0, "a number from 1 to 4293 was due"),
        (5, AGE_MAX + 1, "a number from 1 to 4293 was due"),
        (5, True, "a number from 1 to 4293 was due"),
        (6, bytes(63), "64 bytes were due, not 63"),
    ],
)
def test_a_parting_keeps_to_its_limits(at: int, value: Value, due: str) -> None:
    assert decode_parting(written(*FIELDS)).age == 1

    assert said(decode_parting, written(*FIELDS[:at], value, *FIELDS[at + 1 :])) == shape(due)


@pytest.mark.parametrize("fields", [FIELDS[:6], (*FIELDS, 0), ()])
def test_a_parting_has_seven_fields(fields: tuple[Value, ...]) -> None:
    assert said(decode_parting, written(*fields)) == shape("a list of 7 to 7 items was due")


def test_the_largest_parting_is_read() -> None:
    largest = Parting(LAST, SEATS_MAX - 1, THERE, AGE_MAX, bytes(64))

    assert decode_parting(largest.encode()) == largest
    assert len(largest.encode()) <= PARTING_SIZE_MAX


# Rifts.


def test_two_who_closed_a_step_otherwise_prove_with_a_fork_that_the_table_parted() -> None:
    check_rift(SIGNED, PROOF)
    assert PROOF.is_proof
    assert (PROOF.step, PROOF.place) == (7, PLACE)
    assert decode_rift(PROOF.encode()) == PROOF


def test_with_one_parting_a_rift_is_a_question() -> None:
    question = Rift(FORK, (TWO,))

    check_rift(SIGNED, question)
    assert not question.is_proof
    assert decode_rift(question.encode()) == question


def test_statements_that_exclude_each_other_make_a_rift_too() -> None:
    said_two = [
        sign_statement(identity_of(LIAR), PLACE, LIAR, kind, 4)
        for kind in (Kind.ABSENT, Kind.OBJECT)
    ]

    check_rift(SIGNED, Rift(fork_of(*said_two), (ONE, TWO)))


@pytest.mark.parametrize("ages", [(1, 1), (1, 3), (3, 1), (AGE_MAX - 2, AGE_MAX)])
def test_the_table_goes_on_in_the_later_of_two_ages(ages: tuple[int, int]) -> None:
    rift = Rift(FORK, (parting(0, HERE, ages[0]), parting(2, THERE, ages[1])))

    check_rift(SIGNED, rift)
    assert rift.age == max(ages)


RETREAT = parting(2, PLACE.previous)
FALSE_FORK = fork_of(entry(b"one"), replace(entry(b"other"), signature=bytes(64)))
PLACES = "a fork and a parting are of different places"
RETREATING = "whoever has not closed a step has not parted"
ALIKE = "two who closed a step alike have not parted"
ROLES = "a rift takes one who lied, and others"


@pytest.mark.parametrize(
    "fork, partings, reason",
    [
        (FORK, (parting(0, place=LATER),), PLACES),
        (FORK, (parting(0, place=ELSEWHERE),), PLACES),
        (FORK, (parting(0, place=FOREIGN),), PLACES),
        (FORK, (ONE, parting(2, THERE, place=ELSEWHERE)), PLACES),
        (fork_of(entry(b"one"), entry(b"one", ELSEWHERE)), (ONE, TWO), PLACES),
        (fork_of(entry(b"one", LATER), entry(b"two", LATER)), (ONE, TWO), PLACES),
        (FORK, (RETREAT,), RETREATING),
        (FORK, (ONE, RETREAT), RETREATING),
        (FORK, (parting(0, PLACE.previous), TWO), RETREATING),
        (FORK, (ONE, parting(2)), ALIKE),
        (FORK, (TWO, ONE), ALIKE),
        (FORK, (ONE, parting(0, THERE)), ALIKE),
        (FORK, (ONE, parting(2, THERE, 2 + AGES_APART_MAX)), ALIKE),
        (FORK, (parting(0, HERE, 2 + AGES_APART_MAX), TWO), ALIKE),
        (FORK, (parting(LIAR),), ROLES),
        (FORK, (ONE, parting(LIAR, THERE)), ROLES),
        (FORK, (parting(LIAR), TWO), ROLES),
    ],
)
def test_whatever_proves_no_rift_is_bad_evidence(
    fork: Fork, partings: tuple[Parting, ...], reason: str
) -> None:
    rift = decode_rift(Rift(fork, partings).encode())

    assert said(check_rift, SIGNED, rift) == Said(
        Fault.BAD_EVIDENCE, reason, evidence=rift.encode()
    )
    assert not is_rift(SIGNED, rift)


def test_a_rift_by_a_forged_fork_convicts_nobody() -> None:
    found = said(check_rift, SIGNED, Rift(FALSE_FORK, (ONE, TWO)))

    assert (found.fault, found.seat) == (Fault.BAD_EVIDENCE, None)
    assert found.evidence == FALSE_FORK.encode()
    assert not is_rift(SIGNED, Rift(FALSE_FORK, (ONE, TWO)))


@pytest.mark.parametrize("place", [0, 1])
def test_every_parting_of_a_rift_is_signed(place: int) -> None:
    forged = [ONE, TWO]
    forged[place] = replace(forged[place], signature=bytes(64))
    rift = Rift(FORK, (forged[0], forged[1]))

    found = said(check_rift, SIGNED, rift)

    assert (found.fault, found.seat) == (Fault.BAD_SIGNATURE, forged[place].signer)
    assert not is_rift(SIGNED, rift)
    assert is_rift(SIGNED, PROOF)


def table_with_two_seats_of_one_peer(peer: int) -> SignedCharter:
    """The last seat belongs to the peer of another one."""
    good = make_charter(OSTRAKON)
    charter = replace(good, seats=(*good.seats[:4], Sitter("Zoé", identity_of(peer).public)))
    keys = [identity_of(seat) for seat in (*range(4), peer)]
    return seal_charter(charter, [sign_charter(key, charter.id) for key in keys])


@pytest.mark.parametrize("peer", [0, LIAR])
def test_the_seats_of_one_peer_are_one_voice(peer: int) -> None:
    signed = table_with_two_seats_of_one_peer(peer)
    place = replace(PLACE, table=signed.table)
    fork = fork_of(entry(b"one", place), entry(b"other", place))
    one, two = parting(0, place=place), parting(4, THERE, place=place, key=peer)

    rift = Rift(fork, (one, two))

    assert said(check_rift, signed, rift).message == ROLES
    assert is_rift(signed, Rift(fork, (one, parting(2, THERE, place=place))))


def test_ages_are_near_up_to_a_bound() -> None:
    def ages(*named: int) -> list[Parting]:
        return [parting(signer, age=age) for signer, age in enumerate(named)]

    assert are_near(ages(4))
    assert are_near(ages(4, 6, 5))
    assert not are_near(ages(5, 4, 7))


@pytest.mark.parametrize("count", [0, 3])
def test_a_rift_has_one_parting_or_two(count: int) -> None:
    partings = [ONE.encode(), TWO.encode(), parting(3).encode()]

    data = written(FORK.encode(), list(partings[:count]))

    assert said(decode_rift, data) == shape("a list of 1 to 2 items was due")


@pytest.mark.parametrize("fields", [(FORK.encode(),), (FORK.encode(), [ONE.encode()], 0)])
def test_a_rift_has_two_fields(fields: tuple[Value, ...]) -> None:
    assert said(decode_rift, written(*fields)) == shape("a list of 2 to 2 items was due")


def test_parts_of_a_rift_are_measured_before_they_are_read() -> None:
    long_fork = written(bytes(FORK_SIZE_MAX + 1), [ONE.encode()])
    long_parting = written(FORK.encode(), [bytes(PARTING_SIZE_MAX + 1)])

    assert said(decode_rift, long_fork) == shape(f"at most {FORK_SIZE_MAX} bytes were due")
    assert said(decode_rift, long_parting) == shape("at most 256 bytes were due")


def test_what_is_no_fork_makes_no_rift() -> None:
    same = written("entries", entry(b"one").encode(), entry(b"one").encode())

    found = said(decode_rift, written(same, [ONE.encode()]))

    assert (found.fault, found.evidence) == (Fault.BAD_EVIDENCE, same)


def test_the_largest_rift_is_read() -> None:
    pair = [Entry(LAST, 11, bytes([byte]) * BODY_SIZE_MAX, bytes(64)) for byte in (1, 2)]
    partings = tuple(Parting(LAST, signer, HERE, AGE_MAX, bytes(64)) for signer in (9, 10))
    largest = Rift(fork_of(*pair), partings)

    assert decode_rift(largest.encode()) == largest
    assert len(largest.encode()) <= RIFT_SIZE_MAX


def test_no_rift_is_written_that_nobody_would_read() -> None:
    pair = tuple(Entry(LAST, 11, bytes(BODY_SIZE_MAX + size), bytes(64)) for size in (512, 513))

    with pytest.raises(Refused, match=f"more than {RIFT_SIZE_MAX}"):
        Rift(Fork(pair), (ONE,)).encode()  # type: ignore[arg-type]  # a pair, as we know


@given(st.binary(max_size=300))
def test_bytes_that_are_none_of_it_are_a_fault_and_nothing_else(data: bytes) -> None:
    for read in (decode_parting, decode_rift):
        with pytest.raises(PeerFault):
            read(data)
