"""What claims rest upon, however far down that goes."""

from hashlib import sha256

import pytest

from p2pjeux.agree.grounds import StepTerms, check_certificate, grounds_of
from p2pjeux.agree.voters import voters_of
from p2pjeux.log.ballot import Accept, Ballot, Move, Proposal, closing_of
from p2pjeux.log.certificate import certificate_of
from p2pjeux.log.signed import Place
from tests.kit import Case
from tests.log.writing import identity_of, make_charter, sign_by_all

TWELVE = Case("pantheon", 12)
ROUNDS = 16


@pytest.mark.slow
def test_rounds_that_all_report_the_last_one_do_not_multiply() -> None:
    """Seven accepts of a round name one proposal: opened once for each, 7^16 would be opened."""
    signed = sign_by_all(make_charter(TWELVE))
    place = Place(signed.table, 3, sha256(b"before").digest())
    seats = frozenset(range(12))
    terms = StepTerms(place, voters_of(signed, seats), seats)
    closing = closing_of((seat, bytes([seat] * 32)) for seat in seats)
    digest = closing.digest(place)
    quorum = range(7)
    records: list[Ballot] = []
    accepts = [Accept.sign(identity_of(one), place, one, 0, digest, None) for one in quorum]
    for number in range(1, ROUNDS + 1):
        moves = [
            Move.sign(identity_of(one.seat), place, one.seat, number, (one.round, one.digest), ())
            for one in accepts
        ]
        scribe = terms.scribe(number)
        names = tuple(move.digest for move in moves)
        proposal = Proposal.sign(identity_of(scribe), place, scribe, number, closing, names)
        records += [*accepts, *moves, proposal]
        accepts = [
            Accept.sign(identity_of(one), place, one, number, digest, proposal.digest)
            for one in quorum
        ]

    rests = grounds_of(accepts[0], {one.digest: one for one in records})
    check_certificate(signed, terms, closing, certificate_of(accepts, records))

    assert len(rests) == len(records) == ROUNDS * 15
