"""Write the known answers of protocol/3-log.md and 4-file.md: ``python -m tests.log.make_vectors``.

They do not follow any game: what the bodies carry is any bytes, so that new rules leave them as
they are. Who signs what, and who is present, is as at a table.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from p2pjeux.agree.grounds import StepTerms
from p2pjeux.agree.voters import voters_of
from p2pjeux.log.ballot import Accept, Back, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.conviction import Convicting, Conviction, find_conviction
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.file import write_evidence, write_log
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.log.step import Step
from p2pjeux.table import entry_body
from tests.log.certifying import certify

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
NAMES = ("Anne", "Björn", "Chloé", "Anne’s bot")
# The fourth seat is held by the first peer.
HOLDERS = (0, 1, 2, 0)
SEEDS = tuple(sha256(b"identity of peer %d" % peer).digest() for peer in range(3))
PEERS = tuple(Identity(seed) for seed in SEEDS)

Vectors = dict[str, Any]


def identity(seat: int) -> Identity:
    return PEERS[HOLDERS[seat]]


def charter() -> Charter:
    return Charter(
        game_id="ostrakon",
        options=(("length", 3), ("refusals", "yes")),
        fingerprint=sha256(b"rules of the vectors").digest(),
        seats=tuple(
            Sitter(name, identity(seat).public, is_bot=seat == 3) for seat, name in enumerate(NAMES)
        ),
        threshold=2,
        table_name="Chez Anne",
        patience=120,
        nonce=sha256(b"nonce of the vectors").digest(),
    )


def signed_charter() -> SignedCharter:
    agreed = charter()
    return seal_charter(agreed, [sign_charter(identity(seat), agreed.id) for seat in range(4)])


def entry(chain: Chain, seat: int, body: bytes, *notes: Back) -> Entry:
    return sign_entry(identity(seat), chain.place, seat, entry_body.wrap(body, notes))


def present_of(chain: Chain) -> frozenset[int]:
    """Who is at the table after these steps: seat 2 is away from step 2 to step 4."""
    return frozenset(range(4)) - ({2} if 2 < chain.next < 5 else frozenset())


def terms(chain: Chain, asked: frozenset[int]) -> StepTerms:
    return StepTerms(chain.place, voters_of(chain.signed, present_of(chain)), asked)


def closed(
    chain: Chain,
    *entries: Entry,
    absent: tuple[int, ...] = (),
    peers: tuple[int, ...] | None = None,
    number: int | None = None,
    told: tuple[Accept, ...] = (),
) -> Step:
    """The open step, closed with these entries by these peers in this round."""
    closing = closing_of(((one.seat, one.digest) for one in entries), absent)
    terms_here = terms(chain, closing.asked)
    certificate = certify(terms_here, closing, identity, peers, number=number, told=told)
    return Step(chain.place, entries, absent, certificate)


def accept_alone(chain: Chain, peer: int, *entries: Entry) -> Accept:
    """An accept of round 0 that came too late for a quorum."""
    closing = closing_of((one.seat, one.digest) for one in entries)
    return Accept.sign(identity(peer), chain.place, peer, 0, closing.digest(chain.place), None)


def whole_chain() -> Chain:
    """Everybody; one seat; seat 2 left out; what was accepted in round 0 again; its return; all."""
    chain = Chain(signed_charter())
    chain.append(closed(chain, *(entry(chain, seat, b"body %d" % seat) for seat in range(4))))
    chain.append(closed(chain, entry(chain, 1, b"alone"), peers=(0, 1)))
    left = chain.place
    chain.append(closed(chain, entry(chain, 0, bytes(300)), absent=(2,)))
    both = tuple(entry(chain, seat, b"after") for seat in (0, 3))
    told = (accept_alone(chain, 0, *both),)
    chain.append(closed(chain, *both, number=1, told=told))
    back = Back.sign(identity(2), left, 2)
    chain.append(closed(chain, entry(chain, 1, b"and one more", back)))
    chain.append(closed(chain, *(entry(chain, seat, b"again") for seat in range(4)), peers=(0, 2)))
    return chain


def charter_vectors() -> Vectors:
    signed = signed_charter()
    agreed = signed.charter
    return {
        "seeds": [seed.hex() for seed in SEEDS],
        "public_keys": [peer.public.hex() for peer in PEERS],
        "holders_of_seats": HOLDERS,
        "terms": {
            "game": agreed.game_id,
            "options": dict(agreed.options),
            "rules": agreed.fingerprint.hex(),
            "names": [sitter.name for sitter in agreed.seats],
            "bots": [sitter.is_bot for sitter in agreed.seats],
            "threshold": agreed.threshold,
            "table_name": agreed.table_name,
            "patience": agreed.patience,
            "nonce": agreed.nonce.hex(),
        },
        "charter": agreed.encode().hex(),
        "table": agreed.id.hex(),
        "signatures": [signature.hex() for signature in signed.signatures],
        "signed_charter": signed.encode().hex(),
        "start": signed.start.hex(),
        "people": sorted(agreed.people),
        "holders": [sorted(holders) for holders in signed.holders],
    }


def entry_value(one: Entry) -> Vectors:
    return {
        "seat": one.seat,
        "body": one.body.hex(),
        "signature": one.signature.hex(),
        "entry": one.encode().hex(),
    }


def certificate_value(certificate: Certificate) -> Vectors:
    proposal = certificate.proposal
    return {
        "round": certificate.round,
        "proposal": None if proposal is None else proposal.hex(),
        "votes": [[seat, signature.hex()] for seat, signature in certificate.votes],
        "records": [[one.FORM.purpose, one.data.hex()] for one in certificate.grounds.records],
    }


def step_value(step: Step) -> Vectors:
    assert step.certificate is not None
    return {
        "number": step.number,
        "before": step.place.previous.hex(),
        "entries": [entry_value(one) for one in step.entries],
        "absent": list(step.absent),
        "certificate": certificate_value(step.certificate),
        "record": step.data.hex(),
        "digest": step.digest.hex(),
    }


def step_vectors() -> Vectors:
    chain = whole_chain()
    return {
        "start": chain.signed.start.hex(),
        "steps": [step_value(step) for step in chain.steps],
    }


def file_vectors() -> Vectors:
    chain = whole_chain()
    data = write_log(chain.signed, chain.steps)
    last = len(data) - len(write_log(chain.signed, chain.steps[:-1]))
    before = chain.digest_before(chain.next - 1)
    assert before is not None
    return {
        "log": data.hex(),
        "digest": chain.digest.hex(),
        "torn": data[: 20 - last].hex(),
        "digest_of_torn": before.hex(),
        "spoilt_at": len(data) - last,
        "spoilt": (data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]).hex(),
    }


def up_to(number: int) -> Chain:
    """The log of the vectors as it stood before step ``number``."""
    chain = Chain(signed_charter())
    for step in whole_chain().steps[:number]:
        chain.append(step)
    return chain


def pairs() -> list[tuple[Convicting, Convicting]]:
    """Every two records of which an honest seat signs one: of step 5, by seat 1."""
    chain = up_to(5)
    place = chain.place
    closing = closing_of((one.seat, one.digest) for one in whole_chain().steps[5].entries)
    other = Closing(closing.entries[:3], (3,))
    digest = closing.digest(place)
    accept = Accept.sign(identity(1), place, 1, 0, digest, None)
    move = Move.sign(identity(1), place, 1, 1, (0, accept.digest), ())
    proposed = [
        Proposal.sign(identity(1), place, 1, 1, one, (move.digest,)) for one in (closing, other)
    ]
    later = [
        Accept.sign(identity(1), place, 1, 1, one.closing.digest(place), one.digest)
        for one in proposed
    ]
    silent, low, false = (
        Move.sign(identity(1), place, 1, number, told, ())
        for number, told in ((1, None), (2, (0, accept.digest)), (2, (1, later[1].digest)))
    )
    return [
        (entry(chain, 1, b"one"), entry(chain, 1, b"another")),
        (accept, Accept.sign(identity(1), place, 1, 0, other.digest(place), None)),
        (later[0], later[1]),
        (move, Move.sign(identity(1), place, 1, 1, (0, accept.digest), (2,))),
        (proposed[0], proposed[1]),
        (accept, silent),
        (later[0], low),
        (later[0], false),
    ]


def convict(one: Convicting, other: Convicting) -> Conviction:
    found = find_conviction(one, other)
    assert found is not None
    return found


def conviction_vectors() -> list[Vectors]:
    signed = signed_charter()
    found = [convict(*pair) for pair in pairs()]
    return [
        {
            "seat": one.seat,
            "step": one.step,
            "kinds": [record.FORM.purpose for record in one.pair],
            "conviction": one.encode().hex(),
            "evidence": write_evidence(signed, one).hex(),
        }
        for one in found
    ]


MAKERS = {
    "log-charter.json": charter_vectors,
    "log-steps.json": step_vectors,
    "log-file.json": file_vectors,
    "log-convictions.json": conviction_vectors,
}


def text_of(name: str) -> str:
    return json.dumps(MAKERS[name](), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MAKERS:
        (FOLDER / name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
