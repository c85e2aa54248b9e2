"""The chain takes the one right step and nothing else."""

import random
from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.forks import check_fork, decode_fork
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.log.step import Step, decode_step
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED: SignedCharter = sign_by_all(make_charter(OSTRAKON))


def entry(chain: Chain, seat: int, number: int | None = None, body: bytes = b"body") -> Entry:
    place = chain.place(chain.next if number is None else number)
    return sign_entry(identity_of(seat), place, seat, body)


def step(chain: Chain, *seats: int, number: int | None = None) -> Step:
    due = chain.next if number is None else number
    return Step(due, tuple(entry(chain, seat, due) for seat in seats))


def fault_of(chain: Chain, wrong: Step) -> PeerFault:
    """The fault; the chain must be as it was."""
    before = chain.digest, chain.next
    with pytest.raises(PeerFault) as caught:
        chain.append(wrong)
    assert (chain.digest, chain.next) == before
    return caught.value


def chain_of(length: int) -> Chain:
    chain = Chain(SIGNED)
    for _ in range(length):
        chain.append(step(chain, 0, 1, 2, 3, 4))
    return chain


def test_steps_attach_one_after_the_other() -> None:
    chain = chain_of(3)

    assert chain.next == 3
    assert [one.number for one in chain.steps] == [0, 1, 2]
    assert len({chain.digest_before(number) for number in range(4)}) == 4


def test_the_same_steps_give_the_same_digest_to_everybody() -> None:
    assert chain_of(3).digest == chain_of(3).digest


def test_the_digest_covers_every_byte_of_a_step() -> None:
    chain = Chain(SIGNED)
    whole = step(chain, 0, 1, 2)
    absent = sign_statement(identity_of(0), chain.place(0), 0, Kind.ABSENT, 4)
    others = [
        step(chain, 0, 1),
        step(chain, 0, 1, 3),
        step(chain, 0, 1, 2, number=1),
        Step(0, (*whole.entries[:2], entry(chain, 2, body=b"other"))),
        Step(0, (*whole.entries[:2], replace(whole.entries[2], signature=bytes(64)))),
        Step(0, whole.entries, (absent,)),
    ]

    digests = {one.digest(chain.digest) for one in (whole, *others)}

    assert len(digests) == len(others) + 1
    assert whole.digest(bytes(32)) not in digests


def test_a_step_comes_back_from_its_bytes() -> None:
    chain = chain_of(1)
    place = chain.place(1)
    statements = tuple(
        sign_statement(identity_of(signer), place, signer, Kind.ABSENT, 4) for signer in (0, 1, 2)
    )
    whole = Step(1, step(chain, 0, 1).entries, statements)

    assert decode_step(whole.encode(), SIGNED.table, chain.digest) == whole


def test_a_step_that_asks_nobody_leaves_a_gap() -> None:
    chain = chain_of(1)
    chain.append(step(chain, 2, number=4))

    assert chain.next == 5
    assert [one.number for one in chain.since(2)] == [4]
    assert [one.number for one in chain.since(0)] == [0, 4]
    assert chain.digest_before(3) == chain.digest_before(4) == chain.digest_before(1)


def test_an_entry_is_found_by_its_step_and_seat() -> None:
    chain = chain_of(2)
    chain.append(step(chain, 1, 3, number=4))

    for closed in chain.steps:
        for given in closed.entries:
            assert chain.entry(closed.number, given.seat) == given
    for number, seat in ((4, 0), (4, 2), (3, 1), (2, 1), (5, 1)):
        assert chain.entry(number, seat) is None


def test_nothing_is_signed_for_a_step_that_is_closed() -> None:
    chain = chain_of(2)

    assert chain.place(2) == Place(SIGNED.table, 2, chain.digest)
    with pytest.raises(AssertionError):
        chain.place(1)


@pytest.mark.parametrize("number", [0, 1])
def test_a_step_that_is_closed_already_is_refused(number: int) -> None:
    chain = chain_of(2)
    wrong = replace(step(chain, 0), number=number)

    assert fault_of(chain, wrong).fault is Fault.BAD_CHAIN


def test_an_empty_step_is_refused() -> None:
    assert fault_of(chain_of(1), Step(1, ())).fault is Fault.BAD_CHAIN


def test_an_entry_that_follows_something_else_is_refused() -> None:
    chain, other = chain_of(1), Chain(SIGNED)
    other.append(step(other, 0, 1))
    wrong = Step(1, (entry(chain, 0), entry(other, 1)))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.BAD_CHAIN
    assert fault.seat == 1


def test_entries_stand_in_the_order_of_seats() -> None:
    chain = chain_of(1)
    fault = fault_of(chain, step(chain, 0, 2, 1))

    assert fault.fault is Fault.BAD_CHAIN
    assert fault.seat == 1


def test_an_entry_given_twice_is_refused() -> None:
    chain = chain_of(1)

    assert fault_of(chain, step(chain, 0, 1, 1)).fault is Fault.BAD_CHAIN


def test_two_different_entries_of_one_seat_are_a_fork_with_evidence() -> None:
    chain = chain_of(1)
    wrong = Step(1, (entry(chain, 0), entry(chain, 1), entry(chain, 1, body=b"other")))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.FORK
    fork = decode_fork(fault.evidence)
    check_fork(SIGNED, fork)
    assert (fork.seat, fork.step) == (1, 1)


def test_a_fork_needs_two_signatures() -> None:
    chain = chain_of(1)
    forged = replace(entry(chain, 1), body=b"other")
    wrong = Step(1, (entry(chain, 1), forged))

    assert fault_of(chain, wrong).fault is Fault.BAD_SIGNATURE


def test_a_forged_entry_names_its_seat() -> None:
    chain = chain_of(1)
    wrong = Step(1, (entry(chain, 0), replace(entry(chain, 1), body=b"other")))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.BAD_SIGNATURE
    assert fault.seat == 1


@pytest.mark.parametrize("kind", [Kind.OBJECT, Kind.CLOSED, Kind.BACK])
def test_only_absences_are_recorded(kind: Kind) -> None:
    chain = chain_of(1)
    subject = 0 if kind is Kind.BACK else 4
    statement = sign_statement(identity_of(0), chain.place(1), 0, kind, subject)

    assert fault_of(chain, Step(1, (), (statement,))).fault is Fault.BAD_STATEMENT


def test_statements_stand_in_their_order_once() -> None:
    chain = chain_of(1)
    one, two = (
        sign_statement(identity_of(signer), chain.place(1), signer, Kind.ABSENT, 4)
        for signer in (0, 1)
    )

    assert fault_of(chain, Step(1, (), (two, one))).fault is Fault.BAD_CHAIN
    assert fault_of(chain, Step(1, (), (one, one))).fault is Fault.BAD_CHAIN
    chain.append(Step(1, (), (one, two)))


def test_an_absent_seat_and_its_entry_are_not_put_together() -> None:
    # Both are honestly signed, so neither the seat nor the signers are to blame.
    chain = chain_of(1)
    absent = sign_statement(identity_of(0), chain.place(1), 0, Kind.ABSENT, 4)

    fault = fault_of(chain, Step(1, step(chain, 0, 4).entries, (absent,)))

    assert fault.fault is Fault.BAD_CHAIN
    assert fault.seat is None


def test_a_forged_statement_names_its_signer() -> None:
    chain = chain_of(1)
    statement = sign_statement(identity_of(3), chain.place(1), 0, Kind.ABSENT, 4)

    fault = fault_of(chain, Step(1, (), (statement,)))

    assert fault.fault is Fault.BAD_SIGNATURE
    assert fault.seat == 0


def test_superseded_steps_come_off_and_others_take_their_place() -> None:
    chain, other = chain_of(5), chain_of(2)
    taken = chain.roll_back(2)

    assert [one.number for one in taken] == [2, 3, 4]
    assert chain.digest == other.digest
    chain.append(step(chain, 0, 1))
    other.append(step(other, 0, 1))
    assert chain.digest == other.digest


def test_there_must_be_something_to_roll_back() -> None:
    with pytest.raises(Refused):
        chain_of(2).roll_back(2)


@pytest.mark.parametrize("seed", range(20))
def test_any_single_change_anywhere_is_refused(seed: int) -> None:
    """Take a chain apart at random: a byte of a body or a signature, a seat, an order."""
    rng = random.Random(seed)
    chain = chain_of(2)
    good = step(chain, 0, 1, 2, 3, 4)
    data = bytearray(good.encode())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)

    with pytest.raises(PeerFault):
        chain.append(decode_step(bytes(data), SIGNED.table, chain.digest))

    chain.append(good)
