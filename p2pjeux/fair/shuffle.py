"""The proof of shuffle, made: one deck is another one, masked anew and in a secret order.

After Terelius and Wikström, in the arrangement of Haenni, Locher, Koenig and Dubuis: the prover
commits to an order, is challenged with one number for each card, and shows that the same numbers,
put in that order, join the old deck to the new one. Their n equations about the chain of products
are joined into one by further challenges (docs/decisions/0010-group-and-shuffle.md says why this is
sound), which saves a fifth of the work and lets many proofs be checked at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Scope, challenge, challenges, digest, nonces

CARDS_MAX: Final = 180
# One trial point for each equation, one response for each secret that does not belong to a card.
EQUATIONS: Final = 6
RESPONSES: Final = 5


@dataclass(frozen=True, slots=True)
class MaskedCard:
    """A masked card: ``mask`` is r times the base, ``masked`` its point plus r times the key."""

    mask: Point
    masked: Point


Cards = tuple[MaskedCard, ...]


@dataclass(frozen=True, slots=True)
class ShuffleClaim:
    """What a shuffle claims: under ``key``, ``after`` is ``before`` masked anew and permuted.

    ``after`` is the new deck as it was sent, mask and masked point by turns, not yet checked.
    """

    scope: Scope
    key: Point
    before: Cards
    after: tuple[bytes, ...]

    def subject(self) -> bytes:
        """The whole claim in a few bytes; every challenge is made from it."""
        before = b"".join(flatten(self.before))
        return digest(self.scope, "shuffle", self.key, before, b"".join(self.after))


@dataclass(frozen=True, slots=True)
class ShuffleWitness:
    """What only the shuffler knows.

    Card i of the new deck is card ``order[i]`` of the old one, masked with ``masks[order[i]]``.
    """

    order: tuple[int, ...]
    masks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as it was sent; its points are checked together with the equations."""

    commitments: tuple[bytes, ...]
    chain: tuple[bytes, ...]
    trials: tuple[bytes, ...]
    responses: tuple[int, ...]
    card_responses: tuple[int, ...]

    def encode(self) -> bytes:
        points = (*self.commitments, *self.chain, *self.trials)
        scalars = (*self.responses, *self.card_responses)
        return b"".join(points) + b"".join(map(group.encode_scalar, scalars))


def flatten(cards: Cards) -> tuple[Point, ...]:
    """The points of a deck in the order in which they are sent."""
    return tuple(point for card in cards for point in (card.mask, card.masked))


@cache
def generator(number: int) -> Point:
    """Generator 0 begins the chain; number i stands for place i - 1 of the new deck."""
    return group.hash_to_point(number.to_bytes(4, "big"), "shuffle-generator")


def mask_anew(key: Point, before: Cards, witness: ShuffleWitness) -> Cards:
    """The new deck: every card with another mask, in the secret order."""
    return tuple(
        MaskedCard(
            group.add(before[source].mask, group.multiply_base(witness.masks[source])),
            group.add(before[source].masked, group.multiply(witness.masks[source], key)),
        )
        for source in witness.order
    )


@dataclass(frozen=True, slots=True)
class _Blinds:
    """The nonces of one proof: of the commitments, the chain, the cards and the other responses."""

    commitments: tuple[int, ...]
    chain: tuple[int, ...]
    cards: tuple[int, ...]
    responses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _ChainLink:
    """A link of the chain, known as ``base`` times the base and ``product`` times generator 0."""

    base: int
    product: int

    def point(self) -> Point:
        return group.add(group.multiply_base(self.base), group.multiply(self.product, generator(0)))


def prove(statement: ShuffleClaim, witness: ShuffleWitness) -> Proof:
    """Prove a shuffle; the same shuffle at the same place gives the same proof."""
    scope, subject, count = statement.scope, statement.subject(), len(witness.order)
    blinds = _make_blinds(scope, subject, witness)
    # The order is fixed before the numbers of the cards are known, the chain before those that join
    # it, the trials before the last: each challenge comes after what it could otherwise have been
    # answered with (protocol/5-fairness.md, Shuffle).
    commitments = _commit(witness.order, blinds.commitments)
    factors = card_challenges(scope, subject, commitments)
    permuted = tuple(factors[source] for source in witness.order)
    links = _make_links(permuted, blinds.chain)
    chain = tuple(link.point() for link in links[1:])
    joins = chain_challenges(scope, subject, commitments, chain)
    trials = (
        group.multiply_base(blinds.responses[0]),
        group.multiply_base(blinds.responses[1]),
        *_deck_trials(statement, blinds),
        _chain_trial(blinds, joins, links[:count]),
    )
    chosen = final_challenge(scope, subject, Proof(commitments, chain, trials, (), ()))
    known = (
        sum(blinds.commitments),
        links[count].base,
        dot(factors, blinds.commitments),
        dot(factors, witness.masks),
        dot(joins, blinds.chain),
    )
    responses = _respond(blinds.responses, chosen, known)
    return Proof(commitments, chain, trials, responses, _respond(blinds.cards, chosen, permuted))


def _make_blinds(scope: Scope, subject: bytes, witness: ShuffleWitness) -> _Blinds:
    count = len(witness.order)
    # From the witness itself, which is uniform and used once: no other secret of the seat is drawn
    # on.
    secret = b"".join(map(group.encode_scalar, (*witness.masks, *witness.order)))
    drawn = nonces(scope, secret, 3 * count + RESPONSES, subject)
    return _Blinds(
        drawn[:count], drawn[count : 2 * count], drawn[2 * count : 3 * count], drawn[3 * count :]
    )


def _commit(order: Sequence[int], blinds: Sequence[int]) -> tuple[Point, ...]:
    """Commit to the order: each old card is bound to the generator of its new place."""
    places = {source: place for place, source in enumerate(order)}
    return tuple(
        group.add(group.multiply_base(blind), generator(places[source] + 1))
        for source, blind in enumerate(blinds)
    )


def card_challenges(scope: Scope, subject: bytes, commitments: Sequence[bytes]) -> tuple[int, ...]:
    """One number for each old card, fixed only after the order is committed to."""
    return challenges(scope, "shuffle-cards", len(commitments), subject, b"".join(commitments))


def chain_challenges(
    scope: Scope, subject: bytes, commitments: Sequence[bytes], chain: Sequence[bytes]
) -> tuple[int, ...]:
    """One number for each link of the chain, fixed only after the chain is."""
    parts = (subject, b"".join(commitments), b"".join(chain))
    return challenges(scope, "shuffle-chain", len(chain), *parts)


def final_challenge(scope: Scope, subject: bytes, proof: Proof) -> int:
    """The number all responses answer, fixed only after every point of the proof is."""
    points = (b"".join(proof.commitments), b"".join(proof.chain), b"".join(proof.trials))
    return challenge(scope, "shuffle-final", subject, *points)


def _make_links(permuted: Sequence[int], blinds: Sequence[int]) -> list[_ChainLink]:
    """The chain of the products of the permuted challenges, each link blinded."""
    links = [_ChainLink(0, 1)]
    for factor, blind in zip(permuted, blinds, strict=True):
        base = (blind + factor * links[-1].base) % group.ORDER
        links.append(_ChainLink(base, factor * links[-1].product % group.ORDER))
    return links


def _deck_trials(statement: ShuffleClaim, blinds: _Blinds) -> tuple[Point, Point, Point]:
    """The trials of the three equations with one secret for each place of the new deck."""
    places = [generator(place + 1) for place in range(len(blinds.cards))]
    _, _, commitment_blind, mask_blind, _ = blinds.responses
    firsts = (
        (commitment_blind, group.BASE),
        (-mask_blind, group.BASE),
        (-mask_blind, statement.key),
    )
    columns = (places, statement.after[::2], statement.after[1::2])
    first, second, third = (
        group.weighted_sum([start, *zip(blinds.cards, column, strict=True)])
        for start, column in zip(firsts, columns, strict=True)
    )
    return first, second, third


def _chain_trial(blinds: _Blinds, joins: Sequence[int], links: Sequence[_ChainLink]) -> Point:
    """The trial of the joined chain equation, from the links without the last."""
    factors = [join * blind for join, blind in zip(joins, blinds.cards, strict=True)]
    base = blinds.responses[4] + dot(factors, [link.base for link in links])
    return _ChainLink(base, dot(factors, [link.product for link in links])).point()


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True)) % group.ORDER


def _respond(blinds: Sequence[int], chosen: int, known: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        (blind + chosen * secret) % group.ORDER for blind, secret in zip(blinds, known, strict=True)
    )


def message_size(count: int) -> int:
    """The bytes that a new deck of ``count`` cards takes with its proof."""
    # Two points a card for the new deck, one for its commitment, one for its link of the chain.
    points, scalars = 4 * count + EQUATIONS, count + RESPONSES
    return points * group.POINT_SIZE + scalars * group.SCALAR_SIZE


def encode_message(after: Sequence[bytes], proof: Proof) -> bytes:
    return b"".join(after) + proof.encode()


def decode_message(data: bytes, count: int) -> tuple[tuple[bytes, ...], Proof]:
    """Cut a message into new deck and proof; raise PeerFault if its size or a scalar is wrong.

    The points are left unchecked: checking the proof checks them at no further cost.
    """
    if len(data) != message_size(count):
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"a shuffle of {count} cards takes {message_size(count)} bytes, not {len(data)}",
            evidence=data,
        )
    end = (4 * count + EQUATIONS) * group.POINT_SIZE
    points = group.split_points(data[:end])
    scalars = group.decode_scalars(data[end:])
    proof = Proof(
        points[2 * count : 3 * count],
        points[3 * count : 4 * count],
        points[4 * count :],
        scalars[:RESPONSES],
        scalars[RESPONSES:],
    )
    return points[: 2 * count], proof
