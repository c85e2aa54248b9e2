"""The proof of shuffle, checked: for one shuffle, or for many in one sum.

Every equation is brought to the form "sum of scalar times point is neutral", weighted with a
challenge that depends on all proofs, and added to the others. Each point a peer sent is multiplied
in that sum, which is what checks that it belongs to the group.

Where several processes check one log, each shuffle has two halves, which have no point of its
proof in common: the commitments with their chain, and the cards.
"""

from collections.abc import Iterator, Sequence

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group
from p2pjeux.fair.group import BASE, Mapper, Term
from p2pjeux.fair.shuffle import (
    EQUATIONS,
    RESPONSES,
    Proof,
    ShuffleClaim,
    card_challenges,
    chain_challenges,
    final_challenge,
    generator,
)
from p2pjeux.fair.transcript import Context, challenges, digest

Claim = tuple[ShuffleClaim, Proof]


def check(claims: Sequence[Claim], mapper: Mapper = map) -> None:
    """Raise PeerFault, naming the seat that cheated, unless every shuffle is proved.

    The deck between two shuffles and the generators are multiplied only once for all of them. Only
    if the sum is wrong are the shuffles checked one by one, to find the culprit.
    """
    for statement, proof in claims:
        _check_shape(statement, proof)
    # Honest tables are the rule, so all are tried at once; only a failure is worth looking for its
    # author.
    if len(claims) > 1 and _all_hold(claims, mapper):
        return
    # In the order of the log: the first wrong shuffle is the one to blame, for those after it built
    # on it.
    for claim in claims:
        _check_one(claim, mapper)


def _check_shape(statement: ShuffleClaim, proof: Proof) -> None:
    count = len(statement.before)
    shape = (
        len(statement.after) == 2 * count,
        len(proof.commitments) == count,
        len(proof.chain) == count,
        len(proof.trials) == EQUATIONS,
        len(proof.responses) == RESPONSES,
        len(proof.card_responses) == count,
        count > 0,
    )
    if not all(shape):
        seat = statement.scope.context.seat
        message = f"the shuffle of seat {seat} is not one of {count} cards"
        raise PeerFault(Fault.BAD_SHAPE, message, seat=seat, evidence=proof.encode())


def _all_hold(claims: Sequence[Claim], mapper: Mapper) -> bool:
    try:
        return _holds(claims, mapper)
    except PeerFault:
        return False


def _check_one(claim: Claim, mapper: Mapper) -> None:
    statement, proof = claim
    seat = statement.scope.context.seat
    try:
        if _holds([claim], mapper):
            return
    except PeerFault as fault:
        raise fault.by(seat, proof.encode()) from None
    message = f"seat {seat} did not shuffle the deck it was given"
    raise PeerFault(Fault.BAD_PROOF, message, seat=seat, evidence=proof.encode())


def _holds(claims: Sequence[Claim], mapper: Mapper) -> bool:
    subjects = [statement.subject() for statement, _ in claims]
    # The weights depend on all responses too, or errors could be made to cancel.
    seals = [
        digest(statement.scope, "shuffle-proof", subject, proof.encode())
        for subject, (statement, proof) in zip(subjects, claims, strict=True)
    ]
    terms: list[Term] = []
    for subject, (statement, proof) in zip(subjects, claims, strict=True):
        weights = challenges(statement.scope, "shuffle-weights", EQUATIONS, *seals)
        commitments, cards = _halves_here(statement.scope.context)
        if commitments:
            terms += _commitment_terms(statement, proof, subject, weights)
            terms += _chain_terms(statement, proof, subject, weights)
        if cards:
            terms += _card_terms(statement, proof, subject, weights)
    return group.weighted_sum(terms, mapper) == group.IDENTITY


def _halves_here(context: Context) -> tuple[bool, bool]:
    """Which halves are checked here. They change places at every step: the cards cost more."""
    at = 2 * context.step
    first = context.step % 2
    covers = context.portion.covers_number
    return covers(at + first), covers(at + 1 - first)


def _commitment_terms(
    statement: ShuffleClaim, proof: Proof, subject: bytes, weights: Sequence[int]
) -> Iterator[Term]:
    """The equations of the commitments, and of their combination."""
    weight_sum, weight_combined = weights[0], weights[2]
    chosen = final_challenge(statement.scope, subject, proof)
    factors = card_challenges(statement.scope, subject, proof.commitments)
    yield weight_sum * proof.responses[0] + weight_combined * proof.responses[2], BASE
    yield -weight_sum, proof.trials[0]
    yield -weight_combined, proof.trials[2]
    for place, response in enumerate(proof.card_responses):
        yield chosen * weight_sum + weight_combined * response, generator(place + 1)
    for factor, commitment in zip(factors, proof.commitments, strict=True):
        yield -chosen * (weight_sum + weight_combined * factor), commitment


def _card_terms(
    statement: ShuffleClaim, proof: Proof, subject: bytes, weights: Sequence[int]
) -> Iterator[Term]:
    """The equations of both halves of the deck: its masks, and its masked points."""
    weight_mask, weight_masked = weights[3], weights[4]
    chosen = final_challenge(statement.scope, subject, proof)
    factors = card_challenges(statement.scope, subject, proof.commitments)
    yield -weight_mask * proof.responses[3], BASE
    yield -weight_masked * proof.responses[3], statement.key
    yield -weight_mask, proof.trials[3]
    yield -weight_masked, proof.trials[4]
    for place, response in enumerate(proof.card_responses):
        yield weight_mask * response, statement.after[2 * place]
        yield weight_masked * response, statement.after[2 * place + 1]
    for factor, card in zip(factors, statement.before, strict=True):
        yield -chosen * weight_mask * factor, card.mask
        yield -chosen * weight_masked * factor, card.masked


def _chain_terms(
    statement: ShuffleClaim, proof: Proof, subject: bytes, weights: Sequence[int]
) -> Iterator[Term]:
    """The equation of the chain's end, and that of all its links joined."""
    weight_end, weight_links = weights[1], weights[5]
    chosen = final_challenge(statement.scope, subject, proof)
    factors = card_challenges(statement.scope, subject, proof.commitments)
    joins = chain_challenges(statement.scope, subject, proof.commitments, proof.chain)
    yield weight_end * proof.responses[1] + weight_links * proof.responses[4], BASE
    yield -weight_end, proof.trials[1]
    yield -weight_links, proof.trials[5]
    product = 1
    for factor in factors:
        product = product * factor % group.ORDER
    yield weight_end * chosen * product, generator(0)
    yield -weight_end * chosen, proof.chain[-1]
    befores = (generator(0), *proof.chain[:-1])
    for index, join in enumerate(joins):
        yield weight_links * join * proof.card_responses[index], befores[index]
        yield -weight_links * chosen * join, proof.chain[index]
