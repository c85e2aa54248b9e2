"""Certificates as honest peers make them: everybody at once, or a scribe's round without some."""

from collections.abc import Callable, Iterable

from p2pjeux.agree.grounds import StepTerms
from p2pjeux.agree.voters import Voters
from p2pjeux.log.ballot import Accept, Closing, Move, Proposal
from p2pjeux.log.certificate import Certificate, certificate_of
from p2pjeux.log.identity import Identity


def least_quorum(voters: Voters, peers: Iterable[int]) -> list[int]:
    """Exactly a quorum of these peers, the lowest of them; a test asks only where there is one."""
    chosen: list[int] = []
    for peer in sorted(peers):
        if not voters.is_quorum(chosen):
            chosen.append(peer)
    for peer in chosen[:]:
        fewer = [one for one in chosen if one != peer]
        if voters.is_quorum(fewer):
            chosen = fewer
    assert voters.is_least_quorum(chosen)
    return chosen


def round_for(terms: StepTerms, peers: frozenset[int], closing: Closing) -> int:
    """The first round in which these peers can close a step like this."""
    if not closing.absent:
        return 0
    return next(one for one in range(1, 64) if terms.scribe(one) in peers)


def certify(
    terms: StepTerms,
    closing: Closing,
    key: Callable[[int], Identity],
    peers: Iterable[int] | None = None,
    *,
    number: int | None = None,
    told: tuple[Accept, ...] = (),
) -> Certificate:
    """What ``peers``, or all who are not left out, make of a step that is closed like this.

    ``told`` are accepts of lower rounds that the moves of their signers report.
    """
    place, voters = terms.place, terms.voters
    left = voters.present - frozenset(closing.absent)
    group = frozenset(voters.peers_of(left) if peers is None else peers)
    at = round_for(terms, group, closing) if number is None else number
    digest = closing.digest(place)
    if at == 0:
        return certificate_of(
            Accept.sign(key(peer), place, peer, 0, digest, None) for peer in group
        )
    reports = {one.seat: (one.round, one.digest) for one in told}
    moves = [
        Move.sign(key(peer), place, peer, at, reports.get(peer), closing.absent)
        for peer in least_quorum(voters, group)
    ]
    names = tuple(move.digest for move in moves)
    scribe = terms.scribe(at)
    proposal = Proposal.sign(key(scribe), place, scribe, at, closing, names)
    accepts = [Accept.sign(key(peer), place, peer, at, digest, proposal.digest) for peer in group]
    return certificate_of(accepts, [proposal, *moves, *told])
