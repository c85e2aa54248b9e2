"""What is said against steps, certificates and evidence: fault, sentence, seat and evidence."""

from dataclasses import replace
from hashlib import sha256

import pytest

from p2pjeux.agree.grounds import StepTerms, check_certificate
from p2pjeux.agree.voters import voters_of
from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, Refused
from p2pjeux.log.ballot import Accept, Move, closing_of
from p2pjeux.log.certificate import Certificate, certificate_of
from p2pjeux.log.chain import Chain
from p2pjeux.log.conviction import check_conviction, decode_conviction, find_conviction
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.step import Step
from tests.log.certifying import certify
from tests.log.faults import Said, said, shape
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 0, SIGNED.start)
FOREIGN = replace(PLACE, table=sha256(b"another table").digest())
SIGNATURE = bytes(64)


def entry(seat: int = 2, body: bytes = b"body", place: Place = PLACE) -> Entry:
    return sign_entry(identity_of(seat), place, seat, body)


def chain(*steps: Step) -> Chain:
    made = Chain(SIGNED)
    for step in steps:
        made.append(step)
    return made


def step(*entries: Entry, absent: tuple[int, ...] = ()) -> Step:
    return Step(PLACE, entries, absent)


def fork(one: Entry, other: Entry) -> bytes:
    found = find_conviction(one, other)
    assert found is not None
    return found.encode()


UNSIGNED = replace(entry(2), signature=SIGNATURE)
FORGED = Said(Fault.BAD_SIGNATURE, "the signature does not hold", 2, UNSIGNED.encode())
BAD_STEPS = {
    "empty": (step(), Said(Fault.BAD_CHAIN, "step 0 is empty")),
    "out of order": (
        step(entry(0), entry(2), entry(1)),
        Said(Fault.BAD_CHAIN, "the entry of seat 1 is out of order", 1),
    ),
    "twice": (
        step(entry(0), entry(2), entry(2)),
        Said(Fault.BAD_CHAIN, "the entry of seat 2 is given twice", 2),
    ),
    "a fork": (
        step(entry(0), entry(2), entry(2, b"other")),
        Said(
            Fault.FORK,
            "seat 2 signed two different entries of step 0",
            2,
            fork(entry(2), entry(2, b"other")),
        ),
    ),
    "a fork that is forged first": (step(UNSIGNED, entry(2)), FORGED),
    "a fork that is forged second": (step(entry(2), UNSIGNED), FORGED),
    "forged": (step(entry(0), UNSIGNED), FORGED),
    "the entry of an absent seat": (
        step(entry(4), absent=(4,)),
        Said(Fault.BAD_CHAIN, "a seat is left out of a step that has its entry"),
    ),
    "an absent seat that there is not": (
        step(entry(4), absent=(5,)),
        Said(Fault.BAD_CHAIN, "a seat is left out that there is not"),
    ),
}


@pytest.mark.parametrize("wrong, due", BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_of_a_step(wrong: Step, due: Said) -> None:
    made = chain()

    assert said(made.append, wrong) == due
    assert not made.steps


def test_of_a_step_that_is_not_the_next() -> None:
    made = chain(step(entry()))

    for number in (0, 2, 1_000_000):
        wrong = Step(replace(made.place, step=number), (entry(),))
        text = f"step {number} stands where step 1 is due"
        assert said(made.append, wrong) == Said(Fault.BAD_CHAIN, text)


def test_of_steps_that_are_not_there_to_be_taken_off() -> None:
    with pytest.raises(Refused) as caught:
        chain(step(entry())).roll_back(1)

    assert caught.value.text == "there is no step 1 or later to take off"


ALL = frozenset(range(5))
TERMS = StepTerms(PLACE, voters_of(SIGNED, ALL), ALL)
WHOLE = closing_of((seat, entry(seat).digest) for seat in ALL)
LESS = closing_of(((seat, entry(seat).digest) for seat in range(4)), (4,))


def refusal(certificate: Certificate, terms: StepTerms = TERMS) -> Said:
    closing = LESS if certificate.round else WHOLE
    return said(check_certificate, SIGNED, terms, closing, certificate)


def statement(text: str, seat: int | None = None) -> Said:
    return Said(Fault.BAD_STATEMENT, text, seat)


def test_of_a_closing() -> None:
    good = certify(TERMS, LESS, identity_of)
    text = "nobody can close this step like this"
    early = replace(TERMS, can_lose=False)
    others = replace(TERMS, seats=frozenset({0, 4}))
    few = closing_of(((seat, entry(seat).digest) for seat in (0, 1)), (2, 3, 4))

    check_certificate(SIGNED, TERMS, LESS, good)
    assert refusal(good, early) == refusal(good, others) == statement(text)
    assert said(check_certificate, SIGNED, TERMS, few, good) == statement(text)


def test_of_the_votes_of_a_certificate() -> None:
    good = certify(TERMS, WHOLE, identity_of)
    away = replace(TERMS, voters=voters_of(SIGNED, ALL - {1}))
    nobody = replace(good, votes=(*good.votes, (11, SIGNATURE)))
    left_out = certify(TERMS, LESS, identity_of, number=0)

    check_certificate(SIGNED, TERMS, WHOLE, good)
    assert refusal(good, away) == statement("seat 1 has no say in this step", 1)
    assert refusal(nobody) == shape("there is no seat 11 at this table")
    few = replace(good, votes=good.votes[:2])
    assert refusal(few) == statement("too few have accepted this closing")
    assert said(check_certificate, SIGNED, TERMS, LESS, left_out) == statement(
        "in round 0 nobody is left out"
    )


def test_of_an_accept_in_a_certificate() -> None:
    good = certify(TERMS, WHOLE, identity_of)
    digest = WHOLE.digest(PLACE)
    forged = replace(good, votes=(*good.votes[:2], (2, SIGNATURE)))
    accept = Accept(PLACE, 2, 0, digest, None, SIGNATURE)

    assert refusal(forged) == Said(
        Fault.BAD_SIGNATURE, "the signature does not hold", 2, accept.encode()
    )


def test_of_what_accepts_rest_upon() -> None:
    good = certify(TERMS, LESS, identity_of)
    bare = replace(good, grounds=replace(good.grounds, records=()))
    moves = tuple(one for one in good.grounds.records if isinstance(one, Move))
    forged = certificate_of(
        good.accepts(LESS.digest(PLACE)),
        [*good.grounds.records[len(moves) :], *moves[1:], replace(moves[0], signature=SIGNATURE)],
    )

    text = "the accepts of a certificate rest upon nothing that holds"
    assert refusal(bare) == statement(text)
    assert refusal(forged).fault is Fault.BAD_SIGNATURE
    assert refusal(forged).seat == moves[0].seat


def test_of_evidence() -> None:
    same = encode([["entry", entry().encode()], ["entry", entry().encode()]])
    forged = replace(entry(), signature=SIGNATURE)
    false = find_conviction(entry(), forged)
    foreign = find_conviction(entry(place=FOREIGN), entry(body=b"x", place=FOREIGN))
    accept = Accept.sign(identity_of(2), PLACE, 2, 0, bytes(32), None)
    move = Move.sign(identity_of(2), PLACE, 2, 1, None, ())
    denied = find_conviction(accept, replace(move, signature=SIGNATURE))

    assert said(decode_conviction, same) == Said(
        Fault.BAD_EVIDENCE, "these two do not exclude each other", evidence=same
    )
    for found, why in (
        (false, "the signature does not hold"),
        (foreign, "it belongs to another table"),
        (denied, "the signature does not hold"),
    ):
        assert found is not None
        text = f"the evidence against seat 2 is false: {why}"
        assert said(check_conviction, SIGNED, found) == Said(
            Fault.BAD_EVIDENCE, text, evidence=found.encode()
        )
    assert find_conviction(entry(), entry()) is None


def test_of_the_parts_of_evidence() -> None:
    whole: Value = ["entry", entry().encode()]
    longer = encode([["entry", bytes(131_329)], whole])
    long = encode([["accept", encode(bytes(255))], whole])

    assert said(decode_conviction, longer) == shape("at most 131328 bytes were due")
    assert said(decode_conviction, long) == Said(
        Fault.BAD_ENCODING, "257 bytes where 256 are allowed"
    )
    assert said(decode_conviction, encode([whole])) == shape("a list of 2 to 2 items was due")
    assert said(decode_conviction, encode([["back", b""], whole])) == Said(
        Fault.BAD_EVIDENCE, "no record of this kind convicts"
    )
