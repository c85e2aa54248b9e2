"""What is said against steps, absences and evidence: fault, sentence, seat and evidence."""

from dataclasses import replace
from hashlib import sha256

import pytest
from p2pjeux.log.absence import Roll
from p2pjeux.log.forks import check_fork, decode_fork, fork_of
from p2pjeux.log.statement import Kind, Statement, sign_statement

from p2pjeux.encoding import encode
from p2pjeux.errors import Fault, Refused
from p2pjeux.log.chain import Chain
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.step import Step
from tests.log.faults import Said, said, shape
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 0, SIGNED.start)
FOREIGN = replace(PLACE, table=sha256(b"another table").digest())
SIGNATURE = bytes(64)


def entry(seat: int = 2, body: bytes = b"body", place: Place = PLACE) -> Entry:
    return sign_entry(identity_of(seat), place, seat, body)


def statement(kind: Kind, *subjects: int, signer: int = 2, place: Place = PLACE) -> Statement:
    return sign_statement(identity_of(signer), place, signer, kind, *subjects)


def chain(*steps: Step) -> Chain:
    made = Chain(SIGNED)
    for step in steps:
        made.append(step)
    return made


def absent(*signers: int, subject: int = 4) -> tuple[Statement, ...]:
    return tuple(statement(Kind.ABSENT, subject, signer=signer) for signer in signers)


ELSEWHERE = replace(PLACE, previous=bytes(32))
BAD_STEPS = {
    "empty": (Step(0, ()), Said(Fault.BAD_CHAIN, "step 0 is empty")),
    "an entry of another place": (
        Step(0, (entry(0), entry(1, place=ELSEWHERE))),
        Said(Fault.BAD_CHAIN, "what seat 1 signed does not belong here", 1),
    ),
    "a statement of another place": (
        Step(0, (entry(0),), (statement(Kind.ABSENT, 4, signer=3, place=ELSEWHERE),)),
        Said(Fault.BAD_CHAIN, "what seat 3 signed does not belong here", 3),
    ),
    "out of order": (
        Step(0, (entry(0), entry(2), entry(1))),
        Said(Fault.BAD_CHAIN, "the entry of seat 1 is out of order", 1),
    ),
    "twice": (
        Step(0, (entry(0), entry(2), entry(2))),
        Said(Fault.BAD_CHAIN, "the entry of seat 2 is given twice", 2),
    ),
    "a fork": (
        Step(0, (entry(0), entry(2), entry(2, b"other"))),
        Said(
            Fault.FORK,
            "seat 2 signed two different entries for step 0",
            2,
            fork_of(entry(2), entry(2, b"other")).encode(),
        ),
    ),
    "a fork that is forged first": (
        Step(0, (replace(entry(2), signature=SIGNATURE), entry(2))),
        Said(
            Fault.BAD_SIGNATURE,
            "the signature does not hold",
            2,
            replace(entry(2), signature=SIGNATURE).encode(),
        ),
    ),
    "a fork that is forged second": (
        Step(0, (entry(2), replace(entry(2), signature=SIGNATURE))),
        Said(
            Fault.BAD_SIGNATURE,
            "the signature does not hold",
            2,
            replace(entry(2), signature=SIGNATURE).encode(),
        ),
    ),
    "not recorded": (
        Step(0, (entry(0),), (statement(Kind.OBJECT, 4, signer=3),)),
        Said(Fault.BAD_STATEMENT, "“object” has no place in a closed step", 3),
    ),
    "statements backwards": (
        Step(0, (entry(0),), absent(0, 2, 1)),
        Said(Fault.BAD_CHAIN, "statements are out of order or given twice", 1),
    ),
    "a statement twice": (
        Step(0, (entry(0),), absent(0, 1, 1)),
        Said(Fault.BAD_CHAIN, "statements are out of order or given twice", 1),
    ),
    "the entry of an absent seat": (
        Step(0, (entry(4),), absent(0, 1)),
        Said(Fault.BAD_CHAIN, "a seat is declared absent from a step that has its entry"),
    ),
}


@pytest.mark.parametrize("step, due", BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_of_a_step(step: Step, due: Said) -> None:
    made = chain()

    assert said(made.append, step) == due
    assert not made.steps


def test_of_a_step_that_comes_too_late() -> None:
    made = chain(Step(0, (entry(),)))
    made.append(Step(5, (entry(place=made.place(5)),)))

    for number in (0, 5):
        text = f"step {number} stands where step 6 or a later one is due"
        assert said(made.append, Step(number, (entry(),))) == Said(Fault.BAD_CHAIN, text)


def test_of_steps_that_are_not_there_to_be_taken_off() -> None:
    with pytest.raises(Refused) as caught:
        chain(Step(0, (entry(),))).roll_back(1)

    assert caught.value.text == "there is no step 1 or later to take off"


def test_of_an_absence() -> None:
    other = statement(Kind.ABSENT, 3, 4, signer=2)
    text = "what seat {} states about absences does not belong here"

    assert said(Roll(5, 2).leave, [*absent(0, 1, 3), other]) == Said(
        Fault.BAD_STATEMENT, text.format(2), 2, other.encode()
    )
    (away,) = absent(3)
    assert said(Roll(5, 2, frozenset({3})).leave, [*absent(0, 1, 2), away]) == Said(
        Fault.BAD_STATEMENT, text.format(3), 3, away.encode()
    )
    assert said(Roll(5, 2, frozenset({4})).leave, absent(1, 0, 2, 3)) == Said(
        Fault.BAD_STATEMENT, "a seat is declared absent that is absent already", 0
    )
    assert said(Roll(5, 2).leave, absent(0, 2)) == Said(
        Fault.BAD_STATEMENT, "seat 1 did not state who is absent", 1
    )
    alone = [statement(Kind.ABSENT, 1, 2, 3, 4, signer=0)]
    assert said(Roll(5, 2).leave, alone) == Said(
        Fault.BAD_STATEMENT, "too few are left to go on without the absent seats"
    )


def test_of_evidence() -> None:
    same = encode(["entries", entry().encode(), entry().encode()])
    forged = replace(entry(), signature=SIGNATURE)
    false = fork_of(entry(), forged)
    foreign = fork_of(entry(place=FOREIGN), entry(body=b"x", place=FOREIGN))
    denied = fork_of(
        statement(Kind.ABSENT, 4), replace(statement(Kind.OBJECT, 4), signature=SIGNATURE)
    )

    assert said(decode_fork, same) == Said(
        Fault.BAD_EVIDENCE, "these two do not exclude each other", evidence=same
    )
    for fork, why in (
        (false, "the signature does not hold"),
        (foreign, "it belongs to another table"),
        (denied, "the signature does not hold"),
    ):
        text = f"the evidence against seat 2 is false: {why}"
        assert said(check_fork, SIGNED, fork) == Said(
            Fault.BAD_EVIDENCE, text, evidence=fork.encode()
        )
    with pytest.raises(Refused) as caught:
        fork_of(entry(), entry())
    assert caught.value.text == "these two do not exclude each other"


def test_of_the_parts_of_evidence() -> None:
    long = encode(["statements", bytes(257), b""])
    longer = encode(["entries", entry().encode(), bytes(131_329)])

    assert said(decode_fork, long) == shape("at most 256 bytes were due")
    assert said(decode_fork, longer) == shape("at most 131328 bytes were due")
    assert said(decode_fork, encode(["entries", b""])) == shape("a list of 3 to 3 items was due")


def test_of_whom_a_fork_convicts() -> None:
    entries = fork_of(entry(), entry(body=b"other"))
    statements = fork_of(statement(Kind.ABSENT, 4), statement(Kind.OBJECT, 4))

    assert entries.reason == "seat 2 signed two different entries for step 0"
    assert statements.reason == "seat 2 stated in step 0 two things that exclude each other"
