"""The chain takes the one right step and nothing else."""

import random
from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.conviction import check_conviction, decode_conviction
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.step import Step, decode_step, read_number
from tests.log.writing import (
    OSTRAKON,
    beginning,
    game_with_absence,
    identity_of,
    make_charter,
    sign_by_all,
)

SIGNED: SignedCharter = sign_by_all(make_charter(OSTRAKON))


def entry(chain: Chain, seat: int, body: bytes = b"body") -> Entry:
    return sign_entry(identity_of(seat), chain.place, seat, body)


def given(chain: Chain, *entries: Entry, absent: tuple[int, ...] = ()) -> Step:
    return Step(chain.place, entries, absent)


def step(chain: Chain, *seats: int) -> Step:
    return given(chain, *(entry(chain, seat) for seat in seats))


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
    others = [
        step(chain, 0, 1),
        step(chain, 0, 1, 3),
        given(chain, *whole.entries[:2], entry(chain, 2, b"other")),
        given(chain, *whole.entries[:2], replace(whole.entries[2], signature=bytes(64))),
        replace(whole, absent=(4,)),
        replace(whole, place=replace(whole.place, step=1)),
        replace(whole, place=replace(whole.place, previous=bytes(32))),
    ]

    digests = {one.digest for one in (whole, *others)}

    assert len(digests) == len(others) + 1


def test_who_accepted_a_step_is_not_in_its_digest() -> None:
    one, other = beginning().steps[5], replace(beginning().steps[5], certificate=None)
    assert one.certificate is not None
    fewer = replace(one, certificate=replace(one.certificate, votes=one.certificate.votes[:3]))

    assert one.digest == other.digest == fewer.digest
    assert len({one.data, other.data, fewer.data}) == 3


def test_a_step_comes_back_from_its_bytes() -> None:
    for whole in (beginning().steps[5], *(one for one in game_with_absence().steps if one.absent)):
        assert whole.certificate is not None
        bare = replace(whole, certificate=None)
        for one in (whole, bare):
            assert decode_step(one.data, SIGNED.table, one.place.previous) == one
            assert read_number(one.data) == one.number


def test_an_entry_is_found_by_its_step_and_seat() -> None:
    chain = chain_of(2)
    chain.append(step(chain, 1, 3))

    for closed in chain.steps:
        assert chain.closed(closed.number) == closed
        for one in closed.entries:
            assert chain.entry(closed.number, one.seat) == one
    for number, seat in ((2, 0), (2, 2), (3, 1), (-1, 1)):
        assert chain.entry(number, seat) is None
    assert chain.closed(3) is chain.closed(-1) is None


def test_everything_is_signed_for_the_open_step() -> None:
    chain = chain_of(2)

    assert chain.place == Place(SIGNED.table, 2, chain.digest)
    assert chain.digest_before(0) == SIGNED.start
    assert chain.digest_before(2) == chain.digest
    assert chain.digest_before(3) is chain.digest_before(-1) is None


@pytest.mark.parametrize("number", [0, 1, 3, 1_000_000])
def test_numbers_run_without_a_gap(number: int) -> None:
    chain = chain_of(2)
    wrong = replace(step(chain, 0), place=replace(chain.place, step=number))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.BAD_CHAIN
    assert "where step 2 is due" in fault.message


def test_an_empty_step_is_refused() -> None:
    chain = chain_of(1)

    assert fault_of(chain, given(chain)).fault is Fault.BAD_CHAIN


def test_a_step_of_absences_alone_has_something_in_it() -> None:
    chain = chain_of(1)

    chain.append(given(chain, absent=(4,)))

    assert chain.steps[-1].absent == (4,)


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
    wrong = given(chain, entry(chain, 0), entry(chain, 1), entry(chain, 1, b"other"))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.FORK
    conviction = decode_conviction(fault.evidence)
    check_conviction(SIGNED, conviction)
    assert (conviction.seat, conviction.step) == (1, 1)


def test_a_fork_needs_two_signatures() -> None:
    chain = chain_of(1)
    forged = replace(entry(chain, 1), body=b"other")
    wrong = given(chain, entry(chain, 1), forged)

    assert fault_of(chain, wrong).fault is Fault.BAD_SIGNATURE


def test_a_forged_entry_names_its_seat() -> None:
    chain = chain_of(1)
    wrong = given(chain, entry(chain, 0), replace(entry(chain, 1), body=b"other"))

    fault = fault_of(chain, wrong)

    assert fault.fault is Fault.BAD_SIGNATURE
    assert fault.seat == 1


def test_an_absent_seat_and_its_entry_are_not_put_together() -> None:
    # The entry is honestly signed, so nobody can be named but whoever put them together.
    chain = chain_of(1)

    fault = fault_of(chain, replace(step(chain, 0, 4), absent=(4,)))

    assert fault.fault is Fault.BAD_CHAIN
    assert fault.seat is None


def test_nobody_is_left_out_who_has_no_seat() -> None:
    chain = chain_of(1)

    assert fault_of(chain, replace(step(chain, 0), absent=(5,))).fault is Fault.BAD_CHAIN


def test_steps_come_off_and_others_take_their_place() -> None:
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
    data = bytearray(good.data)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)

    with pytest.raises(PeerFault):
        chain.append(decode_step(bytes(data), SIGNED.table, chain.digest))

    chain.append(good)
