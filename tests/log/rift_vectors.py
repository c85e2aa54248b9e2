"""Write the known answers about ages in protocol/3-log.md: ``python -m tests.log.rift_vectors``.

The table is that of the other vectors of the log. Seat 1, whom step 1 asks alone, signs two entries
for it; seats 0 and 2 close it in two ways, and the step is taken up again in another age.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from p2pjeux.log.chain import Chain
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.file import write_log
from p2pjeux.log.forks import Fork, fork_of
from p2pjeux.log.rift import AGES_APART_MAX, Parting, Rift, first_step, sign_parting
from p2pjeux.log.statement import Kind
from p2pjeux.log.step import Step
from tests.log.make_vectors import (
    FOLDER,
    Vectors,
    entry,
    identity,
    signed_charter,
    statement,
    whole_chain,
)

NAME = "log-rifts.json"
HONEST = whole_chain().steps[1].entries[0]
PLACE = HONEST.place
OTHER = sign_entry(identity(1), PLACE, 1, b"another body")
FORK = fork_of(HONEST, OTHER)


def parting(signer: int, closed_with: Entry, age: int = 1, place: Place = PLACE) -> Parting:
    """How a seat closed the forked step."""
    digest = Step(1, (closed_with,)).digest(PLACE.previous)
    return sign_parting(identity(signer), place, signer, digest, age)


ONE, TWO = parting(0, HONEST), parting(2, OTHER, 2)
PROOF = Rift(FORK, (ONE, TWO))


def chain_of_ages() -> Chain:
    """By the rift seat 1 is left out of step 1; then a step is given up that two more asked."""
    chain = up_to_the_second_age()
    begun = first_step(max(one.age for one in retreats()))
    chain.append(Step(begun, tuple(entry(chain, begun, seat, b"again") for seat in (0, 2))))
    chain.append(Step(begun + 1, (entry(chain, begun + 1, 3, b"as ever"),)))
    return chain


def up_to_the_second_age() -> Chain:
    chain = Chain(signed_charter())
    chain.append(whole_chain().steps[0])
    begun = first_step(PROOF.age)
    absent = tuple(statement(chain, begun, signer, Kind.ABSENT, 1) for signer in (0, 2, 3))
    chain.append(Step(begun, (), absent))
    return chain


def retreats() -> tuple[Parting, ...]:
    """Two peers give up the step that is open after the one that the rift brought."""
    chain = up_to_the_second_age()
    place = chain.place(chain.next)
    return tuple(
        sign_parting(identity(seat), place, seat, place.previous, age)
        for seat, age in ((0, 3), (2, 4))
    )


@dataclass(frozen=True, slots=True)
class BadRift:
    """``seat`` is whom the fault names, None if nobody."""

    name: str
    rift: Rift
    fault: str = "bad-evidence"
    seat: int | None = None

    def value(self) -> Vectors:
        return {
            "name": self.name,
            "rift": self.rift.encode().hex(),
            "fault": self.fault,
            "seat": self.seat,
        }


def bad_rifts() -> Iterator[BadRift]:
    """Each of a right form, and each with one thing that is wrong."""
    later, elsewhere = replace(PLACE, step=2), replace(PLACE, previous=bytes(32))
    foreign = replace(PLACE, table=bytes(32))

    def bad(name: str, *partings: Parting, fork: Fork = FORK) -> BadRift:
        return BadRift(name, Rift(fork, partings))

    yield bad("a parting of another step", parting(0, HONEST, place=later))
    yield bad("a parting after other steps", parting(0, HONEST, place=elsewhere))
    yield bad("a parting of another table", parting(0, HONEST, place=foreign))
    yield bad("partings of two places", ONE, parting(2, OTHER, place=elsewhere))
    two_places = fork_of(HONEST, sign_entry(identity(1), elsewhere, 1, b"another body"))
    yield bad("a fork of two places", ONE, TWO, fork=two_places)
    retreat = sign_parting(identity(2), PLACE, 2, PLACE.previous, 1)
    yield bad("a question by a retreat", retreat)
    yield bad("a retreat beside a parting", ONE, retreat)
    yield bad("two who closed the step alike", ONE, parting(2, HONEST))
    yield bad("signers out of order", TWO, ONE)
    yield bad("two partings of one seat", ONE, parting(0, OTHER))
    yield bad("ages too far apart", ONE, parting(2, OTHER, 2 + AGES_APART_MAX))
    forged = fork_of(HONEST, replace(OTHER, signature=bytes(64)))
    yield bad("a forged fork", ONE, TWO, fork=forged)
    unsigned = replace(TWO, signature=bytes(64))
    yield BadRift("a forged parting", Rift(FORK, (ONE, unsigned)), "bad-signature", 2)
    older = replace(TWO, age=1)
    yield BadRift("another age than the signed one", Rift(FORK, (ONE, older)), "bad-signature", 2)
    nobody = replace(TWO, signer=4)
    yield BadRift("a parting of no seat", Rift(FORK, (ONE, nobody)), "bad-shape")
    yield bad("the liar as a witness", ONE, parting(1, OTHER))
    yield bad("two seats of one peer", ONE, parting(3, OTHER))


def parting_value(one: Parting) -> Vectors:
    return {
        "step": one.step,
        "previous": one.place.previous.hex(),
        "signer": one.signer,
        "digest": one.digest.hex(),
        "age": one.age,
        "parting": one.encode().hex(),
    }


def vectors() -> dict[str, Any]:
    chain = chain_of_ages()
    return {
        "fork": FORK.encode().hex(),
        "partings": [parting_value(one) for one in PROOF.partings],
        "question": Rift(FORK, (ONE,)).encode().hex(),
        "proof": PROOF.encode().hex(),
        "age": PROOF.age,
        "retreats": [parting_value(one) for one in retreats()],
        "steps": [
            {
                "number": step.number,
                "before": chain.digest_before(step.number).hex(),
                "record": step.encode().hex(),
                "digest": step.digest(chain.digest_before(step.number)).hex(),
            }
            for step in chain.steps
        ],
        "log": write_log(chain.signed, chain.steps).hex(),
        "invalid": [one.value() for one in bad_rifts()],
    }


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (FOLDER / NAME).write_text(text(), encoding="utf-8")
